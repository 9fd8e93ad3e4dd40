"""Who meets whom, and where they sit: every deal is played once for each way to turn the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, islice

from skipbo.errors import Malformed
from skipbo.language import translate as _
from skipbo.table import Table


@dataclass(frozen=True, slots=True)
class Entrant:
    label: str  # as the results call it: a name that is entered twice gets a number
    name: str


def enter(names: Sequence[str]) -> tuple[Entrant, ...]:
    """
    >>> [entrant.label for entrant in enter(["eager", "random", "eager"])]
    ['eager', 'random', 'eager 2']
    """
    if len(names) < 2:
        raise Malformed("bots", _("Name two bots or more: somebody must be beaten."))
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
    """A match: who plays each side, in the order in which they sit."""

    table: Table
    sides: tuple[Entrant, ...]
    first_deal: int = 0

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(dict.fromkeys(self.sides))

    @property
    def rotations(self) -> int:
        """Turned by as many seats as there are sides, everybody sits where they or a partner of theirs sat before."""
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
    """One match, or a round robin where there are more entrants than sides. No two matches share a deal.

    Where there are fewer, the first plays one side and the others share the rest.

    >>> four = Table.of(players=4)
    >>> [side.label for side in meetings(four, enter(["planner", "tidy"]), 10)[0].sides]
    ['planner', 'tidy', 'tidy', 'tidy']
    >>> len(meetings(four, enter("abcdef"), 10))
    15
    """
    if len(entrants) <= table.teams:
        first, *others = entrants
        return (Meeting(table, (first, *islice(cycle(others), table.teams - 1))),)
    return tuple(
        Meeting(table, sides, number * deals) for number, sides in enumerate(combinations(entrants, table.teams))
    )
