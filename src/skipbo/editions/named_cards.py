"""Cards that a sheet calls by a name instead of a number: the Ace, the Jack, the Queen and the King."""

from dataclasses import dataclass

from skipbo.editions.grammar import ENGLISH, FRENCH, PORTUGUESE, SPANISH, Term


@dataclass(frozen=True, slots=True)
class NamedCard:
    rank: int
    letter: str  # on the card, and in a move that a player types
    names: tuple[Term, ...]  # one for each language


ACE_TO_KING = (
    NamedCard(
        1,
        "A",
        (
            Term("Ace", "Aces", ENGLISH, elides=True),
            Term("As", "As", FRENCH, elides=True),
            Term("As", "Ases", SPANISH),
            Term("Ás", "Ases", PORTUGUESE),
        ),
    ),
    NamedCard(
        11,
        "J",
        (
            Term("Jack", "Jacks", ENGLISH),
            Term("Valet", "Valets", FRENCH),
            Term("Jota", "Jotas", SPANISH, feminine=True),
            Term("Valete", "Valetes", PORTUGUESE),
        ),
    ),
    NamedCard(
        12,
        "Q",
        (
            Term("Queen", "Queens", ENGLISH),
            Term("Dame", "Dames", FRENCH, feminine=True),
            Term("Reina", "Reinas", SPANISH, feminine=True),
            Term("Dama", "Damas", PORTUGUESE, feminine=True),
        ),
    ),
    NamedCard(
        13,
        "K",
        (
            Term("King", "Kings", ENGLISH),
            Term("Roi", "Rois", FRENCH),
            Term("Rey", "Reyes", SPANISH),
            Term("Rei", "Reis", PORTUGUESE),
        ),
    ),
)
