"""The words that may be typed, by language, with or without accents. English is always understood too."""

import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

from skipbo.i18n import LANGUAGES

Meaning = TypeVar("Meaning", bound=str)


class Symbol(StrEnum):
    """The meaning of a word in a move: its part of the notation, or nothing."""

    STOCK = "s"
    DISCARD = "d"
    BUILDING = "b"
    HAND = "h"
    WILD = "w"
    TO_DISCARD = "D"  # the verb
    TO = ">"
    PARTNER = "p"
    PASS = "pass"
    PILE = "pile"
    FILLER = ""


MOVE_WORDS: Mapping[str, Mapping[Symbol, str]] = {
    "en": {
        Symbol.STOCK: "stock debit",
        Symbol.DISCARD: "discard discards",
        Symbol.BUILDING: "building",
        Symbol.HAND: "hand",
        Symbol.WILD: "wild wilds skipbo joker",
        Symbol.TO_DISCARD: "discard",
        Symbol.TO: "to on onto",
        Symbol.PARTNER: "partner",
        Symbol.PASS: "pass",
        Symbol.PILE: "pile piles stack",
        Symbol.FILLER: "play put move place the my a an of from card",
    },
    "fr": {
        Symbol.STOCK: "accumulation",
        Symbol.DISCARD: "ecart ecarts defausse",
        Symbol.BUILDING: "sequence",
        Symbol.HAND: "main",
        Symbol.WILD: "skipbo joker",
        Symbol.TO_DISCARD: "rejeter rejette rejetez ecarter ecarte ecartez defausser defausse defaussez",
        Symbol.TO: "sur a vers dans",
        Symbol.PARTNER: "partenaire equipier equipiere coequipier coequipiere",
        Symbol.PASS: "passer passe",
        Symbol.PILE: "pile piles",
        Symbol.FILLER: "jouer joue jouez poser pose mettre le la les un une mon ma mes du de des carte depuis",
    },
    "es": {
        Symbol.STOCK: "inicio principal",
        Symbol.DISCARD: "descarte descartes descartar",
        Symbol.BUILDING: "construccion secundario",
        Symbol.HAND: "mano",
        Symbol.WILD: "skipbo comodin",
        Symbol.TO_DISCARD: "descartar descarta descarto descarte",
        Symbol.TO: "a al en sobre",
        Symbol.PARTNER: "companero companera pareja",
        Symbol.PASS: "pasar paso pasa",
        Symbol.PILE: "pila pilas monto montos",
        Symbol.FILLER: "jugar juega juego poner pon pongo mover el la los las un una mi mis de del desde carta para",
    },
    "pt": {
        Symbol.STOCK: "reserva",
        Symbol.DISCARD: "descarte descartes",
        Symbol.BUILDING: "base",
        Symbol.HAND: "mao",
        Symbol.WILD: "skipbo curinga coringa",
        Symbol.TO_DISCARD: "descartar descarta descarto descarte",
        Symbol.TO: "a ao em na no para sobre",
        Symbol.PARTNER: "parceiro parceira",
        Symbol.PASS: "passar passo passa",
        Symbol.PILE: "pilha pilhas",
        Symbol.FILLER: "jogar joga jogo colocar coloco o os as um uma meu minha de da do carta",
    },
}

COMMANDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "moves": "? moves",
        "help": "help h",
        "undo": "undo u",
        "table": "table t",
        "words": "words",
        "log": "log",
        "rules": "rules",
        "save": "save",
        "quit": "quit q exit",
    },
    "fr": {
        "moves": "? coups",
        "help": "aide",
        "undo": "annuler",
        "table": "table",
        "words": "mots",
        "log": "journal",
        "rules": "règles",
        "save": "sauver enregistrer",
        "quit": "quitter",
    },
    "es": {
        "moves": "? jugadas",
        "help": "ayuda",
        "undo": "deshacer",
        "table": "mesa",
        "words": "palabras",
        "log": "registro",
        "rules": "reglas",
        "save": "guardar",
        "quit": "salir",
    },
    "pt": {
        "moves": "? jogadas",
        "help": "ajuda",
        "undo": "desfazer",
        "table": "mesa",
        "words": "palavras",
        "log": "diário registro registo",
        "rules": "regras",
        "save": "salvar guardar",
        "quit": "sair",
    },
}

EXAMPLES: Mapping[str, str] = {
    "en": "{stock} to 1; play 7 on 2; discard 5 on 3; 7 to discard 3",
    "fr": "{stock} sur 1\u00a0; jouer 7 sur 2\u00a0; rejeter 5 sur 3\u00a0; 7 sur écart 3",
    "es": "{stock} a 1; jugar 7 en 2; descartar 5 en 3; 7 a descarte 3",
    "pt": "{stock} para 1; jogar 7 na 2; descartar 5 na 3; 7 para descarte 3",
}


def plain(text: str) -> str:
    """Lower case without accents; wide, circled and other forms of digits become digits."""
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@lru_cache(maxsize=len(LANGUAGES))
def move_words(language: str) -> Mapping[str, tuple[Symbol, ...]]:
    """The meanings of each word. A word of the language hides the same word of English."""
    return _with_english(MOVE_WORDS, language)


@lru_cache(maxsize=len(LANGUAGES))
def command_words(language: str) -> Mapping[str, str]:
    return {word: meanings[0] for word, meanings in _with_english(COMMANDS, language).items()}


def command_word(command: str, language: str) -> str:
    """The word that help names for a command."""
    return COMMANDS[language][command].split()[0]


def _with_english(lists: Mapping[str, Mapping[Meaning, str]], language: str) -> dict[str, tuple[Meaning, ...]]:
    return _meanings(lists["en"]) | _meanings(lists[language])


def _meanings(words: Mapping[Meaning, str]) -> dict[str, tuple[Meaning, ...]]:
    found: dict[str, tuple[Meaning, ...]] = {}
    for meaning, list_of_words in words.items():
        for word in plain(list_of_words).split():
            found[word] = (*found.get(word, ()), meaning)
    return found
