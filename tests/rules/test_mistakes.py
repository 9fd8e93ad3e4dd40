"""Special situations, sheet by sheet: what happens when people at a kitchen table err."""

import pytest

from skipbo.errors import Malformed
from skipbo.game.card import Card
from skipbo.game.event import (
    Called,
    Drew,
    Exposed,
    Ground,
    Overdrew,
    RefusedExposed,
    Shuffled,
    Took,
    Turned,
)
from skipbo.game.game import Game
from skipbo.game.kitchen.game import KitchenGame
from skipbo.game.outcome import How
from tests.positions import (
    BROWNFIELD,
    KEY,
    hand,
    kitchen_editions,
    lay_kitchen,
    standard_editions,
)
from tests.rules.kitchen_table import acts, hidden, refused, stock_of

# No special situations


def test_by_the_sheet_of_2016_nothing_irregular_is_possible() -> None:  # rule: special.none
    with pytest.raises(Malformed) as error:
        Game("mattel-2016", referee="kitchen")
    assert error.value.code == "special.none"
    with pytest.raises(Malformed) as error:
        KitchenGame("mattel-2016")
    assert error.value.code == "special.none"


@kitchen_editions
def test_every_other_sheet_has_special_situations(edition: str) -> None:  # rule: special.none
    game = Game(edition, referee="kitchen", key=KEY)
    assert isinstance(game, KitchenGame)
    assert (game.referee, Game(edition, key=KEY).referee) == ("kitchen", "strict")


def test_an_unknown_referee_is_an_error() -> None:
    with pytest.raises(Malformed) as error:
        Game(referee="blind")
    assert error.value.code == "referee"


# Drawing is an act


@kitchen_editions
def test_nothing_is_drawn_by_itself(edition: str) -> None:  # rule: draw.refill
    game, strict = KitchenGame(edition, key=KEY), Game(edition, key=KEY)
    assert hand(game, game.turn) == []
    assert game.deal == strict.deal
    for _card in range(5):
        game.play("draw")
    assert hand(game, game.turn) == hand(strict, strict.turn)


@kitchen_editions
def test_a_card_is_drawn_at_a_time(edition: str) -> None:  # rule: draw.refill
    game = lay_kitchen(edition, hands=[[4]], draw=[..., 7, 9])
    assert [type(event) for event in game.play("draw")] == [Drew]
    assert hand(game, 0) == [4, 9]
    acts(game, "draw")
    assert hand(game, 0) == [4, 7, 9]


@kitchen_editions
def test_drawing_is_over_with_the_first_play(edition: str) -> None:  # rule: ruling.draw-first
    game = lay_kitchen(edition, hands=[[1, 5]])
    acts(game, "draw", "h1>b1")
    assert refused(game, "draw") == "ruling.draw-first"
    assert len(hand(game, 0)) == 2


@kitchen_editions
def test_drawing_goes_on_when_the_hand_is_played_out(edition: str) -> None:  # rule: ruling.draw-first, draw.again
    game = lay_kitchen(edition, hands=[[1, 2]], draw=[..., 9, 8, 7, 6, 5])
    acts(game, "h1>b1")
    assert refused(game, "draw") == "ruling.draw-first"
    acts(game, "h2>b1", "draw", "draw", "draw", "draw", "draw")
    assert hand(game, 0) == [5, 6, 7, 8, 9]


@kitchen_editions
def test_a_player_may_choose_a_smaller_hand(edition: str) -> None:  # rule: ruling.draw-first
    game = lay_kitchen(edition, hands=[[5]])
    acts(game, "h5>d1")
    assert game.turn == 1
    assert hand(game, 0) == []


@kitchen_editions
def test_with_an_empty_hand_a_player_may_draw_after_a_play_from_a_pile(edition: str) -> None:  # rule: ruling.draw-first
    game = lay_kitchen(edition, stocks=[[9, 1]], hands=[[]])
    acts(game, "s>b1", "draw")
    assert len(hand(game, 0)) == 1


@kitchen_editions
def test_a_player_who_can_still_draw_cannot_pass(edition: str) -> None:  # rule: ruling.no-discard
    game = lay_kitchen(edition, hands=[[]])
    assert refused(game, "pass") == "ruling.no-discard"


@kitchen_editions
def test_a_player_who_finds_nothing_to_draw_passes(edition: str) -> None:  # rule: ruling.short-draw, ruling.no-discard
    game = lay_kitchen(edition, hands=[[]], draw=[])
    assert refused(game, "draw") == "ruling.short-draw"
    acts(game, "pass", "pass")
    assert game.outcome is not None
    assert game.outcome.how is How.BLOCKED


