"""Bots by name, at every table: their games are legal and end, and the same dice give the same moves."""

import random
from itertools import cycle, islice, product

import numpy as np
import pytest
from numba import typeof, types

from skipbo import batch
from skipbo.batch import loops
from skipbo.bots import Bot, find_bots
from skipbo.bots.bot import QUICK
from skipbo.bots.ladder import (
    EAGER,
    EVERY_SEAT,
    NAMES,
    RANDOM,
    SIMPLE,
    TIDY,
    choose,
    first_workspace,
    first_workspace_by_type,
    seats_of,
    simple_chooser,
    workspaces_for,
)
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.kernel.compiler import INTERPRETED
from tests.record.games import TABLES

STOCKS = (1, 3, 8)
# Interpreted, a few games of each kind of table must do
SEATINGS = TABLES[::9] if INTERPRETED else TABLES


def soak(table: Table, names: list[str], games: int) -> None:
    """Plays games with every invariant and the legality of every move checked; they must end."""
    results = batch.new_results(games)
    batch.soak(table, find_bots(names, table), "whole games", results, limit=100_000)
    assert not results["digest"].any(), (table, names)
    assert (results["how"] > 0).all()


@pytest.mark.parametrize("name", QUICK)
def test_whole_games_of_a_bot_are_legal_and_end_at_every_table(name: str) -> None:
    for edition, players, partners in SEATINGS:
        for stock in STOCKS[:1] if INTERPRETED else STOCKS:
            table = Table.of(edition, players=players, partners=partners, stock=stock)
            soak(table, [name], 1 if INTERPRETED else 4)


def test_whole_games_of_bots_among_each_other_are_legal_and_end() -> None:
    """Their plans lie on one workspace."""
    chance = random.Random(1)
    for edition, players, partners in SEATINGS:
        table = Table.of(edition, players=players, partners=partners, stock=1 if INTERPRETED else 6)
        names = chance.sample(QUICK, len(QUICK))
        soak(table, list(islice(cycle(names), players)), 1 if INTERPRETED else 4)


@pytest.mark.parametrize("name", QUICK)
def test_the_same_dice_give_the_same_moves(name: str) -> None:
    view = Game(key=bytes(32)).view(0)
    one, other = Bot(name, seed=5), Bot(name, seed=5)
    assert [one.choose(view) for _time in range(20)] == [other.choose(view) for _time in range(20)]


def test_one_name_serves_all_seats() -> None:
    assert find_bots(["eager"], Table.of(players=4))["kind"].tolist() == [EAGER] * 4 + [RANDOM] * 2
    assert find_bots(["random", "eager"], Table.of())["kind"].tolist()[:2] == [RANDOM, EAGER]


@pytest.mark.parametrize("names", [[], ["eager", "eager", "eager"]])
def test_a_number_of_bots_other_than_that_of_the_seats_is_refused(names: list[str]) -> None:
    with pytest.raises(Malformed, match="one for each of the 2"):
        find_bots(names, Table.of())


def test_an_unknown_bot_is_refused_with_a_list_of_the_known_ones() -> None:
    with pytest.raises(Malformed, match="random, eager"):
        Bot("clever")


def test_simple_bots_play_the_same_games_with_and_without_a_workspace() -> None:
    """As on a GPU, where there is none."""
    table = Table.of(players=len(SIMPLE), stock=3)
    bots = find_bots([NAMES[kind] for kind in SIMPLE], table)
    assert workspaces_for(bots) is None
    played = []
    for workspaces in (None, new_workspaces()):
        results, seed = batch.new_results(3), batch.seed_words("workspace")
        states, dice = table.states(), batch.new_dice()
        loops.play_games(states, dice, table.states(), seed, 0, bots, workspaces, loops.LIMIT, True, results)
        played.append(results.tobytes())
    assert played[0] == played[1]


def test_one_bot_that_plans_needs_a_workspace() -> None:
    table = Table.of(players=3)
    assert workspaces_for(find_bots(["random", "eager", "planner"], table)) is not None
    assert workspaces_for(find_bots(["expert", "eager", "eager"], table)) is not None


def test_compiled_loops_know_by_its_type_whether_there_is_a_workspace() -> None:
    workspaces = new_workspaces()
    assert first_workspace_by_type(types.none)(None) is first_workspace(None) is None
    found = first_workspace_by_type(typeof(workspaces))(workspaces)
    assert found.tobytes() == first_workspace(workspaces).tobytes()  # type: ignore[union-attr]


def test_seats_are_bits_unless_they_are_all() -> None:
    bots = find_bots(["tidy", "random", "tidy"], Table.of(players=3))[:3]
    assert (seats_of(TIDY, bots), seats_of(RANDOM, bots), seats_of(EAGER, bots)) == (0b101, 0b010, 0)
    assert seats_of(TIDY, bots[:1]) == EVERY_SEAT


@pytest.mark.parametrize("kinds", [*product(SIMPLE, repeat=2)], ids=str)
def test_a_chooser_that_knows_the_seats_makes_the_moves_of_one_that_does_not(kinds: tuple[int, ...]) -> None:
    table = Table.of(stock=3)
    bots = find_bots([NAMES[kind] for kind in kinds], table)
    choose_by_seat = simple_chooser(seats_of(RANDOM, bots[:2]), seats_of(TIDY, bots[:2]))
    states, dice = batch.new_games(table, 1, "seats")
    other_dice = dice.copy()
    for _move in range(40):
        seat = bots[int(states["turn"][0])]
        move = choose(seat, states[0], dice[0], None)
        assert choose_by_seat(seat, states[0], other_dice[0], None) == move
        assert other_dice.tobytes() == dice.tobytes()
        batch.step(states, np.array([move]))
        if states["how"][0]:
            return
