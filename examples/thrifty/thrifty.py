"""A bot that saves its wilds and keeps each discard pile in order."""

from random import Random

from skipbo import Move, PileKind, View
from skipbo.game.view import LegalMoves


class Thrifty:
    def choose(self, view: View, legal: LegalMoves, random: Random) -> Move:
        moves = list(legal)
        random.shuffle(moves)  # of equally good moves any one
        return min(moves, key=lambda move: self.cost(view, move))

    def cost(self, view: View, move: Move) -> float:
        if move.source.kind is PileKind.STOCK:
            return 0  # nothing else wins
        if not move.ends_turn:
            return 2 if move.card == 0 else 1  # a wild only if nothing else goes
        if move.card is None:
            return 99  # a pass
        if move.card == 0:
            return 50
        top = view.top(move.target)
        if top is None:
            return 10
        below = top - move.card  # 1 is best: what lies under is needed right after
        return 3 + below if 0 <= below < 6 else 20
