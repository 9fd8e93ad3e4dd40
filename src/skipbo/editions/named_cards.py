"""Cards that a sheet calls by a name instead of a number: the Ace, the Jack, the Queen and the King."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardName:
    """The name of a card in one language: alone, as one that is known, and as any of its kind."""

    bare: str
    the: str
    a: str


@dataclass(frozen=True, slots=True)
class NamedCard:
    rank: int
    letter: str  # on the card, and in a move that a player types
    names: tuple[tuple[str, CardName], ...]  # by language


ACE_TO_KING = (
    NamedCard(
        1,
        "A",
        (
            ("en", CardName("Ace", "the Ace", "an Ace")),
            ("fr", CardName("As", "l'As", "un As")),
            ("es", CardName("As", "el As", "un As")),
            ("pt", CardName("Ás", "o Ás", "um Ás")),
        ),
    ),
    NamedCard(
        11,
        "J",
        (
            ("en", CardName("Jack", "the Jack", "a Jack")),
            ("fr", CardName("Valet", "le Valet", "un Valet")),
            ("es", CardName("Jota", "la Jota", "una Jota")),
            ("pt", CardName("Valete", "o Valete", "um Valete")),
        ),
    ),
    NamedCard(
        12,
        "Q",
        (
            ("en", CardName("Queen", "the Queen", "a Queen")),
            ("fr", CardName("Dame", "la Dame", "une Dame")),
            ("es", CardName("Reina", "la Reina", "una Reina")),
            ("pt", CardName("Dama", "a Dama", "uma Dama")),
        ),
    ),
    NamedCard(
        13,
        "K",
        (
            ("en", CardName("King", "the King", "a King")),
            ("fr", CardName("Roi", "le Roi", "un Roi")),
            ("es", CardName("Rey", "el Rey", "un Rey")),
            ("pt", CardName("Rei", "o Rei", "um Rei")),
        ),
    ),
)
