"""A chunk: some deals of a meeting with every rotation. The unit of progress, of storage and of an interrupt."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from skipbo.arena.referee import Clock, Forfeit
from skipbo.batch.loops import RESULT
from skipbo.kernel.layout import SEATS, States

RESULT_AND_LUCK = np.dtype([*RESULT.descr, ("luck", "<i8", (SEATS,))])  # of every side, in parts of CHANCE

Place = tuple[int, int]  # a game of a meeting: its deal and its rotation


@dataclass(frozen=True, slots=True)
class Chunk:
    meeting: int
    first: int  # the number of its first deal within the meeting
    results: States  # by deal and rotation; RESULT_AND_LUCK in a tournament that is adjusted for luck
    seconds: float
    forfeits: dict[Place, Forfeit] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)  # by label, where a referee held them

    @property
    def deals(self) -> int:
        return len(self.results)

    @property
    def winners(self) -> NDArray[np.uint8]:
        """The team that won each game by the rules; NO_SEAT if the game was drawn, forfeited or given up."""
        winners: NDArray[np.uint8] = self.results["winner"]
        return winners

    def upto(self, deals: int) -> "Chunk":
        """The chunk with its first deals only."""
        if deals == self.deals:
            return self
        kept = {place: forfeit for place, forfeit in self.forfeits.items() if place[0] < self.first + deals}
        return Chunk(self.meeting, self.first, self.results[:deals], self.seconds, kept, self.clocks)
