"""The five sheets as rows of data: their names, what they call things, and what sets them apart."""

import dataclasses
import re
from collections.abc import Iterator

import pytest

from skipbo.editions import DEFAULT, EDITIONS, Begins, Dealer, Terms, find_edition
from skipbo.errors import Malformed
from skipbo.i18n import use_language

# The table of pile names: stock, draw, building, discard, wild, a game
ENGLISH = ("Stock pile", "Draw pile", "Building pile", "Discard pile", "SKIP-BO card", "game")
FRENCH = ("pile d'accumulation", "talon", "pile de séquence", "écart", "carte SKIP-BO", "manche")
SPANISH = ("pila de inicio", "pila para robar", "pila de construcción", "pila de descarte", "carta SKIP-BO", "juego")
SPANISH_2010 = (
    "monto principal",
    "monto para robar",
    "monto secundario",
    "monto para descartar",
    "carta SKIP-BO",
    "juego",
)
PORTUGUESE = ("pilha de reserva", "monte", "pilha de base", "pilha de descarte", "carta SKIP-BO", "jogo")
ENGLISH_1967 = ("Debit Pile", "Stock Pile", "Building Stack", "Discard Pile", "SKIP-BO card", "game")

PILE_NAMES = {
    "mattel-2003": {"en": ENGLISH, "fr": FRENCH, "es": SPANISH, "pt": PORTUGUESE},
    "holiday-2010": {"en": ENGLISH, "es": SPANISH_2010},
    "francais-2003": {"fr": FRENCH},
    "mattel-2016": {"en": ENGLISH},
    "brownfield-1967": {"en": ENGLISH_1967},
}


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")


def in_the_table(names: Terms) -> tuple[str, ...]:
    """As the table writes them, whose English names begin a cell with a capital."""
    written = tuple(names.by_name().values())[:6]
    if names.stock == "stock pile":
        return (*(name[0].upper() + name[1:] for name in written[:4]), *written[4:])
    return written


def test_there_are_five_sheets_and_2003_is_the_standard() -> None:
    assert list(EDITIONS) == list(PILE_NAMES)
    assert all(edition.id == name for name, edition in EDITIONS.items())
    assert DEFAULT == "mattel-2003"


@pytest.mark.parametrize("name", EDITIONS)
def test_a_sheet_calls_the_piles_by_its_own_names_in_each_of_its_languages(name: str) -> None:
    edition = EDITIONS[name]
    assert edition.languages == tuple(PILE_NAMES[name])
    for language, names in PILE_NAMES[name].items():
        assert in_the_table(edition.names_in(language)) == names
        use_language(language)
        assert edition.names_in() == edition.names_in(language), "without a word, the language in use"


def test_in_a_language_that_a_sheet_is_not_printed_in_the_standard_sheet_lends_its_names() -> None:
    assert EDITIONS["brownfield-1967"].names_in("fr") == EDITIONS["mattel-2003"].names_in("fr")
    assert EDITIONS["francais-2003"].names_in("en") == EDITIONS["mattel-2003"].names_in("en")


def test_the_stock_pile_of_1967_is_everyone_elses_draw_pile() -> None:
    assert EDITIONS["brownfield-1967"].names_in("en").draw == "Stock Pile"


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("2003", "mattel-2003"),
        ("2010", "holiday-2010"),
        ("holiday", "holiday-2010"),
        ("français", "francais-2003"),
        ("2016", "mattel-2016"),
        ("1967", "brownfield-1967"),
        ("texas", "brownfield-1967"),
    ],
)
def test_an_edition_is_found_by_an_alias(alias: str, name: str) -> None:
    assert find_edition(alias) is EDITIONS[name]


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_is_found_by_its_id_and_every_alias_in_any_case(name: str) -> None:
    for word in (name, *EDITIONS[name].aliases):
        for written in (word, word.upper(), word.title(), f"  {word}\n"):
            assert find_edition(written) is EDITIONS[name]
    assert find_edition(EDITIONS[name]) is EDITIONS[name]


