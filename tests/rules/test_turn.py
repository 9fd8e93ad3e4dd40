"""A turn: draw, play, discard."""

import pytest

from skipbo.errors import Malformed, OutOfDate
from skipbo.game.event import Completed, Discarded, Drew, Played, Shuffled, TurnBegan
from skipbo.game.game import Game
from skipbo.kernel.layout import WILD
from tests.positions import KEY, end_turn, every_edition, hand, highest, lay, play_all, refused, up_to


@every_edition
def test_the_first_turn_begins_by_drawing_five(edition: str) -> None:  # rule: draw.refill
    game = Game(edition, players=3, key=KEY)
    held = game.view(None).hands
    assert [held[(game.turn + distance) % 3] for distance in range(3)] == [5, 0, 0]


@every_edition
def test_a_turn_begins_by_drawing_until_the_hand_holds_five(edition: str) -> None:  # rule: draw.refill
    game = lay(edition, hands=[[11], [3, 4]], draw=[..., 7, 8, 9])
    game.play("h11>d1")
    assert hand(game, 1) == [3, 4, 7, 8, 9]


@every_edition
def test_a_hand_of_five_draws_nothing(edition: str) -> None:  # rule: draw.refill
    game = lay(edition, hands=[[11], [3, 4, 5, 6, 7]])
    before = game.view(None).draw
    game.play("h11>d1")
    assert hand(game, 1) == [3, 4, 5, 6, 7]
    assert game.view(None).draw == before


@every_edition
def test_a_player_who_has_played_all_five_cards_draws_five_more_and_goes_on(edition: str) -> None:  # rule: draw.again
    game = lay(edition, hands=[[1, 2, 3, 4, 5]], draw=[..., 10, 9, 8, 7, 6])
    play_all(game, "h1>b1 h2>b1 h3>b1 h4>b1 h5>b1")
    assert hand(game, 0) == [6, 7, 8, 9, 10]
    assert game.turn == 0
    game.play("h6>b1")


@every_edition
def test_nothing_is_drawn_while_a_card_is_left_in_the_hand(edition: str) -> None:  # rule: draw.again
    game = lay(edition, hands=[[1, 2, 3, 4, 5]])
    before = game.view(None).draw
    play_all(game, "h1>b1 h2>b1 h3>b1 h4>b1")
    assert hand(game, 0) == [5]
    assert game.view(None).draw == before


@every_edition
def test_after_discarding_the_last_card_nothing_is_drawn(edition: str) -> None:  # rule: draw.not-after-discard
    game = lay(edition, hands=[[11]])
    events = game.play("h11>d1")
    assert game.view(None).hands[0] == 0
    assert game.turn == 1
    assert not [event for event in events if isinstance(event, Drew) and event.seat == 0]


@every_edition
def test_when_the_draw_pile_is_used_up_the_completed_piles_become_it(edition: str) -> None:  # rule: draw.recycle
    top = highest(edition)
    game = lay(edition, hands=[[11], []], draw=[9, 8], spent=up_to(top))
    events = game.play("h11>d1")
    assert [type(event) for event in events] == [Discarded, TurnBegan, Drew, Shuffled, Drew]
    assert Shuffled(top) in events
    assert set(hand(game, 1)) >= {8, 9}
    assert game.view(None).draw == top - 3
    assert game.view(None).spent == ()


@every_edition
@pytest.mark.parametrize("left", [0, 1, 2, 3, 4])
def test_a_hand_is_full_although_the_draw_pile_ran_out_on_the_way(
    edition: str, left: int
) -> None:  # rule: draw.recycle
    game = lay(edition, hands=[[11], []], draw=[9] * left, spent=up_to(highest(edition)))
    game.play("h11>d1")
    assert game.view(None).hands[1] == 5
    assert game.view(None).draw == left + highest(edition) - 5


