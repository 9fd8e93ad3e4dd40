"""Games, moves, cards, views, tables and editions are values: copied, pickled, compared, printed and read back."""

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import skipbo
from skipbo import Act, Card, Game, KitchenGame, Match, Move, Pile, Position, Table, View, find_edition
from skipbo.editions import EDITIONS
from skipbo.game import event
from skipbo.game.event import Called, Ground
from skipbo.game.outcome import How, Outcome
from tests.kernel.strategies import KITCHEN_SHEETS, games, kitchen_games, tables
from tests.positions import every_edition, wander

KEY = bytes(range(32))
ways_to_copy = pytest.mark.parametrize(
    "copied",
    [lambda value: value.copy(), copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))],
    ids=["copy()", "copy.copy", "copy.deepcopy", "pickle"],
)
Copy = Callable[[Any], Any]


def strict_game() -> Game:
    game = Game(players=4, partners=True, key=KEY)
    for _step in wander(game, 3, 9):
        pass
    return game


def kitchen_game() -> KitchenGame:
    game = KitchenGame("brownfield-1967", players=3, key=KEY)
    for _card in range(7):
        game.play("draw")  # the last two lie face up
    return game


def given_game() -> Game:
    """A game whose shuffles are given, as a record's are."""
    dealt = Game(key=KEY)
    return Game.from_deal(dealt.table, dealt.states, [[1, 2, 3]])


GAMES: list[Callable[[], Game]] = [strict_game, kitchen_game, given_game]
IMMUTABLE: list[Callable[[], Hashable]] = [
    lambda: Card("W"),
    lambda: Pile.parse("2d4"),
    lambda: Move.parse("hW>b2"),
    lambda: Move.parse("pass"),
    lambda: Act.parse("1: call 0"),
    lambda: Act.parse("2d4>b3"),
    lambda: find_edition("1967"),
    lambda: Table.of("2016", players=6, partners=True, youngest=3),
    lambda: Outcome(How.STOCK, (0, 2), (0, 3, 0, 8), 80),
    lambda: Called(0, 1, Ground.TALK),
    lambda: strict_game().events[-1],
    lambda: strict_game().position(),
    lambda: strict_game().view(1).position(),
]
VIEWS: list[Callable[[], View]] = [lambda: strict_game().view(2), lambda: kitchen_game().view(None)]


def choose(game: Game) -> str:
    """A legal move that shows in the game."""
    return next(str(move) for move in game.legal_moves if str(move) != "talk")


# Copies


@ways_to_copy
@pytest.mark.parametrize("made", GAMES)
def test_a_copy_of_a_game_is_equal_and_goes_its_own_way(copied: Copy, made: Callable[[], Game]) -> None:
    game = made()
    other = copied(game)
    assert type(other) is type(game)
    assert other == game
    before = game.states.tobytes(), list(game.moves), list(game.events), list(game.shuffles)
    other.play(choose(other))
    assert other != game
    assert (game.states.tobytes(), game.moves, game.events, game.shuffles) == before
    other.undo()
    assert other == game
    game.play(choose(game))
    assert other != game
    assert (other.states.tobytes(), other.moves, other.events, other.shuffles) == before


@ways_to_copy
def test_a_copy_of_a_kitchen_game_keeps_what_only_a_kitchen_knows(copied: Copy) -> None:
    game = kitchen_game()
    game.play(f"h{game.hand(game.turn)[0]}>d1")
    other = copied(game)
    assert other.kitchens.tobytes() == game.kitchens.tobytes()
    assert other.view(0) == game.view(0)
    assert list(other.legal_acts(2)) == list(game.legal_acts(2))


@ways_to_copy
@pytest.mark.parametrize("referee", ["strict", "kitchen"])
def test_a_copy_plays_the_same_moves_to_the_same_end(copied: Copy, referee: str) -> None:
    game = Game(stock=20, key=KEY, referee=referee)
    for _step in wander(game, 1, 60):
        pass
    other = copied(game)
    for one, two in zip(wander(game, 2, 400), wander(other, 2, 400), strict=True):
        assert one.states.tobytes() == two.states.tobytes()
    assert game == other
    assert game.shuffles, "the copy has shuffled as the original did"
    while game.version:
        assert game.undo() == other.undo()
    assert game == other


