"""Writes what the page takes from Python, so that nothing is written twice; `tools.page.build` runs this.

Types of the protocol, what the editions are and call things, the rules in our words, the translations, and a few games,
whose moves are not worth compiling the rules for: run it with NUMBA_DISABLE_JIT=1.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any

from babel.messages.pofile import read_po

from skipbo.bots.levels import DEFAULT_LEVEL, LEVELS, WORLDS
from skipbo.coach.grades import all_grades
from skipbo.coach.sentences import MOVES, REASONS
from skipbo.editions import DEFAULT, EDITIONS, Begins, Dealer, Edition, Term
from skipbo.errors import Malformed
from skipbo.game.card import HIGHEST
from skipbo.game.table import Table
from skipbo.i18n import LANGUAGES
from skipbo.kernel.compiler import plain
from skipbo.kernel.layout import WILD, copies_of
from skipbo.kernel.turn import rank_after
from skipbo.protocol.codec import to_builtins
from skipbo.protocol.codes import SENTENCES
from skipbo.protocol.options import TableOptions
from skipbo.protocol.schema import typescript as protocol_types
from skipbo.record import BOT_NAMES, DIRECTIONS
from skipbo.rules import RULES, Rule, describe, describe_briefly
from skipbo.rules.guide import NOTE_ON_PILES, PASSAGES, SETTING_UP, tell
from tools import translations
from tools.page.files import GENERATED, KERNEL, to_json, write_all
from tools.page.games import games
from tools.page.icons import calling
from tools.page.options import judged_options, option_limits
from tools.page.spoiled import spoiled_records
from tools.page.terms import inflected
from tools.page.tutorial import tutorial
from tools.page.vectors import long_vectors, vectors
from tools.wasm.typescript import bots, recorded_tables, sheets, strengths
from tools.wasm.typescript import typescript as kernel_types


def main() -> None:
    translations.compile_catalogues()  # the rules are described in every language
    write_all(GENERATED, contents(), kept=[KERNEL])


def contents() -> dict[str, str]:
    """The text of every generated file, by its name."""
    rows = EDITIONS.values()
    data: dict[str, Any] = {
        "editions.json": {
            "default": DEFAULT,
            "articles": articles_of("en"),
            "editions": [edition_facts(row) for row in rows],
        },
        "edition-notes.json": {"titles": {row.id: row.title for row in rows}, "note_on_piles": NOTE_ON_PILES},
        "levels.json": {"default_level": DEFAULT_LEVEL, "levels": list(LEVELS)},
        "searching-levels.json": list(WORLDS),
        "refusals.json": SENTENCES,
        "advice.json": {"moves": MOVES, "reasons": REASONS},
        "seat-names.json": {"sides": DIRECTIONS, "bots": BOT_NAMES},
        "decks.json": {row.id: deck(row) for row in rows},
        "sequence.json": [plain(rank_after)(height) for height in range(HIGHEST + 1)],
        "sheets.json": sheets(),
        "tables.json": recorded_tables(),
        "bots.json": bots(),
        "strengths.json": strengths(),
        "grades.json": all_grades(),
        "table-options.json": to_builtins(TableOptions()),
        "option-limits.json": option_limits(),
        "judged-options.json": judged_options(),
        "vectors.json": vectors(),
        "long-vectors.json": long_vectors(),
        "spoiled.json": spoiled_records(),
        "terms.json": {language: inflected(language) for language in LANGUAGES},
        "games.json": games(),
        "tutorial.json": tutorial(),
    }
    for language in LANGUAGES:
        data[f"rules/{language}.json"] = {row.id: edition_rules(row, language) for row in rows}
        if language != "en":
            data[f"words/{language}.json"] = {
                "texts": translated(language),
                "articles": articles_of(language),
                "names": names_in(language),
            }
    texts = {"protocol.ts": protocol_types(), "kernel.ts": kernel_types(), "icon-turn.svg": calling()}
    return texts | {name: to_json(content) for name, content in data.items()}


def deck(edition: Edition) -> list[int]:
    """The number of copies of each card, the wilds first."""
    state = Table.of(edition).states()[0]
    return [plain(copies_of)(state, rank) for rank in range(WILD, edition.ranks + 1)]


def edition_facts(edition: Edition) -> dict[str, Any]:
    players = range(edition.fewest_players, edition.most_players + 1)
    return {
        "id": edition.id,
        "short_title": edition.short_title,
        "names": names_of(edition, "en"),
        "ranks": edition.ranks,
        "players": list(players),
        "sides": {count: sides for count in players if (sides := sides_of_partners(edition, count))},
        "stocks": {count: list(edition.stock_sizes(count)) for count in players},
        "points": edition.match_points,
        "kitchen": edition.special_situations,
        "columns": list(edition.languages) if edition.columns_differ else [],
        "seat_choice": seat_choice(edition),
    }


def seat_choice(edition: Edition) -> str | None:
    """Returns the option with which the players say who deals first or who is youngest, if the edition has one."""
    if edition.begins is Begins.YOUNGEST:
        return "youngest"
    return "dealer" if edition.dealer is Dealer.ANY else None


def sides_of_partners(edition: Edition, players: int) -> int | None:
    """Returns how many sides so many players make as partners; None if they cannot be partners."""
    with suppress(Malformed):
        return edition.teams(players, partners=True)
    return None


def articles_of(language: str) -> dict[str, Any]:
    grammar = EDITIONS[DEFAULT].names_in(language).stock.grammar
    return {
        "definite": grammar.definite,
        "singular": grammar.singular,
        "plural": grammar.plural,
        "elided_numbers": grammar.elided_numbers,
    }


def names_in(language: str) -> dict[str, dict[str, Any]]:
    return {row.id: names_of(row, language) for row in EDITIONS.values()}


def names_of(edition: Edition, language: str) -> dict[str, Any]:
    piles: dict[str, Any] = {name: noun(term) for name, term in edition.names_in(language).by_name().items()}
    return piles | ({"cards": cards_of(edition, language)} if edition.named_cards else {})


def cards_of(edition: Edition, language: str) -> dict[int, dict[str, Any]]:
    """The letters and names of the cards that have one, by their numbers."""
    return {
        named.rank: {"letter": named.letter} | noun(edition.card_name(named.rank, language))
        for named in edition.named_cards
    }


def noun(term: Term) -> dict[str, Any]:
    marks = {"feminine": term.feminine, "elides": term.elides}
    return {"singular": term, "plural": term.plural} | {mark: True for mark, has in marks.items() if has}


def edition_rules(edition: Edition, language: str) -> dict[str, Any]:
    """Returns the guide and the rules of an edition; a text that not all columns have names those that do."""
    return {
        "guide": [
            {
                "title": title,
                "table": title == SETTING_UP,
                "paragraphs": [
                    text
                    for passage in passages
                    for text in by_columns(edition, partial(tell, passage, edition, language))
                ],
            }
            for title, passages in ((title, list(group)) for title, group in groupby(PASSAGES, attrgetter("chapter")))
        ],
        "rules": [
            {"id": rule.id, "section": rule.section, "ruling": rule.ruling} | text | brief(rule, edition, language)
            for rule in RULES.values()
            if edition.id in rule.editions
            for text in by_columns(edition, partial(rule_text, rule, edition, language))
        ],
    }


def rule_text(rule: Rule, edition: Edition, language: str, column: str) -> str | None:
    return describe(rule, edition, language, column) if rule.belongs_to(edition.id, column) else None


def brief(rule: Rule, edition: Edition, language: str) -> dict[str, str]:
    """What follows from a rule about mistakes; nothing for others. No column has words of its own for it."""
    text = describe_briefly(rule, edition, language)
    return {"brief": unbroken(text)} if text else {}


def by_columns(edition: Edition, text_in: Callable[[str], str | None]) -> list[dict[str, Any]]:
    """Returns the texts that the columns of a sheet have, each with its columns if they are not all."""
    columns: dict[str, list[str]] = {}
    for column in edition.languages:
        text = text_in(column)
        if text is not None:
            columns.setdefault(unbroken(text), []).append(column)
    return [
        {"text": text} | ({} if tuple(having) == edition.languages else {"columns": having})
        for text, having in columns.items()
    ]


def translated(language: str) -> dict[str, str | list[str]]:
    """Every text of the page that is translated, by its digest: one text, or one for each plural."""
    with translations.catalogue_of(language).open("rb") as file:
        catalogue = read_po(file, locale=language)
    texts: dict[str, str | list[str]] = {}
    source = sorted(translations.page_texts() | data_texts())
    assert len({digest(text) for text in source}) == len(source), "two texts have one digest: word one otherwise"
    for text in source:
        message = catalogue.get(text)
        if message is not None and message.string:
            plural = message.pluralizable
            texts[digest(text)] = [*map(unbroken, message.string)] if plural else unbroken(message.string)
    return texts


def unbroken(text: str) -> str:
    """French has a space before : ; ? ! » and after «, at which no line may end."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", "\N{NO-BREAK SPACE}", text)


def digest(text: str) -> str:
    """A short name for a text, as i18n.svelte.ts makes it: FNV-1a over UTF-16, folded to 24 bits, in base 36."""
    value = 0x811C9DC5
    units = text.encode("utf-16-le")
    for low, high in zip(units[::2], units[1::2], strict=True):
        value = ((value ^ (high << 8 | low)) * 0x01000193) & 0xFFFFFFFF
    value = (value ^ value >> 24) & 0xFFFFFF
    digits = ""
    while True:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if not value:
            return digits


def data_texts() -> set[str]:
    """Texts that reach the page as data, not in its source."""
    return {
        *SENTENCES.values(),
        *MOVES.values(),
        *REASONS.values(),
        *(text for row in EDITIONS.values() for text in (row.short_title, row.title)),
        *(rule.section for rule in RULES.values()),
        *(passage.chapter for passage in PASSAGES),
        NOTE_ON_PILES,
        *(name for names in DIRECTIONS.values() for name in names),
    }


if __name__ == "__main__":
    main()
