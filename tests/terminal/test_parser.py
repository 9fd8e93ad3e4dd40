"""What a person types is read as the move they mean, and never as another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipbo.errors import Malformed, NotLegal, SkipboError
from skipbo.game.game import Game
from skipbo.game.move import in_letters
from skipbo.i18n import LANGUAGES, use_language
from skipbo.terminal import vocabulary
from skipbo.terminal.parser import read_moves
from tests.positions import KEY, lay, up_to, wander
from tests.terminal.scripted_player import names


def a_table(**more: object) -> Game:
    """b1 needs a 7, b2 a 3, b3 and b4 a 1; a 7 lies on the stock pile and in the hand, a 3 on d3."""
    return lay(
        stocks=[(9, 7)],
        hands=[(1, 5, 7, 12, "W")],
        discards={0: [(4,), (5,), (9, 3), (10,)]},
        building=[up_to(6), up_to(2)],
        **more,  # type: ignore[arg-type]
    )


def partners() -> Game:
    """As above, with a partner at seat 2 who has a 3 on the stock pile and a 7 on discard pile 4."""
    return lay(
        players=4,
        partners=True,
        stocks={0: (9, 7), 2: (9, 3)},
        hands=[(1, 2, 7, 12, "W")],
        discards={0: [(4,), (5,), (9, 3), (10,)], 2: [(), (), (), (7,)]},
        building=[up_to(6), up_to(2)],
    )


def read(game: Game, text: str) -> str:
    return " ".join(str(move) for move in read_moves(text, game.view(game.turn), names(game)))


SHORT = {
    "s>b1": "s>b1",
    "S>B1": "s>b1",
    " s > b1 ": "s>b1",
    "s->b1": "s>b1",
    "s → b1": "s>b1",
    "sb1": "s>b1",
    "s b1": "s>b1",
    "s1": "s>b1",
    "s 1": "s>b1",
    "s>1": "s>b1",
    "s": "s>b1",
    "s>b": "s>b1",
    "ｓ＞ｂ１": "s>b1",
    "h7>b1": "h7>b1",
    "h7b1": "h7>b1",
    "h7 b1": "h7>b1",
    "h7 1": "h7>b1",
    "7 1": "h7>b1",
    "7>1": "h7>b1",
    "7b1": "h7>b1",
    "7": "h7>b1",
    "h7": "h7>b1",
    "h12>b1": "h12>b1",
    "12 1": "h12>b1",
    "hW>b2": "hW>b2",
    "w2": "hW>b2",
    "hw 2": "hW>b2",
    "d3>b2": "d3>b2",
    "d3b2": "d3>b2",
    "d3 2": "d3>b2",
    "d3": "d3>b2",
    "h5>d4": "h5>d4",
    "h5d4": "h5>d4",
    "5d4": "h5>d4",
    "5 d4": "h5>d4",
    "1d4": "h1>d4",
    "hw d3": "hW>d3",
    "wd3": "hW>d3",
    "pass": "pass",
}


@pytest.mark.parametrize("text", SHORT)
def test_a_move_may_be_written_short(text: str) -> None:
    assert read(a_table(), text) == SHORT[text]


ENGLISH = {
    "stock to 1": "s>b1",
    "stock": "s>b1",
    "play stock": "s>b1",
    "Play the stock card on building pile 1.": "s>b1",
    "stock pile to building pile 1": "s>b1",
    "play 7 on 1": "h7>b1",
    "play the 7 from my hand to building pile 1": "h7>b1",
    "put hand 7 on 1": "h7>b1",
    "play 7": "h7>b1",
    "discard 5 on 3": "h5>d3",
    "discard 12 on discard pile 2": "h12>d2",
    "discard the wild on 4": "hW>d4",
    "7 to discard 3": "h7>d3",
    "7 to discard pile 3": "h7>d3",
    "skip-bo card to 2": "hW>b2",
    "discard pile 3 to 2": "d3>b2",
    "discard pile 3 to building pile 2": "d3>b2",
    "discard 3 to building pile 2": "d3>b2",
    "from discard 3 to 2": "d3>b2",
}


@pytest.mark.parametrize("text", ENGLISH)
def test_a_move_may_be_said_in_words(text: str) -> None:
    assert read(a_table(), text) == ENGLISH[text]


@pytest.mark.parametrize(
    ("language", "text", "move"),
    [
        ("fr", "jouer 7 sur 1", "h7>b1"),
        ("fr", "pile d'accumulation sur pile de séquence 1", "s>b1"),
        ("fr", "ÉCARTER 5 SUR 3", "h5>d3"),
        ("fr", "écart 3 sur 2", "d3>b2"),
        ("fr", "7 à l’écart 3", "h7>d3"),
        ("fr", "carte skip-bo à 2", "hW>b2"),
        ("es", "jugar 7 en 1", "h7>b1"),
        ("es", "pila de inicio a la pila de construcción 1", "s>b1"),
        ("es", "monto principal a monto secundario 1", "s>b1"),
        ("es", "descartar 5 en 3", "h5>d3"),
        ("es", "monto para descartar 3 a 2", "d3>b2"),
        ("es", "comodín en 2", "hW>b2"),
        ("pt", "jogar 7 na 1", "h7>b1"),
        ("pt", "pilha de reserva para a pilha de base 1", "s>b1"),
        ("pt", "descartar 5 na 3", "h5>d3"),
        ("pt", "pilha de descarte 3 para 2", "d3>b2"),
        ("pt", "7 da mão para 1", "h7>b1"),
        ("fr", "stock to 1", "s>b1"),
        ("es", "discard 5 on 3", "h5>d3"),
        ("pt", "play 7 on 1", "h7>b1"),
    ],
)
def test_words_of_the_players_language_and_of_english_are_understood(language: str, text: str, move: str) -> None:
    use_language(language)
    assert read(a_table(), text) == move


def test_in_1967_the_stock_pile_is_called_debit() -> None:
    assert read(a_table(edition="brownfield-1967"), "debit pile to building stack 1") == "s>b1"


def ace_to_king() -> Game:
    """By the sheet of 1967; b1 needs a Queen, b2 a 2, b3 and b4 an Ace."""
    return lay(edition="brownfield-1967", hands=[(1, 5, 11, 12, 13)], building=[up_to(11), up_to(1)])


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("hK>d1", "h13>d1"),
        ("hA>b3", "h1>b3"),
        ("hJ>d2", "h11>d2"),
        ("hQ", "h12>b1"),
        ("hQ1", "h12>b1"),
        ("kd2", "h13>d2"),
        ("q d1", "h12>d1"),
        ("a > b4", "h1>b4"),
        ("h13>d1", "h13>d1"),
        ("play an Ace on 3", "h1>b3"),
        ("queen to building stack 1", "h12>b1"),
        ("discard the King on 3", "h13>d3"),
        ("play a jack on 1", "h11>b1"),
    ],
)
def test_in_1967_cards_are_typed_by_their_letters_and_names(text: str, move: str) -> None:  # rule: deck.packs
    assert read(ace_to_king(), text) == move


@pytest.mark.parametrize(
    ("language", "text", "move"),
    [
        ("fr", "jouer la dame sur 1", "h12>b1"),
        ("fr", "l’as sur 3", "h1>b3"),
        ("es", "descartar rey en 3", "h13>d3"),
        ("es", "jota a descarte 2", "h11>d2"),
        ("pt", "ás para 4", "h1>b4"),
        ("pt", "descartar o valete na 2", "h11>d2"),
    ],
)
def test_in_1967_cards_have_names_in_every_language(language: str, text: str, move: str) -> None:  # rule: deck.packs
    use_language(language)
    assert read(ace_to_king(), text) == move


@pytest.mark.parametrize("text", ["hK>d1", "king d1", "queen", "a>b3"])
def test_cards_of_other_sheets_have_no_letters(text: str) -> None:  # rule: deck.modern
    with pytest.raises(Malformed, match="not understood"):
        read(a_table(), text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_of_the_help_can_be_typed(language: str) -> None:
    use_language(language)
    game = a_table()
    examples = vocabulary.EXAMPLES[language].format(stock=game.edition.names_in().stock).split(";")
    assert [read(game, example) for example in examples] == ["s>b1", "h7>b2", "h5>d3", "h7>d3"]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1", "h1>b3 h1>b4"),
        ("w", "hW>b1 hW>b2 hW>b3 hW>b4"),
        ("discard 5", "h5>d1 h5>d2 h5>d3 h5>d4"),
        ("h5>d", "h5>d1 h5>d2 h5>d3 h5>d4"),
    ],
)
def test_where_several_piles_fit_all_are_given_to_choose_from(text: str, moves: str) -> None:
    assert read(a_table(), text) == moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("2s>b2", "2s>b2"),
        ("2s", "2s>b2"),
        ("ps", "2s>b2"),
        ("p s 2", "2s>b2"),
        ("partner stock to 2", "2s>b2"),
        ("partner's stock pile to building pile 2", "2s>b2"),
        ("North stock to 2", "2s>b2"),
        ("2d4>b1", "2d4>b1"),
        ("partner discard 4 to 1", "2d4>b1"),
        ("0s>b1", "s>b1"),
    ],
)
def test_a_partners_pile_is_named_by_its_seat(text: str, move: str) -> None:
    assert read(partners(), text) == move


def test_a_line_with_two_meanings_gives_both() -> None:
    assert read(partners(), "2d4") == "2d4>b1 h2>d4"
    assert read(partners(), "2 d4") == "h2>d4"
    two_meanings = lay(hands=[(3, 11)], discards={0: [(), (), (8, 3)]}, building=[[], up_to(2)])
    assert read(two_meanings, "discard 3 to 2") == "d3>b2 h3>d2"


def test_a_seat_that_is_not_a_partner_is_refused() -> None:
    with pytest.raises(Malformed, match="partner"):
        read(a_table(), "ps")
    with pytest.raises(NotLegal, match="side"):
        read(partners(), "1s")


def test_a_card_that_fits_nowhere_is_refused_with_what_would_fit() -> None:
    with pytest.raises(NotLegal, match=r"5 fits nowhere now.*7, 3, 1, 1"):
        read(a_table(), "h5")


def test_a_card_that_is_not_there_is_refused() -> None:
    with pytest.raises(NotLegal, match="no 8 in the hand"):
        read(a_table(), "h8")


def test_an_illegal_move_that_is_whole_is_left_to_the_game() -> None:
    assert read(a_table(), "h8>b1") == "h8>b1"


@pytest.mark.parametrize(
    "text", ["", " ", ">", "h", "hello", "h72", "h14", "s5", "d5>b1", "s>d1", "7 to 9", "\x1b[2J", "x" * 10_000]
)
def test_a_line_that_is_not_understood_names_the_help(text: str) -> None:
    with pytest.raises(Malformed, match=r"not understood\. Type \?") as error:
        read(a_table(), text)
    assert len(str(error.value)) < 150
    assert str(error.value).isprintable()


@pytest.mark.parametrize(("players", "together"), [(2, False), (4, True), (6, True)])
@pytest.mark.parametrize("edition", ["mattel-2003", "brownfield-1967"])
def test_every_legal_move_can_be_typed_as_the_record_writes_it(edition: str, players: int, together: bool) -> None:
    game = Game(edition, players=players, partners=together, key=KEY)
    for position in wander(game, seed=3, most=150):
        for move in position.legal_moves:
            assert read(position, str(move)) == str(move)
            assert read(position, str(move).lower().replace(">", " ")) == str(move)
            assert read(position, in_letters(move, position.edition)) == str(move)


@given(st.text(max_size=12) | st.text("0123456789 >sdbhwpto", max_size=8))
def test_any_line_gives_moves_or_an_error(text: str) -> None:
    game = partners()
    try:
        moves = read_moves(text, game.view(0), names(game))
    except SkipboError:
        return
    assert len(moves) == 1 or all(move in game.legal_moves for move in moves)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_can_be_taken_for_a_move(language: str) -> None:
    use_language(language)
    for word in vocabulary.command_words(language):
        with pytest.raises(Malformed):
            read(a_table(), word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_compared_without_accents(language: str) -> None:
    for word in (*vocabulary.move_words(language), *vocabulary.command_words(language)):
        assert word == vocabulary.plain(word)
    assert vocabulary.command_word("rules", "fr") == "règles"
    assert vocabulary.command_words("fr")["regles"] == "rules"
