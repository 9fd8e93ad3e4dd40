"""The application: checks requests and handshakes, then passes them to an endpoint or a table."""

import asyncio
import gzip
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import LANGUAGES
from skipbo.protocol.codec import decode, encode
from skipbo.protocol.compatibility import decode_server_answer
from skipbo.protocol.messages import Kind, Refusal, TableInvitation
from skipbo.server.colleagues import Colleagues
from skipbo.server.config import Settings
from skipbo.server.http import headers
from skipbo.server.http.assets import Page
from skipbo.server.http.door import STATE_KEY as DOOR_KEY
from skipbo.server.http.door import Door
from skipbo.server.http.endpoints import (
    API,
    ENDPOINTS,
    BodyTooLarge,
    Call,
    Endpoint,
    NotFound,
    NotModified,
    OriginNotAllowed,
    RateLimited,
    RequestRefused,
    ServerStarting,
    StoreFull,
    StoreUnavailable,
    TableDamaged,
    UnknownGuest,
)
from skipbo.server.http.identity import delete_cookie, hash_of, origin_allowed, set_cookie, token_of
from skipbo.server.http.negotiation import accepts, etag_of, has_etag
from skipbo.server.http.openapi import document
from skipbo.server.http.preview.picture import PATH, KeptPictures, TablePicture
from skipbo.server.http.preview.tags import link_preview, preferred_language
from skipbo.server.hub import Hub, NotReady
from skipbo.server.json_log import log_event
from skipbo.server.limits import PICTURE, REQUEST, household
from skipbo.server.sockets.session import serve_socket
from skipbo.server.store.interface import Damaged, Guest, NoRoom, StoreFailed
from skipbo.server.store.retention import Retention
from skipbo.server.table.room import refused

SOCKET = re.compile(API + r"/tables/([\w-]{1,64})/socket", re.ASCII)
LARGEST = 16 * 1024  # bytes of a request's body, and of a WebSocket message
PATIENCE = 15.0  # seconds in which the body of a request must be complete
ANSWER_WITHIN = 0.5  # seconds: a node's health does not wait for a database that hangs, because proxies wait for it
COMPRESSED_FROM = 8 * 1024  # bytes of an answer
JSON = "application/json"
PICTURE_KEPT = "public, max-age=86400"
STATUS = {Kind.MALFORMED: HTTPStatus.BAD_REQUEST}


def create_app(
    hub: Hub,
    settings: Settings,
    page: Page,
    prepare: Callable[[], None] | None = None,
    colleagues: Colleagues | None = None,
) -> ASGIApp:
    """Returns the application. `prepare` runs in the background after the start; tables wait until it is done.

    `colleagues` are the other workers of this machine, for whose numbers a host may ask us.

    WebSockets do not pass through Starlette's layers for requests, which would stay in memory for each of them.
    """
    gateway = Gateway(hub, settings, page, colleagues)
    http = create_http(hub, settings, gateway, prepare, colleagues)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await gateway.serve_socket(WebSocket(scope, receive, send))
            return
        if scope["type"] == "http":
            await rest(hub.spend(REQUEST, address_of(HTTPConnection(scope))))
        await http(scope, receive, send)

    return app


def create_http(
    hub: Hub,
    settings: Settings,
    gateway: "Gateway",
    prepare: Callable[[], None] | None,
    colleagues: Colleagues | None,
) -> Starlette:
    door = Door(hub, open_to_all=bool(settings.proxies))
    retention = Retention(
        hub.store, settings.archive_after, settings.expire_after, hub.is_in_use, hub.is_connected, hub.keeps_house
    )

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Door]]:  # noqa: ARG001
        duties = hub.keep_checking(), hub.keep_listening(), retention.keep_sweeping(), hub.metrics.keep_measuring_lag()
        background = [asyncio.create_task(duty) for duty in duties]
        hub.company.begin(hub)
        if colleagues is not None:
            await colleagues.begin()
        if prepare is not None:
            hub.prepare(prepare)
        yield {DOOR_KEY: door}
        for task in background:
            task.cancel()
        if colleagues is not None:
            await colleagues.end()
        await hub.company.end()
        hub.close()
        log_event("stopped")

    return Starlette(
        routes=gateway.routes(),
        lifespan=lifespan,
        exception_handlers={HTTPException: gateway.not_found, Exception: internal_error},
    )


