"""Which language the program speaks."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from skipbo.i18n import (
    LANGUAGES,
    current_language,
    local_number,
    preferred_language,
    translate,
    translate_plural,
    use_language,
)

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
SENTENCE = "The game is over."


@pytest.fixture(autouse=True)
def _no_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    yield
    use_language("en")


def test_we_speak_the_four_languages_of_the_standard_sheet() -> None:
    assert LANGUAGES == ("en", "fr", "es", "pt")


@pytest.mark.parametrize("variable", VARIABLES)
@pytest.mark.parametrize(
    ("value", "language"),
    [("fr_FR.UTF-8", "fr"), ("es", "es"), ("pt_BR", "pt"), ("PT", "pt"), ("C", "en"), ("", "en"), ("de_DE", "en")],
)
def test_the_environment_says_which(monkeypatch: pytest.MonkeyPatch, variable: str, value: str, language: str) -> None:
    monkeypatch.setenv(variable, value)
    assert preferred_language() == language
    assert use_language() == current_language() == language


def test_of_several_languages_the_first_that_we_speak_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de:es:fr")
    monkeypatch.setenv("LANG", "pt_PT.UTF-8")
    assert preferred_language() == "es"


@pytest.mark.parametrize(("stronger", "weaker"), list(pairwise(VARIABLES)))
def test_the_variables_have_the_order_of_gettext(monkeypatch: pytest.MonkeyPatch, stronger: str, weaker: str) -> None:
    monkeypatch.setenv(stronger, "fr")
    monkeypatch.setenv(weaker, "es")
    assert preferred_language() == "fr"


def test_the_system_is_asked_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("locale.getlocale", lambda: ("pt_BR", "UTF-8"))
    assert preferred_language() == "pt"
    monkeypatch.setenv("LANG", "fr_CA")
    assert preferred_language() == "fr"


def test_a_language_that_we_do_not_speak_leaves_the_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "es")
    assert use_language("de") == "es"


def test_every_language_has_its_own_words() -> None:
    said = set()
    for language in LANGUAGES:
        use_language(language)
        said.add(translate(SENTENCE))
    assert len(said) == 4
    use_language("en")
    assert translate(SENTENCE) == SENTENCE


def test_a_sentence_that_nobody_translated_is_said_in_english() -> None:
    use_language("fr")
    assert translate("Nobody translated this.") == "Nobody translated this."
    assert translate_plural("{n} bird", "{n} birds", 1) == "{n} bird"
    assert translate_plural("{n} bird", "{n} birds", 2) == "{n} birds"


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", ["1,234", "1,234.5", "12.5%"]),
        ("fr", ["1\N{NO-BREAK SPACE}234", "1\N{NO-BREAK SPACE}234,5", "12,5\N{NO-BREAK SPACE}%"]),
        ("es", ["1.234", "1.234,5", "12,5\N{NO-BREAK SPACE}%"]),
        ("pt", ["1.234", "1.234,5", "12,5%"]),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(language: str, written: list[str]) -> None:
    use_language(language)
    assert [local_number(1234), local_number(1234.5, ",.1f"), local_number(0.125, ".1%")] == written
