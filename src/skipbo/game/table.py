"""A table: the edition, the players and the options, settled before the cards are dealt."""

from dataclasses import dataclass
from functools import cache
from operator import index
from typing import Any, SupportsIndex

from skipbo.editions import DEFAULT, Begins, Dealer, Edition, find_edition
from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.kernel.layout import NO_SEAT, States, new_states

STRICT, KITCHEN = "strict", "kitchen"  # the referees

# Rulings change; a stored game is judged by those it was played by.
# 1: a turn out of order begins with any act and ends with its last card; by the sheet of 2016 the first seat moves on.
# 2: `ruling.irregular-act`, `ruling.irregular-window`, `ruling.irregular-win` and `ruling.youngest` as they are today.
FIRST_RULINGS, RULINGS = 1, 2


def whole_number(name: str, number: SupportsIndex) -> int:
    """Returns the number as a plain int; raises `Malformed` for anything that is not a whole number."""
    try:
        return index(number)
    except TypeError:
        raise Malformed(
            name,
            _("Write {name} as a whole number, such as {name}=4: {value} is not one.").format(
                name=name, value=repr(number)
            ),
        ) from None


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """
    >>> Table.of("1967", players=6, partners=True).sides
    ((0, 2, 4), (1, 3, 5))
    """

    edition: Edition
    players: int
    teams: int
    stock: int
    dealer: int | None  # None: drawn for, or none at all
    youngest: int | None
    column: str  # the language of the sheet that is played by
    rulings: int = RULINGS

    @classmethod
    def of(
        cls,
        edition: str | Edition = DEFAULT,
        *,
        players: SupportsIndex = 2,
        partners: bool = False,
        stock: SupportsIndex | None = None,
        dealer: SupportsIndex | None = None,
        youngest: SupportsIndex | None = None,
        column: str | None = None,
        rulings: int = RULINGS,
        needs_draw_pile: bool = True,
    ) -> "Table":
        """Raises `Malformed` for a table that the sheet does not allow.

        Stored games may be older than the rule that a card is left for the draw pile: they do without.
        """
        sheet, players = find_edition(edition), whole_number("players", players)
        stock = None if stock is None else whole_number("stock", stock)
        dealer = None if dealer is None else whole_number("dealer", dealer)
        youngest = None if youngest is None else whole_number("youngest", youngest)
        if not sheet.fewest_players <= players <= sheet.most_players:  # rule: players
            raise Malformed(
                "players",
                _("Skip-Bo is for {fewest} to {most} players, not {players}.").format(
                    fewest=sheet.fewest_players, most=sheet.most_players, players=players
                ),
            )
        teams, names = sheet.teams(players, partners), sheet.names_in()
        size = sheet.stock_size(players) if stock is None else stock
        enough = sheet.most_stock(players, needs_draw_pile=False)
        most = sheet.most_stock(players, needs_draw_pile=needs_draw_pile)
        if most < size <= enough:  # rule: draw.pile
            raise Malformed(
                "draw.pile",
                _("{players} {stock:s} of {size} cards leave none for the {draw}: deal 1 to {most} cards each.").format(
                    players=players, size=size, most=most, stock=names.stock, draw=names.draw
                ),
            )
        if not 1 <= size <= most:
            raise Malformed(
                "stock",
                _("With {players} players {stock:a} has 1 to {most} cards, not {size}.").format(
                    players=players, most=most, size=size, stock=names.stock
                ),
            )
        if dealer is not None and sheet.dealer is Dealer.NONE:
            raise Malformed("dealer", _("{edition} has no dealer: say who is youngest.").format(edition=sheet.id))
        if youngest is not None and sheet.begins is not Begins.YOUNGEST:
            raise Malformed("youngest", _("By {edition} the youngest does not begin.").format(edition=sheet.id))
        for seat in (dealer, youngest):
            if seat is not None and not 0 <= seat < players:
                raise Malformed(
                    "seat", _("There is no seat {seat}: the seats are 0 to {last}.").format(seat=seat, last=players - 1)
                )
        return cls(
            edition=sheet,
            players=players,
            teams=teams,
            stock=size,
            dealer=dealer,
            youngest=youngest,
            column=sheet.find_column(column),
            rulings=rulings,
        )

    def check_chosen_dealer(self) -> None:  # rule: ruling.dealer-chosen
        """Raises `Malformed` if the players chose the first dealer, but their sheet lets them draw for it."""
        if self.dealer is not None and self.edition.dealer is not Dealer.ANY:
            raise Malformed(
                "dealer",
                _("By {edition} the players draw for the dealer: do not choose one.").format(edition=self.edition.id),
            )

    @property
    def partners(self) -> bool:
        return self.teams < self.players

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:  # rule: ruling.seats
        """The seats of each team; a player alone is a team of one."""
        return _sides(self.players, self.teams)

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The seats that play together with a seat, itself included."""
        return self.sides[seat % self.teams]

    @property
    def known_dealer(self) -> int | None:  # rule: dealer.any, ruling.dealer-chosen
        """The seat that deals; None if the players draw for it, or nobody deals."""
        return 0 if self.dealer is None and self.edition.dealer is Dealer.ANY else self.dealer

    @property
    def house(self) -> dict[str, Any]:
        """The options that the sheet does not have."""
        return {} if self.stock in self.edition.stock_sizes(self.players) else {"stock": self.stock}

    def states(self, count: int = 1) -> States:
        """Records that know the table; the cards are still to be dealt."""
        states = new_states(count)
        states["players"] = self.players
        states["teams"] = self.teams
        states["ranks"] = self.edition.ranks
        states["packs"] = self.edition.packs
        states["stock"] = self.stock
        states["partner_discards"] = self.edition.partner_discards
        states["begins"] = self.edition.begins.value
        states["dealer"] = NO_SEAT if self.known_dealer is None else self.known_dealer
        states["first"] = self.youngest or 0  # rule: ruling.youngest
        return states


@cache
def _sides(players: int, teams: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(range(team, players, teams)) for team in range(teams))
