"""The names of bots: one for each face, and none that could be taken for something else at the table."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from skipbo.editions import EDITIONS
from skipbo.i18n import LANGUAGES, words_of
from skipbo.record import BOT_NAMES, DIRECTIONS, PERSON, seats_with_bots
from skipbo.terminal.vocabulary import command_words, move_words, plain

FACES = Path(__file__).parents[2] / "web" / "src" / "board" / "faces.svg"
SIDES = {side for sides in DIRECTIONS.values() for side in sides}


def test_the_seats_of_bots_have_their_names_and_those_of_people_their_sides() -> None:
    seats = seats_with_bots([PERSON, "eager", PERSON, "planner"])
    assert [seat.name for seat in seats] == ["South", "Baru", "North", "Polo"]
    assert [seat.player for seat in seats] == [PERSON, "eager", PERSON, "planner"]


def test_every_face_has_a_name() -> None:
    assert len(re.findall("<g[ >]", FACES.read_text(encoding="utf-8"))) == len(BOT_NAMES) == len(DIRECTIONS[6])


def test_no_two_names_begin_alike_or_like_a_side_of_the_table() -> None:
    assert len({name[0] for name in BOT_NAMES}) == len(BOT_NAMES)
    assert not {name[0] for name in BOT_NAMES} & {side[0] for side in SIDES}


def test_no_two_names_have_the_same_vowels() -> None:
    for one, other in combinations(BOT_NAMES, 2):
        assert re.sub("[^aeiou]", "", one.lower()) != re.sub("[^aeiou]", "", other.lower())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_is_no_word_of_the_game_and_is_not_translated(language: str) -> None:
    words = {*move_words(language), *command_words(language)}
    named = [(edition, each.rank) for edition in EDITIONS.values() for each in edition.named_cards]
    cards = {plain(edition.card_name(rank, language)) for edition, rank in named}
    assert not {plain(name) for name in BOT_NAMES} & (words | cards)
    assert [words_of(language).gettext(name) for name in BOT_NAMES] == list(BOT_NAMES)
