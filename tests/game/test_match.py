"""Several games for points: who deals, who begins, what counts, and when it is over."""

from collections import deque
from typing import Any

import pytest

from skipbo.errors import Malformed, NotLegal
from skipbo.game.game import Game
from skipbo.game.match import Match
from skipbo.game.outcome import How, Outcome
from tests.positions import every_edition, modern_editions, standard_editions, wander

KEY = bytes(32)
BROWNFIELD = "brownfield-1967"


def play_a_game(match: Match) -> Game:
    game = match.next_game()
    deque(wander(game, match.number), 0)
    match.count(game)
    return game


def agreed(edition: str, **options: Any) -> Match:
    chosen: dict[str, Any] = {"players": 3, "stock": 2, "games": 7, "key": KEY} | options
    return Match(edition, **chosen)


def count_as(match: Match, outcome: Outcome) -> None:
    """Counts the next game as one that ended so, whatever was played."""

    class Ended(Game):
        @property
        def outcome(self) -> Outcome | None:
            return outcome

    game = match.next_game()
    game.__class__ = Ended
    match.count(game)


def winning(*seats: int, points: int, players: int = 2) -> Outcome:
    return Outcome(How.STOCK, seats, (0,) * players, points)


@standard_editions
def test_the_deal_passes_to_the_left_and_the_left_of_the_dealer_begins(edition: str) -> None:
    # rule: dealer.moves, first.left
    match = agreed(edition)
    games = [play_a_game(match) for _ in range(7)]
    dealer = games[0].dealer
    assert dealer is not None
    assert [game.dealer for game in games] == [(dealer + number) % 3 for number in range(7)]
    assert [game.first for game in games] == [(dealer + number + 1) % 3 for number in range(7)]


@standard_editions
def test_the_players_may_say_who_deals_first(edition: str) -> None:
    match = agreed(edition, dealer=2)
    assert [play_a_game(match).dealer for _ in range(4)] == [2, 0, 1, 2]


@standard_editions
def test_the_first_dealer_is_drawn_for_unless_the_table_names_one(edition: str) -> None:  # rule: dealer.first
    dealers = {Match(edition, players=3, key=bytes([seed]) * 32).next_game().dealer for seed in range(40)}
    assert dealers == {0, 1, 2}


def test_in_2016_the_youngest_begins_every_game_of_a_match() -> None:  # rule: first.youngest, ruling.youngest
    match = agreed("mattel-2016", youngest=1)
    games = [play_a_game(match) for _ in range(5)]
    assert [game.first for game in games] == [1, 1, 1, 1, 1]
    assert {game.dealer for game in games} == {None}


def test_in_2016_the_first_seat_is_youngest_unless_the_table_says_otherwise() -> None:  # rule: ruling.youngest
    match = agreed("mattel-2016")
    assert [play_a_game(match).first for _ in range(4)] == [0, 0, 0, 0]


def test_a_match_by_the_first_rulings_goes_on_as_it_began() -> None:  # rule: ruling.youngest
    match = agreed("mattel-2016", youngest=1, rulings=1)
    assert [play_a_game(match).first for _ in range(4)] == [1, 2, 0, 1]


def test_in_1967_the_deal_moves_on_but_the_highest_stock_card_begins() -> None:  # rule: dealer.moves, first.highest
    match = agreed(BROWNFIELD, players=4, games=12)
    games = [play_a_game(match) for _ in range(12)]
    assert [game.dealer for game in games] == [number % 4 for number in range(12)]
    for game in games:
        tops = [stock[0] for stock in game.deal[0]]
        assert tops[game.first] == max(tops)
    assert len({game.first for game in games}) > 1
    assert any(game.dealer is not None and game.first != (game.dealer + 1) % 4 for game in games)


def test_the_winner_scores_and_nobody_else() -> None:  # rule: score.game
    match = agreed("mattel-2003")
    scores = [0, 0, 0]
    while not match.is_over:
        outcome = play_a_game(match).outcome
        assert outcome is not None
        for seat in outcome.winners:
            scores[seat] += outcome.points
        assert match.scores == scores
    assert sum(score > 0 for score in scores) > 1


