"""The application: requests and handshakes are checked here, then go to an endpoint or to a table."""

import asyncio
import gzip
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from skipbo.errors import Malformed, SkipboError
from skipbo.protocol.codec import decode, encode
from skipbo.protocol.messages import Kind, Refusal
from skipbo.server.config import Settings
from skipbo.server.http import headers
from skipbo.server.http.assets import Page
from skipbo.server.http.endpoints import API, ENDPOINTS, LIMITED, NOBODY, NOT_FOUND, Call, Declined, Endpoint, Unchanged
from skipbo.server.http.identity import delete_cookie, hash_of, origin_allowed, set_cookie, token_of
from skipbo.server.http.negotiation import accepts
from skipbo.server.http.openapi import document
from skipbo.server.hub import Hub, NotReady
from skipbo.server.json_log import log_event
from skipbo.server.sockets.session import serve_socket
from skipbo.server.store.interface import Guest, StoreFailed
from skipbo.server.table.room import refused

SOCKET = re.compile(API + r"/tables/([\w-]{1,64})/socket", re.ASCII)
LARGEST = 16 * 1024  # bytes of a body, and of a frame
PACKED = 8 * 1024  # bytes from which on an answer is compressed
JSON = "application/json"
FORBIDDEN = Declined(HTTPStatus.FORBIDDEN, Kind.NOT_LEGAL, "origin")
TOO_LARGE = Declined(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, Kind.MALFORMED, "too-large")
STATUS = {Kind.MALFORMED: HTTPStatus.BAD_REQUEST}


def create_app(hub: Hub, settings: Settings, page: Page, prepare: Callable[[], None] | None = None) -> ASGIApp:
    """With `prepare`, tables wait until that is done; it runs in the background.

    Sockets do not pass through the layers of requests, which would stay in memory for each that is open.
    """
    door = Door(hub, settings, page)
    http = create_http(hub, door, prepare)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await door.socket(WebSocket(scope, receive, send))
        else:
            await http(scope, receive, send)

    return app


def create_http(hub: Hub, door: "Door", prepare: Callable[[], None] | None) -> Starlette:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:  # noqa: ARG001
        checking = asyncio.create_task(hub.keep_checking())
        if prepare is not None:
            hub.prepare(prepare)
        yield
        checking.cancel()
        hub.close()
        log_event("stopped")

    return Starlette(
        routes=door.routes(),
        lifespan=lifespan,
        exception_handlers={HTTPException: door.not_ours, Exception: our_fault},
    )