class Gateway:
    """Everything from outside passes here: rate limits, origins, tokens and sizes are checked in one place."""

    def __init__(self, hub: Hub, settings: Settings, page: Page, colleagues: Colleagues | None) -> None:
        self._hub = hub
        self._colleagues = colleagues
        self._settings = settings
        self._page = page
        self._pictures = KeptPictures()
        self._origins = frozenset(settings.origins)
        hub.metrics.refusals.update({kind.code: 0 for kind in RequestRefused.__subclasses__()})

    def routes(self) -> list[BaseRoute]:
        return [
            *map(self._route, ENDPOINTS),
            Route(API + "/openapi.json", self.openapi),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
            Route("/t/{table}", self.table_page),
            Route(PATH + "/{name}.png", self.table_picture),
            *self._page.routes(),
        ]

    def _route(self, endpoint: Endpoint) -> Route:
        async def respond(request: Request) -> Response:
            return await self._respond(endpoint, request)

        path, tracing = API + endpoint.path, self._hub.tracing
        handler = respond if tracing is None else tracing.request(endpoint.method, path, respond)
        return Route(path, handler, methods=[endpoint.method])

    # HTTP

    async def _respond(self, endpoint: Endpoint, request: Request) -> Response:
        try:
            call = await self._admit(endpoint, request)
            result = await endpoint.handler(call)
        except RequestRefused as error:
            return self._refuse(error)
        except NotModified:
            return with_etag(json_response(b"", HTTPStatus.NOT_MODIFIED), call.etag)
        except SkipboError as error:
            refusal = refused(error, None)
            return json_response(encode(refusal), STATUS.get(refusal.kind, HTTPStatus.CONFLICT))
        except NotReady:
            return self._refuse(ServerStarting())
        except NoRoom:  # which the log has already
            return self._refuse(StoreFull())
        except Damaged:  # which the log has already
            return self._refuse(TableDamaged())
        except StoreFailed as error:
            log_event("store failed", logging.ERROR, why=str(error))
            return self._refuse(StoreUnavailable())
        body = result if isinstance(result, bytes) else b"" if result is None else encode(result)
        response = await compressed_response(body, endpoint.status, request)
        if call.etag:
            with_etag(response, call.etag)
        secure = call.url.startswith("https:")
        if call.cookie:
            set_cookie(response, call.cookie, secure=secure)
        elif call.cookie is not None:
            delete_cookie(response, secure=secure)
        return response

    def _refuse(self, error: RequestRefused) -> Response:
        """Refusals are counted, not logged: otherwise whoever causes them could fill the disk with the log."""
        self._hub.metrics.refusals[error.code] += 1
        return json_response(encode(error.refusal), error.status)

    async def _admit(self, endpoint: Endpoint, request: Request) -> Call:
        """Checks a request and reads its body. Raises `RequestRefused` or `Malformed`."""
        address = address_of(request)
        if not self._hub.requests_of_address.take(address):
            raise RateLimited
        if request.method not in ("GET", "HEAD") and not origin_allowed(request, self._origins):
            raise OriginNotAllowed
        guest = await self._guest(request)
        call = Call(self._hub, request, guest, address, self._url(request), local=self._settings.is_local)
        if endpoint.known and guest is None:
            raise UnknownGuest
        if endpoint.takes is not None:
            call.body = decode(await read_body(request), endpoint.takes)
        return call

    async def _guest(self, connection: HTTPConnection) -> Guest | None:
        token = token_of(connection)
        return None if token is None else await self._hub.store.find_guest(hash_of(token))

    def _url(self, request: Request) -> str:
        return self._settings.url or f"{request.url.scheme}://{request.url.netloc}"

    # The page of a table, and its picture

    async def table_page(self, request: Request) -> Response:
        """Returns the page, with a preview for those who show the link; whoever asks too often gets it without."""
        tags = ""
        if self._page.is_built and self._hub.requests_of_address.take(address_of(request)):
            with suppress(StoreFailed, SkipboError):  # the page itself says what is wrong
                tags = await self._preview(request)
        return self._page.show_with(request, tags)

    async def _preview(self, request: Request) -> str:
        """Returns the tags of a table's preview; none if there is no such table."""
        table = str(request.path_params["table"])
        store = self._hub.store
        summary = await store.find_summary(table)
        if summary is None:
            return ""
        invitation = decode_server_answer(summary, TableInvitation)  # which a node of another version may have written
        invitation = msgspec.structs.replace(invitation, host=await store.find_host(table))
        asked = request.query_params.get("lang", "")
        language = asked if asked in LANGUAGES else preferred_language(request.headers)
        return link_preview(invitation, language).tags(self._url(request), table)

    async def table_picture(self, request: Request) -> Response:
        """Returns the picture of a link preview. Whoever asks for many that are not kept waits for them."""
        address, picture = address_of(request), TablePicture.named(request.path_params["name"])
        if not self._hub.requests_of_address.take(address):
            return self._refuse(RateLimited())
        if picture is None:
            return self._refuse(NotFound())
        png = self._pictures.find(picture)
        if png is None:
            await rest(self._hub.spend(PICTURE, address))
            png = await self._pictures.make(picture)
        sent = headers.DATA | {"Cache-Control": PICTURE_KEPT, "ETag": etag_of(png)}
        if has_etag(request.headers, sent["ETag"]):
            return Response(None, HTTPStatus.NOT_MODIFIED, sent)
        return Response(png, HTTPStatus.OK, sent, "image/png")

    # WebSockets

    async def serve_socket(self, socket: WebSocket) -> None:
        address = address_of(socket)
        await rest(self._hub.spend(REQUEST, address))
        try:
            path = SOCKET.fullmatch(socket.scope["path"])
            if path is None:
                raise NotFound
            if not self._hub.sockets_of_address.take(address):
                raise RateLimited
        except RequestRefused as error:
            await self._deny(socket, error)
            return
        try:
            with suppress(WebSocketDisconnect):  # gone before we could say anything
                await self._serve_visitor(socket, address, path[1])
        finally:
            self._hub.sockets_of_address.leave(address)

    async def _serve_visitor(self, socket: WebSocket, address: str, table: str) -> None:
        since = socket.query_params.get("since", "")
        version = int(since) if since.isdecimal() and len(since) < 16 else None
        try:
            guest = await self._authenticate(socket, address)
            if not self._hub.sockets.take(guest.id):
                raise RateLimited
        except RequestRefused as error:
            await self._deny(socket, error)
            return
        try:
            await serve_socket(self._hub, socket, guest, hash_of(token_of(socket) or ""), address, table, version)
        finally:
            self._hub.sockets.leave(guest.id)

    async def _deny(self, socket: WebSocket, error: RequestRefused) -> None:
        await socket.send_denial_response(self._refuse(error))

    async def _authenticate(self, socket: WebSocket, address: str) -> Guest:
        """Authenticates a handshake. Raises `RequestRefused`."""
        hub = self._hub
        if not hub.handshakes_of_address.take(address):
            raise RateLimited
        if not origin_allowed(socket, self._origins):
            raise OriginNotAllowed
        try:
            guest = await self._guest(socket)
        except StoreFailed as error:
            raise StoreUnavailable from error
        if guest is None:
            raise UnknownGuest
        return guest

    # For the host

    async def openapi(self, request: Request) -> Response:
        if not self._hub.requests_of_address.take(address_of(request)):
            return self._refuse(RateLimited())
        return json_response(encode(document()), HTTPStatus.OK)

    async def health(self, request: Request) -> Response:  # noqa: ARG002
        """Returns 200 if this server should have players, else 503; 404 before it stops.

        With 404, unlike 503, HAProxy sends nobody new, but leaves those who are here until they are told to go.
        A damaged table, or no room for new ones, does not make it 503: restarting the server would not help, and would
        disturb everybody. Nor does a database that several nodes share and that is gone: if proxies gave up all nodes
        for it, players would lose their tables and read a proxy's error instead of ours.
        """
        hub = self._hub
        if hub.is_leaving:
            return PlainTextResponse("leaving\n", HTTPStatus.NOT_FOUND)
        shared = hub.company.others_write
        try:
            async with asyncio.timeout(ANSWER_WITHIN if shared else None):
                await hub.store.check()
            trouble = []
        except (StoreFailed, TimeoutError) as error:
            why = str(error) or "the database does not answer"
            if hub.store.damage.whole or not shared:
                return PlainTextResponse(f"unavailable: {why}\n", HTTPStatus.SERVICE_UNAVAILABLE)
            trouble = [f"no move can be stored: {why}"]
        lines = [f"degraded: {each}\n" for each in (*trouble, *hub.complaints())]
        return PlainTextResponse("".join(lines) or "ok\n")

    async def metrics(self, request: Request) -> Response:
        if not self._hub.requests_of_address.take(address_of(request)):
            return self._refuse(RateLimited())
        source = self._colleagues
        numbers = self._hub.metrics.exposition() if source is None else await source.exposition()
        return Response(numbers, media_type=CONTENT_TYPE_LATEST)

    async def not_found(self, request: Request, error: Exception) -> Response:
        """Handles addresses without a route: a browser gets the page, which says so, a program a refusal."""
        assert isinstance(error, HTTPException)
        by_browser = request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/")
        if by_browser and error.status_code == HTTPStatus.NOT_FOUND:
            return self._page.show(request, HTTPStatus.NOT_FOUND)
        response = json_response(encode(NotFound().refusal), error.status_code)
        response.headers.update(error.headers or {})
        return response


