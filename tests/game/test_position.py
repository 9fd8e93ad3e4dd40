"""A position is a line of text: everything that lies on a table, written and read back, laid out and refused."""

import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipbo import Card, Game, KitchenGame, Malformed, NotLegal, Position, Table
from skipbo.editions import EDITIONS
from skipbo.game.outcome import How
from skipbo.game.position import SECTIONS
from skipbo.kernel.layout import NO_CARD, PACKS_OF_CARDS, STOCKS
from skipbo.record import to_record
from tests.kernel.strategies import err_on, games, kitchen_games, play_on
from tests.positions import BROWNFIELD, every_edition, lay, lay_kitchen, standard_editions, wander, whole_deck

KEY = bytes(range(32))
keys = st.binary(min_size=32, max_size=32)

# Two players in the middle of a game; 142 cards are in sight or counted
MIDDLE = "mattel-2003 dealer=1 turn=1 building=1,2,W/- hands=3|W,8 stocks=29?,7|12 discards=9/-|- draw=?"


def seat_of(game: Game, number: int) -> int | None:
    return None if number >= game.table.players else number


# Written and read back


@given(games())
def test_the_position_of_a_game_is_written_and_read_back(game: Game) -> None:
    position = game.position()
    assert Position.parse(str(position)) == position
    assert "?" not in str(position), "nothing is hidden in it"
    assert "\n" not in str(position)


@given(games(), keys)
def test_a_game_laid_from_its_position_stands_the_same(game: Game, key: bytes) -> None:
    again = Game.from_position(str(game.position()), key=key)
    assert again.position() == game.position()
    assert again.status == game.status
    assert (again.turn, again.first, again.dealer) == (game.turn, game.first, game.dealer)
    assert (again.outcome, list(again.legal_moves)) == (game.outcome, list(game.legal_moves))
    assert again.public_dict() == game.public_dict()
    if not game.edition.packs:  # from which pack a card is does not show in a position
        assert [again.view(seat) for seat in range(game.table.players)] == [
            game.view(seat) for seat in range(game.table.players)
        ]


@given(games(), keys, st.integers(0, 2**32))
def test_a_game_laid_from_its_position_goes_on_by_the_rules(game: Game, key: bytes, seed: int) -> None:
    again = Game.from_position(game.position(), key=key)
    for one, two in zip(wander(game, seed, 40), wander(again, seed, 40), strict=False):
        assert not two.status
        if len(one.shuffles) or len(two.shuffles):
            return  # from here on each has its own key
        assert one.position() == two.position()


@given(games(), keys, st.integers(0, 6))
def test_a_position_of_a_view_hides_what_the_seat_may_not_see(game: Game, key: bytes, number: int) -> None:
    seat = seat_of(game, number)
    view = game.view(seat)
    position = view.position()
    assert Position.parse(str(position)) == position
    assert set(position.draw) <= {None}
    for owner in range(game.table.players):
        assert set(position.stocks[owner][:-1]) <= {None}
        if owner != seat:
            assert set(position.hands[owner]) <= {None}
    laid = Game.from_position(position, key=key)
    assert laid.view(seat).position() == position
    if not game.edition.packs:
        assert laid.view(seat) == view


@given(games(), keys, keys)
def test_the_key_deals_the_cards_that_are_hidden(game: Game, one: bytes, other: bytes) -> None:
    seen = game.view(game.turn).position()
    first, second = Game.from_position(seen, key=one), Game.from_position(seen, key=other)
    assert Game.from_position(seen, key=one) == first
    if one != other and seen.draw.count(None) > 20:
        assert first.position().draw != second.position().draw


@given(kitchen_games())
def test_the_position_of_a_kitchen_table_is_written_and_read_back(game: KitchenGame) -> None:
    if game.actor is not None:
        with pytest.raises(NotLegal):
            game.position()
        with pytest.raises(NotLegal):
            game.view(0).position()
        return
    position = game.position()
    assert Position.parse(str(position)) == position
    again = Game.from_position(position)
    assert isinstance(again, KitchenGame)
    assert again.position() == position
    assert again.outcome == game.outcome
    for seat in (*range(game.table.players), None):
        seen = game.view(seat).position()
        assert Position.parse(str(seen)) == seen
        assert Game.from_position(seen).view(seat).position() == seen
        if not game.edition.packs:
            assert again.view(seat) == game.view(seat)
        if seat is not None:
            assert list(again.legal_acts(seat)) == list(game.legal_acts(seat))


