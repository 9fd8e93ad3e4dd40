"""The words that may be typed, by language: without accents, in small letters. English is always understood too."""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

from skipbo.i18n import LANGUAGES

# What a word stands for in a move: the letter of its pile, D for the deed of discarding, > for “to”, or nothing
STOCK, DISCARD, BUILDING, HAND, WILD = "s", "d", "b", "h", "w"
DISCARDING, TO, PARTNER, PASS, PILE, FILLER = "D", ">", "p", "pass", "pile", ""

MOVE_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        STOCK: "stock debit",
        DISCARD: "discard discards",
        BUILDING: "building",
        HAND: "hand",
        WILD: "wild wilds skipbo joker",
        DISCARDING: "discard",
        TO: "to on onto",
        PARTNER: "partner",
        PASS: "pass",
        PILE: "pile piles stack",
        FILLER: "play put move place the my a an of from card",
    },
    "fr": {
        STOCK: "accumulation",
        DISCARD: "ecart ecarts defausse",
        BUILDING: "sequence",
        HAND: "main",
        WILD: "skipbo joker",
        DISCARDING: "ecarter ecarte ecartez defausser defausse defaussez",
        TO: "sur a vers dans",
        PARTNER: "partenaire equipier equipiere coequipier coequipiere",
        PASS: "passer passe",
        PILE: "pile piles",
        FILLER: "jouer joue jouez poser pose mettre le la les un une mon ma mes du de des carte depuis",
    },
    "es": {
        STOCK: "inicio principal",
        DISCARD: "descarte descartes descartar",
        BUILDING: "construccion secundario",
        HAND: "mano",
        WILD: "skipbo comodin",
        DISCARDING: "descartar descarta descarto descarte",
        TO: "a al en sobre",
        PARTNER: "companero companera pareja",
        PASS: "pasar paso pasa",
        PILE: "pila pilas monto montos",
        FILLER: "jugar juega juego poner pon pongo mover el la los las un una mi mis de del desde carta para",
    },
    "pt": {
        STOCK: "reserva",
        DISCARD: "descarte descartes",
        BUILDING: "base",
        HAND: "mao",
        WILD: "skipbo curinga coringa",
        DISCARDING: "descartar descarta descarto descarte",
        TO: "a ao em na no para sobre",
        PARTNER: "parceiro parceira",
        PASS: "passar passo passa",
        PILE: "pilha pilhas",
        FILLER: "jogar joga jogo colocar coloco o os as um uma meu minha de da do carta",
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
        "rules": "regles",
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
        "log": "registro registo",
        "rules": "regras",
        "save": "salvar guardar",
        "quit": "sair",
    },
}

EXAMPLES: Mapping[str, str] = {
    "en": "{stock} to 1; play 7 on 2; discard 5 on 3; 7 to discard 3",
    "fr": "{stock} sur 1\u00a0; jouer 7 sur 2\u00a0; écarter 5 sur 3\u00a0; 7 sur écart 3",
    "es": "{stock} a 1; jugar 7 en 2; descartar 5 en 3; 7 a descarte 3",
    "pt": "{stock} para 1; jogar 7 na 2; descartar 5 na 3; 7 para descarte 3",
}


def plain(text: str) -> str:
    """Small letters without accents; wide, circled and other forms of digits become digits."""
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@lru_cache(maxsize=len(LANGUAGES))
def move_words(language: str) -> Mapping[str, tuple[str, ...]]:
    """What each word may stand for. Where English has another meaning for a word, the language's own counts."""
    return _with_english(MOVE_WORDS, language)


@lru_cache(maxsize=len(LANGUAGES))
def command_words(language: str) -> Mapping[str, str]:
    return {word: meanings[0] for word, meanings in _with_english(COMMANDS, language).items()}


def command_word(command: str, language: str) -> str:
    """The word that help names for a command."""
    return COMMANDS[language][command].split()[0]


def _with_english(lists: Mapping[str, Mapping[str, str]], language: str) -> dict[str, tuple[str, ...]]:
    return _meanings(lists["en"]) | _meanings(lists[language])


def _meanings(words: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word, meaning in _each(words):
        found[word] = (*found.get(word, ()), meaning)
    return found


def _each(words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for meaning, list_of_words in words.items():
        for word in list_of_words.split():
            yield word, meaning
