"""What can be asked over HTTP. The list at the end is what the server routes and what the OpenAPI document tells."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request

from skipbo.errors import Malformed
from skipbo.protocol import messages
from skipbo.protocol.codes import describe
from skipbo.protocol.messages import Kind
from skipbo.record.form import PERSON
from skipbo.server import log
from skipbo.server.deciding import clean_name
from skipbo.server.hub import Hub
from skipbo.server.identity import hash_of, new_guest, new_token
from skipbo.server.limits import Buckets
from skipbo.server.room import NO_GUEST
from skipbo.server.store import Guest

API = "/api/v1"
MOST_GAMES = 1_000_000  # at one table
MOST_LISTED = 200


class Declined(Exception):
    """An answer other than the one asked for."""

    def __init__(self, status: HTTPStatus, kind: Kind, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.refusal = messages.Refusal(None, kind, code)


NOT_FOUND = Declined(HTTPStatus.NOT_FOUND, Kind.UNKNOWN, "not-found")
NOBODY = Declined(HTTPStatus.UNAUTHORIZED, Kind.UNKNOWN, "guest")
LIMITED = Declined(HTTPStatus.TOO_MANY_REQUESTS, Kind.LIMITED, "limited")


@dataclass(slots=True)
class Call:
    """A request as an endpoint needs it. `cookie` is what the browser shall keep: a token, or "" to forget it."""

    hub: Hub
    request: Request
    guest: Guest | None
    body: Any = None
    url: str = ""
    cookie: str | None = None

    @property
    def known(self) -> Guest:
        """Who asks an endpoint that only guests may ask."""
        assert self.guest is not None
        return self.guest

    @property
    def table(self) -> str:
        return str(self.request.path_params["table"])

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


async def come(call: Call) -> messages.Guest:
    wanted: messages.NewGuest = call.body
    address = call.request.client.host if call.request.client else ""
    call.take(call.hub.guests_of_address, address)
    guest, token = await new_guest(call.hub.store, wanted.name)
    if wanted.cookie:
        call.cookie = token
        return messages.Guest(name=guest.name)
    return messages.Guest(name=guest.name, token=token)


async def who_am_i(call: Call) -> messages.Guest:
    return messages.Guest(name=call.known.name)


async def rename(call: Call) -> messages.Guest:
    guest = Guest(call.known.id, clean_name(call.body.name))
    await call.hub.store.rename_guest(guest)
    return messages.Guest(name=guest.name)


async def renew_token(call: Call) -> messages.Guest:
    """The old token is worth nothing from now on, and who came with it is asked to come again."""
    guest, token = call.known, new_token()
    await call.hub.store.replace_token(guest.id, hash_of(token))
    call.hub.dismiss(guest.id, NO_GUEST)
    if call.body.cookie:
        call.cookie = token
        return messages.Guest(name=guest.name)
    return messages.Guest(name=guest.name, token=token)


async def go(call: Call) -> None:
    guest = call.known
    await call.hub.store.replace_token(guest.id, None)
    call.hub.dismiss(guest.id, NO_GUEST)
    call.cookie = ""


async def history(call: Call) -> messages.History:
    return messages.History(games=await call.hub.store.history(call.known.id, MOST_LISTED))


async def statistics(call: Call) -> messages.Statistics:
    return await call.hub.store.statistics(call.known.id)


async def lobby(call: Call) -> messages.Lobby:
    return messages.Lobby(tables=await call.hub.lobby())


async def open_table(call: Call) -> messages.TableLink:
    guest = call.known
    call.take(call.hub.tables_of_guest, guest.id)
    return link_to(call, await call.hub.open_table(guest, call.body))


async def look_at_table(call: Call) -> bytes:
    summary = await call.hub.store.find_summary(call.table)
    if summary is None:
        raise NOT_FOUND
    return summary


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
    played = msgspec.json.decode((await finished(call))[0])
    summary = msgspec.json.decode(await look_at_table(call), type=messages.TableSummary)
    if wanted.moves >= len(played["moves"]):
        raise Malformed("moves", describe("moves"))
    bots = [None if seat["player"] == PERSON else seat["player"] for seat in played["seats"]]
    if wanted.seat is not None and wanted.seat < len(bots):
        bots[wanted.seat] = None
    options = msgspec.structs.replace(summary.options, bots=bots, public=False, points=None, games=None)
    origin = msgspec.json.encode(played | {"moves": played["moves"][: wanted.moves], "result": None})
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
        "POST",
        "/guests",
        "Come as a guest: a name is enough. The answer's token says who you are from now on.",
        come,
        takes=messages.NewGuest,
        gives=messages.Guest,
        status=HTTPStatus.CREATED,
        known=False,
    ),
    Endpoint("GET", "/me", "Who you are.", who_am_i, gives=messages.Guest),
    Endpoint("PATCH", "/me", "Take another name.", rename, takes=messages.NewName, gives=messages.Guest),
    Endpoint(
        "POST",
        "/me/token",
        "Take a new token; the old one is worth nothing any more.",
        renew_token,
        takes=messages.NewToken,
        gives=messages.Guest,
    ),
    Endpoint("DELETE", "/me", "Go for good: no token is yours any more.", go, status=HTTPStatus.NO_CONTENT),
    Endpoint("GET", "/me/history", "The games you have finished, the latest first.", history, gives=messages.History),
    Endpoint("GET", "/me/statistics", "How often you have won.", statistics, gives=messages.Statistics),
    Endpoint("GET", "/lobby", "The public tables.", lobby, gives=messages.Lobby, known=False),
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
