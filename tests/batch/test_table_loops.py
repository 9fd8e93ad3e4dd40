"""Every seat is played from outside, and the games are those of the rules."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from skipbo.batch import table_loops
from skipbo.batch.arrays import seed_games
from skipbo.batch.seat_loops import ILLEGAL
from skipbo.bots.seeds import new_dice, seed_words
from skipbo.game.table import Table
from skipbo.kernel.actions import action_count
from skipbo.kernel.compiler import INTERPRETED, plain
from skipbo.kernel.doors import arrays, single
from skipbo.kernel.ending import payoff
from skipbo.kernel.layout import GOING_ON
from skipbo.kernel.observation import observation_type

SEED = "tables"
STEPS = 60 if INTERPRETED else 400
COUNT = 3


class Games:
    """Games in which every seat takes the first legal action, mostly a card to play."""

    def __init__(self, table: Table) -> None:
        self.table, self.states = table, table.states(COUNT)
        self.shown, self.numbers = np.zeros(COUNT, np.int64), np.arange(COUNT)
        self.payoffs, self.over = np.full((COUNT, table.players), 7.0), np.ones(COUNT, np.bool_)
        self.observations = np.zeros(COUNT, np.dtype((np.record, observation_type(2 if table.players == 2 else 6, 4))))
        self.allowed = np.zeros((COUNT, plain(action_count)(self.states[0])), np.int8)

    def renew(self) -> None:
        table = self.table.states()
        words = seed_words(SEED)
        table_loops.renew(self.states, self.shown, new_dice(), table, words, self.numbers, COUNT, self.over)

    def look(self) -> None:
        table_loops.look(self.states, self.shown, self.observations, self.allowed)

    def act(self, actions: NDArray[np.int64]) -> None:
        table_loops.act(self.states, self.shown, actions, self.payoffs, self.over)

    def play(self, steps: int) -> Iterator[None]:
        """Stops after every step."""
        for _step in range(steps):
            self.renew()
            self.look()
            self.act(self.allowed.argmax(axis=1))
            yield


some_tables = pytest.mark.parametrize(
    "table",
    [
        Table.of(stock=2),
        Table.of("1967", players=6, partners=True, stock=1),
        Table.of("mattel-2016", players=3, stock=1),
    ],
    ids=["two", "partners", "three"],
)


@some_tables
def test_the_seat_in_turn_sees_what_it_would_see_if_all_was_counted_anew(table: Table) -> None:
    games, faults, ended = Games(table), np.zeros(COUNT, np.int64), 0
    seen, mask = np.zeros_like(games.observations[:1]), np.zeros_like(games.allowed[0])
    for _step in games.play(STEPS):
        ended += int(games.over.sum())
        games.renew()
        games.look()
        arrays.status(games.states, faults)
        assert not faults.any()
        for game in range(COUNT):
            states = games.states[game : game + 1]
            single.look(states, int(states["turn"][0]), seen, mask)
            assert games.observations[game : game + 1].tobytes() == seen.tobytes()
            assert games.allowed[game].tobytes() == mask.tobytes()
    assert ended > 0


@some_tables
def test_every_seat_gets_its_payoff_when_a_game_is_over_and_nothing_before(table: Table) -> None:
    games = Games(table)
    for _step in games.play(STEPS):
        for game, state in enumerate(games.states):
            assert games.over[game] == (state.how != GOING_ON)
            assert games.payoffs[game].tolist() == [plain(payoff)(state, seat) for seat in range(table.players)]


def test_games_are_dealt_by_their_numbers() -> None:
    games = Games(Table.of(stock=2))
    for _step in games.play(STEPS):
        keys, _dice = seed_games(int(games.numbers.max()), SEED)
        assert (games.states["key"] == keys[games.numbers - COUNT]).all()
    assert games.numbers.tolist() != [3, 4, 5], "some game was over"


def test_an_illegal_action_ends_the_game_at_the_cost_of_its_seat_alone() -> None:
    games = Games(Table.of(players=4))
    games.renew()
    before, seats = games.states.tobytes(), games.states["turn"]
    games.act(np.array([-1, 124, 1000]))
    assert games.states.tobytes() == before
    assert games.over.all()
    for game, seat in enumerate(seats):
        assert games.payoffs[game].tolist() == [ILLEGAL if other == seat else 0 for other in range(4)]
