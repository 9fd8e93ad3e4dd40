"""Nobody is shut out: axe-core finds nothing in any state, in any language, light or dark, on any table cloth."""

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.repetition import later
from tests.web.axe import LOOK, THEMES
from tests.web.conftest import Visit
from tests.web.page_checks import violations
from tests.web.states import OFTEN, STATES

LANGUAGES = ("en", "fr", "es", "pt")
SETTINGS = ".bar button[aria-haspopup=dialog], .tools button[aria-haspopup=dialog]"


def speak(page: Page, language: str) -> None:
    """Chooses a language as people do; on a screen without a place for that, before they come there."""
    header, dialog, settings = page.locator(".header"), page.get_by_role("dialog"), page.locator(SETTINGS)
    opens = not header.count() and not dialog.count() and settings.count() > 0
    if opens:
        settings.last.click()
    choice = (header if header.count() else dialog).locator("select:has(option[lang])")
    if opens or header.count() or choice.count():
        choice.select_option(language)
    else:
        page.evaluate("(language) => localStorage.setItem('skipbo.settings', JSON.stringify({ language }))", language)
        page.reload()
        expect(page.locator("main h1, .verdict").last).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    if opens:
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()


@pytest.mark.parametrize(
    ("state", "looks"), [*((state, 1) for state in OFTEN), *(later(state, len(LANGUAGES)) for state in STATES)]
)
def test_axe_finds_nothing(visit: Visit, state: str, looks: int) -> None:
    """Each language has another cloth, and by turns light and dark; `make axe` looks at all of them with each other."""
    first = list(STATES).index(state)
    visitor = STATES[state](partial(visit, settings={"language": "en"}))
    for look in range(looks):
        turn = (first + look) % len(LANGUAGES)
        language, theme, light = LANGUAGES[turn], THEMES[turn], ("light", "dark")[(first // len(LANGUAGES) + look) % 2]
        speak(visitor.page, language)
        visitor.page.evaluate(LOOK, [theme, light])
        assert violations(visitor.page) == [], f"{language}, {theme}, {light}"
