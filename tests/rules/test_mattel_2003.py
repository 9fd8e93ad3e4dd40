"""The sheet of 2003: it is the standard, in four languages."""

import pytest

from skipbo.editions import DEFAULT, EDITIONS, find_edition
from skipbo.game.game import Game
from tests.positions import KEY


def test_it_is_the_edition_that_is_played_unless_another_is_named() -> None:
    assert DEFAULT == "mattel-2003"
    assert Game(key=KEY).edition is EDITIONS["mattel-2003"]


def test_it_is_printed_in_four_languages() -> None:
    assert find_edition("mattel-2003").languages == ("en", "fr", "es", "pt")


@pytest.mark.parametrize(
    ("language", "stock", "draw", "building", "discard", "wild", "game"),
    [
        ("en", "stock pile", "draw pile", "building pile", "discard pile", "SKIP-BO card", "game"),
        ("fr", "pile d'accumulation", "talon", "pile de séquence", "écart", "carte SKIP-BO", "manche"),
        (
            "es",
            "pila de inicio",
            "pila para robar",
            "pila de construcción",
            "pila de descarte",
            "carta SKIP-BO",
            "juego",
        ),
        ("pt", "pilha de reserva", "monte", "pilha de base", "pilha de descarte", "carta SKIP-BO", "jogo"),
    ],
)
def test_each_language_has_its_own_names(
    language: str, stock: str, draw: str, building: str, discard: str, wild: str, game: str
) -> None:
    names = find_edition("mattel-2003").names_in(language)
    assert (names.stock, names.draw, names.building, names.discard) == (stock, draw, building, discard)
    assert (names.wild, names.game) == (wild, game)
