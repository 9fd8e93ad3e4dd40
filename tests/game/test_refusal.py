"""Errors of three kinds, each with a code and a sentence; and what is written can be read back."""

import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipbo.bots import find_bots
from skipbo.editions import find_edition
from skipbo.errors import Malformed, NotLegal, OutOfDate, SkipboError
from skipbo.game.card import Card
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.game.pile import HAND, Pile, PileKind
from skipbo.game.table import Table
from skipbo.i18n import LANGUAGES, use_language
from skipbo.kernel.moves import MOVES
from skipbo.rules import RULES
from tests.positions import every_edition

KEY = bytes(32)

MALFORMED: dict[str, Callable[[], object]] = {
    "edition": lambda: find_edition("hasbro"),
    "players": lambda: Table.of(players=7),
    "partners": lambda: Table.of(players=5, partners=True),
    "stock": lambda: Table.of(players=2, stock=82),
    "dealer": lambda: Table.of("mattel-2016", dealer=0),
    "youngest": lambda: Table.of("mattel-2003", youngest=0),
    "seat": lambda: Table.of("mattel-2003", players=3, dealer=3),
    "key": lambda: Game(key=bytes(31)),
    "move": lambda: Game(key=KEY).play("x"),
    "card": lambda: Card.parse("14"),
    "bots": lambda: find_bots(["deep blue"], Table.of()),
}


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")


def a_sentence(error: SkipboError) -> str:
    assert re.match(r"[A-Z0-9“]|mattel", str(error)), str(error)
    assert str(error).endswith("."), str(error)
    return str(error)


@pytest.mark.parametrize("code", MALFORMED)
def test_input_that_means_nothing_is_malformed(code: str) -> None:
    with pytest.raises(Malformed) as error:
        MALFORMED[code]()
    assert error.value.code == code
    a_sentence(error.value)
    assert isinstance(error.value, ValueError)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_error_speaks_the_language_in_use_and_keeps_its_code(language: str) -> None:
    use_language(language)
    with pytest.raises(Malformed) as error:
        find_edition("hasbro")
    starts = {"en": "There is no edition", "fr": "", "es": "", "pt": ""}
    assert error.value.code == "edition"
    assert str(error.value).startswith(starts[language])
    assert (language == "en") == str(error.value).startswith("There is no edition")


def test_the_three_kinds_of_errors_are_kept_apart() -> None:
    kinds = (Malformed, NotLegal, OutOfDate)
    assert all(issubclass(kind, SkipboError) for kind in kinds)
    assert not any(issubclass(one, other) for one in kinds for other in kinds if one is not other)


def numbers_of_moves(team: int) -> list[int]:
    """The numbers that mean a move where a team has so many seats."""
    from_piles = [4 * what + pile for what in range(5 * team) for pile in range(4)]
    from_hand = [64 * kind + 4 * rank + pile for kind in (1, 2) for rank in range(14) for pile in range(4)]
    return [*from_piles, *from_hand, 184]


def untouched(game: Game, act: Callable[[], object], kind: type[SkipboError]) -> SkipboError:
    before = game.states.tobytes(), game.version, list(game.events), list(game.moves), list(game.shuffles)
    with pytest.raises(kind) as error:
        act()
    assert (game.states.tobytes(), game.version, game.events, game.moves, game.shuffles) == before
    assert type(error.value) is kind
    a_sentence(error.value)
    return error.value


@every_edition
def test_a_refused_move_changes_nothing(edition: str) -> None:
    game = Game(edition, players=4, partners=True, key=KEY)
    every = {str(Move.from_code(code, game.turn, 4, 2)) for code in numbers_of_moves(2)}
    illegal = sorted(every - {str(move) for move in game.legal_moves})
    assert len(illegal) > 50
    for move in illegal:
        error = untouched(game, lambda text=move: game.play(text), NotLegal)  # type: ignore[misc]
        assert error.code in RULES, "the code of a move that is not legal is the id of a rule"


def test_an_unreadable_move_changes_nothing() -> None:
    game = Game(key=KEY)
    assert untouched(game, lambda: game.play("h7>x1"), Malformed).code == "move"


@pytest.mark.parametrize("code", [-1, MOVES, 2**40, 191, 60, 127])
def test_a_number_that_is_not_a_move_is_refused_and_changes_nothing(code: int) -> None:
    game = Game(key=KEY)
    before = game.states.tobytes()
    with pytest.raises(SkipboError):
        game.play(code)
    assert (game.states.tobytes(), game.version) == (before, 0)


