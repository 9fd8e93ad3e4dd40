"""Several games for points: dealer, first player and scores go on from game to game."""

import hashlib
import secrets
from dataclasses import replace
from typing import Self, SupportsIndex

from skipbo.editions import DEFAULT, Begins, Edition
from skipbo.errors import Malformed, NotLegal
from skipbo.game.game import KEY_BYTES, Game, find_referee
from skipbo.game.table import FIRST_RULINGS, RULINGS, STRICT, Table, whole_number
from skipbo.i18n import translate as _
from skipbo.kernel.compiler import plain
from skipbo.kernel.deal import next_dealer
from skipbo.kernel.layout import NO_SEAT
from skipbo.kernel.match import is_leading, is_match_over, score_game

KIND = ("edition", "players", "teams", "stock", "column")  # the fields of a table in which all games of a match agree


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
        table = Table.of(
            edition,
            players=players,
            partners=partners,
            stock=stock,
            dealer=dealer,
            youngest=youngest,
            column=column,
            rulings=rulings,
        )
        self._open(table, points, games, key, referee)

    @classmethod
    def at(
        cls,
        table: Table,
        *,
        points: SupportsIndex | None = None,
        games: SupportsIndex | None = None,
        key: bytes | None = None,
        referee: str | None = None,
    ) -> Self:
        """A match at a table that is settled."""
        match = object.__new__(cls)
        match._open(table, points, games, key, referee)
        return match

    def _open(
        self,
        table: Table,
        points: SupportsIndex | None,
        games: SupportsIndex | None,
        key: bytes | None,
        referee: str | None,
    ) -> None:
        self.table = table
        if points is None and games is None:
            points = self.table.edition.match_points  # rule: score.match
            if points is None:
                raise Malformed(
                    "score.match", _("This sheet names no total: agree on a number of points or games for the match.")
                )
        self.points = None if points is None else whole_number("points", points)
        self.games = None if games is None else whole_number("games", games)
        if min(limit for limit in (self.points, self.games) if limit is not None) < 1:
            raise Malformed("score.match", _("A match is played to at least 1 point or game."))
        self.key = secrets.token_bytes(KEY_BYTES) if key is None else key
        self.scores = [0] * self.table.teams
        self.number = 0  # of games played
        self.played: list[Game] = []  # these games, but for those forgotten
        self.referee = referee or STRICT
        self._next_table = table  # with the dealer, or the first player, of the next game

    @property
    def is_over(self) -> bool:
        return plain(is_match_over)(self.scores, self.number, self.points or 0, self.games or 0)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats of the side that has won when the match is over; several sides' if they are level."""
        sides = self.leading_sides
        return tuple(seat for seat in range(self.table.players) if seat % self.table.teams in sides)

    @property
    def leading_sides(self) -> tuple[int, ...]:
        return tuple(side for side in range(self.table.teams) if plain(is_leading)(self.scores, side))

    def next_game(self, key: bytes | None = None) -> Game:
        """Deals the next game, the same one until it is counted. A key of its own replaces that of the match."""
        if self.is_over:
            raise NotLegal("score.match", _("The match is over."))
        number = self.number.to_bytes(4, "little")
        key = hashlib.sha256(self.key + number).digest() if key is None else key
        return find_referee(self.referee).from_key(self._next_table, key)

    def count(self, game: Game) -> None:
        """Adds a finished game of this match to the scores, and moves the deal on."""
        if self.is_over:
            raise NotLegal("score.match", _("The match is over."))
        if not self._is_next(game):
            raise NotLegal("score.match", _("This is not the next game of the match."))
        outcome = game.outcome
        if outcome is None:
            raise NotLegal("score.game", _("The game is not finished."))
        winner = outcome.winners[0] % self.table.teams if outcome.winners else NO_SEAT
        plain(score_game)(self.scores, winner, outcome.points)
        self.number += 1
        self.played.append(game)
        dealer = plain(next_dealer)(game.states[0])
        if dealer != NO_SEAT:
            self._next_table = replace(self._next_table, dealer=int(dealer))
        elif self.table.edition.begins is Begins.YOUNGEST and self.table.rulings == FIRST_RULINGS:
            self._next_table = replace(self._next_table, youngest=(game.first + 1) % self.table.players)

    def _is_next(self, game: Game) -> bool:
        """Whether a game is of the kind of the match and, if it was dealt, the right player dealt or began."""
        table = self._next_table
        if game.referee != self.referee or any(getattr(game.table, field) != getattr(table, field) for field in KIND):
            return False
        if game in self.played:
            return False
        if game.start is not None:  # a position need not say who dealt
            return True
        if table.edition.begins is Begins.YOUNGEST:
            return game.first == (table.youngest or 0)
        return table.known_dealer in (None, game.dealer)

    def forget(self) -> None:
        """Drops the games that were played; their number and the scores stay."""
        self.played.clear()

    def again(self) -> "Match":
        """A new match of the same players: nobody has scored, and the deal goes on moving."""
        return Match.at(self._next_table, points=self.points, games=self.games, referee=self.referee)

    def copy(self) -> Self:
        """A match that stands the same, and goes its own way from here, with games of its own."""
        other = object.__new__(type(self))
        own = {"scores": list(self.scores), "played": [game.copy() for game in self.played]}
        vars(other).update(vars(self) | own)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Match) else NotImplemented

    def __repr__(self) -> str:
        return f"<Match {self.table.edition.id}, {self.number} games played, scores {self.scores}>"
