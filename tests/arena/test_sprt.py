"""A sequential test that errs as seldom as it says, and does not depend on how the deals are handed to it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from skipbo.arena.sprt import BOUND, RESULTS, Sprt, log_likelihood, read_hypotheses
from skipbo.arena.statistics import share_for
from skipbo.errors import Malformed


def deals(rng: np.random.Generator, elo: float, count: int, luck: float = 0.5) -> NDArray[np.int64]:
    """Results in quarters: two games at this strength; with chance `luck` what helps one game harms the other."""
    chances = rng.random((count, 2))
    swapped = rng.random(count) < luck
    chances[swapped, 1] = 1 - chances[swapped, 0]
    return np.asarray(2 * (chances < share_for(elo)).sum(1))


def verdicts(elo0: float, elo1: float, truth: float, runs: int, most: int) -> list[tuple[str | None, int]]:
    rng = np.random.default_rng([int(truth), int(elo1)])
    found = []
    for _run in range(runs):
        test = Sprt(elo0, elo1)
        test.add(deals(rng, truth, most))
        found.append((test.accepted, int(test.counts.sum())))
    return found


@pytest.mark.parametrize(("elo0", "elo1", "most"), [(0.0, 40.0, 2000), (150.0, 220.0, 2000), (500.0, 600.0, 3000)])
@pytest.mark.slow
def test_either_error_is_made_once_in_twenty(elo0: float, elo1: float, most: int) -> None:
    runs = 400
    for truth, wrong in ((elo0, "H1"), (elo1, "H0")):
        found = [verdict for verdict, _deals in verdicts(elo0, elo1, truth, runs, most)]
        assert None not in found
        assert found.count(wrong) / runs < 0.085, "5 % and three standard errors"
        assert found.count(wrong) > 0, "a test that never errs waits too long"


def test_a_clear_difference_is_decided_sooner_than_a_narrow_one() -> None:
    clear = np.mean([count for _verdict, count in verdicts(0, 40, 120, 100, 2000)])
    narrow = np.mean([count for _verdict, count in verdicts(0, 40, 20, 100, 5000)])
    assert clear < narrow / 2


@pytest.mark.parametrize("size", [1, 7, 16, 100, 999])
def test_the_deal_at_which_the_test_stops_does_not_depend_on_the_chunks(size: int) -> None:
    quarters = deals(np.random.default_rng(5), 60, 3000)
    whole = Sprt(0, 40)
    stopped = whole.add(quarters)
    assert whole.accepted == "H1"
    assert stopped < 3000
    parts, used = Sprt(0, 40), 0
    while parts.accepted is None:
        used += parts.add(quarters[used : used + size])
    assert used == stopped
    assert parts.ratio == pytest.approx(whole.ratio, abs=1e-9)
    assert parts.counts.tolist() == whole.counts.tolist()


def test_only_wins_neither_decide_at_once_nor_divide_by_zero() -> None:
    test = Sprt(0, 10)
    assert test.add(np.full(63, 4)) == 63
    assert test.accepted is None
    test.add(np.full(2000, 4))
    assert test.accepted == "H1"
    assert np.isfinite(test.ratio)


def test_drawn_deals_are_half_won_by_each() -> None:
    test = Sprt(-40, 40)
    test.add(np.full(5000, 2))
    assert abs(test.ratio) < 0.01
    assert test.accepted is None


def test_the_likeliest_distribution_has_the_wanted_mean_and_is_no_better_than_what_was_seen() -> None:
    counts = np.array([10.0, 3.0, 40.0, 5.0, 20.0])
    seen = counts / counts.sum()
    best = (counts * np.log(seen)).sum()
    assert log_likelihood(counts, float((seen * RESULTS).sum())) == pytest.approx(best, abs=0.05)
    assert log_likelihood(counts, 0.3) < best
    assert log_likelihood(counts, 0.9) < log_likelihood(counts, 0.7)


def test_the_bound_is_that_of_errors_of_one_in_twenty() -> None:
    assert pytest.approx(2.944, abs=0.001) == BOUND


@pytest.mark.parametrize("text", ["", "5", "10,0", "0,0", "a,b", "0,10,20", "nan,5", "0,inf", "0;10"])
def test_hypotheses_that_mean_nothing_are_refused(text: str) -> None:
    with pytest.raises(Malformed, match="as in --sprt 0,10"):
        read_hypotheses(text)


def test_hypotheses_are_two_numbers() -> None:
    assert read_hypotheses("-5, 2.5") == (-5, 2.5)
