"""Several games for points: dealer, first player and scores go on from game to game."""

import hashlib
import secrets
from operator import index
from typing import Any, Self, SupportsIndex

from skipbo.editions import DEFAULT, Begins, Dealer, Edition
from skipbo.errors import Malformed, NotLegal
from skipbo.game.game import KEY_BYTES, Game
from skipbo.game.table import FIRST_RULINGS, RULINGS, Table
from skipbo.i18n import translate as _


class Match:
    """Games to a number of points, or of games, that the players agreed on.

    Without either the sheet's own total counts: 500, but the sheet of 1967 names none. Two matches are equal that have
    the same table, end and key, and in which the same games were played so far.

    >>> match = Match("mattel-2003", players=2, key=bytes(32))
    >>> game = match.next_game()
    >>> match.scores, match.is_over
    ([0, 0], False)
    """

    def __init__(
        self,
        edition: str | Edition = DEFAULT,
        *,
        players: SupportsIndex = 2,
        partners: bool = False,
        stock: SupportsIndex | None = None,
        dealer: SupportsIndex | None = None,
        youngest: SupportsIndex | None = None,
        column: str | None = None,
        rulings: int = RULINGS,
        points: SupportsIndex | None = None,
        games: SupportsIndex | None = None,
        key: bytes | None = None,
        referee: str | None = None,
    ) -> None:
        self.table = Table.of(
            edition,
            players=players,
            partners=partners,
            stock=stock,
            dealer=dealer,
            youngest=youngest,
            column=column,
            rulings=rulings,
        )
        if points is None and games is None:
            points = self.table.edition.match_points  # rule: score.match
            if points is None:
                raise Malformed(
                    "score.match", _("This sheet names no total: agree on a number of points or games for the match.")
                )
        self.points = None if points is None else index(points)
        self.games = None if games is None else index(games)
        if min(limit for limit in (self.points, self.games) if limit is not None) < 1:
            raise Malformed("score.match", _("A match is played to at least 1 point or game."))
        self.key = secrets.token_bytes(KEY_BYTES) if key is None else key
        self.scores = [0] * self.table.teams
        self.number = 0  # of games played
        self.played: list[Game] = []  # these games, but for those forgotten
        self._options: dict[str, Any] = {
            "dealer": self.table.dealer,
            "youngest": self.table.youngest,
            "column": self.table.column,
            "rulings": rulings,
            "referee": referee,
        }

    @property
    def is_over(self) -> bool:
        reached = self.points is not None and max(self.scores) >= self.points
        return reached or (self.games is not None and self.number >= self.games)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats of the side that has won when the match is over; several sides' if they are level."""
        best = max(self.scores)
        return tuple(seat for seat in range(self.table.players) if self.scores[seat % self.table.teams] == best)

    def next_game(self, key: bytes | None = None) -> Game:
        """Deals the next game, the same one until it is counted. A key of its own replaces that of the match."""
        if self.is_over:
            raise NotLegal("score.match", _("The match is over."))
        number = self.number.to_bytes(4, "little")
        return Game(
            self.table.edition,
            players=self.table.players,
            partners=self.table.partners,
            stock=self.table.stock,
            key=hashlib.sha256(self.key + number).digest() if key is None else key,
            **self._options,
        )

    def count(self, game: Game) -> None:
        """Adds a finished game of this match to the scores, and moves the deal on."""
        if self.is_over:
            raise NotLegal("score.match", _("The match is over."))
        ours, its = self.table, game.table
        same_table = (ours.edition, ours.players, ours.teams) == (its.edition, its.players, its.teams)
        if not same_table or game in self.played:
            raise NotLegal("score.match", _("This is not the next game of the match."))
        outcome = game.outcome
        if outcome is None:
            raise NotLegal("score.game", _("The game is not finished."))
        if outcome.winners:
            self.scores[outcome.winners[0] % self.table.teams] += outcome.points
        self.number += 1
        self.played.append(game)
        players = self.table.players
        if self.table.edition.begins is Begins.YOUNGEST:
            if self.table.rulings == FIRST_RULINGS:
                self._options["youngest"] = (game.first + 1) % players
        elif self.table.edition.dealer is not Dealer.NONE and game.dealer is not None:  # rule: dealer.moves
            self._options["dealer"] = (game.dealer + 1) % players

    def forget(self) -> None:
        """Drops the games that were played; their number and the scores stay."""
        self.played.clear()

    def again(self) -> "Match":
        """A new match of the same players: nobody has scored, and the deal goes on moving."""
        return Match(
            self.table.edition,
            players=self.table.players,
            partners=self.table.partners,
            stock=self.table.stock,
            points=self.points,
            games=self.games,
            **self._options,
        )

    def copy(self) -> Self:
        """A match that stands the same, and goes its own way from here, with games of its own."""
        other = object.__new__(type(self))
        own = {"scores": list(self.scores), "played": [game.copy() for game in self.played]}
        vars(other).update(vars(self) | own | {"_options": dict(self._options)})
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Match) else NotImplemented

    def __repr__(self) -> str:
        return f"<Match {self.table.edition.id}, {self.number} games played, scores {self.scores}>"