@given(kitchen_games(most_acts=120), st.integers(0, 2**32))
def test_a_kitchen_table_laid_from_its_position_goes_on(game: KitchenGame, seed: int) -> None:
    if game.actor is not None or game.is_over:
        return
    again, chance = Game.from_position(game.position()), random.Random(seed)
    assert isinstance(again, KitchenGame)
    for _act in range(40):
        if again.is_over:
            return
        err_on(again, chance)
        assert not again.status


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2003 stocks=7|3 hands=1|- draw=?", "mattel-2003 turn=0 hands=1|- stocks=7|3 draw=159?"),
        ("  mattel-2003\n turn=00  stocks=w|3  draw=5?,?", "mattel-2003 turn=0 stocks=W|3 draw=160?"),
        ("2016 first=1 stocks=7|3 hands=13,2,W|-", "mattel-2016 first=1 turn=0 hands=W,2,13|- stocks=7|3"),
        (
            "2003 building=-/-/1 stocks=7|3 discards=-/2|-/-/-/-",
            "mattel-2003 turn=0 building=-/-/1 stocks=7|3 discards=-/2|-",
        ),
        ("2003 stock=30 stocks=7|3 dealer=1 first=0", "mattel-2003 dealer=1 turn=0 stocks=7|3"),
        (
            "1967 referee=kitchen stocks=7|3 draw=5,6 exposed=2 owes=1,0,1",
            "brownfield-1967 referee=kitchen turn=0 stocks=7|3 draw=5,6 exposed=2 owes=0,1",
        ),
    ],
)
def test_a_position_has_one_text(text: str, canonical: str) -> None:
    assert str(Position.parse(text)) == canonical
    assert Position.parse(canonical) == Position.parse(text)


def test_the_sections_come_in_any_order() -> None:
    edition, *sections = MIDDLE.split()
    for seed in range(20):
        random.Random(seed).shuffle(sections)
        assert Position.parse(" ".join([edition, *sections])) == Position.parse(MIDDLE)


def test_a_position_tells_what_lies_where() -> None:
    position = Position.parse(MIDDLE)
    assert (position.dealer, position.first, position.turn) == (1, 0, 1)
    assert position.building == ((1, 2, 0), (), (), ())
    assert position.hands == ((3,), (0, 8))
    assert position.stocks == ((*(None,) * 29, 7), (12,))
    assert position.discards == (((9,), (), (), ()), ((),) * 4)
    assert len(position.draw) == 162 - 3 - 3 - 31 - 1
    assert position.table == Table.of(dealer=1)


def test_the_position_of_a_new_game_is_short_for_a_player() -> None:
    game = Game(key=bytes(32))
    assert str(game.view(0).position()) == (
        "mattel-2003 dealer=1 turn=0 hands=W,3,4,4,10|- stocks=29?,{}|29?,{} draw=97?".format(
            *(top for top, _count in game.view(0).stocks)
        )
    )


@every_edition
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_table_has_a_position(edition: str, players: int) -> None:
    for partners in {False, players in (4, 6)}:
        for stock in (None, 3):
            game = Game(edition, players=players, partners=partners, stock=stock, key=KEY)
            again = Game.from_position(str(game.position()))
            assert again.table.sides == game.table.sides
            assert (again.table.stock, again.edition) == (game.table.stock, game.edition)
            assert again.position() == game.position()


# What a laid game is


def test_a_laid_game_has_no_history() -> None:
    game = Game.from_position(MIDDLE, key=KEY)
    assert (game.moves, game.events, game.shuffles, game.version) == ([], [], [], 0)
    assert game.start == game.position(), "where it began, hidden cards dealt"
    assert game.key == KEY
    with pytest.raises(NotLegal):
        game.undo()
    game.play("hW>b1")
    assert game.start != game.position()
    assert str(game.undo()) == "hW>b1"
    assert game.start == game.position()


