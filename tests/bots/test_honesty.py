"""No bot peeks: with all that is hidden from it dealt anew, and with what its seat sees alone, it plays the same.

Compiled games hand their bots the true state, so it is here that a look at a hidden card would come to light.
"""

import numpy as np
from hypothesis import assume, given, settings

from skipbo.batch.arrays import seed_games
from skipbo.bots import find_bots, ladder
from skipbo.bots.bot import QUICK
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.game.game import Game
from skipbo.kernel.compiler import INTERPRETED
from skipbo.kernel.layout import States
from tests.kernel.strategies import games
from tests.kernel.test_views import deal_anew, keys


def decide(states: States, name: str, game: Game) -> tuple[int, bytes, bytes]:
    """A bot's move, what its dice have come to, and its plan for the turn."""
    _keys, dice = seed_games(1, "honesty")
    workspaces, moves = new_workspaces(), np.zeros(1, np.int64)
    ladder.choose_moves(states, find_bots([name], game.table), dice, workspaces, moves)
    return int(moves[0]), dice.tobytes(), workspaces["plan"][0, : int(workspaces["steps"][0])].tobytes()


@settings(max_examples=4 if INTERPRETED else 100)
@given(games(), keys)
def test_every_bot_plays_the_same_whatever_is_hidden_from_it(game: Game, key: bytes) -> None:
    assume(game.outcome is None)
    states, anew, view = game.states, deal_anew(game, game.turn, key), game.view(game.turn).states()
    for name in QUICK:
        decision = decide(states, name, game)
        assert decision[0] in game.legal_moves, name
        assert decide(anew, name, game) == decision, name
        assert decide(view, name, game) == decision, name


@settings(max_examples=4 if INTERPRETED else 100)
@given(games())
def test_no_bot_changes_the_game_that_it_looks_at(game: Game) -> None:
    assume(game.outcome is None)
    states = game.states
    for name in QUICK:
        decide(states, name, game)
    assert states.tobytes() == game.states.tobytes()
