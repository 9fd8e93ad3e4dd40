"""The endpoints of the HTTP API. The list at the end is what the server routes and what the OpenAPI document lists."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec import Raw, Struct
from starlette.requests import Request

from skipbo import __version__
from skipbo.errors import Malformed
from skipbo.protocol import messages
from skipbo.protocol.codec import VERSION, encode
from skipbo.protocol.codes import describe
from skipbo.protocol.messages import Kind
from skipbo.record import PERSON, record_from_line
from skipbo.server.http.identity import hash_of, new_guest, new_token, shows_token
from skipbo.server.http.negotiation import etag_of, has_etag
from skipbo.server.hub import Hub
from skipbo.server.limits import Buckets
from skipbo.server.names import clean_name
from skipbo.server.store import log
from skipbo.server.store.interface import Guest
from skipbo.server.table.origin import continued_options
from skipbo.server.table.room import NO_GUEST

API = "/api/v1"
MOST_GAMES = 1_000_000  # at one table
MOST_LISTED = 200
MOST_OWN = 50


class RequestRefused(Exception):
    """A request, or a handshake, that is answered with a refusal."""

    status: HTTPStatus
    kind: Kind
    code: str

    @property
    def refusal(self) -> messages.Refusal:
        return messages.Refusal(None, self.kind, self.code)


class NotFound(RequestRefused):
    status, kind, code = HTTPStatus.NOT_FOUND, Kind.UNKNOWN, "not-found"


class UnknownGuest(RequestRefused):
    status, kind, code = HTTPStatus.UNAUTHORIZED, Kind.UNKNOWN, "guest"


class RateLimited(RequestRefused):
    status, kind, code = HTTPStatus.TOO_MANY_REQUESTS, Kind.LIMITED, "limited"


class OriginNotAllowed(RequestRefused):
    status, kind, code = HTTPStatus.FORBIDDEN, Kind.NOT_LEGAL, "origin"


class BodyTooLarge(RequestRefused):
    status, kind, code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, Kind.MALFORMED, "too-large"


class ServerStarting(RequestRefused):
    status, kind, code = HTTPStatus.SERVICE_UNAVAILABLE, Kind.FAILED, "starting"


class StoreUnavailable(RequestRefused):
    status, kind, code = HTTPStatus.SERVICE_UNAVAILABLE, Kind.FAILED, "store"


class StoreFull(RequestRefused):
    status, kind, code = HTTPStatus.INSUFFICIENT_STORAGE, Kind.FAILED, "full"


class TableDamaged(RequestRefused):
    status, kind, code = HTTPStatus.SERVICE_UNAVAILABLE, Kind.FAILED, "damaged"


class NotModified(Exception):
    """The client has the answer already."""


@dataclass(slots=True)
class Call:
    """A request as an endpoint needs it, and what its answer carries besides its body."""

    hub: Hub
    request: Request
    guest: Guest | None
    address: str
    url: str  # where people reach the server
    body: Any = None
    local: bool = False  # whether only this machine reaches it
    cookie: str | None = None  # a token that the browser is to keep, or "" to delete the cookie
    etag: str = ""

    @property
    def known(self) -> Guest:
        """The guest who calls an endpoint that only guests may call."""
        assert self.guest is not None
        return self.guest

    @property
    def table(self) -> str:
        return str(self.request.path_params["table"])

    def set_etag(self, *content: bytes) -> None:
        """Gives the answer an ETag, from what it is made of. Raises `NotModified` if the client has that answer."""
        self.etag = etag_of(*content)
        if has_etag(self.request.headers, self.etag):
            raise NotModified

    def limit(self, buckets: Buckets, key: str) -> None:
        """Raises `RateLimited` if this was called too often for the key."""
        if not buckets.take(key):
            raise RateLimited


Handler = Callable[[Call], Awaitable[Struct | bytes | None]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    method: str
    path: str
    summary: str
    handler: Handler
    takes: type[Struct] | None = None
    gives: type[Struct] | None = None
    status: HTTPStatus = HTTPStatus.OK
    known: bool = True  # whether only guests may call it
    has_etag: bool = False


async def server_info(call: Call) -> messages.Server:
    return messages.Server(
        version=__version__, protocol=VERSION, id=call.hub.id, ready=call.hub.ready.is_set(), local=call.local
    )


async def create_guest(call: Call) -> messages.GuestView:
    wanted: messages.NewGuest = call.body
    call.limit(call.hub.guests_of_address, call.address)
    guest, token = await new_guest(call.hub.store, wanted.name)
    return with_token(call, guest, token)


def with_token(call: Call, guest: Guest, token: str) -> messages.GuestView:
    """Returns the guest with the token or, if a browser asked for that, puts the token into a cookie."""
    if call.body.cookie:
        call.cookie = token
        return show_guest(guest)
    return messages.GuestView(name=guest.name, named=guest.named, token=token)


def show_guest(guest: Guest) -> messages.GuestView:
    return messages.GuestView(name=guest.name, named=guest.named)


async def current_guest(call: Call) -> messages.Visitor:
    """Returns a null name without a token (pages ask this first); an invalid token is an error."""
    if call.guest is not None:
        return messages.Visitor(name=call.guest.name, named=call.guest.named)
    if shows_token(call.request):
        raise UnknownGuest
    return messages.Visitor(name=None, named=False)


async def rename_guest(call: Call) -> messages.GuestView:
    guest = Guest(call.known.id, clean_name(call.body.name))
    await call.hub.rename(guest)
    return show_guest(guest)


async def renew_token(call: Call) -> messages.GuestView:
    """Replaces the guest's token, and closes the WebSockets that were opened with the old one."""
    guest, token = call.known, new_token()
    await call.hub.store.replace_token(guest.id, hash_of(token))
    call.hub.disconnect_guest(guest.id, NO_GUEST)
    return with_token(call, guest, token)