def test_a_laid_game_has_no_deal_and_no_record() -> None:
    game = Game.from_position(MIDDLE)
    for ask in (lambda: game.deal, lambda: to_record(game)):
        with pytest.raises(Malformed) as error:
            ask()
        assert error.value.code == "position"


def test_the_same_position_and_key_give_the_same_game() -> None:
    text = MIDDLE.replace("|12", "|29?,12")
    one, other = Game.from_position(text, key=KEY), Game.from_position(text, key=KEY)
    assert one == other
    play_on(one, random.Random(1), 300)
    play_on(other, random.Random(1), 300)
    assert one.shuffles
    assert one == other
    assert Game.from_position(MIDDLE, key=bytes(32)) != Game.from_position(MIDDLE, key=KEY)
    assert Game.from_position(one.start or "", key=KEY).start == one.start


def test_a_finished_game_can_be_laid() -> None:
    won = Game.from_position("2003 turn=1 hands=4|5 stocks=7|- draw=?")
    assert won.outcome is not None
    assert (won.outcome.how, won.outcome.winners, won.outcome.points) == (How.STOCK, (1,), 30)
    assert not won.legal_moves
    blocked = lay(players=3, hands=[[], [], []], stocks=[[12], [12, 12], [12]], draw=[], turn=2, passes=3)
    assert blocked.outcome is not None
    assert (blocked.outcome.how, blocked.outcome.winners) == (How.BLOCKED, ())
    assert blocked.position().passed == (0, 1, 2)


@standard_editions
def test_partners_finish_together(edition: str) -> None:
    one = Game.from_position(f"{edition} partners turn=0 hands=4|-|-|- stocks=-|3|7|8 draw=?")
    assert one.outcome is None
    both = Game.from_position(f"{edition} partners turn=0 hands=4|-|-|- stocks=-|3|-|8 draw=?")
    assert both.outcome is not None
    assert both.outcome.winners == (0, 2)


def test_stock_piles_of_1967_are_laid_from_packs_1_and_2() -> None:
    seen = Game(BROWNFIELD, players=6, key=KEY).view(0).position()
    for laid in (Game.from_position(seen, key=KEY), lay(BROWNFIELD, stocks=[[5] * 8, ["W"] * 16])):
        states = laid.states
        for seat in range(laid.table.players):
            card = int(states["top"][0, STOCKS[seat]])
            while card != NO_CARD:
                assert PACKS_OF_CARDS[card] < 2
                card = int(states["under"][0, card])


@pytest.mark.parametrize("referee", ["strict", "kitchen"])
def test_a_referee_judges_a_laid_game(referee: str) -> None:
    game = Game.from_position(f"{MIDDLE} referee={referee}")
    assert game.referee == referee
    assert game.position().referee == referee


def test_a_kitchen_is_laid_in_the_middle_of_a_turn() -> None:
    text = "1967 referee=kitchen turn=1 begun=over offered hands=4|5 stocks=7|8 draw=?,2,3 exposed=2 owes=0"
    game = Game.from_position(text)
    assert isinstance(game, KitchenGame)
    view = game.view(0)
    assert (view.begun, view.offered, view.exposed, view.owes) == (True, True, (Card(2), Card(3)), (0,))
    assert "draw" not in game.legal_acts(1), "the player has played"
    assert "2: draw" not in game.legal_acts(0), "and so nobody else can begin"
    at_the_beginning = Game.from_position(text.replace(" begun=over offered", ""))
    assert isinstance(at_the_beginning, KitchenGame)
    assert [str(act) for act in at_the_beginning.legal_acts(1) if not act.is_move and act.called is None] == [
        "take",
        "refuse",
    ]
    owing = Game.from_position(text.replace(" begun=over offered", "").replace("owes=0", "owes=1"))
    assert isinstance(owing, KitchenGame)
    assert "take" not in owing.legal_acts(1)


def test_no_position_is_written_while_a_seat_plays_out_of_turn() -> None:
    game = lay_kitchen(hands=[[5], [1]])
    game.play("1: h1>b1")
    for ask in (game.position, game.view(0).position):
        with pytest.raises(NotLegal) as error:
            ask()
        assert error.value.code == "position"
        assert "Seat 1" in str(error.value)
    game.play("0: call 1")
    assert game.position().owes == (1,)


