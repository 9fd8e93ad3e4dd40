"""What is counted is what was played."""

import numpy as np
import pytest

from skipbo import batch
from skipbo.arena.chunks import Chunk, Forfeit, Pace
from skipbo.arena.pairings import Meeting, enter, meetings
from skipbo.arena.tally import Tally
from skipbo.game.table import Table
from skipbo.kernel.layout import BLOCKED, BY_STOCK, FORFEITED, NO_SEAT


def chunk_of(winners: list[list[int]], forfeits: tuple[Forfeit, ...] = (), first: int = 0) -> Chunk:
    """Deals whose games were won by these teams."""
    results = batch.new_results(np.size(winners)).reshape(np.shape(winners))
    results["winner"], results["turns"], results["moves"] = winners, 10, 30
    results["how"] = np.where(results["winner"] == NO_SEAT, BLOCKED, BY_STOCK)
    for forfeit in forfeits:
        results["how"][forfeit.deal - first, forfeit.rotation] = FORFEITED
        results["winner"][forfeit.deal - first, forfeit.rotation] = NO_SEAT
    return Chunk(0, first, results, 0.5, forfeits)


def meeting_of(table: Table, names: str) -> Meeting:
    return meetings(table, enter(list(names)), 1000)[0]


def wins(tally: Tally) -> list[float]:
    return [tally.sums(entrant).wins for entrant in tally.meeting.entrants]


def test_a_win_belongs_to_whoever_sat_there_in_that_rotation() -> None:
    tally = Tally(meeting_of(Table.of(), "ab"))
    tally.add(chunk_of([[0, 0], [1, 1]]))
    assert wins(tally) == [2, 2], "seat 0 is a's, then b's"
    tally.add(chunk_of([[0, 1]]))
    assert wins(tally) == [4, 2]


def test_the_sides_of_one_bot_win_for_it() -> None:
    tally = Tally(meeting_of(Table.of(players=4), "ab"))
    tally.add(chunk_of([[0, 0, 0, 0], [1, 2, 3, 2], [0, 3, 2, 1]]))
    assert wins(tally) == [1 + 0 + 4, 3 + 4 + 0]


def test_the_spread_is_that_of_deals() -> None:
    tally = Tally(meeting_of(Table.of(), "ab"))
    tally.add(chunk_of([[0, 1], [0, 0], [1, 0]]))  # a wins both, one, none
    sums = tally.sums(tally.meeting.entrants[0])
    assert (sums.deals, sums.points, sums.squares) == (3, 3, 5)


def test_drawn_games_are_won_by_nobody_and_half_of_one_in_a_sequential_test() -> None:
    tally = Tally(meeting_of(Table.of(), "ab"))
    chunk = chunk_of([[0, NO_SEAT], [NO_SEAT, NO_SEAT], [1, 1]])
    tally.add(chunk)
    assert (tally.drawn, tally.games, wins(tally)) == (3, 6, [2, 1])
    assert tally.quarters(chunk).tolist() == [3, 2, 2]


def test_a_blocked_game_is_won_as_the_rules_say() -> None:
    tally, chunk = Tally(meeting_of(Table.of(), "ab")), chunk_of([[0, 1], [NO_SEAT, 0]])
    chunk.results["how"] = BLOCKED
    tally.add(chunk)
    assert (tally.blocked, tally.drawn, wins(tally)) == (4, 1, [2, 1])


def test_a_forfeited_game_is_lost_by_the_offender_and_shared_by_the_others() -> None:
    tally = Tally(meeting_of(Table.of(players=3), "abc"))
    tally.add(chunk_of([[0, 0, 0]], (Forfeit(0, 1, 1, "too slow"),)))  # in rotation 1 seat 1 is c's
    assert wins(tally) == [1 + 0.5, 0.5, 1]
    assert (tally.blocked, tally.drawn) == (0, 0)
    assert [tally.forfeits(entrant) for entrant in tally.meeting.entrants] == [0, 0, 1]


def test_between_two_a_forfeited_game_is_won_by_the_other() -> None:
    tally = Tally(meeting_of(Table.of(players=4, partners=True), "ab"))
    chunk = chunk_of([[0, 0]], (Forfeit(7, 0, 3, "nonsense"),), first=7)
    chunk.results["winner"][0, 1] = NO_SEAT
    tally.add(chunk)
    assert wins(tally) == [1, 0], "seat 3 plays with seat 1, for b"


def test_chunks_of_any_size_count_the_same() -> None:
    meeting = meeting_of(Table.of(players=3), "abc")
    results = batch.new_results(30).reshape(10, 3)
    rng = np.random.default_rng(1)
    results["how"] = BY_STOCK
    results["winner"], results["turns"] = rng.integers(0, 3, (10, 3)), rng.integers(1, 90, (10, 3))
    whole, parts = Tally(meeting, keep=20), Tally(meeting, keep=20)
    whole.add(Chunk(0, 0, results, 1.0))
    for first, end in ((0, 1), (1, 7), (7, 10)):
        parts.add(Chunk(0, first, results[first:end], 1 / 3))
    assert [whole.sums(entrant) for entrant in meeting.entrants] == [
        parts.sums(entrant) for entrant in meeting.entrants
    ]
    assert whole.lengths.tolist() == parts.lengths.tolist()
    assert whole.lengths.sum() == 30
    assert whole.places == parts.places
    assert len(whole.places) == 20


def test_places_for_ratings_have_the_winner_first_and_the_offender_last() -> None:
    tally = Tally(meeting_of(Table.of(players=3), "abc"), keep=10)
    tally.add(chunk_of([[2, NO_SEAT, 0]], (Forfeit(0, 2, 1, ""),)))
    (sides, won), (_sides, drawn), (_turned, forfeited) = tally.places
    assert [side.label for side in sides] == ["a", "b", "c"]
    assert won == (1, 1, 0)
    assert drawn == (1, 1, 1)
    assert forfeited == (0, 1, 0)


def test_a_chunk_can_be_cut_with_its_forfeits() -> None:
    forfeits = (Forfeit(5, 0, 0, "a"), Forfeit(7, 1, 0, "b"))
    chunk = chunk_of([[0, 1]] * 4, forfeits, first=5)
    assert chunk.upto(4) is chunk
    assert chunk.upto(2).deals == 2
    assert chunk.upto(2).forfeits == forfeits[:1]


@pytest.mark.parametrize(("seconds_a_deal", "deals"), [(1e-5, 50_000), (1e-3, 500), (0.7, 1), (30.0, 1)])
def test_a_chunk_takes_half_a_second_whoever_plays(seconds_a_deal: float, deals: int) -> None:
    pace = Pace(8, rotations=2)
    for _chunk in range(12):
        size = pace.next(10**9)
        pace.played(size, size * seconds_a_deal)
    assert pace.next(10**9) == pytest.approx(deals, rel=0.01)
    assert pace.next(3) <= 3


def test_a_chunk_never_outgrows_the_memory() -> None:
    pace = Pace(8, rotations=4)
    for _chunk in range(20):
        pace.played(pace.next(10**9), 0.0)
    assert pace.next(10**9) * 4 <= 1 << 20
