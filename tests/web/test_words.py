"""Every word is translated, and fits: in a language that is longer than any, in large letters, in a narrow window."""

from functools import partial

import pytest

from skipbo.editions import DEFAULT, find_edition
from skipbo.record import BOT_NAMES
from skipbo.rules import describe, describe_briefly, guide_of, rules_of
from tests.web.browser import DESKTOP, NARROW
from tests.web.conftest import Visit
from tests.web.page_checks import overflowing, untranslated
from tests.web.states import EACH_STATE, STATES

# What is nobody's to translate: names, and what people say; and what comes with the edition in the reader's language
PEOPLE = ("Ann", "Bob", "Bartholomew", "Cleo", "Eve", "Guest", "Oops!", *BOT_NAMES)
EDITION = find_edition(DEFAULT)
PILES = EDITION.names_in("en").by_name().values()
GUIDE = [text for chapter in guide_of(EDITION, "en") for text in chapter.paragraphs]
RULES = [describe(rule, EDITION, "en") for rule in rules_of(EDITION)]
BRIEFLY = [describe_briefly(rule, EDITION, "en") for rule in rules_of(EDITION) if rule.brief]
IDS = [rule.id for rule in rules_of(EDITION)]


def variants(name: str) -> tuple[str, str]:
    return name, name[:1].upper() + name[1:]


NAMES = [
    *GUIDE,
    *RULES,
    *BRIEFLY,
    *IDS,
    *PEOPLE,
    *(each for pile in PILES for name in (pile.plural, str(pile)) for each in variants(name)),
]


@pytest.mark.parametrize("state", EACH_STATE)
def test_every_text_is_translated_and_fits(visit: Visit, state: str) -> None:
    visitor = STATES[state](partial(visit, DESKTOP, query="?lang=qps"))
    page = visitor.page
    assert untranslated(page, *NAMES) == []
    assert overflowing(page) == []
    page.set_viewport_size({"width": NARROW.width, "height": NARROW.height})
    assert overflowing(page) == [], "in a narrow window"
    page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert overflowing(page) == [], "in large letters"
