"""If all that is hidden from a viewer is dealt anew, every byte that is sent to that viewer stays the same."""

import json
import random
import shutil
from collections.abc import Callable, Container
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from msgspec.structs import replace
from websockets.sync.client import ClientConnection, connect

from skipbo.client import Account, Refused
from skipbo.errors import SkipboError
from skipbo.game.card import Card
from skipbo.game.event import HIDING
from skipbo.game.game import Game, draw_pile
from skipbo.game.kitchen.game import KitchenGame
from skipbo.kernel.doors import arrays
from skipbo.kernel.doors import kitchen as kitchen_door
from skipbo.kernel.kitchen.state import new_kitchens
from skipbo.kernel.layout import NO_SEAT, new_states
from skipbo.protocol import commands as asked
from skipbo.protocol.events import TableEvent
from skipbo.record import Record, game_from_record
from skipbo.record.model import RecordedDeal
from skipbo.server.http.identity import hash_of
from skipbo.server.store.log import Entry
from skipbo.server.table.room import Room
from skipbo.server.table.state import TableState
from tests.repetition import later
from tests.server.server_process import InThread, served

NAMES = ("Ann", "Bob", "Cleo", "Dan")
GAMES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "edition": "brownfield-1967"},
    {"players": 4, "partners": True, "stock": 8},
    {"players": 3, "referee": "kitchen"},
    {"players": 4, "partners": True, "referee": "kitchen", "edition": "brownfield-1967"},
]


@dataclass
class Sitting:
    """A table with its people and somebody who watches, in a folder that can be served again."""

    folder: Path
    table: str
    people: list[Account]
    watcher: Account
    moves: int


def ignore(_answer: object) -> None:
    pass


async def play_some(room: Room, moves: int, dice: random.Random) -> None:
    for _move in range(moves):
        game = room.state.playing
        if game is None:
            return
        legal = [str(move) for move in game.legal_moves]
        if dice.random() < 0.8:  # otherwise those at a kitchen table do little else than call
            legal = [move for move in legal if "call" not in move] or legal
            if "draw" in legal and len(game.hand(game.turn)) < 5:
                legal = ["draw"]
        plays = [move for move in legal if ">b" in move]
        move = dice.choice(plays if plays and dice.random() < 0.7 else legal)
        seat = room.state.acting_seat()
        assert seat is not None
        guest = next(each.guest for each in room.listeners if each.guest.id == room.state.seats[seat].guest)
        version = room.state.version
        await room.handle(guest, asked.Play(id=f"before {version}", move=move, version=version), ignore)


def prepare(folder: Path, options: dict[str, Any], seed: int, *, take_over: bool = False) -> Sitting:
    """A table in the middle of its first game; with `take_over`, the watcher has the last seat for the second half."""
    dice = random.Random(seed)
    with served(folder) as server, ExitStack() as sockets:
        people = [Account.create(server.url, name) for name in NAMES[: options["players"]]]
        watcher = Account.create(server.url, "Eve")
        table = people[0].open_table(**options)
        for number, person in enumerate(people):
            socket = sockets.enter_context(join(person, table))
            if number:
                socket.send('{"type":"sit","id":"sit"}')
                socket.send('{"type":"ready","id":"ready"}')
            barrier(socket)
        moves = dice.randint(4, 30)
        server.run(play_some(server.hub.rooms[table], moves, dice))
        if take_over:
            late = sockets.enter_context(join(watcher, table))
            socket.send('{"type":"leave","id":"leave"}')
            barrier(socket)
            late.send('{"type":"sit","id":"sit"}')
            barrier(late)
            server.run(play_some(server.hub.rooms[table], 30, dice))
    return Sitting(folder, table, people, watcher, moves)


def prepare_unshuffled(folder: Path, options: dict[str, Any], seed: int) -> Sitting:
    """A table where the watcher has the last seat, and all cards lie as they were dealt: a card that was shown at a
    kitchen table is sometimes shuffled into a stock pile."""
    for attempt in range(20):
        sitting = prepare(folder / str(attempt), options, seed, take_over=True)
        with served(sitting.folder) as server:
            room = server.run(server.hub.room(sitting.table))
            if room and room.state.game and not room.state.game.shuffles:
                return sitting
    raise AssertionError("every game had a shuffle")


def join(account: Account, table: str, since: int | None = None, server: InThread | None = None) -> Any:
    here = account if server is None else Account(server.url, account.token)
    address = here.socket_address(table, since)
    return connect(address, additional_headers=here.headers, compression=None, proxy=None, max_queue=None)


def barrier(socket: ClientConnection) -> list[str | bytes]:
    """All that was sent until now."""
    socket.send('{"type":"ping"}')
    heard = []
    while not (message := str(socket.recv(10))).startswith('{"type":"pong"'):
        heard.append(message)
    return [*heard, message]


