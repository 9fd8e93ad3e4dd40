"""The words for acts at a kitchen table, by language; English is always understood too."""

from collections.abc import Mapping, Sequence

from skipbo.game.kitchen.act import CALL, DRAW, REFUSE, STAND, TAKE, TAKE_TOP, TALK, Act
from skipbo.i18n import current_language
from skipbo.terminal.vocabulary import plain

MOST_CARDS = 20  # drawn by one line

# In lower case; help names the first word of each
WORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        DRAW: ("draw",),
        TAKE: ("take", "take all"),
        TAKE_TOP: ("take top",),
        REFUSE: ("refuse",),
        TALK: ("talk",),
        STAND: ("stand", "let it stand"),
        CALL: ("call",),
    },
    "fr": {
        DRAW: ("piger", "pige"),
        TAKE: ("prendre", "prends"),
        TAKE_TOP: ("prendre dessus",),
        REFUSE: ("refuser",),
        TALK: ("parler",),
        STAND: ("laisser", "laisser passer"),
        CALL: ("dénoncer",),
    },
    "es": {
        DRAW: ("robar", "robo"),
        TAKE: ("tomar", "tomo"),
        TAKE_TOP: ("tomar arriba",),
        REFUSE: ("rechazar",),
        TALK: ("hablar",),
        STAND: ("dejar", "dejar pasar"),
        CALL: ("acusar",),
    },
    "pt": {
        DRAW: ("comprar", "compro"),
        TAKE: ("pegar", "pego"),
        TAKE_TOP: ("pegar de cima",),
        REFUSE: ("recusar",),
        TALK: ("falar",),
        STAND: ("deixar", "deixar passar"),
        CALL: ("acusar",),
    },
}


def word_for(meaning: str, language: str) -> str:
    """The word that help names for an act."""
    return WORDS[language][meaning][0]


def read_acts(line: str, seats: Sequence[str]) -> list[Act]:
    """The acts that a line names, in order; none if it is not a line of these words."""
    known = {word: meaning for language in ("en", current_language()) for meaning, word in _each(language)}
    text = " ".join(plain(line).split())
    if text in known and known[text] != CALL:
        return [Act(word=known[text])]
    first, _space, rest = text.partition(" ")
    if known.get(first) == DRAW and rest.isdecimal() and 1 <= int(rest) <= MOST_CARDS:
        return [Act(word=DRAW)] * int(rest)
    if known.get(first) == CALL:
        names = {plain(name): seat for seat, name in enumerate(seats)} | {str(n): n for n in range(len(seats))}
        return [Act(word=CALL, called=names[rest])] if rest in names else []
    return []


def _each(language: str) -> list[tuple[str, str]]:
    return [(meaning, plain(word)) for meaning, words in WORDS[language].items() for word in words]