@every_edition
def test_the_completed_piles_are_used_again_in_the_middle_of_a_turn(edition: str) -> None:  # rule: draw.recycle
    game = lay(edition, hands=[[1]], draw=[], spent=up_to(highest(edition)))
    assert Shuffled(highest(edition)) in game.play("h1>b1")
    assert game.view(None).hands[0] == 5


@every_edition
def test_the_completed_piles_are_shuffled(edition: str) -> None:  # rule: draw.recycle
    piles = []
    for number in range(5):
        game = lay(edition, hands=[[1]], draw=[], spent=up_to(highest(edition)), key=bytes([number] * 32))
        game.play("h1>b1")
        piles.append(game.shuffles[0])
    assert len(set(piles)) == 5
    assert {tuple(sorted(pile)) for pile in piles} == {tuple(range(1, highest(edition) + 1))}


@every_edition
def test_the_completed_piles_wait_while_there_are_cards_to_draw(edition: str) -> None:  # rule: draw.recycle
    game = lay(edition, hands=[[11], []], draw=[4, 5, 6, 7, 8, 9], spent=up_to(highest(edition)))
    game.play("h11>d1")
    assert hand(game, 1) == [5, 6, 7, 8, 9]
    assert game.view(None).draw == 1
    assert len(game.view(None).spent) == highest(edition)


@every_edition
def test_a_card_is_played_from_the_top_of_ones_own_stock_pile(edition: str) -> None:  # rule: play.sources
    game = lay(edition, stocks=[[9, 8, 1]])
    game.play("s>b1")
    assert game.view(None).building[0] == (1,)
    assert game.view(None).stocks[0] == (8, 2)


@every_edition
@pytest.mark.parametrize("pile", [1, 2, 3, 4])
def test_a_card_is_played_from_the_top_of_ones_own_discard_pile(edition: str, pile: int) -> None:  # rule: play.sources
    game = lay(edition, discards={0: [[6, 1], [7, 1], [8, 1], [9, 1]]})
    game.play(f"d{pile}>b1")
    assert game.view(None).building[0] == (1,)
    for number, cards in enumerate(game.view(None).discards[0], start=1):
        below = 5 + number
        assert cards == ((below,) if number == pile else (below, 1))


@every_edition
def test_a_card_is_played_from_the_hand(edition: str) -> None:  # rule: play.sources
    game = lay(edition, hands=[[1, 9]])
    game.play("h1>b1")
    assert game.view(None).building[0] == (1,)
    assert hand(game, 0) == [9]


@every_edition
def test_a_card_that_is_not_in_the_hand_is_not_played_from_it(edition: str) -> None:  # rule: play.sources
    game = lay(edition, stocks=[[9, 1]], hands=[[5], [1]], discards={0: [[1]]})
    assert refused(game, "h1>b1") == "play.sources"


@every_edition
def test_there_is_nothing_to_play_from_a_pile_without_cards(edition: str) -> None:  # rule: play.sources
    assert refused(lay(edition, discards={0: [[9]]}), "d2>b1") == "play.sources"


@every_edition
def test_the_cards_under_the_top_of_the_stock_pile_are_not_played(edition: str) -> None:  # rule: play.sources
    assert refused(lay(edition, stocks=[[1, 9]]), "s>b1") == "build.start"


@every_edition
@pytest.mark.parametrize("move", ["1s>b1", "1d1>b1"])
def test_the_piles_of_the_other_players_are_not_ones_own(edition: str, move: str) -> None:  # rule: play.sources
    game = lay(edition, stocks={1: [9, 1]}, discards={1: [[1]]})
    assert refused(game, move) == "play.sources"


@every_edition
def test_no_play_is_compulsory_not_even_from_the_stock_pile(edition: str) -> None:  # rule: play.optional
    game = lay(edition, stocks=[[9, 1]], hands=[[1, 6]], discards={0: [[1]]})
    game.play("h6>d2")
    assert game.turn == 1
    assert game.view(None).building == ((),) * 4


