"""Who meets whom, and where they sit."""

from collections import Counter

import pytest

from skipbo.arena.pairings import enter, meetings
from skipbo.errors import Malformed
from skipbo.game.table import Table
from tests.arena.cases import name_of

TABLES = [
    *(Table.of(players=players) for players in range(2, 7)),
    Table.of(players=4, partners=True),
    Table.of(players=6, partners=True),
    Table.of("1967", players=6, partners=True),
]


def labels(table: Table, names: str, deals: int = 1000) -> list[str]:
    return ["".join(side.label for side in meeting.sides) for meeting in meetings(table, enter(list(names)), deals)]


def test_a_bot_that_enters_twice_gets_a_number() -> None:
    names = ["eager", "eager", "eager 2", "eager"]
    assert [entrant.label for entrant in enter(names)] == ["eager", "eager 2", "eager 2 2", "eager 3"]
    assert [entrant.name for entrant in enter(names)] == names


@pytest.mark.parametrize("names", [[], ["eager"]])
def test_at_least_two_bots_are_needed(names: list[str]) -> None:
    with pytest.raises(Malformed, match="Name at least two bots"):
        enter(names)


def test_as_many_bots_as_sides_play_one_match() -> None:
    assert labels(Table.of(), "ab") == ["ab"]
    assert labels(Table.of(players=4, partners=True), "ab") == ["ab"]


def test_with_fewer_bots_than_sides_the_first_plays_one_side_and_the_others_the_rest() -> None:
    assert labels(Table.of(players=4), "ab") == ["abbb"]
    assert labels(Table.of(players=6), "ab") == ["abbbbb"]
    assert sorted(map(sorted, labels(Table.of(players=4), "abc"))) == [list("abbc")] * 3


def test_with_more_bots_than_sides_every_choice_of_them_plays_a_match() -> None:
    assert labels(Table.of(), "abcd") == ["ab", "ac", "ad", "bc", "bd", "cd"]
    three = meetings(Table.of(players=3), enter(list("abcd")), 100)
    assert {meeting.match for meeting in three} == {0, 1, 2, 3}


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@pytest.mark.parametrize("names", ["ab", "abc", "abcdefg"])
def test_over_the_rotations_every_bot_has_every_seat_equally_often(table: Table, names: str) -> None:
    for meeting in meetings(table, enter(list(names)), 7):
        for seat in range(table.players):
            sat = Counter(meeting.seats(rotation)[seat] for rotation in range(meeting.rotations))
            assert sat == Counter(meeting.sides)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_no_two_rotations_are_alike_and_partners_sit_together(table: Table) -> None:
    meeting = meetings(table, enter(list("abc")), 7)[0]
    seatings = [meeting.seats(rotation) for rotation in range(meeting.rotations)]
    assert len(set(seatings)) == table.teams
    for seats in seatings:
        for side in table.sides:
            assert len({seats[seat] for seat in side}) == 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_bot_plays_after_every_other_equally_often(players: int) -> None:
    names = "abcde"[:players]
    follows: Counter[tuple[str, str]] = Counter()
    for meeting in meetings(Table.of(players=players), enter(list(names)), 24 * 7):
        circle = [side.label for side in meeting.sides]
        for one, other in zip(circle, circle[1:] + circle[:1], strict=True):
            follows[one, other] += meeting.deals
    assert len(follows) == players * (players - 1)
    assert len(set(follows.values())) == 1


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@pytest.mark.parametrize("deals", [1, 5, 1000])
def test_every_match_has_its_deals_and_no_deal_is_dealt_twice(table: Table, deals: int) -> None:
    made = meetings(table, enter(list("abcdefg")), deals)
    by_match: Counter[int] = Counter()
    next_deal = 0
    for meeting in made:
        assert meeting.first_deal == next_deal
        next_deal += meeting.deals
        by_match[meeting.match] += meeting.deals
    assert set(by_match.values()) == {deals}


def test_the_seats_of_a_bot_are_those_of_its_sides() -> None:
    one, other = meetings(Table.of(players=4), enter(["a", "b"]), 1)[0].entrants
    meeting = meetings(Table.of(players=4), (one, other), 1)[0]
    assert (meeting.seats_of(one), meeting.seats_of(other)) == (1, 3)
    partners = meetings(Table.of(players=6, partners=True, edition="1967"), (one, other), 1)[0]
    assert (partners.seats_of(one), partners.sides_of(one)) == (3, 1)