@ways_to_copy
def test_a_copy_of_a_match_is_equal_and_goes_its_own_way(copied: Copy) -> None:
    match = Match(stock=1, key=KEY)
    finish(match)
    other = copied(match)
    assert other == match
    assert other.next_game() == match.next_game()
    finish(other)
    assert other != match
    assert (match.number, len(match.played), sum(match.scores) > 0) == (1, 1, True)
    assert other.next_game().dealer == (match.next_game().dealer or 0) + 1 - 2 * bool(match.next_game().dealer)
    other.played[0].undo()
    assert match.played[0].is_over, "the games of a match are copied with it"


def finish(match: Match) -> None:
    game = match.next_game()
    for _step in wander(game, 5):
        pass
    match.count(game)


@pytest.mark.parametrize("made", IMMUTABLE)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_an_immutable_value_is_copied_pickled_compared_and_hashed(copied: Copy, made: Callable[[], Hashable]) -> None:
    value = made()
    assert copied(value) == value == made()
    assert hash(copied(value)) == hash(value) == hash(made())
    assert type(copied(value)) is type(value)


@pytest.mark.parametrize("made", VIEWS)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_view_is_copied_pickled_compared_and_hashed_before_and_after_it_was_asked(
    copied: Copy, made: Callable[[], View]
) -> None:
    view = made()
    for _time in range(2):
        other = copied(view)
        assert other == view == made()
        assert hash(other) == hash(view)
        assert list(other.legal_moves) == list(view.legal_moves)