def test_a_move_of_a_seat_that_is_not_in_turn_is_out_of_date() -> None:
    game = Game(players=3, key=KEY)
    move = next(iter(game.legal_moves))
    other = (game.turn + 1) % 3
    error = untouched(game, lambda: game.play(move, seat=other), OutOfDate)
    assert error.code == "turn"
    assert f"seat {game.turn}" in str(error)
    assert game.play(move, seat=game.turn)


@pytest.mark.parametrize("version", [-1, 1, 99])
def test_a_move_for_a_position_that_is_past_is_out_of_date(version: int) -> None:
    game = Game(key=KEY)
    move = next(iter(game.legal_moves))
    assert untouched(game, lambda: game.play(move, version=version), OutOfDate).code == "version"
    game.play(move, version=0)
    assert untouched(game, lambda: game.play(move, version=0), OutOfDate).code == "version"
    assert game.play(next(iter(game.legal_moves)), version=1)


def test_there_is_nothing_to_take_back_before_the_first_move() -> None:
    game = Game(key=KEY)
    assert untouched(game, game.undo, NotLegal).code == "undo"


@pytest.mark.parametrize("seat", [-1, 2, 255])
def test_only_a_seat_of_the_table_has_a_view(seat: int) -> None:
    with pytest.raises(Malformed) as error:
        Game(key=KEY).view(seat)
    assert error.value.code == "seat"


numbers = st.integers(1, 4)
seats = st.none() | st.integers(0, 5)
stocks = st.builds(lambda seat: Pile(PileKind.STOCK, seat=seat), seats)
discards = st.builds(lambda number, seat: Pile(PileKind.DISCARD, number, seat), numbers, seats)
targets = st.builds(Pile, st.sampled_from([PileKind.BUILDING, PileKind.DISCARD]), numbers)
moves = st.one_of(
    st.just(Move()),
    st.builds(Move, stocks | discards, st.builds(lambda number: Pile(PileKind.BUILDING, number), numbers)),
    st.builds(lambda target, rank: Move(HAND, target, Card(rank)), targets, st.integers(0, 13)),
)


@given(moves)
def test_a_move_that_is_written_is_read_back(move: Move) -> None:
    assert Move.parse(str(move)) == move
    assert repr(move) == f"Move.parse('{move}')"
    assert move.ends_turn == (str(move) == "pass" or ">d" in str(move))


@given(st.text() | st.from_regex(r"[0-9]?[sdhp][0-9W]*>[bd][0-9]", fullmatch=True))
def test_a_text_is_a_move_written_back_the_same_or_malformed(text: str) -> None:
    try:
        move = Move.parse(text)
    except Malformed:
        return
    assert str(move) == text


@pytest.mark.parametrize(("players", "teams"), [(2, 2), (3, 3), (4, 2), (4, 4), (6, 2), (6, 3), (6, 6)])
def test_a_move_is_the_same_as_its_number(players: int, teams: int) -> None:
    game = Game(
        "brownfield-1967" if (players, teams) == (6, 2) else "mattel-2003", players=players, partners=teams < players
    )
    assert game.table.teams == teams
    codes = numbers_of_moves(players // teams)
    for seat in range(players):
        written = [Move.from_code(code, seat, players, teams) for code in codes]
        assert len(set(written)) == len(codes)
        assert [move.code(seat, players, teams) for move in written] == codes
        assert [Move.parse(str(move)) for move in written] == written


@given(st.integers(0, 13))
def test_a_card_that_is_written_is_read_back(rank: int) -> None:
    card = Card(rank)
    assert Card.parse(str(card)) == card == rank
    assert Card.parse(f" {str(card).lower()} ") == card
    assert str(card) == ("W" if rank == 0 else str(rank))


@given(st.text())
def test_a_text_is_a_card_or_malformed(text: str) -> None:
    try:
        card = Card.parse(text)
    except Malformed:
        return
    assert 0 <= card <= 13


@pytest.mark.parametrize("text", ["0", "14", "-1", "", "WW", "1.0", "1" * 5000])
def test_only_w_and_1_to_13_are_cards(text: str) -> None:
    with pytest.raises(Malformed) as error:
        Card.parse(text)
    assert error.value.code == "card"


@pytest.mark.parametrize("rank", [-1, -13, -14])
def test_a_number_below_the_wild_does_not_become_another_card(rank: int) -> None:
    try:
        card = Card(rank)
    except SkipboError:
        return
    assert card == rank
