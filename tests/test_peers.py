"""Bugs that other implementations of the game have, one test each. The numbers are those of our survey of them."""

from collections import Counter

import numpy as np
import pytest

from skipbo.errors import Malformed, NotLegal, OutOfDate, SkipboError
from skipbo.game.event import Discarded, Drew, Shuffled, TurnBegan, Turned, seen_by
from skipbo.game.game import Game
from skipbo.game.outcome import How
from skipbo.game.table import Table
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import NO_CARD, STOCKS, WILD, new_states
from skipbo.kernel.moves import MOVES
from tests.positions import (
    BROWNFIELD,
    KEY,
    cards_of,
    end_turn,
    every_edition,
    hand,
    highest,
    lay,
    play_all,
    refused,
    up_to,
    wander,
    whole_deck,
)


def test_a_player_without_cards_and_with_nothing_to_draw_has_a_legal_move() -> None:  # bug 1
    game = lay(hands=[[]], draw=[])
    assert [str(move) for move in game.legal_moves] == ["pass"]


def test_a_player_who_wins_while_the_draw_pile_is_empty_has_won() -> None:  # bug 1
    game = lay(stocks=[[1]], hands=[[]], draw=[])
    game.play("s>b1")
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winners) == (How.STOCK, (0,))


def test_no_card_is_made_when_the_draw_pile_has_none() -> None:  # bug 1
    game = lay(hands=[[11], []], draw=[5])
    game.play("h11>d1")
    assert hand(game, 1) == [5]
    assert list(game.states["hand"][0][1]).count(NO_CARD) == 4
    assert cards_of(game) == whole_deck("mattel-2003")


def test_cards_already_drawn_are_kept_when_the_draw_pile_runs_out() -> None:  # bug 1
    game = lay(hands=[[1], []], draw=[6, 5])
    game.play("h1>b1")
    assert hand(game, 0) == [5, 6]


def test_a_turn_ends_although_its_player_can_do_nothing() -> None:  # bug 1
    game = lay(hands=[[], [9]], draw=[])
    game.play("pass")
    assert game.turn == 1


def test_play_goes_on_while_few_cards_are_left() -> None:  # bug 1
    game = lay(stocks={1: [9, 2]}, hands=[[1, 7], []], draw=[6])
    play_all(game, "h1>b1 h7>d1 s>b1 h6>d1 pass")
    assert game.outcome is None


@every_edition
@pytest.mark.parametrize("players", [2, 4, 6])
def test_every_game_ends_and_its_ending_has_a_name(edition: str, players: int) -> None:  # bug 1
    endings = set()
    for number in range(3):
        game = Game(edition, players=players, stock=8, key=bytes([number] * 32))
        for _position in wander(game, seed=number):
            pass
        assert game.outcome is not None
        endings.add(game.outcome.how)
    assert endings <= {How.STOCK, How.BLOCKED}


def test_wilds_are_wild_again_when_their_pile_is_shuffled() -> None:  # bug 2
    game = lay(hands=[["W"]], building=[["W", "W", *range(3, 12)]], draw=[])
    game.play("hW>b1")
    assert len(game.shuffles) == 1
    assert Counter(game.shuffles[0]) == Counter({WILD: 3} | dict.fromkeys(range(3, 12), 1))


@every_edition
def test_the_deck_is_the_same_from_the_deal_to_the_end_through_every_shuffle(edition: str) -> None:  # bug 2
    shuffles = 0
    for number in range(4):
        game = Game(edition, players=2, stock=15, key=bytes([number] * 32))
        for position in wander(game, seed=number):
            shuffled = any(isinstance(event, Shuffled) for event in position.events[-3:])
            if shuffled or position.version % 50 == 0:
                assert cards_of(position) == whole_deck(edition)
        assert cards_of(game) == whole_deck(edition)
        shuffles += len(game.shuffles)
    assert shuffles > 0


def test_completing_a_pile_leaves_the_draw_pile_as_it_is() -> None:  # bug 3
    game = lay(hands=[["W", 5]], building=[up_to(11)], draw=[6, 7, 8])
    before = list(game.states["order"][0][:3])
    events = game.play("hW>b1")
    assert not [event for event in events if isinstance(event, Shuffled)]
    assert list(game.states["order"][0][:3]) == before
    assert (game.view(None).draw, len(game.view(None).spent)) == (3, 12)


def test_completed_piles_come_back_into_play() -> None:  # bug 3
    game = lay(hands=[[11], []], draw=[], spent=up_to(12) + up_to(12))
    game.play("h11>d1")
    assert game.view(None).hands[1] + game.view(None).draw == 24