async def revoke_token(call: Call) -> None:
    guest = call.known
    await call.hub.store.replace_token(guest.id, None)
    call.hub.disconnect_guest(guest.id, NO_GUEST)
    call.cookie = ""


async def history(call: Call) -> messages.History:
    return messages.History(games=await call.hub.store.history(call.known.id, MOST_LISTED))


async def statistics(call: Call) -> messages.Statistics:
    return await call.hub.store.statistics(call.known.id)


async def own_tables(call: Call) -> bytes:
    found = await call.hub.store.tables_of(call.known.id, MOST_OWN)
    tables = [
        {"table": Raw(summary), "seat": seat, "changed_at": at, "turn": call.hub.known_turn(table)}
        for table, summary, seat, at in found
    ]
    return encode({"tables": tables})


async def lobby(call: Call) -> bytes:
    summaries = await call.hub.lobby()
    call.set_etag(*summaries)
    return encode({"tables": [Raw(summary) for summary in summaries]})


async def open_table(call: Call) -> messages.TableLink:
    guest = call.known
    limit_tables(call)
    return link_to(call, await call.hub.open_table(guest, call.body, address=call.address))


def limit_tables(call: Call) -> None:
    call.limit(call.hub.tables_of_guest, call.known.id)
    call.limit(call.hub.tables_of_address, call.address)


async def table_summary(call: Call) -> bytes:
    summary = await call.hub.store.find_summary(call.table)
    if summary is None:
        raise NotFound
    return summary


async def invitation(call: Call) -> bytes:
    """Returns a table as its link shows it. A summary of another version is passed on as it is."""
    summary = msgspec.json.decode(await table_summary(call))
    return encode(summary | {"host": await call.hub.store.find_host(call.table)})


async def hint(call: Call) -> messages.Hint:
    call.limit(call.hub.hints_of_guest, call.known.id)
    given = await call.hub.hint(call.table, call.known)
    if given is None:
        raise NotFound
    return given


async def table_log(call: Call) -> bytes:
    call.limit(call.hub.logs_of_address, call.address)
    shown = await call.hub.log(call.table, call.known)
    if shown is None:
        raise NotFound
    return shown


async def replay(call: Call) -> bytes:
    record, _proof = await finished_game(call)
    call.set_etag(__version__.encode(), record)
    call.limit(call.hub.replays_of_address, call.address)
    return await call.hub.replay(record, int(call.request.path_params["game"]))


async def record(call: Call) -> bytes:
    return (await finished_game(call))[0]


async def proof(call: Call) -> bytes:
    shown = (await finished_game(call))[1]
    if shown == b"null":  # the game continued another one
        raise NotFound
    return shown


