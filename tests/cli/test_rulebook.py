"""`skipbo rules`: every rule of every edition, in every language."""

import re

import pytest

from skipbo.editions import EDITIONS
from skipbo.i18n import LANGUAGES, translate, use_language
from skipbo.rules import RULES, guide_of, rules_of, text_column
from tests.command_runner import Command


def marked(out: str) -> dict[str, list[str]]:
    """The ids of the rules that were told, in order, with what stands in brackets behind each."""
    listed = out.split(translate("All rules by their ids").upper())[1]
    lines = re.findall(r"\(([a-z.0-9-]+)\)((?: \[[^\]]+\])*)$", listed, re.MULTILINE)
    return {rule: re.findall(r"\[([^\]]+)\]", marks) for rule, marks in lines}


def test_rules_alone_lists_the_editions(command: Command) -> None:
    answer = command("rules")
    assert answer.code == 0
    for edition in EDITIONS.values():
        assert re.search(rf"^{edition.id} +{re.escape(edition.title)}$", answer.out, re.MULTILINE)
        assert all(alias in answer.out for alias in edition.aliases)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_prints_every_rule_of_an_edition_in_every_language(command: Command, edition: str, language: str) -> None:
    answer = command("rules", edition, "--lang", language)
    assert answer.code == 0
    column = text_column(EDITIONS[edition], language)
    assert list(marked(answer.out)) == [rule.id for rule in rules_of(EDITIONS[edition], column)]
    assert "{" not in answer.out
    names = EDITIONS[edition].names_in(language)
    assert all(name.lower() in answer.out.lower() for name in (names.stock, names.draw, names.building, names.discard))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_marked_as_ours_and_rules_are_not(command: Command, edition: str, language: str) -> None:
    marks = marked(command("rules", edition, "--lang", language).out)
    use_language(language)
    ours = translate("our ruling")
    for rule, found in marks.items():
        assert (ours in found) == RULES[rule].ruling == rule.startswith("ruling.")


def test_each_language_has_its_own_words_for_the_rules(command: Command) -> None:
    assert len({command("rules", "2003", "--lang", language).out for language in LANGUAGES}) == 4
    assert len({command("rules", "--lang", language).out for language in LANGUAGES}) == 4


def test_rules_of_an_unknown_edition_lists_those_we_know(command: Command) -> None:
    answer = command("rules", "hasbro")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"skipbo: There is no edition “hasbro”. The editions are: {', '.join(EDITIONS)}.\n"


@pytest.mark.parametrize("edition", EDITIONS)
def test_rules_begin_with_how_to_play_and_a_drawing_of_the_table(command: Command, edition: str) -> None:
    out = command("rules", edition, "--lang", "en").out
    places = [out.index(chapter.title.upper()) for chapter in guide_of(EDITIONS[edition], "en")]
    assert places == sorted(places)
    assert places[1] < out.index("┌d1┐ ┌d2┐ ┌d3┐ ┌d4┐   ┌s─┐") < places[2]
    assert places[-1] < out.index("ALL RULES BY THEIR IDS") < out.index("(object)")


def test_rules_follow_the_column_of_the_language_or_the_one_that_is_named(command: Command) -> None:
    # rule: ruling.columns
    french = marked(command("rules", "2003", "--lang", "fr").out)
    assert "irregular.annulled" in french
    assert "irregular.noticed" not in french
    assert "irregular.noticed" in marked(command("rules", "2003", "--lang", "fr", "--column", "en").out)
    assert "irregular.annulled" in marked(command("rules", "2003", "--lang", "en", "--column", "fr").out)
    refused = command("rules", "2016", "--column", "es")
    assert (refused.code, refused.out) == (1, "")
    assert "Its columns are: en." in refused.err