def test_a_hand_emptied_in_the_middle_of_a_turn_is_filled() -> None:  # bug 4
    game = lay(hands=[[1, 2]])
    play_all(game, "h1>b1 h2>b1")
    assert (game.turn, game.view(None).hands[0]) == (0, 5)


def test_the_hand_is_not_filled_before_the_turn_passes() -> None:  # bug 4
    game = lay(hands=[[11]])
    events = game.play("h11>d1")
    assert [type(event) for event in events] == [Discarded, TurnBegan, Drew]
    assert game.view(None).hands == (0, 5)


def test_the_stock_pile_shows_the_card_that_is_played_and_then_the_next() -> None:  # bug 5
    game = lay(stocks=[[9, 3, 2, 1]])
    for shown, left in ((1, 4), (2, 3), (3, 2)):
        assert game.view(1).stocks[0] == (shown, left)
        game.play("s>b1")
        assert game.view(1).building[0][-1] == shown
    assert game.view(1).stocks[0] == (9, 1)


@pytest.mark.parametrize("move", ["h2>b1", "h9>d1", "s>b1", "pass"])
def test_nothing_is_accepted_after_the_game(move: str) -> None:  # bug 6
    game = lay(stocks=[[1], [2, 2]], hands=[[2, 9]])
    game.play("s>b1")
    assert refused(game, move) == "win.stock"


def test_a_player_discards_once_a_turn() -> None:  # bug 6
    game = lay(hands=[[8, 9], [7]])
    game.play("h8>d1", seat=0)
    before = game.states.tobytes()
    with pytest.raises(OutOfDate):
        game.play("h9>d1", seat=0)
    assert game.states.tobytes() == before


def test_a_player_who_has_discarded_does_not_play() -> None:  # bug 6
    game = lay(stocks=[[9, 1]], hands=[[8, 1], [7]])
    game.play("h8>d1", seat=0)
    before = game.states.tobytes()
    for move in ("s>b1", "h1>b1"):
        with pytest.raises(OutOfDate):
            game.play(move, seat=0)
    assert game.states.tobytes() == before


def test_a_turn_does_not_end_without_a_discard() -> None:  # bug 6
    assert refused(lay(hands=[[8]]), "pass") == "ruling.no-discard"


@pytest.mark.parametrize("words", ["draw", "end", "end turn", "", "s", "h1", "b1>b2", "d0>b1", "s>b0", "hW>s"])
def test_there_is_no_move_to_draw_or_to_end_a_turn(words: str) -> None:  # bug 6
    game = lay()
    before = game.states.tobytes()
    with pytest.raises(Malformed):
        game.play(words)
    assert game.states.tobytes() == before


def test_a_hand_never_holds_more_than_five() -> None:  # bug 6
    game = Game(players=3, stock=10, key=KEY)
    for position in wander(game, seed=4):
        assert max(position.view(None).hands) <= 5


@pytest.mark.parametrize("owner", [1, 2])
def test_nobody_plays_from_the_discard_piles_of_others(owner: int) -> None:  # bug 6
    game = lay(players=3, discards={1: [[1]], 2: [[1]]})
    assert refused(game, f"{owner}d1>b1") == "play.sources"


def test_nobody_acts_for_another_seat() -> None:  # bug 6
    game = lay(hands=[[1, 9], [1, 9]])
    before = game.states.tobytes()
    with pytest.raises(OutOfDate) as error:
        game.play("h1>b1", seat=1)
    assert error.value.code == "turn"
    assert game.states.tobytes() == before


def test_a_move_made_for_an_earlier_position_is_not_taken_for_this_one() -> None:  # bug 6
    game = lay(hands=[[1, 1, 9]])
    game.play("h1>b1", version=0)
    with pytest.raises(OutOfDate) as error:
        game.play("h1>b2", version=0)
    assert error.value.code == "version"


@pytest.mark.parametrize(("players", "partners"), [(2, False), (3, False), (4, True), (6, True)])
def test_a_number_that_is_no_legal_move_is_refused(players: int, partners: bool) -> None:  # bug 6
    game = lay(players=players, partners=partners, stocks=[[9, 1]], hands=[["W", 2]], discards={0: [[1]]})
    legal = set(game.legal_moves.codes)
    before = game.states.tobytes()
    accepted = []
    for number in range(-MOVES, 2 * MOVES):
        if number in legal:
            continue
        assert number not in game.legal_moves
        try:
            game.play(number)
        except SkipboError:
            assert game.states.tobytes() == before
        else:
            accepted.append(number)
            game.undo()
    assert accepted == []