def deal_anew(state: TableState, seat: int | None, key: bytes) -> None:
    """Everything that is hidden from a seat lies differently, and the game goes on from there."""
    game, number = state.game, NO_SEAT if seat is None else seat
    assert game is not None
    words = np.frombuffer(key, "<u4").reshape(1, -1)
    if isinstance(game, KitchenGame):
        seen, kitchens = new_kitchens(), new_kitchens()
        kitchen_door.see(game.kitchens, number, seen)
        kitchen_door.sample(seen, number, kitchens, words)
        game._kitchens[:] = kitchens
    else:
        views, states = new_states(), new_states()
        arrays.see(game.states, number, views)
        arrays.sample(views, number, states, words)
        game._states[:] = states


async def change(room: Room, seat: int | None, kept: str | None, dice: random.Random) -> bool:
    """Deals anew so that the player in turn still holds the card that they will discard; False if nothing else fits."""
    state = room.state
    game = state.game
    assert game is not None
    record = game._kitchens if isinstance(game, KitchenGame) else game._states
    original, view, cards = record.copy(), game.view(seat), hidden_cards(game)
    for _attempt in range(300):
        deal_anew(state, seat, dice.randbytes(32))
        if hidden_cards(game) != cards and (kept is None or kept in [str(move) for move in game.legal_moves]):
            assert game.view(seat) == view  # which is also all that a bot on this seat is given
            return True
        record[:] = original
    return False


def hidden_cards(game: Game) -> tuple[tuple[Card, ...], list[tuple[Card, ...]]]:
    """The draw pile, and every hand."""
    return draw_pile(game.states), [game.view(seat).hand for seat in range(game.table.players)]


@dataclass
class Script:
    """What happens while somebody looks; the same in both worlds."""

    viewer: int | None
    mover: int | None
    move: str | None
    nonsense: list[str]
    heard: list[str | bytes] = field(default_factory=list)


def plan(server: InThread, sitting: Sitting, viewer: int | None) -> Script:
    state = server.hub.rooms[sitting.table].state
    game = state.playing
    if game is None:
        return Script(viewer, None, None, [])
    mover = state.acting_seat()
    legal = [str(move) for move in game.legal_moves]
    discards = [move for move in legal if ">d" in move]
    refills = not isinstance(game, KitchenGame) and (game.turn + 1) % len(state.seats) == viewer
    move = discards[0] if discards and not refills else None
    every = ["pass", "draw", "take", "s>b1", "2s>b1", "what?"]
    every += [f"h{rank}>b{pile}" for rank in ("W", *range(1, 14)) for pile in (1, 2)]
    nonsense = [each for each in every if viewer is None or each not in legal_for(state, viewer)]
    return Script(viewer, mover, move, nonsense)


def legal_for(state: TableState, seat: int) -> Container[str]:
    """However it is written: seat 2 may call its own stock `2s`."""
    game = state.game
    assert game is not None
    if isinstance(game, KitchenGame):
        return game.legal_acts(seat)
    return game.legal_moves if game.turn == seat else ()


def perform(server: InThread, sitting: Sitting, script: Script, sockets: list[ClientConnection]) -> list[str | bytes]:
    """All that the viewer hears."""
    account = sitting.watcher if script.viewer is None else sitting.people[script.viewer]
    heard: list[str | bytes] = [advice(Account(server.url, account.token), sitting.table)]
    version = server.hub.rooms[sitting.table].version
    for since in (None, max(1, version - 5), 1):
        with join(account, sitting.table, since, server) as socket:
            heard += barrier(socket)
    with join(account, sitting.table, None, server) as socket:
        heard += barrier(socket)
        for number, move in enumerate(script.nonsense):
            socket.send(json.dumps({"type": "play", "id": f"n{number}", "move": move, "version": version}))
        socket.send('{"type":"say","id":"say","text":"hello"}')
        socket.send("nonsense")
        heard += barrier(socket)
        if script.move is None or script.mover is None:
            return heard
        mover = socket if script.mover == script.viewer else sockets[script.mover]
        told = server.hub.rooms[sitting.table].version
        mover.send(json.dumps({"type": "play", "id": "move", "move": script.move, "version": told}))
        heard += follow(mover, socket)
        told = server.hub.rooms[sitting.table].version
        mover.send(json.dumps({"type": "undo", "id": "undo", "version": told}))
        heard += follow(mover, socket)
        for seat, other in enumerate(sockets):
            told = server.hub.rooms[sitting.table].version
            if seat != script.viewer and server.hub.rooms[sitting.table].state.undo is not None:
                other.send(json.dumps({"type": "answer_undo", "id": "agree", "agree": True, "version": told}))
                barrier(other)
        heard += barrier(socket)
    return heard


def advice(account: Account, table: str) -> bytes | str:
    """What the planner would play, or why that is not told."""
    try:
        return account.send("GET", f"/tables/{table}/hint")
    except Refused as refused:
        return refused.code