@every_edition
def test_a_team_scores_once_for_all_its_seats(edition: str) -> None:  # rule: team.win, score.game
    match = agreed(edition, players=4, partners=True)
    scores = [0, 0]
    for _ in range(7):
        outcome = play_a_game(match).outcome
        assert outcome is not None
        if outcome.winners:
            scores[outcome.winners[0] % 2] += outcome.points
    assert match.scores == scores
    assert sum(scores) > 0


def test_three_pairs_have_three_scores_and_two_threes_two() -> None:  # rule: team.pairs, team.threes
    assert Match("mattel-2003", players=6, partners=True).scores == [0, 0, 0]
    assert Match(BROWNFIELD, players=6, partners=True, games=1).scores == [0, 0]


@modern_editions
def test_the_first_to_reach_500_wins(edition: str) -> None:  # rule: score.match
    match = Match(edition, key=KEY)
    count_as(match, winning(0, points=495))
    assert not match.is_over
    count_as(match, winning(1, points=500))
    assert match.is_over
    assert match.scores == [495, 500]
    assert match.leaders == (1,)


def test_a_match_of_real_games_ends_when_somebody_has_500() -> None:  # rule: score.match
    match = Match("mattel-2003", stock=8, key=KEY)
    while not match.is_over:
        assert max(match.scores) < 500
        play_a_game(match)
    assert max(match.scores) >= 500
    assert len(match.played) > 3


def test_the_players_may_agree_on_other_points() -> None:
    match = Match("mattel-2003", points=100, key=KEY)
    count_as(match, winning(1, points=95))
    assert not match.is_over
    count_as(match, winning(1, points=5))
    assert match.is_over


def test_the_players_may_agree_on_a_number_of_games() -> None:
    match = Match("mattel-2003", games=2, key=KEY)
    count_as(match, winning(1, points=900))
    assert not match.is_over, "only the games count, not 500 points"
    count_as(match, winning(0, points=5))
    assert match.is_over
    assert match.leaders == (1,)


def test_with_points_and_games_agreed_whichever_comes_first_ends_the_match() -> None:
    one, other = (Match("mattel-2003", games=2, points=100, key=KEY) for _ in range(2))
    count_as(one, winning(0, points=100))
    assert one.is_over
    count_as(other, winning(0, points=10))
    assert not other.is_over
    count_as(other, winning(1, points=10))
    assert other.is_over
    assert other.leaders == (0, 1), "level"


def test_a_team_leads_with_all_its_seats() -> None:
    match = Match("mattel-2003", players=6, partners=True, games=1, key=KEY)
    count_as(match, winning(1, 4, points=50, players=6))
    assert match.leaders == (1, 4)


def test_the_sheet_of_1967_names_no_total_so_the_players_must_agree() -> None:  # rule: score.match
    with pytest.raises(Malformed, match="agree on a number") as error:
        Match(BROWNFIELD)
    assert error.value.code == "score.match"
    assert Match(BROWNFIELD, points=300).points == 300
    assert Match(BROWNFIELD, games=3).games == 3


@pytest.mark.parametrize("options", [{"points": 0}, {"games": 0}, {"points": -5}, {"points": 100, "games": -1}])
def test_a_match_is_to_at_least_one_point_or_game(options: dict[str, int]) -> None:
    with pytest.raises(Malformed) as error:
        Match("mattel-2003", **options)  # type: ignore[arg-type]
    assert error.value.code == "score.match"


@pytest.mark.parametrize(("edition", "who", "begins"), [("mattel-2003", "dealer", 2), ("mattel-2016", "youngest", 0)])
def test_a_blocked_game_that_nobody_wins_scores_nothing_and_moves_the_deal_on(
    edition: str, who: str, begins: int
) -> None:  # rule: ruling.blocked, dealer.moves
    match = Match(edition, players=3, key=KEY, **{who: 0})  # type: ignore[arg-type]
    nobody = Outcome(How.BLOCKED, (), (5, 5, 9), 0)
    count_as(match, nobody)
    assert match.scores == [0, 0, 0]
    assert len(match.played) == 1
    assert match.next_game().first == begins


def test_a_match_that_is_over_deals_no_more() -> None:
    match = Match("mattel-2003", games=1, key=KEY)
    play_a_game(match)
    with pytest.raises(NotLegal, match="over") as error:
        match.next_game()
    assert error.value.code == "score.match"