@pytest.mark.parametrize("edition", ["mattel-2003", BROWNFIELD])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_is_the_same_whatever_lies_hidden(edition: str, seat: int | None) -> None:  # bug 7
    hands_as_seen = {0: {1: [3, 4]}, 1: {0: [3, 4]}, None: {0: [3, 4], 1: [5, 6]}}[seat]
    hands_otherwise = {0: {1: [5, 6]}, 1: {0: [5, 6]}, None: {0: [5, 6], 1: [3, 4]}}[seat]
    shown = {0: [8, 9], 1: [8, 9]}
    one = lay(
        edition,
        stocks=[[3, 4, 2], [5, 6, 2]],
        hands=shown | hands_as_seen,
        discards={1: [[7]]},
        draw=[..., 10, 11],
        key=KEY,
    )
    other = lay(
        edition,
        stocks=[[6, 5, 2], [4, 3, 2]],
        hands=shown | hands_otherwise,
        discards={1: [[7]]},
        draw=[..., 11, 10],
        key=bytes(32),
    )
    assert one.states.tobytes() != other.states.tobytes()
    assert one.view(seat) == other.view(seat)
    assert list(one.view(seat).legal_moves) == list(other.view(seat).legal_moves)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_carries_neither_the_key_nor_the_rest_of_a_stock_pile(seat: int | None) -> None:  # bug 7
    game = Game(key=KEY)
    seen = game.view(seat).states()
    assert KEY not in game.view(seat).record
    assert not seen["key"].any()
    assert not seen["words"].any()
    for owner in (0, 1):
        assert seen["under"][0][seen["top"][0][STOCKS[owner]]] == NO_CARD
    assert (seen["order"] == NO_CARD).all()


def test_only_the_player_who_draws_sees_the_cards() -> None:  # bug 7
    game = lay(hands=[[11], []], draw=[..., 1, 2, 3, 4, 5])
    (drew,) = [event for event in game.play("h11>d1") if isinstance(event, Drew)]
    assert drew.cards == (5, 4, 3, 2, 1)
    assert seen_by(drew, 1) == drew
    assert seen_by(drew, 0) == seen_by(drew, None) == Drew(1, 5, None)


def test_a_plan_made_on_a_guess_does_not_touch_the_game() -> None:  # bug 8
    game = lay(hands=[[1]], draw=[], spent=up_to(12), stocks=[[5, 6], [7, 8]])
    twin = lay(hands=[[1]], draw=[], spent=up_to(12), stocks=[[5, 6], [7, 8]])
    for number in range(20):
        guess = new_states()
        arrays.sample(game.view(0).states(), 0, guess, np.full((1, 8), number, np.uint32))
        arrays.step(guess, np.array([game.legal_moves.codes[0]], np.int64))
    assert game.states.tobytes() == twin.states.tobytes()
    assert game.play("h1>b1") == twin.play("h1>b1")


@pytest.mark.parametrize("key", [KEY, bytes(32)])
def test_a_guess_does_not_know_the_next_shuffle(key: bytes) -> None:  # bug 8
    game = lay(hands=[[1]], draw=[], spent=up_to(12) + up_to(12), key=key)
    guesses = set()
    for number in range(1, 6):
        guess = new_states()
        arrays.sample(game.view(0).states(), 0, guess, np.full((1, 8), number, np.uint32))
        arrays.step(guess, np.array([game.legal_moves.codes[0]], np.int64))
        guesses.add(guess["order"].tobytes())
    game.play("h1>b1")
    assert len(guesses) == 5
    assert game.states["order"].tobytes() not in guesses


@every_edition
def test_the_deck_has_every_rank(edition: str) -> None:  # bug 9
    assert cards_of(Game(edition, key=KEY)) == whole_deck(edition)


@every_edition
def test_a_second_and_a_third_game_are_dealt_as_the_first(edition: str) -> None:  # bug 9
    fresh = Table.of(edition, players=3).states()
    used = Game(edition, players=3, key=bytes(32))
    words = np.frombuffer(KEY, "<u4").reshape(1, -1)
    for number in range(3):
        for _position in wander(used, seed=number, most=200):
            pass
        states = used.states
        states["dealer"], states["first"] = fresh["dealer"], fresh["first"]
        arrays.deal(states, words)
        assert states.tobytes() == Game(edition, players=3, key=KEY).states.tobytes()


def test_a_refused_move_leaves_every_byte_and_the_order_of_the_hand() -> None:  # bug 10
    game = lay(stocks=[[1, 9]], hands=[[7, 2, 9, 2, 5]], discards={0: [[4]]})
    before = game.view(0).hand
    for move in ("h7>b1", "h2>b4", "h3>d1", "s>b1", "d1>b2", "d2>b2", "1s>b1", "pass"):
        refused(game, move)
    assert game.view(0).hand == before


