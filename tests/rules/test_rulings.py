"""Where the sheets are silent: the rulings of this project."""

import pytest

from skipbo.errors import Malformed
from skipbo.game.event import Ended, Passed, TurnBegan
from skipbo.game.game import Game
from skipbo.game.match import Match
from skipbo.game.outcome import How, Outcome
from skipbo.game.table import Table
from skipbo.kernel.compiler import INTERPRETED
from skipbo.kernel.layout import DRAW_PILE, PACKS_OF_CARDS, WILD
from tests.positions import (
    BROWNFIELD,
    KEY,
    every_edition,
    hand,
    highest,
    lay,
    modern_editions,
    play_all,
    refused,
    standard_editions,
    up_to,
    wander,
)
from tests.rules.test_setup import draw_for_the_deal, keys


@every_edition
def test_a_player_draws_what_there_is(edition: str) -> None:  # rule: ruling.short-draw
    game = lay(edition, hands=[[11], [4]], draw=[9, 8])
    game.play("h11>d1")
    assert hand(game, 1) == [4, 8, 9]
    assert game.view(None).draw == 0


@every_edition
def test_a_player_plays_on_with_a_smaller_hand(edition: str) -> None:  # rule: ruling.short-draw
    game = lay(edition, hands=[[11], []], draw=[7, 1])
    play_all(game, "h11>d1 h1>b1 h7>d1")
    assert game.view(None).building[0] == (1,)
    assert game.turn == 0


@every_edition
def test_a_player_plays_on_with_an_empty_hand(edition: str) -> None:  # rule: ruling.short-draw
    game = lay(edition, stocks={1: [9, 1]}, hands=[[11], []], discards={1: [[2]]}, draw=[])
    game.play("h11>d1")
    assert (game.turn, hand(game, 1)) == (1, [])
    play_all(game, "s>b1 d1>b1")
    assert game.view(None).building[0] == (1, 2)


@every_edition
def test_a_hand_played_out_is_filled_with_what_there_is(edition: str) -> None:  # rule: ruling.short-draw, draw.again
    game = lay(edition, hands=[[1]], draw=[7, 6])
    game.play("h1>b1")
    assert hand(game, 0) == [6, 7]
    assert game.turn == 0


@every_edition
def test_a_pile_completed_with_an_empty_hand_is_drawn_from_at_once(
    edition: str,
) -> None:  # rule: ruling.refill-late, draw.recycle
    top = highest(edition)
    game = lay(edition, hands=[[]], discards={0: [["W"]]}, building=[up_to(top - 1)], draw=[])
    game.play("d1>b1")
    assert len(hand(game, 0)) == 5
    assert game.view(None).draw == top - 5


@every_edition
def test_with_no_card_in_hand_a_turn_ends_without_a_discard(edition: str) -> None:  # rule: ruling.no-discard
    game = lay(edition, hands=[[], [5]], draw=[])
    assert game.play("pass") == [Passed(0), TurnBegan(1)]
    assert game.view(None).discards[0] == ((),) * 4
    assert game.turn == 1


@every_edition
def test_a_pass_is_possible_only_with_an_empty_hand(edition: str) -> None:  # rule: ruling.no-discard
    assert refused(lay(edition, hands=[[5]], draw=[]), "pass") == "ruling.no-discard"


@every_edition
def test_a_player_with_an_empty_hand_may_pass_although_a_card_goes(
    edition: str,
) -> None:  # rule: ruling.no-discard, play.optional
    game = lay(edition, stocks=[[9, 1]], hands=[[], [5]], draw=[])
    assert {str(move) for move in game.legal_moves} >= {"s>b1", "pass"}
    game.play("pass")
    assert game.turn == 1


@every_edition
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_with_as_many_passes_in_a_row_as_players_the_game_is_blocked(
    edition: str, players: int
) -> None:  # rule: ruling.blocked
    game = lay(edition, players=players, hands=[[]], draw=[])
    for _ in range(players - 1):
        game.play("pass")
        assert game.outcome is None
    events = game.play("pass")
    assert game.outcome is not None
    assert game.outcome.how is How.BLOCKED
    assert events[-1] == Ended(game.outcome)
    assert not game.legal_moves
    assert not game.status


