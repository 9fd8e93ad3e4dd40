"""One seat is played from outside, bots play the others, and the games are those of the rules."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from skipbo.batch import seat_loops
from skipbo.batch.arrays import seed_games
from skipbo.bots import find_bots
from skipbo.bots.ladder import workspaces_for
from skipbo.bots.seeds import new_dice, seed_words
from skipbo.game.table import Table
from skipbo.kernel.actions import action_count
from skipbo.kernel.compiler import INTERPRETED, plain
from skipbo.kernel.doors import arrays, single
from skipbo.kernel.ending import payoff
from skipbo.kernel.layout import GOING_ON, NO_SEAT, States
from skipbo.kernel.observation import observation_type

SEED = "seats"
STEPS = 60 if INTERPRETED else 400


class Seats:
    """Games of one seat, for a learner that takes the first legal action, mostly a card to play."""

    def __init__(self, table: Table, bot: str, seat: int, count: int = 3) -> None:
        self.table, self.seat, self.count = table, seat, count
        self.bots = find_bots([bot], table)
        self.workspaces = workspaces_for(self.bots)
        self.states, self.dice = table.states(count), new_dice(count)
        self.seen, self.numbers = np.zeros(count, np.int64), np.arange(count)
        self.rewards, self.over = np.zeros(count), np.ones(count, np.bool_)
        self.observations = np.zeros(count, np.dtype((np.record, observation_type(2 if table.players == 2 else 6, 4))))
        self.allowed = np.zeros((count, plain(action_count)(self.states[0])), np.int8)

    def renew(self) -> None:
        seat_loops.renew(
            self.states,
            self.seen,
            self.dice,
            self.table.states(),
            seed_words(SEED),
            self.numbers,
            self.count,
            self.seat,
            self.bots,
            self.workspaces,
            self.over,
        )

    def look(self, wanted: NDArray[Any] | None = None) -> None:
        wanted = np.ones(self.count, np.bool_) if wanted is None else wanted
        seat_loops.look(self.states, self.seen, self.seat, wanted, self.observations, self.allowed)

    def act(self, actions: NDArray[Any], resting: NDArray[Any] | None = None) -> None:
        resting = np.zeros(self.count, np.bool_) if resting is None else resting
        seat_loops.act(
            self.states,
            self.seen,
            self.dice,
            self.seat,
            self.bots,
            self.workspaces,
            actions,
            resting,
            self.rewards,
            self.over,
            self.observations,
            self.allowed,
        )

    def play(self, steps: int) -> Iterator[None]:
        """Stops after every step."""
        for _step in range(steps):
            self.renew()
            self.look(self.over)
            self.act(self.allowed.argmax(axis=1))
            yield


def looked_at(states: States, seat: int, like: Seats) -> tuple[bytes, bytes]:
    observations, allowed = np.zeros_like(like.observations[:1]), np.zeros_like(like.allowed[0])
    single.look(states, seat, observations, allowed)
    return observations.tobytes(), allowed.tobytes()


@pytest.mark.parametrize(
    ("table", "bot", "seat"),
    [
        (Table.of(stock=3), "random", 0),
        (Table.of("1967", players=6, partners=True, stock=3), "eager", 4),
        (Table.of("mattel-2016", players=3, stock=2), "planner", 1),
    ],
    ids=["two", "partners", "planner"],
)
def test_the_seat_is_in_turn_whenever_it_is_looked_at(table: Table, bot: str, seat: int) -> None:
    seats, ended, faults = Seats(table, bot, seat), 0, np.zeros(3, np.int64)
    for _step in seats.play(STEPS):
        ended += int(seats.over.sum())
        arrays.status(seats.states, faults)
        assert not faults.any()
        assert (seats.over | (seats.states["turn"] == seat)).all()
        for game, over in enumerate(seats.over):
            assert over == (seats.states["how"][game] != GOING_ON)
            assert seats.rewards[game] == (plain(payoff)(seats.states[game], seat) if over else 0)
        for game in range(seats.count):
            seen = seats.observations[game : game + 1].tobytes(), seats.allowed[game].tobytes()
            assert seen == looked_at(seats.states[game : game + 1], seat, seats)
    assert ended > 0


def test_games_are_dealt_by_their_numbers() -> None:
    seats = Seats(Table.of(stock=5), "random", 0)
    for _step in seats.play(STEPS):
        keys, _dice = seed_games(int(seats.numbers.max()), SEED)
        for game in range(seats.count):
            assert (seats.states["key"][game] == keys[seats.numbers[game] - seats.count]).all()
    assert seats.numbers.tolist() != [3, 4, 5], "some game was over"


def test_an_illegal_action_loses_the_game_and_changes_nothing() -> None:
    seats = Seats(Table.of(), "random", 1)
    seats.renew()
    before = seats.states.tobytes()
    seats.act(np.array([-1, 124, 1000]))
    assert seats.rewards.tolist() == [seat_loops.ILLEGAL] * 3
    assert seats.over.all()
    assert seats.states.tobytes() == before
    assert not seats.allowed.any(), "a game that is over has no actions"


def test_a_game_that_rests_is_left_alone() -> None:
    seats = Seats(Table.of(), "random", 0)
    seats.renew()
    seats.look()
    before = [array[1:2].tobytes() for array in (seats.states, seats.observations, seats.allowed)]
    seats.act(seats.allowed.argmax(axis=1), np.array([False, True, False]))
    assert [array[1:2].tobytes() for array in (seats.states, seats.observations, seats.allowed)] == before
    assert not seats.over.any()


def test_a_game_that_is_over_before_the_first_turn_of_the_seat_is_passed_over() -> None:
    seats = Seats(Table.of("mattel-2016", players=6, stock=1), "expert", 5, count=15)
    seats.renew()
    assert (seats.states["how"] == GOING_ON).all()
    assert (seats.states["turn"] == 5).all()
    assert seats.numbers.tolist() != list(range(15, 30))


@pytest.mark.parametrize(
    ("players", "partners", "lost"), [(2, False, -1), (4, False, -1 / 3), (4, True, -1), (6, True, -1 / 2)]
)
def test_the_payoffs_of_a_game_add_up_to_nothing(players: int, partners: bool, lost: float) -> None:
    table = Table.of(players=players, partners=partners)
    state = table.states()[0]
    state.how, state.winner = 1, 1
    payoffs = [plain(payoff)(state, seat) for seat in range(players)]
    assert [seat for seat, won in enumerate(payoffs) if won == 1] == list(table.sides[1])
    assert {won for won in payoffs if won != 1} == {lost}
    assert sum(payoffs) == pytest.approx(0)
    state.winner = NO_SEAT
    assert not any(plain(payoff)(state, seat) for seat in range(players)), "nobody has won"