def test_a_wild_goes_on_a_wild() -> None:  # bug 11
    game = lay(hands=[["W", "W", "W", 4]])
    play_all(game, "hW>b1 hW>b1 hW>b1 h4>b1")
    assert game.view(None).building[0] == (WILD, WILD, WILD, 4)


def test_a_wild_may_be_discarded_and_stays_wild() -> None:  # bug 11
    game = lay(hands=[["W", 3], [9]], building=[up_to(6), [1]])
    game.play("hW>d2")
    assert game.view(None).discards[0][1] == (WILD,)
    end_turn(game)
    assert {"d2>b1", "d2>b2", "d2>b3"} <= {str(move) for move in game.legal_moves}
    game.play("d2>b1")
    assert game.view(None).building[0][-1] == WILD


@every_edition
def test_the_highest_card_may_be_discarded(edition: str) -> None:  # bug 11
    top = highest(edition)
    game = lay(edition, stocks=[[1], [1]], hands=[[top]])
    game.play(f"h{top}>d1")
    assert game.view(None).discards[0][0] == (top,)


@pytest.mark.parametrize("pile", [1, 2, 3, 4])
def test_a_card_goes_to_the_pile_asked_for(pile: int) -> None:  # bug 11
    game = lay(hands=[[3, 9]], building=[[1, 2]] * 4)
    game.play(f"h3>b{pile}")
    assert [len(cards) for cards in game.view(None).building] == [3 if n == pile else 2 for n in (1, 2, 3, 4)]


def test_a_view_kept_from_earlier_stays_as_it_was() -> None:  # bug 12
    game = lay(stocks=[[9, 1]], hands=[[2, 8]])
    kept = game.view(0)
    record = bytes(kept.record)
    moves = {str(move) for move in kept.legal_moves}
    play_all(game, "s>b1 h2>b1 h8>d1")
    assert kept.record == record
    assert (kept.hand, kept.building, kept.turn) == ((2, 8), ((),) * 4, 0)
    assert {str(move) for move in kept.legal_moves} == moves


def test_all_legal_moves_are_offered_however_many_there_are() -> None:  # bug 12
    game = lay(stocks=[["W"]], hands=[["W", 1, 2, 3, 4]], discards={0: [["W"]] * 4})
    plays = 4 * (1 + 4 + 2)
    discards = 5 * 4
    assert len(game.legal_moves) == len(list(game.legal_moves)) == plays + discards


def test_a_discard_is_offered_while_a_play_exists() -> None:  # bug 12
    game = lay(stocks=[[9, 1]], hands=[[1, 5]])
    assert {"s>b1", "h1>b1", "h1>d1", "h5>d4"} <= {str(move) for move in game.legal_moves}


@every_edition
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_sees_its_own_hand_and_the_counts_of_the_others(edition: str, seat: int) -> None:  # bug 12
    hands = [[2], [3, 4], [5, 6, 7]]
    view = lay(edition, players=3, hands=hands).view(seat)
    assert view.hand == tuple(hands[seat])
    assert view.hands == (1, 2, 3)


@every_edition
def test_thirty_cards_are_dealt(edition: str) -> None:  # bug 13
    assert [len(pile) for pile in Game(edition, players=2, key=KEY).deal[0]] == [30, 30]


@pytest.mark.parametrize("edition", ["mattel-2003", "holiday-2010", "francais-2003", BROWNFIELD])
def test_it_is_not_always_the_same_seat_that_begins(edition: str) -> None:  # bug 13
    assert {Game(edition, players=2, key=bytes([number] * 32)).turn for number in range(16)} == {0, 1}


def test_every_game_is_shuffled_anew() -> None:  # bug 13
    games = [Game() for _ in range(4)]
    assert len({game.key for game in games}) == 4
    assert len({game.deal for game in games}) == 4


def test_the_cards_of_a_stock_pile_lie_there_before_they_are_turned() -> None:  # bug 13
    game = Game(players=2, stock=10, key=KEY)
    dealt = [list(pile) for pile in game.deal[0]]
    for position in wander(game, seed=6):
        for seat, (top, left) in enumerate(position.view(None).stocks):
            assert top == (dealt[seat][10 - left] if left else None)
    assert [event for event in game.events if isinstance(event, Turned)]


def test_a_refused_move_names_the_rule_it_breaks() -> None:  # bug 6
    with pytest.raises(NotLegal) as error:
        lay(hands=[[5]]).play("h5>b1")
    assert error.value.code == "build.start"
