"""The log of a table: every event of the latest game, as the guest who asks could have seen it happen."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw
from tools.server import UNLIMITED

from skipbo.client import Account, Refused, TableClient
from skipbo.game.card import Card
from skipbo.game.event import Dealt, Drew, Ended
from skipbo.protocol import commands as asked
from skipbo.protocol import events
from skipbo.protocol.codec import decode, decode_message, encode
from skipbo.protocol.events import TableEvent
from skipbo.protocol.messages import TableLog, Update
from skipbo.server.limits import Rate
from skipbo.server.store.interface import Guest
from skipbo.server.table import chronicle as chronicle_module
from skipbo.server.table.chronicle import Chronicle
from skipbo.server.table.views import EncodedTable, EventBatch, Step
from tests.server.server_process import InThread, served
from tests.server.table_harness import ANN, BOB, CLEO, DAN, PEOPLE, LoggedTable, dealt, in_turn, open_table
from tests.server.test_play import play_to_the_end
from tests.server.test_secrecy import barrier, join

TABLES: list[dict[str, Any]] = [
    {"players": 2, "stock": 3},
    {"players": 4, "partners": True, "stock": 3},
    {"players": 3, "edition": "brownfield-1967", "stock": 3},
    {"players": 3, "referee": "kitchen", "stock": 3},
    {"players": 2, "referee": "kitchen", "edition": "brownfield-1967", "stock": 3},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    with served(tmp_path_factory.mktemp("data")) as server:
        yield server


def log_of(table: LoggedTable, guest: Guest | None) -> TableLog:
    """The log for a guest; None is a spectator."""
    chronicle = Chronicle(table.state.id, table.entries[0])
    chronicle.add(table.entries[1:])
    return decode(chronicle.seen_by(None if guest is None else table.state.seat_of(guest.id)), TableLog)


def happened_in(log: TableLog) -> list[TableEvent]:
    return [event for step in log.steps for event in step.happened]


def drawn_in(log: TableLog, seat: int) -> list[Drew]:
    return [event for event in happened_in(log) if isinstance(event, Drew) and event.seat == seat]


def play_randomly(table: LoggedTable, chance: random.Random, steps: int) -> list[tuple[int, Step]]:
    """Moves, mistakes where they are possible, undos and chat; returns the events of every version."""
    sent: list[tuple[int, Step]] = []

    def add(guest: Guest, command: asked.TableCommand) -> None:
        sent.append((table.state.version + 1, Step(table.do(guest, command), table.state.guests)))

    for _step in range(steps):
        game = table.state.playing
        if game is None:
            break
        version = table.state.version
        if table.state.undo is not None:
            seat = min(table.state.undo.waiting)
            agree = chance.random() < 0.7
            add(table.person_at(seat), asked.AnswerUndo(id="-", agree=agree, version=version))
            continue
        acts = [(seat, str(act)) for seat in range(len(table.state.seats)) for act in game.legal_acts(seat)]
        own = [act for act in acts if act[0] == game.acting]
        seat, act = chance.choice(own if own and chance.random() < 0.8 else acts)
        if table.state.moves_to_undo(seat) and chance.random() < 0.1:
            add(table.person_at(seat), asked.Undo(id="-", version=version))
        elif chance.random() < 0.1 and game.silenced_by(seat) is None:
            add(table.person_at(seat), asked.Say(id="-", text="hello"))
        else:
            add(table.person_at(seat), asked.Play(id="-", move=act, version=version))
    return sent


@pytest.mark.parametrize("options", TABLES)
def test_the_log_has_what_updates_said_to_each_seat_and_to_spectators(options: dict[str, Any]) -> None:
    table = dealt(*PEOPLE[: options["players"]], **options)
    before = log_of(table, None)
    assert any(isinstance(event, Dealt) for event in before.steps[0].happened)
    sent = play_randomly(table, random.Random(1), 150)
    assert len(sent) > 50
    for seat, guest in enumerate([*PEOPLE[: options["players"]], None]):
        own = None if guest is None else seat
        said = [(version, EventBatch(step).seen_by(own, table.state)) for version, step in sent]
        told = [(version, without_chat(events)) for version, events in said if without_chat(events)]
        log = log_of(table, guest)
        assert [(step.version, [encode(event) for event in step.happened]) for step in log.steps[1:]] == told
        assert (log.game, log.version) == (1, table.state.version)


def without_chat(happened: list[Raw]) -> list[bytes]:
    return [bytes(event) for event in happened if not bytes(event).startswith(b'{"type":"said"')]


def test_moves_that_were_undone_stay_in_the_log() -> None:
    table = dealt(ANN, BOB)
    table.play_turn()
    mover = table.person_at(table.state.movers[-1])
    table.do(mover, asked.Undo(id="-", version=table.state.version))
    table.do(in_turn(table), asked.AnswerUndo(id="-", agree=True, version=table.state.version))
    kinds = [type(event).__name__ for event in happened_in(log_of(table, None))]
    assert kinds[-6:] == ["Discarded", "TurnBegan", "Drew", "UndoAsked", "UndoAnswered", "Undone"]


def test_the_log_begins_with_the_latest_deal_and_the_names_before_it() -> None:
    table = open_table(ANN)
    table.do(ANN, asked.Sit(id="-"))
    gathering = log_of(table, None)
    assert (gathering.game, gathering.names) == (0, [None, None])
    assert happened_in(gathering) == [events.Sat(0, "Ann")]
    table.do(BOB, asked.Sit(id="-"))
    for guest in (ANN, BOB):
        table.do(guest, asked.Ready(id="-"))
    started = log_of(table, None)
    assert (started.game, started.names) == (1, ["Ann", "Bob"])
    assert happened_in(started)[0] == events.Readied(1, True)
    assert isinstance(happened_in(started)[-1], Drew)


def test_after_a_game_the_log_is_kept_until_the_next_deal() -> None:
    table = dealt(ANN, BOB, stock=1)
    while table.state.playing:
        game = table.state.game
        assert game is not None
        legal = game.legal_acts(game.turn).texts()
        table.play(in_turn(table), next((move for move in legal if move.startswith("s>b")), legal[-1]))
        if len(table.entries) > 500:
            table = dealt(ANN, BOB, stock=1)
    over = log_of(table, ANN)
    assert any(isinstance(event, Ended) for event in happened_in(over))
    for guest in (ANN, BOB):
        table.do(guest, asked.Ready(id="-"))
    again = log_of(table, ANN)
    assert again.game == 2
    assert len(again.steps) == 1


# Seats that change hands


def test_whoever_takes_over_a_seat_does_not_see_what_was_dealt_to_the_player_before() -> None:
    table = dealt(ANN, BOB, CLEO)
    for _turn in range(6):
        table.play_turn()
    seat = table.state.seat_of(BOB.id)
    assert seat is not None
    earlier = drawn_in(log_of(table, BOB), seat)
    assert earlier
    assert all(event.cards is not None for event in earlier)
    table.do(BOB, asked.Leave(id="-"))
    assert all(event.cards is None for event in drawn_in(log_of(table, BOB), seat))  # who only watches now
    table.do(DAN, asked.Sit(id="-", seat=seat))
    assert all(event.cards is None for event in drawn_in(log_of(table, DAN), seat))
    for _turn in range(3):
        table.play_turn()
    drawn = drawn_in(log_of(table, DAN), seat)
    assert [event.cards is not None for event in drawn] == [False] * len(earlier) + [True]
    table.do(DAN, asked.Leave(id="-"))
    table.do(BOB, asked.Sit(id="-"))
    drawn = drawn_in(log_of(table, BOB), seat)
    assert [event.cards is not None for event in drawn] == [True] * len(earlier) + [False]


def test_an_update_after_a_lost_connection_does_not_show_it_either() -> None:
    table = dealt(ANN, BOB)
    held = table.state.guests
    table.do(BOB, asked.Leave(id="-"))
    table.do(DAN, asked.Sit(id="-", seat=1))
    drew = Drew(1, 1, (Card(7),))
    batch = EventBatch(Step([drew], held), Step([drew], table.state.guests))
    update = decode_message(EncodedTable(table.state).update(1, 1, batch))
    assert isinstance(update, Update)
    assert update.happened == [Drew(1, 1, None), drew]


# Over HTTP


def play(client: TableClient, other: TableClient, moves: int) -> None:
    """The players discard in turn."""
    for _move in range(moves):
        for each in (client, other):
            legal = each.now.own.legal if each.now.own else []
            if legal:
                version = each.play(next((move for move in legal if ">d" in move), legal[0])).version
                for player in (client, other):
                    next(update for update in player.updates() if update.version >= version)
                break


def test_after_a_reload_and_for_latecomers_the_log_goes_back_to_the_deal(server: InThread) -> None:
    ann, bob, eve = (Account.create(server.url, name) for name in ("Ann", "Bob", "Eve"))
    table = ann.open_table(stock=5)
    with ExitStack() as stack:
        watching = stack.enter_context(join(eve, table))
        hers, his = (stack.enter_context(TableClient(guest, table)) for guest in (ann, bob))
        his.sit()
        his.ready()
        play(hers, his, 10)
        sent = [decode_message(each) for each in barrier(watching)]
    seen = [event for each in sent if isinstance(each, Update) for event in each.happened]
    seen = seen[next(n for n, event in enumerate(seen) if isinstance(event, Dealt)) :]
    late = Account.create(server.url, "Dan")
    for guest in (eve, late):
        log = guest.log(table)
        happened = happened_in(log)
        assert happened[happened.index(seen[0]) :] == seen
        assert log.version == server.hub.rooms[table].version
    for seat, guest in enumerate((ann, bob)):
        log = guest.log(table)
        assert all(event.cards is not None for event in drawn_in(log, seat))
        assert all(event.cards is None for event in drawn_in(log, 1 - seat))
        assert [type(event) for event in happened_in(log)] == [type(event) for event in happened_in(late.log(table))]


def test_the_log_of_a_table_that_was_not_in_memory_is_the_same(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        guest = Account.create(server.url, "Ann")
        table = play_to_the_end(guest, stock=2, bots=[None, "eager"], pace=0)
        before = guest.log(table)
    with served(tmp_path) as server:
        assert Account(server.url, guest.token).log(table) == before


def test_a_log_that_is_asked_for_again_reads_only_what_is_new(
    server: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, store = list[int](), server.hub.store
    whole = type(store).read_log

    async def note(self: Any, table: str, after: int = 0) -> Any:
        read.append(after)
        return await whole(self, table, after)

    monkeypatch.setattr(type(store), "read_log", note)
    monkeypatch.setattr(chronicle_module, "KEPT", 1)
    ann = Account.create(server.url, "Ann")
    with TableClient(ann, ann.open_table(bots=[None, "eager"], pace=10_000)) as table:
        read.clear()
        first = ann.log(table.id)
        said = table.say("hello").version
        second = ann.log(table.id)
        assert (second.version, second.steps) == (said, first.steps)  # chat has a place of its own
        assert read == [0, first.version]
        ann.log(ann.open_table(bots=[None, "eager"], pace=10_000))  # for which this one is forgotten
        read.clear()
        assert ann.log(table.id) == second
        assert read == [0]


def refusal_of(guest: Account, table: str) -> str:
    with pytest.raises(Refused) as refused:
        guest.log(table)
    return refused.value.code


def test_only_those_who_may_be_at_a_table_get_its_log(server: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, eve = Account.create(server.url, "Ann"), Account.create(server.url, "Eve")
    assert refusal_of(ann, "nowhere") == "not-found"
    alone = ann.open_table(bots=[None, "eager"], pace=10_000, spectators=False)
    assert refusal_of(Account(server.url), alone) == "guest"
    assert refusal_of(eve, alone) == "spectators"
    assert ann.log(alone).steps
    with TableClient(ann, ann.open_table()) as table, TableClient(eve, table.id) as other:
        other.sit()
        table.do(asked.Kick(id="kick", seat=1))
        assert refusal_of(eve, table.id) == "kicked"
    monkeypatch.setattr(chronicle_module, "MOST_ENTRIES", 2)
    assert refusal_of(ann, alone) == "log.length"


def test_logs_are_rate_limited(tmp_path: Path) -> None:
    with served(tmp_path, replace(UNLIMITED, logs=Rate(1, 0))) as server:
        guest = Account.create(server.url, "Ann")
        table = guest.open_table()
        guest.log(table)
        assert refusal_of(guest, table) == "limited"