@every_edition
@pytest.mark.parametrize("card", [1, "W"])
def test_a_1_or_a_wild_starts_a_building_pile(edition: str, card: int | str) -> None:  # rule: build.start
    game = lay(edition, hands=[[1, "W", 9]])
    for pile in range(1, 5):
        assert f"h{card}>b{pile}" in game.legal_moves
    game.play(f"h{card}>b3")
    assert len(game.view(None).building[2]) == 1


@every_edition
def test_nothing_but_a_1_or_a_wild_starts_a_building_pile(edition: str) -> None:  # rule: build.start
    for card in range(2, highest(edition) + 1):
        assert refused(lay(edition, stocks=[[9]], hands=[[card]]), f"h{card}>b1") == "build.start"


@every_edition
def test_a_building_pile_goes_up_by_one(edition: str) -> None:  # rule: build.sequence
    for reached in range(1, highest(edition)):
        game = lay(edition, stocks=[[1], [1]], hands=[[reached + 1, 1]], building=[up_to(reached)])
        assert game.view(None).next_cards == (reached + 1, 1, 1, 1)
        game.play(f"h{reached + 1}>b1")


@every_edition
@pytest.mark.parametrize("card", [1, 3, 4, 6, 7, 12])
def test_a_building_pile_skips_and_repeats_no_number(edition: str, card: int) -> None:  # rule: build.sequence
    game = lay(edition, hands=[[card]], building=[up_to(4)])
    assert refused(game, f"h{card}>b1") == "build.sequence"


@every_edition
def test_a_building_pile_goes_up_to_the_highest_number(edition: str) -> None:  # rule: build.sequence, build.complete
    top = highest(edition)
    game = lay(edition, stocks=[[1], [1]], hands=[[top - 1, top]], building=[up_to(top - 2)], draw=[...])
    assert Completed(1) not in game.play(f"h{top - 1}>b1")
    assert Completed(1) in game.play(f"h{top}>b1")


@every_edition
def test_a_wild_stands_for_whatever_number_is_needed_next(edition: str) -> None:  # rule: build.wild
    for reached in range(highest(edition) - 1):
        game = lay(edition, stocks=[[1], [1]], hands=[["W", reached + 2]], building=[up_to(reached)])
        (played,) = game.play("hW>b1")
        assert isinstance(played, Played)
        assert (played.card, played.stands_for) == (WILD, reached + 1)
        game.play(f"h{reached + 2}>b1")


@every_edition
def test_a_wild_may_finish_a_building_pile(edition: str) -> None:  # rule: build.wild, build.complete
    game = lay(edition, hands=[["W", 5]], building=[up_to(highest(edition) - 1)])
    assert Completed(1) in game.play("hW>b1")
    assert game.view(None).spent[-1] == WILD


@every_edition
@pytest.mark.parametrize("move", ["s>b1", "d1>b1", "hW>b1"])
def test_a_wild_is_wild_wherever_it_comes_from(edition: str, move: str) -> None:  # rule: build.wild
    game = lay(edition, stocks=[[9, "W"]], hands=[["W", 5]], discards={0: [["W"]]}, building=[up_to(6)])
    game.play(move)
    assert game.view(None).building[0][6] == WILD


@every_edition
def test_there_are_four_building_piles_and_no_fifth(edition: str) -> None:  # rule: build.four
    game = lay(edition, hands=[[1, 9]], building=[[1], [1, 2], [1], [1]])
    assert {refused(game, f"h1>b{pile}") for pile in (1, 2, 3, 4)} == {"build.sequence"}
    with pytest.raises(Malformed):
        game.play("h1>b5")


@every_edition
def test_all_share_the_building_piles(edition: str) -> None:  # rule: build.four
    game = lay(edition, hands=[[1, 9], [2, 9]])
    play_all(game, "h1>b2 h9>d1 h2>b2")
    assert game.view(None).building[1] == (1, 2)


