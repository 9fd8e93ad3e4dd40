"""Pairings: which bots meet, and at which seats. Every deal is played once for each rotation of the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, islice, permutations

from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.i18n import translate as _


@dataclass(frozen=True, slots=True)
class Entrant:
    label: str  # the name in the results: a bot that is entered twice gets a number
    name: str


def enter(names: Sequence[str]) -> tuple[Entrant, ...]:
    """
    >>> [entrant.label for entrant in enter(["eager", "random", "eager"])]
    ['eager', 'random', 'eager 2']
    """
    if len(names) < 2:
        raise Malformed("bots", _("Name at least two bots."))
    entrants: list[Entrant] = []
    for name in names:
        label, number, taken = name, 1, {entrant.label for entrant in entrants}
        while label in taken:
            number += 1
            label = f"{name} {number}"
        entrants.append(Entrant(label, name))
    return tuple(entrants)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match, or the part of it that is played in one order around the table."""

    table: Table
    match: int
    sides: tuple[Entrant, ...]  # in the order in which they sit
    first_deal: int  # its number in the seed; no two meetings share a deal
    deals: int

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(dict.fromkeys(self.sides))

    @property
    def rotations(self) -> int:
        """As many as there are sides: turned further, every bot sits where it or its partner sat before."""
        return self.table.teams

    def side(self, team: int, rotation: int) -> Entrant:
        return self.sides[(team + rotation) % self.table.teams]

    def seats(self, rotation: int) -> tuple[Entrant, ...]:
        return tuple(self.side(seat % self.table.teams, rotation) for seat in range(self.table.players))

    def sides_of(self, entrant: Entrant) -> int:
        return self.sides.count(entrant)

    def seats_of(self, entrant: Entrant) -> int:
        return self.sides_of(entrant) * self.table.players // self.table.teams


def meetings(table: Table, entrants: Sequence[Entrant], deals: int) -> tuple[Meeting, ...]:
    """One match, or a round robin if there are more entrants than sides, with so many deals in each match.

    If there are fewer entrants, the first plays one side and the others share the rest. A rotation does not change
    which bot plays after which, so the deals of a match are split among all orders around the table.

    >>> one = meetings(Table.of(players=4), enter(["planner", "tidy"]), 10)
    >>> [[side.label for side in meeting.sides] for meeting in one]
    [['planner', 'tidy', 'tidy', 'tidy']]
    >>> [("".join(side.label for side in meeting.sides), meeting.deals) for meeting in
    ...  meetings(Table.of(players=3), enter("abc"), 5)]
    [('abc', 3), ('acb', 2)]
    >>> max(meeting.match for meeting in meetings(Table.of(players=4), enter("abcdef"), 10))
    14
    """
    if len(entrants) <= table.teams:
        first, *others = entrants
        matches = [(first, *islice(cycle(others), table.teams - 1))]
    else:
        matches = list(combinations(entrants, table.teams))
    made, dealt = [], 0
    for match, (first, *others) in enumerate(matches):
        orders = list(dict.fromkeys(permutations(others)))
        for place, order in enumerate(orders):
            share = deals // len(orders) + (place < deals % len(orders))
            if share:
                made.append(Meeting(table, match, (first, *order), dealt, share))
            dealt += share
    return tuple(made)
