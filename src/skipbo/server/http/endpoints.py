"""What can be asked over HTTP. The list at the end is what the server routes and what the OpenAPI document tells."""

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
from skipbo.server.http.negotiation import has, tag_of
from skipbo.server.hub import Hub
from skipbo.server.limits import Buckets
from skipbo.server.names import clean_name
from skipbo.server.store import log
from skipbo.server.store.interface import Guest
from skipbo.server.table.room import NO_GUEST

API = "/api/v1"
MOST_GAMES = 1_000_000  # at one table
MOST_LISTED = 200
MOST_OWN = 50


class Declined(Exception):
    """An answer other than the one asked for."""

    def __init__(self, status: HTTPStatus, kind: Kind, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.refusal = messages.Refusal(None, kind, code)


class Unchanged(Exception):
    """Who asks has the answer already."""


NOT_FOUND = Declined(HTTPStatus.NOT_FOUND, Kind.UNKNOWN, "not-found")
NOBODY = Declined(HTTPStatus.UNAUTHORIZED, Kind.UNKNOWN, "guest")
LIMITED = Declined(HTTPStatus.TOO_MANY_REQUESTS, Kind.LIMITED, "limited")


@dataclass(slots=True)
class Call:
    """A request as an endpoint needs it, and what goes with its answer.

    `cookie` is what the browser shall keep: a token, or "" to forget it.
    """

    hub: Hub
    request: Request
    guest: Guest | None
    address: str
    url: str  # where people reach us
    body: Any = None
    local: bool = False  # whether only this machine does
    cookie: str | None = None
    tag: str = ""

    @property
    def known(self) -> Guest:
        """Who asks an endpoint that only guests may ask."""
        assert self.guest is not None
        return self.guest

    @property
    def table(self) -> str:
        return str(self.request.path_params["table"])

    def name_answer(self, *content: bytes) -> None:
        """Names the answer by what it is made of. Raises `Unchanged` where the client has it already."""
        self.tag = tag_of(*content)
        if has(self.request.headers, self.tag):
            raise Unchanged

    def take(self, buckets: Buckets, key: str) -> None:
        if not buckets.take(key):
            raise LIMITED


Handler = Callable[[Call], Awaitable[Struct | bytes | None]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    method: str
    path: str
    says: str
    handler: Handler
    takes: type[Struct] | None = None
    gives: type[Struct] | None = None
    status: HTTPStatus = HTTPStatus.OK
    known: bool = True  # whether only guests may ask
    tagged: bool = False  # whether a client that has the answer is told so


async def who_answers(call: Call) -> messages.Server:
    return messages.Server(
        version=__version__, protocol=VERSION, id=call.hub.id, ready=call.hub.ready.is_set(), local=call.local
    )


async def come(call: Call) -> messages.GuestView:
    wanted: messages.NewGuest = call.body
    call.take(call.hub.guests_of_address, call.address)
    guest, token = await new_guest(call.hub.store, wanted.name)
    return with_token(call, guest, token)


def with_token(call: Call, guest: Guest, token: str) -> messages.GuestView:
    """The token in the answer or, where a browser asked for it, in a cookie."""
    if call.body.cookie:
        call.cookie = token
        return show_guest(guest)
    return messages.GuestView(name=guest.name, named=guest.named, token=token)


def show_guest(guest: Guest) -> messages.GuestView:
    return messages.GuestView(name=guest.name, named=guest.named)


async def who_am_i(call: Call) -> messages.Visitor:
    """No error for who has not come yet: pages ask this first. A token that is worth nothing is one."""
    if call.guest is not None:
        return messages.Visitor(name=call.guest.name, named=call.guest.named)
    if shows_token(call.request):
        raise NOBODY
    return messages.Visitor(name=None, named=False)


async def rename(call: Call) -> messages.GuestView:
    guest = Guest(call.known.id, clean_name(call.body.name))
    await call.hub.rename(guest)
    return show_guest(guest)


async def renew_token(call: Call) -> messages.GuestView:
    """The old token is worth nothing from now on, and who came with it is asked to come again."""
    guest, token = call.known, new_token()
    await call.hub.store.replace_token(guest.id, hash_of(token))
    call.hub.dismiss(guest.id, NO_GUEST)
    return with_token(call, guest, token)


async def go(call: Call) -> None:
    guest = call.known
    await call.hub.store.replace_token(guest.id, None)
    call.hub.dismiss(guest.id, NO_GUEST)
    call.cookie = ""


async def history(call: Call) -> messages.History:
    return messages.History(games=await call.hub.store.history(call.known.id, MOST_LISTED))


async def statistics(call: Call) -> messages.Statistics:
    return await call.hub.store.statistics(call.known.id)


async def own_tables(call: Call) -> bytes:
    found = await call.hub.store.tables_of(call.known.id, MOST_OWN)
    tables = [{"table": Raw(summary), "seat": seat, "changed_at": at} for summary, seat, at in found]
    return encode({"tables": tables})


async def lobby(call: Call) -> bytes:
    summaries = await call.hub.lobby()
    call.name_answer(*summaries)
    return encode({"tables": [Raw(summary) for summary in summaries]})


async def open_table(call: Call) -> messages.TableLink:
    guest = call.known
    call.take(call.hub.tables_of_guest, guest.id)
    return link_to(call, await call.hub.open_table(guest, call.body))


async def look_at_table(call: Call) -> bytes:
    summary = await call.hub.store.find_summary(call.table)
    if summary is None:
        raise NOT_FOUND
    return summary


async def hint(call: Call) -> messages.Hint:
    call.take(call.hub.hints_of_guest, call.known.id)
    given = await call.hub.hint(call.table, call.known)
    if given is None:
        raise NOT_FOUND
    return given


async def replay(call: Call) -> bytes:
    record, _proof = await finished(call)
    call.name_answer(__version__.encode(), record)
    call.take(call.hub.replays_of_address, call.address)
    return await call.hub.replay(record, int(call.request.path_params["game"]))


async def record(call: Call) -> bytes:
    return (await finished(call))[0]


async def proof(call: Call) -> bytes:
    shown = (await finished(call))[1]
    if shown == b"null":  # a game that went on from another
        raise NOT_FOUND
    return shown


async def go_on(call: Call) -> messages.TableLink:
    guest, wanted = call.known, call.body
    call.take(call.hub.tables_of_guest, guest.id)
    played = record_from_line((await finished(call))[0])
    summary = msgspec.json.decode(await look_at_table(call), type=messages.TableSummary)
    if wanted.moves >= len(played.moves):
        raise Malformed("moves", describe("moves"))
    bots = [None if seat.player == PERSON else seat.player for seat in played.seats]
    if wanted.seat is not None and wanted.seat < len(bots):
        bots[wanted.seat] = None
    options = msgspec.structs.replace(summary.options, bots=bots, public=False, points=None, games=None)
    origin = msgspec.json.encode(msgspec.structs.replace(played, moves=played.moves[: wanted.moves], result=None))
    table = messages.NewTable(options=options, seat=wanted.seat)
    return link_to(call, await call.hub.open_table(guest, table, log.Origin(origin)))


async def finished(call: Call) -> tuple[bytes, bytes]:
    """The record and the proof of a game."""
    number = int(call.request.path_params["game"])
    game = await call.hub.store.find_game(call.table, number) if number <= MOST_GAMES else None
    if game is None:
        raise NOT_FOUND
    return game


def link_to(call: Call, table: str) -> messages.TableLink:
    return messages.TableLink(id=table, link=f"{call.url}/t/{table}")


ENDPOINTS = (
    Endpoint(
        "GET", "/server", "Who answers, and whether it is ready.", who_answers, gives=messages.Server, known=False
    ),
    Endpoint(
        "POST",
        "/guests",
        "Come as a guest: a name is enough. The answer's token says who you are from now on.",
        come,
        takes=messages.NewGuest,
        gives=messages.GuestView,
        status=HTTPStatus.CREATED,
        known=False,
    ),
    Endpoint("GET", "/me", "Who you are.", who_am_i, gives=messages.Visitor, known=False),
    Endpoint("PATCH", "/me", "Take another name.", rename, takes=messages.NewName, gives=messages.GuestView),
    Endpoint(
        "POST",
        "/me/token",
        "Take a new token; the old one is worth nothing any more.",
        renew_token,
        takes=messages.NewToken,
        gives=messages.GuestView,
    ),
    Endpoint("DELETE", "/me", "Go for good: no token is yours any more.", go, status=HTTPStatus.NO_CONTENT),
    Endpoint("GET", "/me/history", "The games you have finished, the latest first.", history, gives=messages.History),
    Endpoint("GET", "/me/statistics", "How often you have won.", statistics, gives=messages.Statistics),
    Endpoint(
        "GET",
        "/me/tables",
        "The tables where you have a seat, the latest first.",
        own_tables,
        gives=messages.OwnTables,
    ),
    Endpoint("GET", "/lobby", "The public tables.", lobby, gives=messages.Lobby, known=False, tagged=True),
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
        "A table before you sit down.",
        look_at_table,
        gives=messages.TableSummary,
        known=False,
    ),
    Endpoint("GET", "/tables/{table}/hint", "What the planner would play for you.", hint, gives=messages.Hint),
    Endpoint(
        "GET",
        "/tables/{table}/games/{game:int}/replay",
        "A finished game, move by move, with open hands.",
        replay,
        gives=messages.Replay,
        known=False,
        tagged=True,
    ),
    Endpoint("GET", "/tables/{table}/games/{game:int}/record", "The record of a finished game.", record, known=False),
    Endpoint(
        "GET",
        "/tables/{table}/games/{game:int}/proof",
        "What shows that nobody chose the cards of a finished game.",
        proof,
        gives=messages.Proof,
        known=False,
    ),
    Endpoint(
        "POST",
        "/tables/{table}/games/{game:int}/tables",
        "Open a table that goes on from a finished game, or deals its cards again.",
        go_on,
        takes=messages.GoOn,
        gives=messages.TableLink,
        status=HTTPStatus.CREATED,
    ),
)
