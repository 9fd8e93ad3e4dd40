"""The time that players take for their turns, which no undo gives back."""

from array import array
from bisect import bisect_left, bisect_right

from skipbo.game.game import Game

SLACK = 5_000  # milliseconds that a bot may need to take over


class TurnClock:
    """Measures the turns of a game by the times of its log. A turn to which an undo goes back has no new time."""

    def __init__(self, seconds: int) -> None:
        self.turn_at = 0  # milliseconds since 1970: when the turn began, or would have begun without an interruption
        self._limit = 1000 * seconds
        self._seen = 0  # the time of the latest entry
        self._turn = 0  # which of these turns it is
        self._starts = array("I")  # the moves before each turn
        self._seats = bytearray()
        self._used = array("I")  # milliseconds

    def begin_game(self) -> None:
        self._turn, self._starts, self._seats, self._used = 0, array("I"), bytearray(), array("I")

    def watch(self, now: int, game: Game, *, turn_began: bool) -> None:
        """Looks at the game after an entry of the log."""
        if now - self._seen > self._limit + SLACK:  # a bot would have taken over: the table was not loaded
            self.turn_at += now - self._seen
        self._seen = now
        moves = len(game.moves)
        if not turn_began and (not self._starts or self._starts[self._turn] <= moves):
            return
        if self._starts:
            self._used[self._turn] = min(max(0, now - self.turn_at), self._limit)
        self._turn = bisect_left(self._starts, moves) if turn_began else bisect_right(self._starts, moves) - 1
        if turn_began:
            self._note(moves, game.turn)
        self.turn_at = now - self._used[self._turn]

    def _note(self, moves: int, seat: int) -> None:
        """Notes a turn that begins; it has no new time if it began before, and the move before it was undone."""
        turn = self._turn
        known = turn < len(self._starts) and self._starts[turn] == moves and self._seats[turn] == seat
        kept = turn + known
        del self._starts[kept:], self._seats[kept:], self._used[kept:]
        if not known:
            self._starts.append(moves)
            self._seats.append(seat)
            self._used.append(0)

    def is_used_up(self, moves: int) -> bool:
        """Whether there is no time left for an earlier turn, to which an undo to so many moves would go back."""
        turn = bisect_right(self._starts, moves) - 1
        return 0 <= turn < self._turn and self._used[turn] >= self._limit