async def rest(seconds: float) -> None:
    """Lets somebody wait who is in debt."""
    if seconds:
        await asyncio.sleep(seconds)


def address_of(connection: HTTPConnection) -> str:
    return household(connection.client.host) if connection.client else ""


def json_response(body: bytes, status: int) -> Response:
    return Response(body, status, headers.DATA, media_type=JSON if body else None)


def with_etag(response: Response, etag: str) -> Response:
    """Lets the client keep the answer, if it asks each time whether that is still valid."""
    response.headers["ETag"] = f"W/{etag}"  # weak: the same answer may be compressed or not
    response.headers["Cache-Control"] = "private, no-cache"
    return response


async def compressed_response(body: bytes, status: int, request: Request) -> Response:
    """Compresses a large answer for clients that accept that, in a thread, so that no table waits for it."""
    compressed = len(body) >= COMPRESSED_FROM and accepts(request.headers, "gzip")
    if compressed:
        body = await asyncio.to_thread(gzip.compress, body, 6)
    response = json_response(body, status)
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response


async def read_body(request: Request) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
        raise Malformed("message", "the body must be application/json")
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                body += part
                if len(body) > LARGEST:
                    raise BodyTooLarge
    except (ClientDisconnect, TimeoutError) as error:
        raise Malformed("message", "the body is incomplete") from error
    return bytes(body)


async def internal_error(request: Request, error: Exception) -> Response:  # noqa: ARG001
    log_event("request failed", logging.ERROR, error=error)
    return json_response(encode(Refusal(None, Kind.FAILED, "server")), HTTPStatus.INTERNAL_SERVER_ERROR)