async def continue_game(call: Call) -> messages.TableLink:
    guest, wanted = call.known, call.body
    limit_tables(call)
    played = record_from_line((await finished_game(call))[0])
    summary = msgspec.json.decode(await table_summary(call), type=messages.TableSummary)
    if wanted.moves >= len(played.moves):
        raise Malformed("moves", describe("moves"))
    bots = [None if seat.player == PERSON else seat.player for seat in played.seats]
    if wanted.seat is not None and wanted.seat < len(bots):
        bots[wanted.seat] = None
    options = msgspec.structs.replace(summary.options, bots=bots, public=False, points=None, games=None)
    options = continued_options(options, played)
    origin = msgspec.json.encode(msgspec.structs.replace(played, moves=played.moves[: wanted.moves], result=None))
    table = messages.NewTable(options=options, seat=wanted.seat)
    return link_to(call, await call.hub.open_table(guest, table, log.Origin(origin), call.address))


async def finished_game(call: Call) -> tuple[bytes, bytes]:
    """Returns the record and the proof of a game."""
    number = int(call.request.path_params["game"])
    game = await call.hub.store.find_game(call.table, number) if number <= MOST_GAMES else None
    if game is None:
        raise NotFound
    return game


def link_to(call: Call, table: str) -> messages.TableLink:
    return messages.TableLink(id=table, link=f"{call.url}/t/{table}")


ENDPOINTS = (
    Endpoint(
        "GET",
        "/server",
        "The server's version, and whether tables can be played already.",
        server_info,
        gives=messages.Server,
        known=False,
    ),
    Endpoint(
        "POST",
        "/guests",
        "Create a guest. The token in the answer identifies you in every later request.",
        create_guest,
        takes=messages.NewGuest,
        gives=messages.GuestView,
        status=HTTPStatus.CREATED,
        known=False,
    ),
    Endpoint("GET", "/me", "The guest that your token belongs to.", current_guest, gives=messages.Visitor, known=False),
    Endpoint("PATCH", "/me", "Change your name.", rename_guest, takes=messages.NewName, gives=messages.GuestView),
    Endpoint(
        "POST",
        "/me/token",
        "Replace your token. The old one is invalid from then on.",
        renew_token,
        takes=messages.NewToken,
        gives=messages.GuestView,
    ),
    Endpoint("DELETE", "/me", "Revoke your token, without a new one.", revoke_token, status=HTTPStatus.NO_CONTENT),
    Endpoint("GET", "/me/history", "Your finished games, the latest first.", history, gives=messages.History),
    Endpoint("GET", "/me/statistics", "How many games you have played and won.", statistics, gives=messages.Statistics),
    Endpoint(
        "GET",
        "/me/tables",
        "The tables where you have a seat, the latest first.",
        own_tables,
        gives=messages.OwnTables,
    ),
    Endpoint("GET", "/lobby", "The public tables.", lobby, gives=messages.Lobby, known=False, has_etag=True),
    Endpoint(
        "POST",
        "/tables",
        "Open a table.",
        open_table,
        takes=messages.NewTable,
        gives=messages.TableLink,
        status=HTTPStatus.CREATED,
    ),
    Endpoint(
        "GET",
        "/tables/{table}",
        "A table, as it looks before you sit down.",
        invitation,
        gives=messages.TableInvitation,
        known=False,
    ),
    Endpoint("GET", "/tables/{table}/hint", "The move that the planner would play for you.", hint, gives=messages.Hint),
    Endpoint(
        "GET",
        "/tables/{table}/log",
        "The events of the latest game, as you could see them.",
        table_log,
        gives=messages.TableLog,
    ),
    Endpoint(
        "GET",
        "/tables/{table}/games/{game:int}/replay",
        "A finished game, move by move, with open hands.",
        replay,
        gives=messages.Replay,
        known=False,
        has_etag=True,
    ),
    Endpoint("GET", "/tables/{table}/games/{game:int}/record", "The record of a finished game.", record, known=False),
    Endpoint(
        "GET",
        "/tables/{table}/games/{game:int}/proof",
        "The proof that nobody chose the cards of a finished game.",
        proof,
        gives=messages.Proof,
        known=False,
    ),
    Endpoint(
        "POST",
        "/tables/{table}/games/{game:int}/tables",
        "Open a table that continues a finished game, or deals its cards again.",
        continue_game,
        takes=messages.GoOn,
        gives=messages.TableLink,
        status=HTTPStatus.CREATED,
    ),
)
