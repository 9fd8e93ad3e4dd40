"""What is kept of the games of a match: sums and counts, so that a billion games take no more room than ten."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from skipbo.arena.chunks import Chunk
from skipbo.arena.pairings import Entrant, Meeting
from skipbo.arena.statistics import Sums
from skipbo.kernel.layout import BLOCKED, FORFEITED, NO_SEAT

Places = tuple[tuple[Entrant, ...], tuple[int, ...]]  # who played each side of a game, and who came first


@dataclass(frozen=True, slots=True)
class Offence:
    label: str
    why: str


@dataclass
class Tally:
    meeting: Meeting
    keep: int = 0  # how many games' places are kept, for ratings that look at game after game
    deals: int = 0
    blocked: int = 0
    drawn: int = 0
    moves: int = 0
    turns: int = 0
    seconds: float = 0.0
    lengths: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(0, np.int64)
    )  # games that were played out, by turns
    offences: dict[Offence, int] = field(default_factory=dict)
    places: list[Places] = field(default_factory=list)

    def __post_init__(self) -> None:
        meeting = self.meeting
        self._unit = meeting.table.teams - 1
        self._owners = np.array(
            [
                [meeting.entrants.index(meeting.side(team, rotation)) for team in range(meeting.table.teams)]
                for rotation in range(meeting.rotations)
            ]
        )
        self._points = np.zeros(len(meeting.entrants), np.int64)
        self._squares = np.zeros(len(meeting.entrants), np.int64)

    @property
    def games(self) -> int:
        return self.deals * self.meeting.rotations

    def add(self, chunk: Chunk) -> None:
        results = chunk.results
        points = self.points(chunk)
        self.deals += chunk.deals
        self.seconds += chunk.seconds
        self._points += points.sum(1)
        self._squares += (points**2).sum(1)
        self.blocked += int((results["how"] == BLOCKED).sum())
        self.drawn += int(self.drawn_games(chunk).sum())
        self.moves += int(results["moves"].sum(dtype=np.int64))
        self.turns += int(results["turns"].sum(dtype=np.int64))
        lengths = np.bincount(results["turns"][results["how"] != FORFEITED], minlength=self.lengths.size)
        lengths[: self.lengths.size] += self.lengths
        self.lengths = lengths
        for forfeit in chunk.forfeits:
            seats = self.meeting.seats(forfeit.rotation)
            offence = Offence(seats[forfeit.seat].label, forfeit.why)
            self.offences[offence] = self.offences.get(offence, 0) + 1
        if len(self.places) < self.keep:
            self._keep_places(chunk)

    def points(self, chunk: Chunk) -> NDArray[np.int64]:
        """Of each entrant in each deal. A forfeited game is lost by one side and shared by the others."""
        teams = self.meeting.table.teams
        points = np.zeros((self._points.size, chunk.deals), np.int64)
        for winner, owners in zip(chunk.winners.T, self._owners, strict=True):
            won = np.flatnonzero(winner != NO_SEAT)
            points[owners[winner[won]], won] += self._unit
        for forfeit in chunk.forfeits:
            for team in range(teams):
                if team != forfeit.seat % teams:
                    points[self._owners[forfeit.rotation, team], forfeit.deal - chunk.first] += 1
        return points

    @staticmethod
    def drawn_games(chunk: Chunk) -> NDArray[np.int64]:
        """In each deal: games that nobody won."""
        nobody = (chunk.winners == NO_SEAT) & (chunk.results["how"] != FORFEITED)
        return np.asarray(nobody.sum(1), np.int64)

    def quarters(self, chunk: Chunk) -> NDArray[np.int64]:
        """Between two sides: what the first made of each deal, a drawn game being half won."""
        return np.asarray(2 * self.points(chunk)[0] + self.drawn_games(chunk))

    def sums(self, entrant: Entrant) -> Sums:
        index = self.meeting.entrants.index(entrant)
        return Sums(self.deals, self.meeting.rotations, self._unit, int(self._points[index]), int(self._squares[index]))

    def forfeits(self, entrant: Entrant) -> int:
        return sum(count for offence, count in self.offences.items() if offence.label == entrant.label)

    def _keep_places(self, chunk: Chunk) -> None:
        teams = range(self.meeting.table.teams)
        offenders = {(one.deal - chunk.first, one.rotation): one.seat % len(teams) for one in chunk.forfeits}
        for deal in range(chunk.deals):
            for rotation in range(self.meeting.rotations):
                if len(self.places) == self.keep:
                    return
                sides = tuple(self.meeting.side(team, rotation) for team in teams)
                offender = offenders.get((deal, rotation))
                winner = chunk.winners[deal, rotation]
                behind = (
                    [team == offender for team in teams] if offender is not None else [team != winner for team in teams]
                )
                self.places.append((sides, tuple(map(int, behind))))