def test_a_game_that_is_not_finished_does_not_count() -> None:
    match = Match("mattel-2003", key=KEY)
    with pytest.raises(NotLegal) as error:
        match.count(match.next_game())
    assert error.value.code == "score.game"
    assert (match.scores, match.played) == ([0, 0], [])


def test_a_game_counts_once() -> None:
    match = agreed("mattel-2003")
    game = play_a_game(match)
    scores = list(match.scores)
    with pytest.raises(NotLegal):
        match.count(game)
    assert match.scores == scores
    assert len(match.played) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"edition": "holiday-2010"},
        {"players": 3},
        {"players": 4, "partners": True},
        {"stock": 3},
        {"referee": "kitchen"},
        {"column": "fr"},
        {"dealer": 1},
    ],
    ids=str,
)
def test_a_game_of_another_kind_does_not_count(other: dict[str, Any]) -> None:
    table: dict[str, Any] = {"edition": "mattel-2003", "players": 4, "stock": 2, "dealer": 0, "key": KEY}
    match = Match(games=2, **table)
    game = Game(**(table | other))
    deque(wander(game, 0), 0)
    with pytest.raises(NotLegal, match="not the next game") as error:
        match.count(game)
    assert error.value.code == "score.match"
    assert (match.number, match.scores) == (0, [0, 0, 0, 0])


@pytest.mark.parametrize(
    ("edition", "who", "right"),
    [("mattel-2016", "youngest", 2), (BROWNFIELD, "dealer", 0), ("mattel-2003", "dealer", 1)],
)
def test_a_game_of_another_dealer_or_first_player_is_not_the_next(edition: str, who: str, right: int) -> None:
    # rule: dealer.moves, ruling.dealer-chosen, ruling.youngest
    match = agreed(edition, **{who: right})
    for seat in {0, 1, 2} - {right}:
        game = agreed(edition, **{who: seat}).next_game()
        deque(wander(game, 0), 0)
        with pytest.raises(NotLegal, match="not the next game"):
            match.count(game)
    play_a_game(match)


def test_the_same_key_gives_the_same_match_and_another_key_another() -> None:
    one, same, other = agreed("mattel-2003"), agreed("mattel-2003"), agreed("mattel-2003", key=bytes([1]) * 32)
    for match in (one, same, other):
        while not match.is_over:
            play_a_game(match)
    assert [game.events for game in one.played] == [game.events for game in same.played]
    assert [game.deal for game in one.played] != [game.deal for game in other.played]


def test_a_match_that_forgets_its_games_goes_on_as_if_it_had_not() -> None:
    one, forgetful = agreed("mattel-2003"), agreed("mattel-2003")
    while not one.is_over:
        game, same = play_a_game(one), play_a_game(forgetful)
        forgetful.forget()
        assert (same.deal, same.moves, forgetful.scores) == (game.deal, game.moves, one.scores)
        assert (forgetful.number, forgetful.played) == (one.number, [])
    assert forgetful.is_over


def test_every_game_of_a_match_has_other_cards() -> None:
    match = agreed("mattel-2003")
    deals = {play_a_game(match).deal for _ in range(7)}
    assert len(deals) == 7


def test_a_match_without_a_key_takes_its_own() -> None:
    assert Match().next_game().deal != Match().next_game().deal


def test_the_repr_of_a_match_is_one_line() -> None:
    match = agreed("mattel-2003")
    play_a_game(match)
    assert repr(match) == f"<Match mattel-2003, 1 games played, scores {match.scores}>"


def test_a_new_match_of_the_same_players_goes_on_with_the_deal() -> None:
    match = agreed("mattel-2003", games=1)
    played = play_a_game(match)
    assert played.dealer is not None
    again = match.again()
    assert (again.scores, again.is_over) == ([0, 0, 0], False)
    assert again.next_game().dealer == (played.dealer + 1) % 3


def test_a_game_of_a_match_can_have_a_key_of_its_own() -> None:
    match = agreed("mattel-2003")
    assert match.next_game(bytes(31) + b"!").key == bytes(31) + b"!"
