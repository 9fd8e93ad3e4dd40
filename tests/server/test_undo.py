"""An undo goes back to a checkpoint: the game is that of a replay of all moves, and a long one takes no longer."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skipbo.editions import EDITIONS
from skipbo.game.event import Dealt
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.game.table import KITCHEN, STRICT
from skipbo.protocol import commands as asked
from skipbo.protocol import events
from skipbo.record import record_from_line, resume, to_line, to_record
from skipbo.server.store import log
from skipbo.server.table import state as state_module
from skipbo.server.table.origin import TOLD
from skipbo.server.table.state import INTERVAL, TableState
from skipbo.server.table.views import EncodedTable
from tests.server.table_harness import ANN, BOB, PEOPLE, LoggedTable, dealt, open_table

SHEETS = {STRICT: sorted(EDITIONS), KITCHEN: sorted(name for name, each in EDITIONS.items() if each.special_situations)}


def replayed(table: LoggedTable) -> Game:
    """The table's game, played once more from its deal or from the record that it goes on with."""
    game = table.state.game
    assert game is not None
    assert game.key is not None
    opened = table.entries[0].event
    assert isinstance(opened, log.Opened)
    if opened.origin is None:
        again = type(game).from_key(game.table, game.key)
    else:
        again = resume(record_from_line(opened.origin.record))
    for move in game.moves[len(again.moves) :]:
        again.play(move)
    return again


def compare(table: LoggedTable) -> None:
    """Whatever can be seen of the game is the same as after a replay."""
    game, again = table.state.game, replayed(table)
    assert game == again
    seats = (None, *range(len(table.state.seats)))
    shown = [EncodedTable(table.state).update(seat) for seat in seats]
    record = to_line(table.state.record())
    with patch.object(table.state, "game", again):
        assert [EncodedTable(table.state).update(seat) for seat in seats] == shown
        assert to_line(table.state.record()) == record


def undo(table: LoggedTable, seat: int) -> int:
    """A seat undoes its last move, and everybody agrees; returns how many moves are gone."""
    state, before = table.state, len(table.state.movers)
    table.add(str(state.seats[seat].guest), log.UndoRequested(seat, consent=state.can_be_called(seat)))
    while state.undo is not None:
        other = min(state.undo.waiting)
        table.add(str(state.seats[other].guest), log.UndoVoted(other, True))
    return before - len(state.movers)


def play(table: LoggedTable, seat: int, move: str) -> list[events.TableEvent]:
    return table.add(str(table.state.seats[seat].guest), log.Moved(seat, move))


def continue_with(game: Game, table: LoggedTable, **options: Any) -> LoggedTable:
    """Another table that goes on with a game of these people."""
    origin = log.Origin(msgspec.json.encode(to_record(game)))
    other = open_table(origin=origin, **options)
    for guest in PEOPLE[: len(table.state.seats)]:
        other.do(guest, asked.Sit(id="-"))
    for guest in PEOPLE[: len(table.state.seats)]:
        other.do(guest, asked.Ready(id="-"))
    return other


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    referee = draw(st.sampled_from([STRICT, KITCHEN]))
    players = draw(st.integers(2, 4))
    sheet = draw(st.sampled_from(SHEETS[referee]))
    return {"edition": sheet, "players": players, "partners": players == 4, "referee": referee, "stock": 3}


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(options=tables(), interval=st.integers(1, 6), continued=st.booleans(), data=st.data())
def test_an_undo_gives_the_game_that_a_replay_of_all_moves_gives(
    options: dict[str, Any], interval: int, continued: bool, data: st.DataObject
) -> None:
    chance = data.draw(st.randoms(use_true_random=False))
    with patch.object(state_module, "INTERVAL", interval):
        table = dealt(*PEOPLE[: options["players"]], **options)
        for step in range(60):
            game = table.state.game
            assert game is not None
            if game.is_over:
                break
            if continued and step == 20:
                table = continue_with(game, table, **options)
            seats = [seat for seat in range(options["players"]) if table.state.moves_to_undo(seat)]
            if seats and chance.random() < 0.25:
                assert undo(table, chance.choice(seats)) > 0
                compare(table)
                continue
            acts = [(seat, str(act)) for seat in range(options["players"]) for act in game.legal_acts(seat)]
            own = [act for act in acts if act[0] == game.acting]
            seat, act = chance.choice(own if own and chance.random() < 0.8 else acts)
            after = replayed(table).play(act, seat=seat)
            happened = play(table, seat, act)
            assert happened[: len(after)] == after
        assert table.again().game == table.state.game