@kitchen_editions
def test_the_spent_cards_are_shuffled_when_a_card_must_be_drawn(edition: str) -> None:  # rule: draw.recycle
    game = lay_kitchen(edition, hands=[[5]], draw=[], spent=[1, 2, 3])
    shuffled, drew = game.play("draw")
    assert shuffled == Shuffled(3)
    assert isinstance(drew, Drew)
    assert game.shuffles[0][0] == drew.cards[0] if drew.cards else False
    assert not game.status


@kitchen_editions
def test_a_game_is_blocked_only_when_every_player_has_passed(edition: str) -> None:  # rule: ruling.blocked
    game = lay_kitchen(edition, players=3, hands=[[], [], []], draw=[])
    acts(game, "1: pass")  # out of turn, and complete
    assert game.turn == 2
    acts(game, "0: pass", "2: pass")
    assert game.outcome is None  # the last pass was out of turn, and can be called
    acts(game, "1: stand", "0: stand")
    assert game.outcome is not None


# Too many cards


@standard_editions
def test_extra_cards_are_shuffled_into_ones_own_stock_pile(edition: str) -> None:  # rule: over.shuffle
    game = lay_kitchen(edition, stocks=[[9, 8, 12]], hands=[[2, 3, 4, 5, 6]], draw=[..., 1, 7])
    assert game.play("draw") == [Overdrew(0, Card(7))]
    assert hand(game, 0) == [2, 3, 4, 5, 6]
    assert game.view(0).stocks[0] == (12, 4)
    assert sorted(stock_of(game, 0)) == [7, 8, 9, 12]
    acts(game, "draw")
    assert sorted(stock_of(game, 0)) == [1, 7, 8, 9, 12]


@standard_editions
def test_the_face_up_card_stays_on_top(edition: str) -> None:  # rule: ruling.over-place, stock.top
    places = set()
    for number in range(40):
        game = lay_kitchen(
            edition, stocks=[[9, 8, 12]], hands=[[2, 3, 4, 5, 6]], draw=[..., 7], key=bytes([number]) * 32
        )
        acts(game, "draw")
        pile = stock_of(game, 0)
        assert pile[0] == 12
        places.add(tuple(pile[1:]))
    assert len(places) == 6  # every order of the three hidden cards


@standard_editions
def test_an_extra_card_opens_a_finished_stock_pile_again(edition: str) -> None:  # rule: ruling.over-place
    game = lay_kitchen(
        edition, players=4, partners=True, stocks=[[], [12], [12]], hands=[[2, 3, 4, 5, 6]], draw=[..., 7]
    )
    assert game.play("draw") == [Overdrew(0, Card(7)), Turned(0, Card(7))]
    assert game.view(1).stocks[0] == (7, 1)


@standard_editions
def test_a_shuffle_into_a_stock_pile_is_told(edition: str) -> None:  # rule: ruling.over-place
    game = lay_kitchen(edition, stocks=[[9, 8, 12]], hands=[[2, 3, 4, 5, 6]], draw=[..., 7])
    acts(game, "draw")
    assert [list(map(int, shuffle)) for shuffle in game.shuffles] == [hidden(game, 0)]


@standard_editions
def test_an_extra_card_may_come_from_the_shuffled_spent_cards(edition: str) -> None:  # rule: over.shuffle, draw.recycle
    game = lay_kitchen(edition, stocks=[[9, 12]], hands=[[2, 3, 4, 5, 6]], draw=[], spent=[1, 2])
    assert [type(event) for event in game.play("draw")] == [Shuffled, Overdrew]
    assert [len(shuffle) for shuffle in game.shuffles] == [2, 2]
    assert game.view(0).stocks[0] == (12, 3)
    assert not game.status


@standard_editions
def test_by_this_sheet_no_card_is_exposed(edition: str) -> None:  # rule: over.shuffle
    game = lay_kitchen(edition, hands=[[2, 3, 4, 5, 6]])
    acts(game, "draw")
    assert game.view(None).exposed == ()
    assert refused(game, "take") == "over.shuffle"


def test_by_1967_extra_cards_go_face_up_on_the_draw_pile() -> None:  # rule: over.expose
    game = lay_kitchen(BROWNFIELD, hands=[[2, 3, 4, 5]], draw=[..., 9, 8, 7])
    assert [type(event) for event in game.play("draw")] == [Drew]
    assert game.play("draw") == [Exposed(0, Card(8))]
    assert game.play("draw") == [Exposed(0, Card(9))]
    assert hand(game, 0) == [2, 3, 4, 5, 7]
    for seat in (None, 0, 1):
        assert game.view(seat).exposed == (9, 8)  # the first one drawn lies on top


def test_the_next_player_may_take_all_exposed_cards() -> None:  # rule: over.expose, over.all-or-none
    game = lay_kitchen(BROWNFIELD, hands=[[2, 3, 4, 5, 6], [10]], draw=[..., 9, 8])
    acts(game, "draw", "draw", "h2>d1")
    assert refused(game, "draw") == "over.expose"
    assert game.play("take") == [Took(1, (Card(8), Card(9)), 0)]
    assert hand(game, 1) == [8, 9, 10]
    acts(game, "draw", "draw")