# What is not a position

MALFORMED = {
    "": "There is no edition",
    "hasbro stocks=7|3": "There is no edition",
    "2003": "The stock piles are missing",
    "2003 stocks=7": "2 to 6 players",
    "2003 stocks=1|1|1|1|1|1|1": "2 to 6 players",
    "2003 partners stocks=7|3": "Partners need 4 or 6",
    "2003 partners=yes stocks=7|3": "“partners=yes” is not a section",
    "2003 stocks=7|3 colour=red": "“colour=red” is not a section",
    "2003 stocks=7|3 turn": "“turn” is not a section",
    "2003 stocks=7|3 turn=0 turn=0": "“turn” is written twice",
    "2003 stocks=7|3 turn=2": "There is no seat 2",
    "2003 stocks=7|3 turn=-1": "“-1” is not a number",
    "2003 stocks=7|3 turn=1000": "“1000” is not a number",
    "2003 stocks=7|3 turn=": "“” is not a number",
    "2003 stocks=7|3 dealer=5": "There is no seat 5",
    "2016 stocks=7|3 dealer=1": "has no dealer",
    "2003 stocks=7|3 stock=82": "1 to 81 cards",
    "2003 stocks=7|3 stock=0": "1 to 81 cards",
    "2003 stocks=7|14": "“14” is not a card",
    "2003 stocks=7|3,,4": "“” is not a card",
    "2003 stocks=7|": "“” is not a card",
    "2003 stocks=7|0?,3": "“0?” is not a card",
    "2003 stocks=7|1000?,3": "“1000?” is not a card",
    "2003 stocks=?,7|3 draw=?": "only once",
    "2003 stocks=7,?|3 draw=?": "only once",
    "2003 stocks=7,2?|3": "can be hidden",
    "2003 stocks=7|3 building=1?": "can be hidden",
    "2003 stocks=7|3 discards=2?|-": "can be hidden",
    "2003 stocks=7|3 spent=?": "can be hidden",
    "2003 stocks=7|3 hands=1|2|3": "each of the 2 seats",
    "2003 stocks=7|3 discards=-": "each of the 2 seats",
    "2003 stocks=7|3 building=1/1/1/1/1": "at most 4",
    "2003 stocks=7|3 discards=-/-/-/-/1|-": "at most 4",
    "2003 stocks=7|3 passed=2": "There is no seat 2",
    "2003 stocks=7|3 referee=": "is not a referee",
    "2003 stocks=7|3 exposed=1": "Only a kitchen table",
    "2003 stocks=7|3 begun=open offered": "begun, offered",
    "1967 stocks=7|3 referee=kitchen draw=5? exposed=1": "“exposed”",
    "1967 stocks=7|3 referee=kitchen draw=5 exposed=2": "“exposed”",
    "2003 stocks=7|3 referee=kitchen begun=yes": "open, over, forbidden",
}


@pytest.mark.parametrize("text", MALFORMED)
def test_text_that_is_not_a_position_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Malformed) as error:
        Position.parse(text)
    assert MALFORMED[text] in str(error.value)
    assert str(error.value).endswith(".")


@given(st.text())
def test_any_text_is_a_position_or_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        Position.parse(text)


parts = st.one_of(
    st.sampled_from(
        [*SECTIONS, *(f"{name}=" for name in SECTIONS), *"0123456789|/,-?W= ", "12", "29?", "kitchen", "over"]
    ),
    st.text(max_size=3),
)


@given(st.sampled_from(sorted(EDITIONS)), st.lists(parts, max_size=30))
def test_any_line_of_such_parts_is_read_laid_or_refused_with_a_sentence(edition: str, line: list[str]) -> None:
    judge(" ".join([edition, "stocks=7|3", "".join(line)]))


@given(games(most_moves=80), st.data())
def test_a_position_with_a_part_changed_is_read_laid_or_refused_with_a_sentence(
    game: Game, data: st.DataObject
) -> None:
    words = re.split(r"(\W)", str(game.view(game.turn).position()))
    for _change in range(data.draw(st.integers(1, 4))):
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(parts)
    judge("".join(words))


