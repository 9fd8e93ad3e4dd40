"""Winning and scoring."""

from itertools import count

import pytest

from skipbo.errors import Malformed, NotLegal
from skipbo.game.event import Ended
from skipbo.game.game import Game
from skipbo.game.match import Match
from skipbo.game.outcome import How, Outcome
from tests.positions import (
    BROWNFIELD,
    KEY,
    Pile,
    every_edition,
    highest,
    lay,
    modern_editions,
    play_all,
    refused,
    up_to,
    wander,
)

numbers = count()


def won(edition: str, left: int, *, players: int = 2, partners: bool = False) -> Game:
    """Another game that seat 0 has just won, with so many cards left to seat 1."""
    stocks: dict[int, Pile] = {0: [1], 1: ([10] * 8 + [9] * 8 + [8] * 8 + [7] * 8)[:left]}
    if partners:
        stocks[2] = []
    key = next(numbers).to_bytes(32, "big")
    game = lay(edition, players=players, partners=partners, stocks=stocks, key=key)
    game.play("s>b1")
    return game


@every_edition
def test_the_game_ends_the_moment_the_last_stock_card_is_played(edition: str) -> None:  # rule: win.stock
    game = lay(edition, stocks=[[1]], hands=[[2, 9]])
    assert game.outcome is None
    events = game.play("s>b1")
    assert game.outcome is not None
    assert events[-1] == Ended(game.outcome)
    assert not game.legal_moves
    assert hand_is_left_alone(game)


def hand_is_left_alone(game: Game) -> bool:
    return game.view(0).hand == (2, 9) and game.view(None).hands[1] == 0


@every_edition
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_player_who_plays_the_last_stock_card_wins(edition: str, seat: int) -> None:  # rule: object, win.stock
    game = lay(edition, players=3, stocks={seat: [1]}, turn=seat)
    game.play("s>b1")
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winners) == (How.STOCK, (seat,))


@every_edition
def test_nothing_but_the_stock_pile_wins(edition: str) -> None:  # rule: win.stock
    game = lay(edition, stocks=[[9, 2]], hands=[[1]], discards={0: [[3]]})
    play_all(game, "h1>b1 s>b1 d1>b1")
    assert game.outcome is None


@every_edition
@pytest.mark.parametrize("move", ["h2>b1", "h9>d1", "pass", "d1>b1"])
def test_nothing_is_played_once_the_game_is_over(edition: str, move: str) -> None:  # rule: win.stock
    game = lay(edition, stocks=[[1]], hands=[[2, 9]], discards={0: [[2]]})
    game.play("s>b1")
    assert refused(game, move) == "win.stock"


@every_edition
def test_nothing_is_drawn_once_the_game_is_over(edition: str) -> None:  # rule: win.stock
    top = highest(edition)
    game = lay(edition, stocks=[["W"]], hands=[[]], building=[up_to(top - 1)], draw=[])
    game.play("s>b1")
    assert game.view(None).hands == (0, 0)
    assert len(game.view(None).spent) == top


@every_edition
@pytest.mark.parametrize("left", [1, 2, 30])
def test_the_winner_scores_25_and_5_for_each_card_left(edition: str, left: int) -> None:  # rule: score.game
    game = won(edition, left)
    assert game.outcome == Outcome(How.STOCK, (0,), (0, left), 25 + 5 * left)


@every_edition
def test_the_stock_piles_of_all_opponents_count(edition: str) -> None:  # rule: score.game
    game = lay(edition, players=4, stocks=[[1], [9], [9, 8], [9, 8, 7]])
    game.play("s>b1")
    assert game.outcome is not None
    assert game.outcome.points == 25 + 5 * 6


@every_edition
def test_only_stock_piles_count(edition: str) -> None:  # rule: score.game
    game = lay(edition, stocks=[[1], [9]], hands=[[9], [4, 5, 6]], discards={1: [[8, 8], [7]]})
    game.play("s>b1")
    assert game.outcome is not None
    assert game.outcome.points == 25 + 5


@every_edition
def test_a_game_that_goes_on_has_no_outcome(edition: str) -> None:  # rule: score.game
    assert Game(edition, key=KEY).outcome is None