@pytest.mark.parametrize("made", [*GAMES, lambda: Match(key=KEY)])
def test_games_and_matches_have_no_hash(made: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        hash(made())


def test_a_game_goes_on_in_another_process() -> None:
    game, kitchen = strict_game(), kitchen_game()
    match = Match(stock=1, key=KEY)
    finish(match)
    program = (
        "import pickle, sys\n"
        "game, kitchen, match = pickle.load(sys.stdin.buffer)\n"
        "game.play(game.legal_moves.codes[0])\n"
        "kitchen.play('refuse') if 'refuse' in kitchen.legal_moves else kitchen.play(kitchen.legal_moves.codes[0])\n"
        "sys.stdout.buffer.write(pickle.dumps((game, kitchen, match, match.next_game(), game.view(0))))"
    )
    sent = pickle.dumps((game, kitchen, match))
    answer = subprocess.run([sys.executable, "-c", program], input=sent, capture_output=True, check=True).stdout
    there, kitchen_there, match_there, next_there, view = pickle.loads(answer)
    game.play(game.legal_moves.codes[0])
    kitchen.play("refuse") if "refuse" in kitchen.legal_moves else kitchen.play(kitchen.legal_moves.codes[0])
    assert (there, kitchen_there, match_there) == (game, kitchen, match)
    assert next_there == match.next_game()
    assert view == game.view(0)


# Equality


def test_games_with_the_same_cards_and_history_are_equal() -> None:
    one, other = Game(key=KEY), Game(key=KEY)
    assert one == other
    move = next(iter(one.legal_moves))
    one.play(move)
    assert one != other
    other.play(move)
    assert one == other
    one.forget()
    assert one == other, "what only looking back needs does not count"


@pytest.mark.parametrize(
    "other",
    [
        lambda: Game(key=bytes(32)),
        lambda: Game("holiday-2010", key=KEY),
        lambda: Game(players=3, key=KEY),
        lambda: Game(stock=10, key=KEY),
        lambda: Game(key=KEY, referee="kitchen"),
        lambda: "a game",
    ],
)
def test_games_of_another_table_referee_or_key_are_not_equal(other: Callable[[], object]) -> None:
    assert Game(key=KEY) != other()


def test_matches_differ_by_what_they_are_played_to() -> None:
    assert Match(key=KEY) == Match(key=KEY)
    assert Match(key=KEY) != Match(key=KEY, points=100)
    assert Match(key=KEY) != Match(key=KEY, games=3)
    assert Match(key=KEY) != Match(key=bytes(32))
    assert Match(key=KEY) != "a match"


def test_a_game_is_counted_once_even_if_it_was_copied() -> None:
    match = Match(stock=1, key=KEY)
    finish(match)
    with pytest.raises(skipbo.NotLegal):
        match.count(match.played[0].copy())


# Printed and read back

PUBLIC = {name: getattr(skipbo, name) for name in skipbo.__all__} | vars(event)


def typed_back(value: object) -> object:
    return eval(repr(value), dict(PUBLIC))


@pytest.mark.parametrize("made", IMMUTABLE)
def test_a_repr_can_be_typed_back(made: Callable[[], Hashable]) -> None:
    assert typed_back(made()) == made()


@given(games(most_moves=60))
def test_every_event_and_move_of_a_game_can_be_typed_back(game: Game) -> None:
    assert [typed_back(move) for move in game.moves] == game.moves
    assert [typed_back(each) for each in game.events] == game.events


@given(kitchen_games(most_acts=60))
def test_every_event_and_act_of_a_kitchen_game_can_be_typed_back(game: KitchenGame) -> None:
    assert [typed_back(act) for act in game.moves] == game.moves
    assert [typed_back(each) for each in game.events] == game.events


@given(tables())
def test_a_table_can_be_typed_back(table: Table) -> None:
    assert typed_back(table) == table
    assert pickle.loads(pickle.dumps(table)) == table


@pytest.mark.parametrize(
    "made",
    [*GAMES, *VIEWS, lambda: Match(key=KEY), lambda: strict_game().legal_moves, lambda: kitchen_game().legal_acts(1)],
)
def test_a_repr_that_is_not_code_is_one_line_in_brackets(made: Callable[[], object]) -> None:
    assert repr(made()).startswith("<")
    assert repr(made()).endswith(">")
    assert "\n" not in repr(made())


def test_a_game_says_which_it_is() -> None:
    assert repr(Game(key=bytes(32))) == "<Game mattel-2003, 2 players, move 0, seat 0 in turn>"
    kitchen = Game(players=4, partners=True, key=bytes(32), referee="kitchen")
    assert repr(kitchen).startswith("<KitchenGame mattel-2003, 4 players, partners, move 0, seat ")
    match = Match(stock=1, key=KEY)
    finish(match)
    assert repr(match.played[0]).endswith(", won by [0]>") or repr(match.played[0]).endswith(", won by [1]>")


# NumPy's numbers are as good as Python's

numbers = st.sampled_from([np.int64, np.int32, np.uint8, np.intp])


@every_edition
@pytest.mark.parametrize("number", [np.int64, np.uint8])
def test_a_game_takes_numbers_of_numpy_and_gives_none_back(edition: str, number: type[np.integer[Any]]) -> None:
    plain = Game(edition, players=4, partners=True, key=KEY)
    other = Game(edition, players=number(4), partners=True, stock=None, key=KEY)
    assert other == plain
    for _move in range(40):
        code = plain.legal_moves.codes[-1]
        assert number(code) in other.legal_moves
        seat = number(other.turn)
        assert plain.play(code, seat=plain.turn, version=plain.version) == other.play(
            number(code), seat=seat, version=int(other.version)
        )
        assert other.view(number(1)) == plain.view(1)
        assert other.hand(number(1)) == plain.hand(1)
        assert Move.from_code(number(code), seat, number(4), number(2)).code(seat, number(4), number(2)) == code
    assert other == plain
    assert_no_numpy(other.moves, other.events, other.view(number(1)), other.table, other.outcome, other.shuffles)


@pytest.mark.parametrize("edition", KITCHEN_SHEETS)
def test_a_kitchen_game_takes_numbers_of_numpy_and_gives_none_back(edition: str) -> None:
    plain = Game(edition, players=3, key=KEY, referee="kitchen")
    other = Game(edition, players=np.int64(3), key=KEY, referee="kitchen")
    assert isinstance(plain, KitchenGame)
    assert isinstance(other, KitchenGame)
    for seat in (plain.turn, (plain.turn + 1) % 3, (plain.turn + 2) % 3):
        codes = plain.legal_acts(seat).codes
        assert [str(act) for act in other.legal_acts(np.int64(seat))] == [str(act) for act in plain.legal_acts(seat)]
        for code in (codes[-1], codes[0]):
            assert np.int64(code) in other.legal_acts(np.uint8(seat))
            try:
                happened = plain.play(code, seat=seat)
            except skipbo.NotLegal:
                continue
            assert other.play(np.int64(code), seat=np.int64(seat)) == happened
    assert other == plain
    assert other.can_be_called(np.int64(0)) == plain.can_be_called(0)
    assert_no_numpy(other.moves, other.events, other.view(np.int64(1)), other.table, other.outcome)


@given(st.integers(0, 13), numbers)
def test_a_card_takes_a_number_of_numpy(rank: int, number: type[np.integer[Any]]) -> None:
    assert Card(number(rank)) is Card(rank)


def test_tables_and_matches_take_numbers_of_numpy() -> None:
    one = Table.of("2016", players=np.int64(4), stock=np.uint8(7), youngest=np.int64(2))
    assert one == Table.of("2016", players=4, stock=7, youngest=2)
    assert repr(one) == repr(Table.of("2016", players=4, stock=7, youngest=2))
    match = Match(points=np.int64(100), games=np.int64(3), key=KEY)
    assert_no_numpy(one, match.points, match.games)


@pytest.mark.parametrize("wrong", [10.5, 2.0, "2", [2], np.float64(2)], ids=repr)
@pytest.mark.parametrize("option", ["players", "stock", "dealer"])
@pytest.mark.parametrize("new", [Game, Match, Table.of])
def test_an_option_that_is_not_a_whole_number_is_refused_with_a_sentence(new: Any, option: str, wrong: Any) -> None:
    with pytest.raises(skipbo.Malformed, match=f"Write {option} as a whole number, such as {option}=4") as error:
        new("2003", **{option: wrong})
    assert error.value.code == option
    assert repr(wrong) in str(error.value)


@pytest.mark.parametrize("option", ["youngest", "points", "games"])
def test_other_options_are_whole_numbers_too(option: str) -> None:
    with pytest.raises(skipbo.Malformed, match=f"Write {option} as a whole number"):
        Match("2016", **{option: "1"})  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [1.0, "1", None, 7.5])
def test_a_code_is_a_whole_number(wrong: Any) -> None:
    with pytest.raises((TypeError, skipbo.Malformed)):
        Game(key=KEY).play(wrong)
    assert wrong not in Game(key=KEY).legal_moves


def assert_no_numpy(*values: object) -> None:
    """Looks through everything that the values are made of."""
    for value in values:
        assert not isinstance(value, np.generic), repr(value)
        if isinstance(value, list | tuple):
            assert_no_numpy(*value)
        elif dataclasses.is_dataclass(value):
            assert_no_numpy(*(getattr(value, field.name) for field in dataclasses.fields(value)))


# Editions


@every_edition
def test_an_edition_is_found_again_by_its_repr_and_its_pickle(edition: str) -> None:
    sheet = EDITIONS[edition]
    assert pickle.loads(pickle.dumps(sheet)) == sheet == copy.deepcopy(sheet)
    assert len({hash(each) for each in EDITIONS.values()}) == len(EDITIONS)
    assert repr(sheet) == f"find_edition('{edition}')"


def test_positions_are_values() -> None:
    position = Game(key=KEY).position()
    assert {position: 1}[Position.parse(str(position))] == 1