def long_table(moves: int, referee: str = STRICT) -> LoggedTable:
    """A table at which two people play and play, and do not come to an end."""
    table = dealt(referee=referee)
    while len(table.state.movers) < moves:
        game = table.state.playing
        assert game is not None
        texts = [str(act) for act in game.legal_acts(game.turn)]
        by_hand = [text for text in texts if ">b" in text and text[0] != "s"]
        draws = ["draw"] if "draw" in texts and len(game.hand(game.turn)) < 5 else []
        discards = [text for text in texts if ">d" in text]
        play(table, game.turn, (draws or by_hand or discards[len(table.state.movers) % 7 :] or discards or texts)[0])
    return table


@pytest.fixture
def repeated() -> Iterator[list[Move]]:
    """The moves that undos make once more."""
    moves, repeat = [], Game._repeat

    def note(game: Game, move: Move) -> int:
        moves.append(move)
        return repeat(game, move)

    with patch.object(Game, "_repeat", note):
        yield moves


def test_an_undo_in_a_long_game_repeats_few_moves(repeated: list[Move]) -> None:
    table = long_table(700)
    with patch.object(TableState, "_deal", side_effect=AssertionError("nothing is dealt again")):
        while len(table.state.movers) > 200:
            repeated.clear()
            undo(table, table.state.movers[-1])
            assert len(repeated) < INTERVAL
    compare(table)


def test_checkpoints_take_a_few_bytes_a_move() -> None:
    table = long_table(1500)
    kept = sum(len(each.record) for each in table.state._checkpoints)
    assert kept < 8 * 1024
    for _ in range(20):
        undo(table, 0)
        undo(table, 1)
    assert [each.moves for each in table.state._checkpoints] == list(range(0, len(table.state.movers) + 1, INTERVAL))


def test_a_table_can_go_on_with_a_long_game_that_was_prepared_step_by_step() -> None:
    table = long_table(TOLD + 50)
    game = table.state.game
    assert game is not None
    origin = log.Origin(msgspec.json.encode(to_record(game)))
    other = open_table(origin=origin)
    for guest in (ANN, BOB):
        other.do(guest, asked.Sit(id="-"))
    other.do(ANN, asked.Ready(id="-"))
    assert len(list(other.state.prepare())) == len(game.moves) + 1
    with patch.object(Game, "play", side_effect=AssertionError("every move has been made")):
        happened = other.do(BOB, asked.Ready(id="-"))
    assert other.state.game == game
    dealt_at = [number for number, each in enumerate(happened) if isinstance(each, Dealt)]
    assert len(dealt_at) == 1
    again = resume(record_from_line(opened_record(other)))
    last = again.events[-20:]
    assert happened[-20:] == last
    assert len(happened) < len(again.events)


def opened_record(table: LoggedTable) -> bytes:
    opened = table.entries[0].event
    assert isinstance(opened, log.Opened)
    assert opened.origin is not None
    return opened.origin.record


@pytest.mark.parametrize("referee", [STRICT, KITCHEN])
def test_a_record_writes_the_same_move_once_for_each_seat(referee: str) -> None:
    game = long_table(500, referee).state.game
    assert game is not None
    texts, write = [], type(game.moves[0]).__str__

    def note(move: Move) -> str:
        texts.append(write(move))
        return texts[-1]

    with patch.object(type(game.moves[0]), "__str__", note):
        record = to_record(game)
    assert len(texts) <= 2 * len(set(texts)) < 300
    assert list(record.moves) == [str(move) for move in game.moves]
