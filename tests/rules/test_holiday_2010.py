"""The differences of the Holiday edition: the rules of 2003, and Spanish names of its own."""

from dataclasses import fields

from skipbo.editions import Edition, find_edition
from skipbo.game.game import Game
from tests.positions import KEY

HOLIDAY = find_edition("holiday-2010")
STANDARD = find_edition("mattel-2003")
WORDS = {"id", "aliases", "title", "short_title", "names"}


def test_its_rules_are_those_of_2003() -> None:
    for field in fields(Edition):
        if field.name not in WORDS | {"columns"}:
            assert getattr(HOLIDAY, field.name) == getattr(STANDARD, field.name)
    for language in HOLIDAY.languages:
        assert HOLIDAY.column(language) == STANDARD.column(language)


def test_the_same_key_deals_the_same_game_as_by_2003() -> None:
    games = [Game(edition, players=6, key=KEY) for edition in (HOLIDAY, STANDARD)]
    assert games[0].states.tobytes() == games[1].states.tobytes()


def test_it_says_that_2_to_6_play() -> None:  # rule: players
    assert (HOLIDAY.fewest_players, HOLIDAY.most_players) == (2, 6)
    assert "2 to 6 players" in HOLIDAY.title


def test_it_is_printed_in_english_and_spanish() -> None:
    assert HOLIDAY.languages == ("en", "es")
    assert HOLIDAY.names_in("en") == STANDARD.names_in("en")


def test_its_spanish_has_names_of_its_own() -> None:
    names = HOLIDAY.names_in("es")
    assert (names.stock, names.draw) == ("monto principal", "monto para robar")
    assert (names.building, names.discard) == ("monto secundario", "monto para descartar")
    assert (names.wild, names.game) == ("carta SKIP-BO", "juego")