def test_the_next_player_may_refuse_exposed_cards() -> None:  # rule: over.expose
    game = lay_kitchen(BROWNFIELD, hands=[[2, 3, 4, 5, 6], [10]], draw=[..., 9, 8])
    acts(game, "draw", "draw", "h2>d1")
    assert game.play("refuse") == [RefusedExposed(1, (Card(8), Card(9)))]
    assert game.view(None).exposed == ()
    assert [game.states["order"][0, place] // 12 - 1 for place in (1, 0)] == [8, 9]  # face down at the bottom
    assert refused(game, "take") == "over.expose"
    acts(game, "draw")


def test_only_a_player_who_needs_one_card_may_take_the_top_one_alone() -> None:  # rule: over.all-or-none
    game = lay_kitchen(BROWNFIELD, hands=[[2, 3, 4, 5, 6], [10, 10, 10, 10]], draw=[..., 9, 8])
    acts(game, "draw", "draw", "h2>d1")
    assert refused(game, "take") == "over.all-or-none"
    assert game.play("take top") == [Took(1, (Card(8),), 1)]
    assert hand(game, 1) == [8, 10, 10, 10, 10]
    assert game.view(None).exposed == ()
    assert game.states["order"][0, 0] // 12 - 1 == 9


def test_a_player_who_needs_more_cannot_take_the_top_one_alone() -> None:  # rule: over.all-or-none
    game = lay_kitchen(BROWNFIELD, hands=[[2, 3, 4, 5, 6], [10, 10, 10]], draw=[..., 9, 8])
    acts(game, "draw", "draw", "h2>d1")
    assert refused(game, "take top") == "over.all-or-none"
    acts(game, "take")


def test_more_exposed_cards_than_fit_cannot_be_taken() -> None:  # rule: ruling.exposed-fit
    game = lay_kitchen(BROWNFIELD, hands=[[2, 3, 4, 5, 6], [10, 10, 10]], draw=[..., 9, 8, 7])
    acts(game, "draw", "draw", "draw", "h2>d1")
    assert refused(game, "take") == "ruling.exposed-fit"
    acts(game, "refuse")


def test_a_player_who_may_not_draw_leaves_them_to_the_next() -> None:  # rule: over.expose, irregular.penalty
    game = lay_kitchen(BROWNFIELD, players=3, hands=[[2, 3, 4, 5, 6], [10], [11]], draw=[..., 9, 8])
    acts(game, "1: draw", "0: call 1", "draw", "h2>d1")
    assert game.view(None).exposed == (9,)
    assert refused(game, "take") == "irregular.penalty"
    assert refused(game, "refuse") == "irregular.penalty"
    acts(game, "h10>d1", "take")
    assert hand(game, 2) == [9, 11]


def test_a_player_who_plays_first_leaves_them_to_the_next() -> None:  # rule: over.expose, ruling.draw-first
    game = lay_kitchen(BROWNFIELD, players=3, hands=[[2, 3, 4, 5, 6], [1, 10], [11]], draw=[..., 9, 8])
    acts(game, "draw", "h2>d1", "h1>b1")
    assert refused(game, "take") == "ruling.draw-first"
    acts(game, "h10>d1", "take")


def test_a_player_who_exposed_cards_draws_from_under_them() -> None:  # rule: over.expose, draw.again
    game = lay_kitchen(BROWNFIELD, hands=[[1, 2, 3, 4, 5]], draw=[..., 9, 8])
    acts(game, "draw", "h1>b1", "h2>b1", "h3>b1", "h4>b1", "h5>b1")
    assert refused(game, "take") == "over.expose"
    acts(game, "draw")
    assert hand(game, 0) == [9]
    assert game.view(1).exposed == (8,)


def test_the_spent_cards_are_shuffled_under_exposed_ones() -> None:  # rule: over.expose, draw.recycle
    game = lay_kitchen(BROWNFIELD, hands=[[2, 3, 4, 5, 6]], draw=[8], spent=[1, 1, 1])
    acts(game, "draw")
    assert game.play("draw") == [Shuffled(3), Exposed(0, Card(1))]
    assert game.view(None).exposed == (1, 8)
    acts(game, "h2>d1", "refuse", "draw")
    assert hand(game, 1) == [1]


# Calls


@kitchen_editions
def test_a_call_without_ground_changes_nothing(edition: str) -> None:  # rule: ruling.false-call
    game = lay_kitchen(edition)
    before = game.kitchens.tobytes()
    assert game.play("1: call 0") == [Called(1, 0, Ground.NONE)]
    assert game.kitchens.tobytes() == before
    assert [str(move) for move in game.moves] == ["1: call 0"]
    assert refused(game, "call 0") == "ruling.false-call"