def follow(mover: ClientConnection, socket: ClientConnection) -> list[str | bytes]:
    """What the viewer hears of what the mover has asked for."""
    before = [] if mover is socket else barrier(mover)
    assert not any(str(each).startswith('{"type":"refused"') for each in before), before
    return barrier(socket)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_no_byte_depends_on_what_is_hidden(tmp_path: Path, number: int) -> None:
    sitting = prepare(tmp_path / "first", GAMES[number], seed=number)
    viewers: list[int | None] = [None, *range(len(sitting.people))]
    changed = 0
    for viewer in viewers:
        worlds: list[list[str | bytes]] = []
        for world in range(2):
            folder = tmp_path / f"{viewer} {world}"
            shutil.copytree(sitting.folder, folder)
            with served(folder) as server, ExitStack() as stack:
                sockets = [stack.enter_context(join(each, sitting.table, None, server)) for each in sitting.people]
                for socket in sockets:
                    barrier(socket)
                script = plan(server, sitting, viewer)
                if world == 1:
                    dice = random.Random(number)
                    room = server.hub.rooms[sitting.table]
                    changed += server.run(change(room, viewer, script.move, dice))
                worlds.append(perform(server, sitting, script, sockets))
        assert worlds[0] == worlds[1]
        assert len(worlds[0]) > 6
    assert changed == len(viewers), "the cards should have been dealt anew for everybody"


# The log, which the server makes from what it has stored: there the hidden cards must lie differently from the deal on


def world_of(record: Record) -> Callable[[TableState], tuple[Game, list[TableEvent]]]:
    """How a table deals in a world where the cards lie as in a record."""

    def deal(_state: TableState) -> tuple[Game, list[TableEvent]]:
        game = game_from_record(record)
        dealt: list[TableEvent] = list(game.events)
        game.forget()
        return game, dealt

    return deal


def seen_through(record: Record, entries: list[Entry], guest: str) -> tuple[list[Any], list[TableEvent]]:
    """What a guest saw of a table after each entry and drew in it, and all that happened. Raises for a wrong move."""
    with patch.object(TableState, "_deal", world_of(record)):
        state, seen, happened = TableState("table", entries[0]), list[Any](), list[TableEvent]()
        for entry in entries[1:]:
            events = state.apply(entry)
            seat = state.seat_of(guest)
            drawn = [event for event in events if isinstance(event, HIDING) and event.seat == seat]
            seen.append((state.game and state.game.view(seat), drawn))
            happened += events
    return seen, happened


def other_world(record: Record, entries: list[Entry], guest: str, dice: random.Random) -> Record:
    """Another deal in which all moves are possible, and which looks the same to a guest all the time."""
    seen, happened = seen_through(record, entries, guest)
    sizes = [len(pile) for pile in record.deal.stocks]
    for _attempt in range(400):
        cards = [card for pile in (*record.deal.stocks, record.deal.draw) for card in pile]
        one, two = sum(sizes) + dice.randrange(30), dice.randrange(len(cards))  # one of those that were drawn
        cards[one], cards[two] = cards[two], cards[one]
        piles = [tuple(cards[sum(sizes[:seat]) : sum(sizes[: seat + 1])]) for seat in range(len(sizes))]
        deal = RecordedDeal(stocks=tuple(piles), draw=tuple(cards[sum(sizes) :]))
        changed = replace(record, deal=deal)
        try:
            if seen_through(changed, entries, guest)[0] == seen:
                record = changed
        except (SkipboError, AssertionError):  # a card is not where somebody has played it from
            pass
    assert seen_through(record, entries, guest)[1] != happened, "somebody else should have drawn other cards"
    return record


@pytest.mark.parametrize("number", [0, *(later(game) for game in range(1, len(GAMES)))])
def test_no_byte_of_a_log_depends_on_what_was_hidden(tmp_path: Path, number: int) -> None:
    sitting = prepare_unshuffled(tmp_path, GAMES[number] | {"pace": 10_000}, seed=number)
    spectator = sitting.people[-1]  # who has left
    for viewer in [*sitting.people[:-1], sitting.watcher, spectator]:
        logs = list[bytes]()
        with served(sitting.folder) as server:
            guest = server.run(server.hub.store.find_guest(hash_of(viewer.token or "")))
            entries = server.run(server.hub.store.read_log(sitting.table))
            room = server.run(server.hub.room(sitting.table))
            assert guest is not None
            assert room is not None
            first = replace(room.state.record(), moves=(), result=None)
        for record in (first, other_world(first, entries, guest.id, random.Random(number))):
            with patch.object(TableState, "_deal", world_of(record)), served(sitting.folder) as server:
                logs.append(Account(server.url, viewer.token).send("GET", f"/tables/{sitting.table}/log"))
        assert logs[0] == logs[1]
        assert logs[0].count(b'"drew"') > 3
