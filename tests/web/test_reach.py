"""Nobody is shut out: axe-core finds nothing in any state, light or dark, in any language."""

from functools import partial
from itertools import cycle

import pytest

from tests.web.browsing import PHONE
from tests.web.conftest import Visit
from tests.web.looking import violations
from tests.web.states import STATES, playing

LANGUAGES = cycle(("en", "fr", "es", "pt"))
THEMES = ("meadow", "dusk", "harbour", "paper")


@pytest.mark.parametrize(("state", "language"), [*zip(STATES, LANGUAGES, strict=False)])
def test_axe_finds_nothing(visit: Visit, state: str, language: str) -> None:
    visitor = STATES[state](partial(visit, settings={"speed": "off", "language": language, "light": "light"}))
    assert violations(visitor.page) == []
    visitor.page.evaluate("() => { document.documentElement.dataset.light = 'dark'; }")
    assert violations(visitor.page) == []


def test_axe_finds_nothing_on_any_table_cloth(visit: Visit) -> None:
    visitor = playing(partial(visit, PHONE, settings={"speed": "off"}))
    for theme in THEMES:
        visitor.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert violations(visitor.page) == [], theme
