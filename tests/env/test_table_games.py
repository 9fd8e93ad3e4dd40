"""Self-play with arrays: the games of PettingZoo, thousands side by side."""

import numpy as np
import pytest

from skipbo.env import skipbo_v1
from skipbo.env.interface import DTYPES, Interface
from skipbo.env.table_games import TableGames
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.kernel.doors import arrays
from tests.env.tables import Options, some_tables
from tests.env.test_secrecy import deal_anew

COUNT = 5
STEPS = 400


@some_tables
def test_games_side_by_side_are_those_of_pettingzoo(options: Options) -> None:
    games = TableGames(Interface.of(**options), COUNT, "together")
    rows, allowed, payoffs, over = games.new_arrays()
    env, rng = skipbo_v1.raw_env(**options), np.random.default_rng(1)
    env.reset(seed="together")  # type: ignore[arg-type]  # any seed of ours
    for _step in range(STEPS):
        games.look(rows, allowed)
        observation, _reward, ended, _truncated, _info = env.last()
        assert not ended
        assert env.agent_selection == f"player_{games.turns[0]}"
        assert observation is not None
        assert rows[0].tobytes() == observation["observation"].tobytes()
        assert allowed[0].tobytes() == observation["action_mask"].tobytes()
        actions = (rng.random(allowed.shape) * allowed).argmax(axis=1)
        games.act(actions, payoffs, over)
        env.step(int(actions[0]))
        if over[0]:
            assert payoffs[0].tolist() == list(env.rewards.values())
            return
        assert not payoffs[0].any()


@some_tables
def test_no_player_of_games_side_by_side_sees_a_hidden_card(options: Options) -> None:
    games = TableGames(Interface.of(**options), COUNT, "secret")
    rows, allowed, payoffs, over = games.new_arrays()
    again, allowed_again, *_others = games.new_arrays()
    for step in range(60):
        games.look(rows, allowed)
        real, seat = games.states.copy(), int(games.turns[0])
        deal_anew(games.states, seat, step)
        games.look(again, allowed_again)
        same_seat = games.turns == seat
        assert again[same_seat].tobytes() == rows[same_seat].tobytes()
        assert allowed_again[same_seat].tobytes() == allowed[same_seat].tobytes()
        games.states[:] = real
        games.act(allowed.argmax(axis=1), payoffs, over)


def test_floats_are_the_same_numbers() -> None:
    bytes_, floats = (TableGames(Interface.of(), COUNT, "floats", dtype=dtype) for dtype in DTYPES)
    (rows, allowed, *_others), (float_rows, float_allowed, *_others) = bytes_.new_arrays(), floats.new_arrays()
    assert [rows.dtype, float_rows.dtype] == [*map(np.dtype, DTYPES)]
    bytes_.look(rows, allowed)
    floats.look(float_rows, float_allowed)
    assert rows.any()
    assert (float_rows == rows).all()
    with pytest.raises(Malformed, match="uint8 or float32, not int8"):
        TableGames(Interface.of(), COUNT, "floats", dtype=np.int8)  # type: ignore[arg-type]


def test_copies_of_its_arrays_go_on_with_the_same_games() -> None:
    first, other = (TableGames(Interface.of(stock=1), COUNT, "copies") for _games in range(2))
    rows, allowed, payoffs, over = first.new_arrays()

    def play(games: TableGames) -> None:
        for _step in range(STEPS):
            games.look(rows, allowed)
            games.act(allowed.argmax(axis=1), payoffs, over)

    play(first)
    other.states[:], other.shown[:], other.numbers[:] = first.states, first.shown, first.numbers
    play(first)
    play(other)
    assert first.numbers.max() > 3 * COUNT, "many games were over"
    assert other.states.tobytes() == first.states.tobytes()
    assert other.numbers.tolist() == first.numbers.tolist()


@some_tables
def test_a_view_is_observed_byte_for_byte_as_its_game_is(options: Options) -> None:
    interface = Interface.of(**options)
    table, rng = interface.table, np.random.default_rng(1)
    game = Game(table.edition, players=table.players, partners=options.get("partners", False), key=bytes(32))
    rows, records = interface.new_rows(1)
    for _move in range(60):
        for seat in range(table.players):
            arrays.observe(game.states, seat, records)
            row, allowed = interface.look(game.view(seat))
            assert row.tobytes() == rows.tobytes()
            moves = {str(interface.move(int(action), seat)) for action in np.flatnonzero(allowed)}
            assert moves == set(map(str, game.view(seat).legal_moves))
        if game.outcome is not None:
            break
        game.play(rng.choice([str(move) for move in game.legal_moves]))


def test_a_view_of_another_table_or_of_a_spectator_is_refused() -> None:
    interface = Interface.of(players=2)
    for view in (Game(players=3).view(0), Game("1967", players=2).view(0), Game(players=2).view(None)):
        with pytest.raises(Malformed, match="not the view of a seat at this table"):
            interface.look(view)