def judge(text: str) -> None:
    try:
        position = Position.parse(text)
        assert Position.parse(str(position)) == position
        game = Game.from_position(position, key=KEY)
    except Malformed as error:
        sentence = str(error)
    else:
        assert not game.status
        assert Game.from_position(game.position(), key=KEY).position() == game.position()
        return
    assert sentence.endswith(".")


# What no game can come to

BASE: dict[str, Any] = {"hands": "1|-", "stocks": "7|3", "draw": "?"}
IMPOSSIBLE = {
    "A hand": ({"hands": "1,2,3,4,5,6|-"}, ["Seat 0 holds 6 cards"]),
    "too many cards": ({"draw": "200?"}, ["The deck has 162 cards, the position 203"]),
    "too few cards": ({"draw": "2,3"}, ["The deck has 162 cards, the position 5"]),
    "thirteen of a number": ({"hands": "5|-", "spent": ",".join(["5"] * 12)}, ["12 cards 5 in the deck, 13 in the"]),
    "nineteen wilds": ({"spent": ",".join(["W"] * 19)}, ["18 cards W in the deck, 19 in the"]),
    "a King today": ({"hands": "13|-"}, ["0 cards 13 in the deck, 1 in the"]),
    "a pile out of order": ({"building": "1,3"}, ["A building pile goes up by one from 1"]),
    "a pile that begins with 2": ({"building": "-/2"}, ["A building pile goes up by one from 1"]),
    "a complete pile": ({"building": "1,2,3,4,5,6,7,8,9,10,11,W"}, ["is set aside"]),
    "a stock that has grown": ({"stocks": "30?,7|3"}, ["more cards than were dealt"]),
    "an empty hand": ({"hands": "-|-"}, ["holds no card"]),
    "two winners": ({"stocks": "-|-"}, ["More than one side"]),
    "a winner who passed": ({"stocks": "-|3", "passed": "0,1"}, ["not everybody has passed"]),
    "another first seat": ({"dealer": "0", "first": "0"}, ["write first=1"]),
    "passes out of order": ({"stocks": "7|3|2", "hands": "1|-|-", "passed": "1"}, ["the last ones before"]),
    "all of it": (
        {"hands": "1,2,3,4,5,6|13", "building": "3", "draw": "-", "dealer": "0", "first": "0"},
        ["The deck has 162", "cards 13", "Seat 0 holds 6", "write first=1", "A building pile goes up"],
    ),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_an_impossible_position_is_refused_and_every_defect_named(case: str) -> None:
    changes, sentences = IMPOSSIBLE[case]
    text = "2003 " + " ".join(f"{name}={value}" for name, value in (BASE | changes).items())
    position = Position.parse(text)
    assert Position.parse(str(position)) == position
    with pytest.raises(Malformed) as error:
        Game.from_position(position)
    assert error.value.code == "position"
    assert all(sentence in str(error.value) for sentence in sentences), str(error.value)
    assert str(error.value).count(". ") == len(sentences) - 1, str(error.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1967 stocks=5,5,5,5,5|5,5,5,5 hands=1|- draw=?", "packs 1 and 2"),
        (f"1967 stocks={','.join(['W'] * 17)}|3 hands=1|- draw=?", "packs 1 and 2"),
        ("2003 referee=kitchen stocks=7|3 draw=? talked=1", "No kitchen table"),
        ("2016 referee=kitchen stocks=7|3 draw=?", "says nothing about mistakes"),
        ("2003 referee=nobody stocks=7|3 draw=?", "There is no referee"),
    ],
)
def test_a_position_that_the_sheet_does_not_allow_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(Malformed) as error:
        Game.from_position(text)
    assert sentence in str(error.value)


def test_tests_lay_their_tables_with_positions() -> None:
    game = lay(building=[[1, "W"]], hands=[[5]], stocks=[[12, 4]])
    assert game.start is not None
    assert Game.from_position(str(game.start), key=game.key) == game
    assert sum((pile != () for pile in game.start.piles), 0) == 5
    assert {card: count for card, count in whole_deck("mattel-2003").items() if card} == dict.fromkeys(range(1, 13), 12)
