"""Every word is translated, and fits: in a language that is longer than any, in large letters, in a narrow window."""

from functools import partial

import pytest

from skipbo.editions import DEFAULT, find_edition
from tests.web.browsing import DESKTOP, NARROW
from tests.web.conftest import Visit
from tests.web.looking import overflowing, untranslated
from tests.web.states import STATES


def variants(name: str) -> tuple[str, str]:
    return name, name[:1].upper() + name[1:]


# What is nobody's to translate, and what an edition calls things: that comes in the reader's language with the rules
PEOPLE = ("Ann", "Bob", "Bartholomew", "Eve", "Guest")
PILES = find_edition(DEFAULT).names_in("en")
NAMES = [*PEOPLE, *(called for name in PILES.__slots__ for called in variants(getattr(PILES, name)))]


@pytest.mark.parametrize("state", STATES)
def test_every_text_is_translated_and_fits(visit: Visit, state: str) -> None:
    visitor = STATES[state](partial(visit, DESKTOP, settings={"speed": "off"}, query="?lang=qps"))
    page = visitor.page
    assert untranslated(page, *NAMES) == []
    assert overflowing(page) == []
    page.set_viewport_size({"width": NARROW.width, "height": NARROW.height})
    assert overflowing(page) == [], "in a narrow window"
    page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert overflowing(page) == [], "in large letters"