def test_no_two_editions_share_a_name() -> None:
    words = [word for edition in EDITIONS.values() for word in (edition.id, *edition.aliases)]
    assert len(set(words)) == len(words)
    assert all(word == word.strip().lower() for word in words), "found in any case because they are lower case"


@pytest.mark.parametrize("name", ["hasbro", "", "200", "mattel", "2003 2016"])
def test_an_unknown_name_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(Malformed) as error:
        find_edition(name)
    assert error.value.code == "edition"
    assert f"“{name}”" in str(error.value)
    assert all(known in str(error.value) for known in EDITIONS)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_title_is_one_sentence(name: str) -> None:
    assert re.fullmatch(r"[A-Z][^.!?\n]+\.", EDITIONS[name].title)


def test_titles_tell_editions_apart() -> None:
    assert len({edition.title for edition in EDITIONS.values()}) == 5


@pytest.mark.parametrize("name", EDITIONS)
def test_stock_piles_are_30_for_up_to_four_players_and_20_for_more(name: str) -> None:  # rule: stock.size
    assert [EDITIONS[name].stock_size(players) for players in range(2, 7)] == [30, 30, 30, 20, 20]


@pytest.mark.parametrize("name", EDITIONS)
def test_only_the_modern_sheets_know_a_short_game(name: str) -> None:  # rule: stock.short
    short = () if name == "brownfield-1967" else (10,)
    assert EDITIONS[name].stock_sizes(2) == (30, *short)
    assert EDITIONS[name].stock_sizes(6) == (20, *short)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_decks_have_162_cards_or_180_in_three_packs(name: str) -> None:  # rule: deck.modern, deck.packs
    edition, first = EDITIONS[name], name == "brownfield-1967"
    assert (edition.cards, edition.ranks, edition.wilds) == ((180, 13, 24) if first else (162, 12, 18))
    assert edition.packs == first
    assert edition.stock_cards == (120 if first else 162), "stock piles come from packs 1 and 2"  # rule: stock.packs


@pytest.mark.parametrize("name", EDITIONS)
def test_four_make_two_pairs_and_six_what_the_sheet_says(name: str) -> None:  # rule: team.pairs, team.threes
    edition = EDITIONS[name]
    assert edition.teams(4, True) == 2
    assert edition.teams(6, True) == (2 if name == "brownfield-1967" else 3)
    assert [edition.teams(players, False) for players in range(2, 7)] == [2, 3, 4, 5, 6]
    for players in (2, 3, 5):
        with pytest.raises(Malformed, match="4 or 6") as error:
            edition.teams(players, True)
        assert error.value.code == "partners"


def test_the_editions_differ_where_their_sheets_do() -> None:
    dealers = {name: edition.dealer for name, edition in EDITIONS.items()}
    begins = {name: edition.begins for name, edition in EDITIONS.items()}
    standard = ("mattel-2003", "holiday-2010", "francais-2003")
    assert {dealers[name] for name in standard} == {Dealer.DRAWN}
    assert {begins[name] for name in standard} == {Begins.LEFT_OF_DEALER}
    assert (dealers["mattel-2016"], begins["mattel-2016"]) == (Dealer.NONE, Begins.YOUNGEST)
    assert (dealers["brownfield-1967"], begins["brownfield-1967"]) == (Dealer.ANY, Begins.HIGHEST_STOCK)
    assert [name for name, edition in EDITIONS.items() if not edition.partner_discards] == ["brownfield-1967"]
    assert {name: edition.match_points for name, edition in EDITIONS.items()} == {
        "mattel-2003": 500,
        "holiday-2010": 500,
        "francais-2003": 500,
        "mattel-2016": 500,
        "brownfield-1967": None,
    }


def test_an_edition_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        EDITIONS["mattel-2003"].ranks = 13  # type: ignore[misc]
    with pytest.raises(TypeError):
        EDITIONS["mine"] = EDITIONS["mattel-2003"]  # type: ignore[index]