@every_edition
def test_a_card_that_moves_starts_the_count_of_passes_again(edition: str) -> None:  # rule: ruling.blocked
    game = lay(edition, stocks={1: [9, 1]}, hands=[[]], draw=[])
    play_all(game, "pass s>b1 pass")
    assert game.outcome is None
    game.play("pass")
    assert game.outcome is not None


@every_edition
def test_a_discard_starts_the_count_of_passes_again(edition: str) -> None:  # rule: ruling.blocked
    game = lay(edition, players=3, hands=[[], [], [5]], draw=[])
    play_all(game, "pass pass h5>d1 pass pass")
    assert game.outcome is None
    game.play("pass")
    assert game.outcome is not None


@every_edition
def test_the_player_with_fewest_stock_cards_wins_a_blocked_game(edition: str) -> None:  # rule: ruling.blocked
    game = lay(edition, players=3, stocks=[[9, 9, 9], [8], [9, 9, 9]], hands=[[]], draw=[])
    play_all(game, "pass pass pass")
    assert game.outcome == Outcome(How.BLOCKED, (1,), (3, 1, 3), 25 + 5 * 6)


@every_edition
@pytest.mark.parametrize("left", [(2, 2, 3), (3, 2, 2), (2, 3, 2), (2, 2, 2)])
def test_with_equal_fewest_nobody_wins_and_nobody_scores(
    edition: str, left: tuple[int, ...]
) -> None:  # rule: ruling.blocked
    game = lay(edition, players=3, stocks=[[9 - seat] * count for seat, count in enumerate(left)], hands=[[]], draw=[])
    play_all(game, "pass pass pass")
    assert game.outcome == Outcome(How.BLOCKED, (), left, 0)


@every_edition
def test_a_blocked_game_goes_to_the_team_with_fewest_stock_cards(edition: str) -> None:  # rule: ruling.blocked
    game = lay(edition, players=4, partners=True, stocks=[[9, 9], [8], [9, 9], [8, 8]], hands=[[]], draw=[])
    play_all(game, "pass pass pass pass")
    assert game.outcome == Outcome(How.BLOCKED, (1, 3), (2, 1, 2, 2), 25 + 5 * 4)


@modern_editions
def test_a_blocked_game_that_nobody_wins_adds_nothing_to_a_match(edition: str) -> None:  # rule: ruling.blocked
    match = Match(edition, players=2, key=KEY)
    game = lay(edition, hands=[[]], draw=[])
    play_all(game, "pass pass")
    match.count(game)
    assert match.scores == [0, 0]
    assert not match.is_over


@standard_editions
def test_those_who_tie_for_the_deal_draw_again(edition: str) -> None:  # rule: ruling.dealer-tie
    tied = 0
    for key in keys(150):
        rounds, dealer = draw_for_the_deal(edition, 3, key)
        assert rounds[-1][dealer] == max(rounds[-1].values())
        assert len(rounds[-1]) == 1 or list(rounds[-1].values()).count(rounds[-1][dealer]) == 1
        tied += len(rounds) > 1
    assert tied > 5


@standard_editions
def test_if_all_draw_wilds_they_draw_again(edition: str) -> None:  # rule: ruling.dealer-tie
    draws = [draw_for_the_deal(edition, 2, key) for key in keys(400)]
    only_wilds = [(rounds, dealer) for rounds, dealer in draws if max(rounds[0].values()) == WILD]
    assert only_wilds
    for rounds, dealer in only_wilds:
        assert len(rounds) > 1
        assert rounds[-1][dealer] == max(rounds[-1].values())


@pytest.mark.parametrize("youngest", [0, 1, 2, 3])
def test_the_table_says_which_seat_is_youngest(youngest: int) -> None:  # rule: ruling.youngest
    assert Game("mattel-2016", players=4, youngest=youngest, key=KEY).turn == youngest


