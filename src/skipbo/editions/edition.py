"""An edition: one rule sheet as data. Code asks its fields, never its name."""

from dataclasses import dataclass
from enum import Enum

from skipbo.editions.grammar import KnownTerm, Term
from skipbo.editions.named_cards import NamedCard
from skipbo.editions.terms import STANDARD_TERMS, Terms
from skipbo.errors import Malformed
from skipbo.i18n import current_language, translate


class Dealer(Enum):
    DRAWN = "drawn"  # rule: dealer.first
    ANY = "any"  # rule: dealer.any
    NONE = "none"


class Begins(Enum):
    LEFT_OF_DEALER = 0  # rule: first.left
    YOUNGEST = 1  # rule: first.youngest
    HIGHEST_STOCK = 2  # rule: first.highest


class Overdraw(Enum):
    """The fate of cards drawn beyond the fifth, at a kitchen table."""

    UNKNOWN = 0
    SHUFFLED_IN = 1  # rule: over.shuffle
    EXPOSED = 2  # rule: over.expose


class Irregular(Enum):
    """The fate of a turn out of order that is noticed, at a kitchen table."""

    UNKNOWN = 0
    STOPPED = 1  # rule: irregular.noticed
    ANNULLED = 2  # rule: irregular.annulled


class IrregularAct(Enum):
    """The act that makes a turn out of order irregular, so that it can be called."""

    NONE = 0
    DRAWING = 1  # the sheet says "draws"
    PLAYING = 2  # the sheet says "draws and plays"


@dataclass(frozen=True, slots=True)
class Column:  # rule: ruling.columns
    """The words of one language of a sheet where the languages disagree."""

    irregular: Irregular
    offence: IrregularAct


STOPS = Column(Irregular.STOPPED, IrregularAct.PLAYING)
STOPS_DRAWING = Column(Irregular.STOPPED, IrregularAct.DRAWING)
ANNULS = Column(Irregular.ANNULLED, IrregularAct.PLAYING)
SAYS_NOTHING = Column(Irregular.UNKNOWN, IrregularAct.NONE)


@dataclass(frozen=True, kw_only=True, slots=True, repr=False)
class Edition:
    """A rule sheet, found by its id.

    >>> from skipbo.editions import find_edition
    >>> find_edition("2016")
    find_edition('mattel-2016')
    """

    id: str
    aliases: tuple[str, ...]
    short_title: str
    title: str  # a sentence
    names: tuple[tuple[str, Terms], ...]  # by language; the first is the sheet's main one
    columns: tuple[Column, ...]  # in the order of the languages
    ranks: int = 12  # rule: deck.modern
    wilds: int = 18
    named_cards: tuple[NamedCard, ...] = ()  # cards that have a name instead of a number
    packs: bool = False  # rule: deck.packs, stock.packs
    fewest_players: int = 2  # rule: players
    most_players: int = 6  # rule: ruling.six
    stock_for_few: int = 30  # rule: stock.size
    stock_for_many: int = 20
    many: int = 5
    short_stock: int | None = 10  # rule: stock.short
    dealer: Dealer = Dealer.DRAWN
    begins: Begins = Begins.LEFT_OF_DEALER
    six_in_pairs: bool = True  # rule: team.pairs, team.threes
    partner_discards: bool = True  # rule: team.sources, team.sources-1967
    match_points: int | None = 500  # rule: score.match
    overdraw: Overdraw = Overdraw.SHUFFLED_IN
    may_ask: bool = True  # rule: team.silent, team.no-talk
    talk_penalty: int = 2  # rule: team.cheat

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(language for language, _names in self.names)

    @property
    def special_situations(self) -> bool:  # rule: special.none
        """Whether the sheet says what happens after a mistake: only then can a kitchen table play by it."""
        return self.overdraw is not Overdraw.UNKNOWN

    @property
    def cards(self) -> int:
        return self.wilds + 12 * self.ranks

    @property
    def stock_cards(self) -> int:
        """The number of cards that stock piles are dealt from: all, or packs 1 and 2 of three."""
        return self.cards // 3 * 2 if self.packs else self.cards

    def most_stock(self, players: int, *, needs_draw_pile: bool = True) -> int:  # rule: draw.pile
        """The largest stock piles: those that leave a card for the draw pile, or that there are cards for at all."""
        return min(self.stock_cards, self.cards - int(needs_draw_pile)) // players

    def stock_size(self, players: int) -> int:  # rule: stock.size
        return self.stock_for_few if players < self.many else self.stock_for_many

    def stock_sizes(self, players: int) -> tuple[int, ...]:
        """The sizes that the sheet names for this many players; any other is a house rule."""
        by_sheet = self.stock_size(players)
        return (by_sheet,) if self.short_stock is None else (by_sheet, self.short_stock)

    def teams(self, players: int, partners: bool) -> int:  # rule: team.pairs, team.threes
        """Returns how many sides play; raises `Malformed` if these players cannot form partnerships."""
        if not partners:
            return players
        if players == 4:
            return 2
        if players == 6:
            return 3 if self.six_in_pairs else 2
        raise Malformed(
            "partners",
            translate("Partners need 4 or 6 players, not {players}.").format(players=players),
        )

    @property
    def columns_differ(self) -> bool:
        return len(set(self.columns)) > 1

    def find_column(self, language: str | None = None) -> str:  # rule: ruling.columns
        """Returns the language whose column is played by: the given one, or the sheet's first."""
        if language is None:
            return self.languages[0]
        if language not in self.languages:
            raise Malformed(
                "column",
                translate("{edition} is not printed in “{language}”. Its columns are: {known}.").format(
                    edition=self.id, language=language, known=", ".join(self.languages)
                ),
            )
        return language

    def column(self, language: str) -> Column:
        return self.columns[self.languages.index(language)]

    def names_in(self, language: str | None = None) -> Terms:
        """The sheet's own names in a language it is printed in; else those of the standard sheet."""
        return dict((*STANDARD_TERMS, *self.names))[language or current_language()]

    def swaps_names(self, language: str | None = None) -> bool:
        """Whether the sheet calls the draw pile as the standard sheet calls the stock pile."""
        standard = dict(STANDARD_TERMS)[language or current_language()]
        return self.names_in(language).draw.lower() == standard.stock.lower()

    def face(self, card: int) -> str:
        """Returns the letter or the number that a card shows."""
        return next((named.letter for named in self.named_cards if named.rank == card), None) or str(card)

    def card_name(self, card: int, language: str | None = None) -> Term:
        """Returns the name of a card, or its number as a noun."""
        grammar = self.names_in(language).wild.grammar
        names = [name for named in self.named_cards if named.rank == card for name in named.names]
        number = Term(str(card), str(card), grammar, elides=card in grammar.elided_numbers)
        return next((name for name in names if name.grammar == grammar), number)

    def the_card(self, card: int, language: str | None = None) -> Term:
        """Returns the name of a card as texts have it, with its article, “the Queen”; or its number."""
        name = self.card_name(card, language)
        if name == str(card):
            return name
        return KnownTerm(str(name), name.plural, name.grammar, feminine=name.feminine, elides=name.elides)

    def __repr__(self) -> str:
        return f"find_edition({self.id!r})"