@modern_editions
def test_the_first_to_reach_500_wins_the_match(edition: str) -> None:  # rule: score.match
    match = Match(edition, players=2, key=KEY)
    for left, score in ((30, 175), (30, 350), (24, 495)):
        match.count(won(edition, left))
        assert match.scores == [score, 0]
        assert not match.is_over
    match.count(won(edition, 1))
    assert match.is_over
    assert match.leaders == (0,)


@modern_editions
def test_exactly_500_is_enough(edition: str) -> None:  # rule: score.match
    match = Match(edition, players=2, key=KEY)
    for left in (30, 30, 25):
        match.count(won(edition, left))
    assert match.scores == [500, 0]
    assert match.is_over


@modern_editions
def test_no_game_follows_the_end_of_a_match(edition: str) -> None:  # rule: score.match
    match = Match(edition, players=2, key=KEY)
    for left in (30, 30, 30):
        match.count(won(edition, left))
    with pytest.raises(NotLegal) as error:
        match.next_game()
    assert error.value.code == "score.match"


@modern_editions
def test_the_points_of_several_games_add_up_for_each_player(edition: str) -> None:  # rule: score.match
    match = Match(edition, players=3, stock=1, key=KEY)
    expected = [0, 0, 0]
    for _ in range(4):
        game = match.next_game()
        for _position in wander(game, seed=3):
            pass
        match.count(game)
        assert game.outcome is not None
        for seat in game.outcome.winners:
            expected[seat] += game.outcome.points
    assert match.scores == expected
    assert sum(expected) > 0


@every_edition
def test_an_unfinished_game_does_not_count(edition: str) -> None:  # rule: score.match
    match = Match(edition, players=2, games=1, key=KEY)
    with pytest.raises(NotLegal):
        match.count(match.next_game())
    assert match.scores == [0, 0]


def test_the_1967_sheet_names_no_total_for_a_match() -> None:  # rule: score.match
    with pytest.raises(Malformed) as error:
        Match(BROWNFIELD, players=2)
    assert error.value.code == "score.match"


def test_a_match_by_1967_ends_at_the_games_agreed_on() -> None:  # rule: score.match
    match = Match(BROWNFIELD, players=2, games=2, key=KEY)
    for over in (False, True):
        match.count(won(BROWNFIELD, 30))
        assert match.is_over is over


def test_a_match_by_1967_ends_at_the_points_agreed_on() -> None:  # rule: score.match
    match = Match(BROWNFIELD, players=2, points=300, key=KEY)
    for over in (False, True):
        match.count(won(BROWNFIELD, 30))
        assert match.is_over is over


@pytest.mark.parametrize("edition", ["mattel-2003", "holiday-2010", "francais-2003", BROWNFIELD])
def test_the_deal_passes_to_the_left_after_each_game(edition: str) -> None:  # rule: dealer.moves
    match = Match(edition, players=3, stock=1, dealer=1, games=4, key=KEY)
    dealers = []
    for _ in range(4):
        game = match.next_game()
        dealers.append(game.dealer)
        for _position in wander(game, seed=5):
            pass
        match.count(game)
    assert dealers == [1, 2, 0, 1]


@pytest.mark.parametrize("edition", ["mattel-2003", "holiday-2010", "francais-2003"])
def test_the_deal_passes_to_the_left_of_a_dealer_drawn_for(edition: str) -> None:  # rule: dealer.moves, dealer.first
    first_dealers = set()
    for number in range(8):
        match = Match(edition, players=3, stock=1, games=2, key=bytes([number] * 32))
        one = match.next_game()
        for _position in wander(one, seed=5):
            pass
        match.count(one)
        assert one.dealer is not None
        assert match.next_game().dealer == (one.dealer + 1) % 3
        first_dealers.add(one.dealer)
    assert len(first_dealers) > 1


@every_edition
def test_partners_score_as_one(edition: str) -> None:  # rule: score.match, team.win
    match = Match(edition, players=4, partners=True, games=2, key=KEY)
    match.count(won(edition, 4, players=4, partners=True))
    opponents_left = 4 + 2
    assert match.scores == [25 + 5 * opponents_left, 0]
    assert match.leaders == (0, 2)
