"""What the page takes from the Python side, so that nothing is written twice: `python -m web.generate`.

Types of the protocol, what the editions are and call things, the rules in our words, and the translations.
"""

import json
from pathlib import Path
from typing import Any

import translations
from babel.messages.pofile import read_po

from skipbo.bots.levels import DEFAULT_LEVEL, LEVELS
from skipbo.editions import DEFAULT, EDITIONS, Edition
from skipbo.language import LANGUAGES
from skipbo.protocol.codes import SENTENCES
from skipbo.protocol.schema import typescript
from skipbo.record.form import DIRECTIONS
from skipbo.rules import RULES, describe, rules_of

PAGE = Path(__file__).parent / "src" / "generated"


def main() -> None:
    write("protocol.ts", typescript())
    write_json("editions.json", {"default": DEFAULT, "editions": [edition_facts(row) for row in EDITIONS.values()]})
    write_json("levels.json", {"default": DEFAULT_LEVEL, "levels": list(LEVELS)})
    write_json("refusals.json", SENTENCES)
    write_json("directions.json", DIRECTIONS)
    for language in LANGUAGES:
        write_json(f"rules/{language}.json", {row.id: edition_rules(row, language) for row in EDITIONS.values()})
        if language != "en":
            write_json(f"texts/{language}.json", translated(language))


def edition_facts(edition: Edition) -> dict[str, Any]:
    players = range(edition.fewest_players, edition.most_players + 1)
    return {
        "id": edition.id,
        "title": edition.title,
        "names": {language: names_of(edition, language) for language in LANGUAGES},
        "ranks": edition.ranks,
        "players": list(players),
        "stocks": {count: list(edition.stock_sizes(count)) for count in players},
        "points": edition.match_points,
        "kitchen": edition.special_situations,
    }


def names_of(edition: Edition, language: str) -> dict[str, str]:
    names = edition.names_in(language)
    return {field: getattr(names, field) for field in names.__slots__}


def edition_rules(edition: Edition, language: str) -> list[dict[str, Any]]:
    return [
        {
            "id": rule.id,
            "section": rule.section,
            "text": describe(rule, edition, language),
            "ruling": rule.ruling,
        }
        for rule in rules_of(edition)
    ]


def translated(language: str) -> dict[str, str | list[str]]:
    """Every text of the page that is translated: one text, or one for each plural."""
    with translations.catalogue_of(language).open("rb") as file:
        catalogue = read_po(file, locale=language)
    texts: dict[str, str | list[str]] = {}
    for text in sorted(translations.page_texts() | data_texts()):
        message = catalogue.get(text)
        if message is not None and message.string:
            plural = message.pluralizable
            texts[text] = list(message.string) if plural else str(message.string)
    return texts


def data_texts() -> set[str]:
    """Texts that reach the page as data, not in its source."""
    return {
        *SENTENCES.values(),
        *(row.title for row in EDITIONS.values()),
        *(rule.section for rule in RULES.values()),
        *(name for names in DIRECTIONS.values() for name in names),
    }


def write(name: str, text: str) -> None:
    path = PAGE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def write_json(name: str, data: Any) -> None:
    write(name, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