@every_edition
def test_a_completed_pile_is_set_aside(edition: str) -> None:  # rule: build.complete
    top = highest(edition)
    game = lay(edition, stocks=[[1], [1]], hands=[[top, 5]], building=[[], ["W", *range(2, top)]], spent=[7])
    assert Completed(2) in game.play(f"h{top}>b2")
    assert game.view(None).building == ((),) * 4
    assert game.view(None).spent == (7, WILD, *range(2, top + 1))


@every_edition
def test_the_space_of_a_completed_pile_is_free_again_at_once(edition: str) -> None:  # rule: build.complete
    game = lay(edition, hands=[[1, "W", 9]], building=[[1], up_to(highest(edition) - 1), [1], [1]])
    refused(game, "h1>b2")
    play_all(game, "hW>b2 h1>b2")
    assert game.view(None).building[1] == (1,)


@every_edition
@pytest.mark.parametrize("pile", [1, 2, 3, 4])
def test_a_turn_ends_with_one_card_from_the_hand_on_ones_own_pile(
    edition: str, pile: int
) -> None:  # rule: discard.ends
    game = lay(edition, hands=[[6, 7]])
    game.play(f"h6>d{pile}")
    assert game.turn == 1
    assert [bool(cards) for cards in game.view(None).discards[0]] == [number == pile for number in (1, 2, 3, 4)]
    assert game.view(None).discards[0][pile - 1] == (6,)
    assert game.view(None).discards[1] == ((),) * 4
    assert hand(game, 0) == [7]


@every_edition
def test_a_turn_goes_on_until_a_card_is_discarded(edition: str) -> None:  # rule: discard.ends
    game = lay(edition, stocks=[[9, 2]], hands=[[1, 6]], discards={0: [[3]]})
    for move in ("h1>b1", "s>b1", "d1>b1"):
        game.play(move)
        assert game.turn == 0
    game.play("h6>d1")
    assert game.turn == 1


@every_edition
@pytest.mark.parametrize("move", ["s>d1", "d1>d2"])
def test_only_a_card_from_the_hand_is_discarded(edition: str, move: str) -> None:  # rule: discard.ends
    game = lay(edition, discards={0: [[5]]})
    with pytest.raises(Malformed):
        game.play(move)
    assert game.turn == 0


@every_edition
def test_there_are_four_discard_piles_and_no_fifth(edition: str) -> None:  # rule: discard.four
    game = lay(edition, hands=[[6]])
    assert [str(move) for move in game.legal_moves] == ["h6>d1", "h6>d2", "h6>d3", "h6>d4"]
    with pytest.raises(Malformed):
        game.play("h6>d5")


@every_edition
@pytest.mark.parametrize("below", [1, 5, 6, 7, 12, WILD])
def test_discard_piles_take_any_cards_in_any_order(edition: str, below: int) -> None:  # rule: discard.four
    game = lay(edition, hands=[[6]], discards={0: [[below]]})
    game.play("h6>d1")
    assert game.view(None).discards[0][0] == (below, 6)


@every_edition
def test_only_the_top_card_of_a_discard_pile_may_be_played(edition: str) -> None:  # rule: discard.four
    game = lay(edition, stocks=[[9]], hands=[[9]], discards={0: [[1, 2]]})
    refused(game, "d1>b1")
    game = lay(edition, stocks=[[9]], hands=[["W", 9]], discards={0: [[1, 2]]})
    play_all(game, "hW>b1 d1>b1 d1>b2")
    assert game.view(None).building[:2] == ((WILD, 2), (1,))


@every_edition
@pytest.mark.parametrize("move", ["s>b1", "d1>b1", "h1>b1"])
def test_after_discarding_no_play_until_ones_next_turn(edition: str, move: str) -> None:  # rule: discard.no-play-after
    game = lay(edition, stocks=[[9, 1]], hands=[[1, 6], [7]], discards={0: [[1]]}, draw=[..., 10, 10, 10, 10])
    game.play("h6>d2")
    with pytest.raises(OutOfDate):
        game.play(move, seat=0)
    end_turn(game)
    game.play(move, seat=0)
