"""The expert's rules, in their order, on small tables."""

from skipbo.game.game import Game
from tests.bots.workspaces import choice, choices, segment_of
from tests.positions import BROWNFIELD, lay, up_to


def anywhere(card: int) -> set[str]:
    """The discards of a card."""
    return {f"h{card}>d{pile}" for pile in (1, 2, 3, 4)}


# 1. Reach a stock card, by the cheapest chain of cards


def test_the_expert_plays_its_stock_card() -> None:
    assert choice(lay(stocks=[[9, 5]], hands=[[5, 12]], building=[up_to(4)]), "expert") == "s>b1"


def test_the_expert_plays_the_cards_that_lead_to_its_stock_card() -> None:
    game = lay(stocks=[[9, 8]], hands=[[5, 7, 11]], discards={0: [[6]]}, building=[up_to(4)])
    assert segment_of(game, "expert") == ["h5>b1", "d1>b1", "h7>b1", "s>b1"]


def test_the_expert_takes_the_chain_with_the_fewest_cards() -> None:
    game = lay(stocks=[[9, 8]], hands=[[6, 7, 7, 11]], building=[up_to(5), up_to(6)])
    assert segment_of(game, "expert") == ["h7>b2", "s>b2"]


def test_the_expert_takes_a_card_off_a_pile_rather_than_out_of_its_hand() -> None:
    game = lay(stocks=[[9, 8]], hands=[[7, 11]], discards={0: [[2, 7]]}, building=[up_to(6)])
    assert segment_of(game, "expert") == ["d1>b1", "s>b1"]


def test_the_expert_spares_a_wild_where_three_numbers_do() -> None:
    game = lay(stocks=[[9, 8]], hands=[["W", 5, 6, 7, 11]], building=[up_to(4)])
    assert segment_of(game, "expert") == ["h5>b1", "h6>b1", "h7>b1", "s>b1"]


def test_the_expert_spends_a_wild_for_its_stock_card() -> None:
    game = lay(stocks=[[9, 8]], hands=[["W", 3, 11]], building=[up_to(6)])
    assert segment_of(game, "expert") == ["hW>b1", "s>b1"]


def test_the_expert_plays_a_partners_stock_card_after_its_own() -> None:
    game = lay(players=4, partners=True, stocks={0: [9, 8], 2: [9, 1]}, hands=[[7, 11]], building=[up_to(6)])
    assert segment_of(game, "expert") == ["h7>b1", "s>b1"]
    game = lay(players=4, partners=True, stocks={0: [9, 8], 2: [9, 1]}, hands=[[11]], building=[up_to(6)])
    assert segment_of(game, "expert") == ["2s>b2"]


def test_the_expert_uses_the_discards_of_a_partner_but_not_by_the_sheet_of_1967() -> None:
    def table(edition: str) -> Game:
        return lay(
            edition,
            players=4,
            partners=True,
            stocks={0: [9, 8], 2: [9, 9]},
            hands=[[11]],
            discards={2: [[7]]},
            building=[up_to(6)],
        )

    assert segment_of(table("mattel-2003"), "expert") == ["2d1>b1", "s>b1"]
    assert choices(table(BROWNFIELD), "expert").keys() == anywhere(11)


# 2. Else empty the hand


def test_the_expert_empties_its_hand_through_the_discards() -> None:
    game = lay(stocks=[[9, 9]], hands=[[3, 5]], discards={0: [[4]]}, building=[up_to(2)])
    assert segment_of(game, "expert") == ["h3>b1", "d1>b1", "h5>b1"]


def test_the_expert_spends_its_last_wild_to_draw_five_cards() -> None:
    assert segment_of(lay(stocks=[[9, 9]], hands=[["W"]]), "expert") == ["hW>b1"]


def test_the_expert_completes_a_pile_for_cards_when_there_is_nothing_to_draw() -> None:
    game = lay(stocks=[[3, 3]], hands=[[]], draw=[], building=[up_to(4)], discards={0: [[12, *range(11, 4, -1)]]})
    assert segment_of(game, "expert")[:8] == ["d1>b1"] * 8


# 3. Else play high cards, as long as no two building piles stop wanting the same


def test_the_expert_plays_the_highest_playable_card() -> None:
    game = lay(stocks=[[3, 3]], hands=[[6, 9, 11]], discards={0: [[8]]}, building=[up_to(5), up_to(8), up_to(7), [1]])
    assert choice(game, "expert") == "h9>b2"


def test_the_expert_plays_a_card_of_its_hand_rather_than_its_equal_off_a_pile() -> None:
    game = lay(stocks=[[3, 3]], hands=[[9, 11]], discards={0: [[4], [9]]}, building=[up_to(8)])
    assert choice(game, "expert") == "h9>b1"


def test_the_expert_keeps_low_cards() -> None:
    game = lay(stocks=[[3, 3]], hands=[[5, 11]], building=[up_to(4)])
    assert choices(game, "expert").keys() == anywhere(11)


def test_the_expert_plays_no_card_lower_than_its_stock_card() -> None:
    """Such a card leads to the stock card one day."""
    game = lay(stocks=[[3, 12]], hands=[[7, 2]], building=[up_to(6)])
    assert choices(game, "expert").keys() == anywhere(7)


def test_the_expert_keeps_building_piles_that_want_the_same() -> None:
    game = lay(stocks=[[3, 3]], hands=[[8, 2]], building=[up_to(7), up_to(7)])
    assert choices(game, "expert").keys() == anywhere(8)
    game = lay(stocks=[[3, 3]], hands=[[8, 2]], building=[up_to(7), up_to(8)])
    assert choice(game, "expert") == "h8>b1"


def test_the_expert_plays_no_wild_for_nothing() -> None:
    game = lay(stocks=[[3, 3]], hands=[["W", 11]], building=[up_to(6)])
    assert choices(game, "expert").keys() == anywhere(11)


def test_the_expert_plays_no_high_card_of_a_partner_for_nothing() -> None:
    game = lay(
        players=4, partners=True, stocks={0: [3, 3], 2: [3, 3]}, hands=[[2]], discards={2: [[9]]}, building=[up_to(8)]
    )
    assert choices(game, "expert").keys() == anywhere(2)


# 4. Else discard in good order


def test_the_expert_discards_on_an_equal_card_and_keeps_wilds() -> None:
    game = lay(stocks=[[3, 3]], hands=[["W", 5, 12]], discards={0: [[8], [3, 5]]})
    assert choice(game, "expert") == "h5>d2"


def test_the_expert_passes_with_an_empty_hand_and_no_playable_card() -> None:
    assert choice(lay(stocks=[[3, 3]], hands=[[]], draw=[]), "expert") == "pass"