def test_unless_the_table_says_so_the_first_seat_is_youngest() -> None:  # rule: ruling.youngest
    assert {Game("mattel-2016", players=4, key=key).turn for key in keys(10)} == {0}


@pytest.mark.parametrize(("youngest", "beginners"), [(None, [0, 0, 0, 0]), (2, [2, 2, 2, 2])])
def test_the_youngest_begins_every_game_of_a_match(
    youngest: int | None, beginners: list[int]
) -> None:  # rule: ruling.youngest
    match = Match("mattel-2016", players=3, stock=1, youngest=youngest, games=4, key=KEY)
    begun = []
    for _ in range(4):
        game = match.next_game()
        begun.append(game.first)
        for _position in wander(game, seed=7):
            pass
        match.count(game)
    assert begun == beginners


def test_of_equally_high_stock_cards_the_one_nearest_the_dealers_left_begins() -> None:  # rule: ruling.highest-tie
    ties = 0
    for key in keys(50 if INTERPRETED else 100):
        for dealer in range(4):
            game = Game(BROWNFIELD, players=4, dealer=dealer, key=key)
            tops = [top for top, _ in game.view(None).stocks]
            from_the_left = [(dealer + distance) % 4 for distance in (1, 2, 3, 4)]
            best = max(top for top in tops if top is not None)
            assert game.turn == next(seat for seat in from_the_left if tops[seat] == best)
            ties += tops.count(best) > 1
    assert ties > (0 if INTERPRETED else 20)


def test_if_all_stock_cards_are_wild_the_dealers_left_begins() -> None:  # rule: ruling.highest-tie
    all_wild = 0
    for key in keys(300):
        game = Game(BROWNFIELD, players=2, dealer=0, key=key)
        if all(top == WILD for top, _ in game.view(None).stocks):
            all_wild += 1
            assert game.turn == 1
    assert all_wild


def test_the_rest_of_packs_1_and_2_is_shuffled_with_pack_3() -> None:  # rule: ruling.packs-shuffled
    highest_cards, lowest_cards = set(), set()
    for key in keys(40):
        game = Game(BROWNFIELD, players=3, key=key)
        draw = game.states["order"][0][: game.states["count"][0][DRAW_PILE]]
        packs = [PACKS_OF_CARDS[card] + 1 for card in draw]
        highest_cards.add(packs[-1])
        lowest_cards.add(packs[0])
    assert highest_cards == lowest_cards == {1, 2, 3}


@every_edition
def test_a_player_may_play_the_last_card_of_a_partners_stock_pile(edition: str) -> None:  # rule: ruling.partner-stock
    game = lay(edition, players=4, partners=True, stocks={0: [9, 2], 2: [1]})
    game.play("2s>b1")
    assert game.view(None).stocks[2] == (None, 0)
    assert game.outcome is None
    assert game.turn == 0


@every_edition
def test_the_last_card_of_a_team_wins_whoever_plays_it(edition: str) -> None:  # rule: ruling.partner-stock, team.win
    game = lay(edition, players=4, partners=True, stocks={0: [], 2: [1]})
    game.play("2s>b1")
    assert game.outcome is not None
    assert game.outcome.winners == (0, 2)


@every_edition
def test_four_players_sit_alternately(edition: str) -> None:  # rule: ruling.seats
    assert Table.of(edition, players=4, partners=True).sides == ((0, 2), (1, 3))


@modern_editions
def test_the_partners_of_three_pairs_sit_opposite_each_other(edition: str) -> None:  # rule: ruling.seats
    assert Table.of(edition, players=6, partners=True).sides == ((0, 3), (1, 4), (2, 5))


def test_teams_of_three_sit_alternately() -> None:  # rule: ruling.seats
    assert Table.of(BROWNFIELD, players=6, partners=True).sides == ((0, 2, 4), (1, 3, 5))


@modern_editions
def test_only_where_the_youngest_begins_may_a_table_say_who_that_is(edition: str) -> None:  # rule: ruling.youngest
    if edition == "mattel-2016":
        Table.of(edition, youngest=1)
        return
    with pytest.raises(Malformed):
        Table.of(edition, youngest=1)
