"""What is counted is what was played."""

import numpy as np
import pytest

from skipbo import batch
from skipbo.arena.chunks import Chunk, Place
from skipbo.arena.pairings import Meeting, enter, meetings
from skipbo.arena.referee import Forfeit
from skipbo.arena.tally import MatchTally
from skipbo.game.table import Table
from skipbo.kernel.layout import BLOCKED, BY_STOCK, FORFEITED, NO_SEAT


def chunk_of(winners: list[list[int]], forfeits: dict[Place, Forfeit] | None = None, first: int = 0) -> Chunk:
    """Deals whose games were won by these teams."""
    results = batch.new_results(np.size(winners)).reshape(np.shape(winners))
    results["winner"], results["turns"], results["moves"] = winners, 10, 30
    results["how"] = np.where(results["winner"] == NO_SEAT, BLOCKED, BY_STOCK)
    for deal, rotation in forfeits or {}:
        results["how"][deal - first, rotation] = FORFEITED
        results["winner"][deal - first, rotation] = NO_SEAT
    return Chunk(0, first, results, 0.5, forfeits or {})


def meeting_of(table: Table, names: str) -> Meeting:
    return meetings(table, enter(list(names)), 1000)[0]


def wins(tally: MatchTally) -> list[float]:
    return [tally.sums(entrant).wins for entrant in tally.meeting.entrants]


def test_a_win_counts_for_the_bot_of_the_seat_in_that_rotation() -> None:
    tally = MatchTally(meeting_of(Table.of(), "ab"))
    tally.add(chunk_of([[0, 0], [1, 1]]))
    assert wins(tally) == [2, 2], "seat 0 is a's, then b's"
    tally.add(chunk_of([[0, 1]]))
    assert wins(tally) == [4, 2]


def test_the_sides_of_one_bot_win_for_it() -> None:
    tally = MatchTally(meeting_of(Table.of(players=4), "ab"))
    tally.add(chunk_of([[0, 0, 0, 0], [1, 2, 3, 2], [0, 3, 2, 1]]))
    assert wins(tally) == [1 + 0 + 4, 3 + 4 + 0]


def test_the_spread_is_that_of_deals() -> None:
    tally = MatchTally(meeting_of(Table.of(), "ab"))
    tally.add(chunk_of([[0, 1], [0, 0], [1, 0]]))  # a wins both, one, none
    sums = tally.sums(tally.meeting.entrants[0])
    assert (sums.deals, sums.points, sums.squares) == (3, 3, 5)


def test_a_drawn_game_counts_as_no_win_but_is_shared_by_both_sides_in_a_sequential_test() -> None:
    tally = MatchTally(meeting_of(Table.of(), "ab"))
    chunk = chunk_of([[0, NO_SEAT], [NO_SEAT, NO_SEAT], [1, 1]])
    tally.add(chunk)
    assert (tally.drawn, tally.games, wins(tally)) == (3, 6, [2, 1])
    assert tally.shares(chunk).tolist() == [[3, 2, 2], [1, 2, 2]], "of four in each deal"


def test_a_blocked_game_is_won_as_the_rules_say() -> None:
    tally, chunk = MatchTally(meeting_of(Table.of(), "ab")), chunk_of([[0, 1], [NO_SEAT, 0]])
    chunk.results["how"] = BLOCKED
    tally.add(chunk)
    assert (tally.blocked, tally.drawn, wins(tally)) == (4, 1, [2, 1])


def test_a_forfeited_game_is_lost_by_the_offender_and_shared_by_the_others() -> None:
    tally = MatchTally(meeting_of(Table.of(players=3), "abc"))
    tally.add(chunk_of([[0, 0, 0]], {(0, 1): Forfeit(1, "too slow")}))  # in rotation 1 seat 1 is c's
    assert wins(tally) == [1 + 0.5, 0.5, 1]
    assert (tally.blocked, tally.drawn) == (0, 0)
    assert [tally.forfeits(entrant) for entrant in tally.meeting.entrants] == [0, 0, 1]


def test_between_two_a_forfeited_game_is_won_by_the_other() -> None:
    tally = MatchTally(meeting_of(Table.of(players=4, partners=True), "ab"))
    chunk = chunk_of([[0, 0]], {(7, 0): Forfeit(3, "nonsense")}, first=7)
    chunk.results["winner"][0, 1] = NO_SEAT
    tally.add(chunk)
    assert wins(tally) == [1, 0], "seat 3 plays with seat 1, for b"


def test_chunks_of_any_size_count_the_same() -> None:
    meeting = meeting_of(Table.of(players=3), "abc")
    results = batch.new_results(30).reshape(10, 3)
    rng = np.random.default_rng(1)
    results["how"] = BY_STOCK
    results["winner"], results["turns"] = rng.integers(0, 3, (10, 3)), rng.integers(1, 90, (10, 3))
    whole, parts = MatchTally(meeting), MatchTally(meeting)
    whole.add(Chunk(0, 0, results, 1.0))
    for first, end in ((0, 1), (1, 7), (7, 10)):
        parts.add(Chunk(0, first, results[first:end], 1 / 3))
    assert [whole.sums(entrant) for entrant in meeting.entrants] == [
        parts.sums(entrant) for entrant in meeting.entrants
    ]
    assert whole.lengths.tolist() == parts.lengths.tolist()
    assert whole.lengths.sum() == 30
    assert whole.shared_wins.tolist() == parts.shared_wins.tolist()
    assert whole.covariance.tolist() == parts.covariance.tolist()


def test_for_ratings_all_sides_share_a_drawn_game_and_all_but_the_offender_a_forfeited_one() -> None:
    tally = MatchTally(meeting_of(Table.of(players=3), "abc"))
    tally.add(chunk_of([[2, NO_SEAT, 0]], {(0, 2): Forfeit(1, "")}))  # in rotation 2 seat 1 is a's
    assert tally.shared_wins.tolist() == pytest.approx([1 / 3, 1 / 3 + 1 / 2, 1 + 1 / 3 + 1 / 2])


def test_the_covariance_of_the_wins_is_that_of_the_deals() -> None:
    tally, won = MatchTally(meeting_of(Table.of(players=3), "abc")), []
    for winners in ([0, 0, 0], [0, 2, 1], [1, 1, NO_SEAT], [2, 1, 1], [NO_SEAT] * 3):
        chunk = chunk_of([winners], first=tally.deals)
        won.append(tally.shares(chunk)[:, 0] / 6)
        tally.add(chunk)
    assert np.sum(won, axis=0) == pytest.approx(tally.shared_wins)
    assert tally.covariance == pytest.approx(np.cov(np.array(won).T, bias=True) * len(won))
    assert tally.covariance.sum(0) == pytest.approx([0, 0, 0]), "what one wins the others lose"


def test_a_chunk_can_be_cut_with_its_forfeits() -> None:
    forfeits = {(5, 0): Forfeit(0, "a"), (7, 1): Forfeit(0, "b")}
    chunk = chunk_of([[0, 1]] * 4, forfeits, first=5)
    assert chunk.upto(4) is chunk
    assert chunk.upto(2).deals == 2
    assert chunk.upto(2).forfeits == {(5, 0): Forfeit(0, "a")}
