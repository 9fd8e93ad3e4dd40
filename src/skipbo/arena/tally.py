"""Counts over the games of a meeting: sums only, so that a billion games take no more memory than ten."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from skipbo.arena.chunks import Chunk
from skipbo.arena.pairings import Entrant, Meeting
from skipbo.arena.statistics import Sums
from skipbo.bots.searcher.strength import CHANCE
from skipbo.kernel.layout import BLOCKED, FORFEITED, NO_SEAT

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Offence:
    label: str
    why: str


@dataclass
class MatchTally:
    meeting: Meeting
    deals: int = 0
    blocked: int = 0
    drawn: int = 0
    moves: int = 0
    turns: int = 0
    seconds: float = 0.0
    lengths: Counts = field(default_factory=lambda: np.zeros(0, np.int64))  # games that were played out, by turns
    offences: dict[Offence, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        meeting, entrants = self.meeting, len(self.meeting.entrants)
        self._unit = meeting.table.teams - 1
        self._owners = np.array(
            [
                [meeting.entrants.index(meeting.side(team, rotation)) for team in range(meeting.table.teams)]
                for rotation in range(meeting.rotations)
            ]
        )
        self._sides = np.array([meeting.sides_of(entrant) for entrant in meeting.entrants])
        self._points = np.zeros(entrants, np.int64)
        self._squares = np.zeros(entrants, np.int64)
        self._shares = np.zeros(entrants, np.int64)
        self._products = np.zeros((entrants, entrants), np.int64)
        self._fair = np.zeros(entrants, np.int64)  # as points and squares, less luck, in parts of CHANCE
        self._fair_squares = np.zeros(entrants, np.int64)
        self._luck = np.zeros(entrants, np.int64)  # the same of luck alone
        self._luck_squares = np.zeros(entrants, np.int64)

    @property
    def games(self) -> int:
        return self.deals * self.meeting.rotations

    def add(self, chunk: Chunk) -> None:
        results = chunk.results
        points, shares = self.points(chunk), self.shares(chunk)
        self.deals += chunk.deals
        self.seconds += chunk.seconds
        self._points += points.sum(1)
        self._squares += (points**2).sum(1)
        self._shares += shares.sum(1)
        self._products += shares @ shares.T
        if "luck" in (results.dtype.names or ()):
            luck = self._unit * self.luck(chunk)
            fair = CHANCE * points - luck
            self._fair += fair.sum(1)
            self._fair_squares += (fair**2).sum(1)
            self._luck += luck.sum(1)
            self._luck_squares += (luck**2).sum(1)
        self.blocked += int((results["how"] == BLOCKED).sum())
        self.drawn += int(self.drawn_games(chunk).sum())
        self.moves += int(results["moves"].sum(dtype=np.int64))
        self.turns += int(results["turns"].sum(dtype=np.int64))
        lengths = np.bincount(results["turns"][results["how"] != FORFEITED], minlength=self.lengths.size)
        lengths[: self.lengths.size] += self.lengths
        self.lengths = lengths
        for (_deal, rotation), forfeit in chunk.forfeits.items():
            offence = Offence(self.meeting.seats(rotation)[forfeit.seat].label, forfeit.why)
            self.offences[offence] = self.offences.get(offence, 0) + 1

    def points(self, chunk: Chunk) -> Counts:
        """Points of each entrant in each deal. A forfeited game is lost by one side and shared by the others."""
        teams = self.meeting.table.teams
        points = np.zeros((self._points.size, chunk.deals), np.int64)
        for winner, owners in zip(chunk.winners.T, self._owners, strict=True):
            won = np.flatnonzero(winner != NO_SEAT)
            points[owners[winner[won]], won] += self._unit
        for (deal, rotation), forfeit in chunk.forfeits.items():
            for team in range(teams):
                if team != forfeit.seat % teams:
                    points[self._owners[rotation, team], deal - chunk.first] += 1
        return points

    def luck(self, chunk: Chunk) -> Counts:
        """The luck of each entrant in each deal, in parts of CHANCE."""
        luck = np.zeros((self._points.size, chunk.deals), np.int64)
        for rotation, owners in enumerate(self._owners):
            for team, owner in enumerate(owners):
                luck[owner] += chunk.results["luck"][:, rotation, team]
        return luck

    @staticmethod
    def drawn_games(chunk: Chunk) -> Counts:
        """The number of drawn games in each deal."""
        drawn = (chunk.winners == NO_SEAT) & (chunk.results["how"] != FORFEITED)
        return np.asarray(drawn.sum(1), np.int64)

    def shares(self, chunk: Chunk) -> Counts:
        """Points of each entrant in each deal when all sides share a drawn game; they count as many times as sides."""
        drawn = np.outer(self._sides, self.drawn_games(chunk))
        return np.asarray(self.meeting.table.teams * self.points(chunk) + self._unit * drawn)

    def sums(self, entrant: Entrant) -> Sums:
        index = self.meeting.entrants.index(entrant)
        return Sums(self.deals, self.meeting.rotations, self._unit, int(self._points[index]), int(self._squares[index]))

    def fair_sums(self, entrant: Entrant) -> Sums:
        """The sums of results that are adjusted for luck."""
        return self._sums_with_luck(entrant, self._fair, self._fair_squares)

    def luck_sums(self, entrant: Entrant) -> Sums:
        """The sums of the luck that was taken off: as points, though it is below 0 for those who had none."""
        return self._sums_with_luck(entrant, self._luck, self._luck_squares)

    def _sums_with_luck(self, entrant: Entrant, points: Counts, squares: Counts) -> Sums:
        index, unit = self.meeting.entrants.index(entrant), CHANCE * self._unit
        return Sums(self.deals, self.meeting.rotations, unit, int(points[index]), int(squares[index]))

    @property
    def shared_wins(self) -> NDArray[np.float64]:
        """Games won by each entrant, drawn games shared."""
        return self._shares / (self._unit * self.meeting.table.teams)

    @property
    def covariance(self) -> NDArray[np.float64]:
        """The covariance of the shared wins, from the spread of the deals."""
        means = self._shares / max(self.deals, 1)
        spread = self._products - self.deals * np.outer(means, means)
        return np.asarray(spread / (self._unit * self.meeting.table.teams) ** 2)

    def forfeits(self, entrant: Entrant) -> int:
        return sum(count for offence, count in self.offences.items() if offence.label == entrant.label)
