"""Sequential halving: who is tried on, who is dropped, and who is chosen."""

import numpy as np

from skipbo.bots.planner.evaluation import WINNING
from skipbo.bots.searcher import halving
from skipbo.bots.searcher.memory import CANDIDATES, Search, new_searches
from skipbo.bots.searcher.strength import CHANCE


def begin(count: int) -> Search:
    search: Search = new_searches()[0]
    search.count = count
    halving.begin(search)
    return search


def add(search: Search, *means: float, worlds: int = 16, spread: float = 0.5) -> None:
    """A round in which candidates have these mean chances, each with ups and downs of its own."""
    chances, random = np.zeros((worlds, CANDIDATES), np.int64), np.random.default_rng(worlds)
    for candidate, mean in enumerate(means):
        ups = random.uniform(-spread, spread, worlds)
        chances[:, candidate] = CHANCE * (mean + ups - ups.mean())
    halving.add_round(search, chances)


def test_each_round_takes_twice_the_worlds_for_half_the_candidates() -> None:
    search = begin(8)
    rounds = []
    while worlds := halving.worlds_to_try(search, 10):
        rounds.append((worlds, int(search.alive)))
        add(search, *(0.5 + candidate / 100 for candidate in range(8)), worlds=worlds)
    assert rounds == [(10, 8), (20, 4), (40, 2)]
    assert search.order[0] == 7


def test_a_search_with_one_candidate_is_over_before_it_begins() -> None:
    assert halving.worlds_to_try(begin(1), 10) == 0


def test_a_win_is_not_questioned() -> None:
    search = new_searches()[0]
    search.count, search.worth[0] = 5, WINNING
    halving.begin(search)
    assert halving.worlds_to_try(search, 10) == 0
    assert search.order[0] == 0


def test_a_clear_lead_ends_the_search() -> None:
    search = begin(4)
    add(search, 0.5, 0.8, 0.4, 0.3, spread=0.01)
    assert halving.worlds_to_try(search, 10) == 0
    assert search.order[0] == 1


def test_of_equals_the_planners_favourite_is_chosen() -> None:
    search = begin(2)
    halving.add_round(search, np.full((4, CANDIDATES), CHANCE // 2, np.int64))
    assert search.order[0] == 0


def test_the_last_round_is_decided_among_those_that_were_in_it() -> None:
    search = begin(3)
    add(search, 0.2, 0.6, 0.65)
    add(search, 0.0, 0.7, 0.5)
    assert search.order[0] == 1