class Door:
    def __init__(self, hub: Hub, settings: Settings, page: Page) -> None:
        self._hub = hub
        self._settings = settings
        self._page = page
        self._origins = frozenset(settings.origins)

    def routes(self) -> list[BaseRoute]:
        return [
            *map(self._route, ENDPOINTS),
            Route(API + "/openapi.json", self.describe),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
            *self._page.routes(),
        ]

    def _route(self, endpoint: Endpoint) -> Route:
        async def answer(request: Request) -> Response:
            return await self._answer(endpoint, request)

        return Route(API + endpoint.path, answer, methods=[endpoint.method])

    async def _answer(self, endpoint: Endpoint, request: Request) -> Response:
        try:
            where = address(request)
            if not self._hub.requests_of_address.take(where):
                raise LIMITED
            if request.method not in ("GET", "HEAD") and not origin_allowed(request, self._origins):
                raise FORBIDDEN
            guest = await self._guest(request)
            call = Call(self._hub, request, guest, where, self._url(request), local=self._settings.is_local)
            if endpoint.known and call.guest is None:
                raise NOBODY
            if endpoint.takes is not None:
                call.body = decode(await read_body(request), endpoint.takes)
            given = await endpoint.handler(call)
        except Declined as declined:
            return json_response(encode(declined.refusal), declined.status)
        except Unchanged:
            return with_tag(json_response(b"", HTTPStatus.NOT_MODIFIED), call.tag)
        except SkipboError as error:
            refusal = refused(error, None)
            return json_response(encode(refusal), STATUS.get(refusal.kind, HTTPStatus.CONFLICT))
        except NotReady:
            return json_response(encode(Refusal(None, Kind.FAILED, "starting")), HTTPStatus.SERVICE_UNAVAILABLE)
        except StoreFailed as error:
            log_event("store failed", logging.ERROR, why=str(error))
            return json_response(encode(Refusal(None, Kind.FAILED, "store")), HTTPStatus.SERVICE_UNAVAILABLE)
        body = given if isinstance(given, bytes) else b"" if given is None else encode(given)
        response = await packed_response(body, endpoint.status, request)
        if call.tag:
            with_tag(response, call.tag)
        secure = call.url.startswith("https:")
        if call.cookie:
            set_cookie(response, call.cookie, secure=secure)
        elif call.cookie is not None:
            delete_cookie(response, secure=secure)
        return response

    async def _guest(self, connection: HTTPConnection) -> Guest | None:
        token = token_of(connection)
        return None if token is None else await self._hub.store.find_guest(hash_of(token))

    def _url(self, request: Request) -> str:
        return self._settings.url or f"{request.url.scheme}://{request.url.netloc}"

    async def socket(self, socket: WebSocket) -> None:
        since = socket.query_params.get("since", "")
        try:
            place = SOCKET.fullmatch(socket.scope["path"])
            if place is None:
                raise NOT_FOUND
            guest = await self._admit(socket)
        except Declined as declined:
            log_event("handshake refused", code=declined.refusal.code)
            await socket.send_denial_response(json_response(encode(declined.refusal), declined.status))
            return
        version = int(since) if since.isdecimal() and len(since) < 16 else None
        await serve_socket(self._hub, socket, guest, hash_of(token_of(socket) or ""), place[1], version)

    async def _admit(self, socket: WebSocket) -> Guest:
        """Who wants to come to a table; raises `Declined` for who may not."""
        hub = self._hub
        if not hub.handshakes_of_address.take(address(socket)) or hub.connections >= hub.limits.connections:
            raise LIMITED
        if not origin_allowed(socket, self._origins):
            raise FORBIDDEN
        try:
            guest = await self._guest(socket)
        except StoreFailed as error:
            raise Declined(HTTPStatus.SERVICE_UNAVAILABLE, Kind.FAILED, "store") from error
        if guest is None:
            raise NOBODY
        if len(hub.listeners.get(guest.id, ())) >= hub.limits.connections_of_guest:
            raise LIMITED
        return guest

    async def describe(self, request: Request) -> Response:  # noqa: ARG002
        return json_response(encode(document()), HTTPStatus.OK)

    async def health(self, request: Request) -> Response:  # noqa: ARG002
        """Whether a move could be stored now."""
        try:
            await self._hub.store.check()
        except StoreFailed:
            return PlainTextResponse("the store cannot write\n", HTTPStatus.SERVICE_UNAVAILABLE)
        return PlainTextResponse("well\n")

    async def metrics(self, request: Request) -> Response:  # noqa: ARG002
        return Response(self._hub.metrics.exposition(), media_type=CONTENT_TYPE_LATEST)

    async def not_ours(self, request: Request, error: Exception) -> Response:
        """What no route knows. People see the page, which tells them so; programs, a refusal."""
        assert isinstance(error, HTTPException)
        by_people = request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/")
        if by_people and error.status_code == HTTPStatus.NOT_FOUND:
            return self._page.show(request, HTTPStatus.NOT_FOUND)
        response = json_response(encode(Refusal(None, Kind.UNKNOWN, "not-found")), error.status_code)
        response.headers.update(error.headers or {})
        return response


def address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def json_response(body: bytes, status: int) -> Response:
    return Response(body, status, headers.DATA, media_type=JSON if body else None)


def with_tag(response: Response, tag: str) -> Response:
    """The client may keep the answer, but asks each time whether it still holds."""
    response.headers["ETag"] = f"W/{tag}"  # weak: the same answer may be packed or not
    response.headers["Cache-Control"] = "private, no-cache"
    return response


async def packed_response(body: bytes, status: int, request: Request) -> Response:
    """A large answer is compressed for who can read that, where it keeps nobody waiting."""
    packed = len(body) >= PACKED and accepts(request.headers, "gzip")
    if packed:
        body = await asyncio.to_thread(gzip.compress, body, 6)
    response = json_response(body, status)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response


async def read_body(request: Request) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
        raise Malformed("message", "a body is application/json")
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > LARGEST:
                raise TOO_LARGE
    except ClientDisconnect as error:
        raise Malformed("message", "the body is cut off") from error
    return bytes(body)


async def our_fault(request: Request, error: Exception) -> Response:  # noqa: ARG001
    log_event("request failed", logging.ERROR, error=error)
    return json_response(encode(Refusal(None, Kind.FAILED, "server")), HTTPStatus.INTERNAL_SERVER_ERROR)
