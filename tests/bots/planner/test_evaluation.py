"""A position is worth the sum of its features times their weights, and each feature sees what it is named after."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from skipbo.bots import ladder
from skipbo.bots.bot import parameters_of, seat_parameters
from skipbo.bots.ladder import PLANNER
from skipbo.bots.planner.evaluation import WINNING
from skipbo.bots.planner.features import FEATURES
from skipbo.bots.planner.parameters import unit
from skipbo.bots.planner.search import NOTHING
from skipbo.bots.planner.weights import parameters_with
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.bots.seeds import new_dice
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.kernel.compiler import INTERPRETED
from skipbo.kernel.layout import States
from tests.bots.workspaces import look, look_at
from tests.kernel.strategies import games
from tests.positions import BROWNFIELD, Rank, lay, up_to

seeds = st.integers(0, 2**32)
few = settings(max_examples=2 if INTERPRETED else 100)  # forty features of every option: much, interpreted
UNBOUNDED = 1 << 58  # as `most`: nothing is too bad to be looked at


def any_parameters(seed: int) -> States:
    """A planner that likes and dislikes anything."""
    chance = np.random.default_rng(seed)
    weights = chance.normal(0, chance.choice([0.1, 1, 10]), len(FEATURES))
    return parameters_with(PLANNER, dict(zip(FEATURES, weights, strict=True)))


def decide(game: Game, parameters: States) -> tuple[int, list[int]]:
    """A bot's move and its whole plan."""
    workspaces, moves = new_workspaces(), np.zeros(1, np.int64)
    ladder.choose_moves(game.states, seat_parameters([parameters] * game.table.players), new_dice(), workspaces, moves)
    return int(moves[0]), workspaces["plan"][0, : int(workspaces["steps"][0])].tolist()


# The sum


@few
@given(games(), seeds)
def test_the_worth_of_an_option_is_the_sum_of_its_features_times_their_weights(game: Game, seed: int) -> None:
    assume(game.outcome is None)
    bots = any_parameters(seed)
    survey = look_at(game.states, bots)
    weights = np.array([int(bots[name][0]) for name in FEATURES])
    for code in np.flatnonzero(survey.worths[:, 0] > NOTHING).tolist():
        features, winning = survey.features(code)
        assert survey.worths[code, 0] == winning + (features * weights).sum()


@given(games(), st.one_of(st.none(), seeds))
def test_the_planner_plays_the_best_option_of_its_survey(game: Game, seed: int | None) -> None:
    assume(game.outcome is None)
    parameters = parameters_of("planner", game.table) if seed is None else any_parameters(seed)
    worths = look_at(game.states, parameters).worths[:, 0]
    assert worths[decide(game, parameters)[0]] == worths.max() > NOTHING


@given(games(), st.one_of(st.none(), seeds))
def test_skipping_hopeless_discards_changes_no_decision(game: Game, seed: int | None) -> None:
    assume(game.outcome is None)
    parameters = parameters_of("planner", game.table) if seed is None else any_parameters(seed)
    patient = parameters.copy()
    patient["discard_bound"] = UNBOUNDED
    assert decide(game, parameters) == decide(game, patient)


# The features


def seen(game: Game, move: str) -> dict[str, float]:
    """The features of the position that a move leads to at best, those that are not zero."""
    features, _winning = look(game).features(Move.parse(move).code(game.turn, game.table.players, game.table.teams))
    return {name: int(value) / unit(name) for name, value in zip(FEATURES, features, strict=True) if value}


def pick(features: dict[str, float], *names: str) -> list[float]:
    return [features.get(name, 0) for name in names]


def test_own_progress_is_seen() -> None:
    game = lay(stocks=[[9, 5], [9, 12]], hands=[[8, 11]], building=[up_to(4)])
    assert pick(seen(game, "s>b1"), "stock_played", "hand_going_on") == [1, 2]
    hands: dict[str, list[Rank]] = {
        "path_ready": [3, 4, 11],
        "path_with_wilds": ["W", 4, 11],
        "path_missing_one": [4, 11],
        "path_missing_two": [11],
    }
    for expected, hand in hands.items():
        game = lay(stocks=[[9, 5]], hands=[hand], building=[up_to(2)], discards={0: [[8]]})
        features = seen(game, "h11>d2")
        ways = [name for name in FEATURES if name.startswith("path_") and name != "path_chance" and name in features]
        assert ways == [expected]
    far = lay(stocks=[[9, 12]], hands=[[11, 11]])
    chances = [seen(table, "h11>d1")["path_chance"] for table in (far, game)]
    assert 0 < chances[0] < chances[1] < 1


def test_the_way_to_the_own_stock_card_is_lost_under_a_discard() -> None:
    game = lay(stocks=[[9, 5]], hands=[[2, 11]], building=[up_to(2)], discards={0: [[4, 3], [4], [8]]})
    assert "path_ready" in seen(game, "h11>d3")
    assert "path_missing_one" in seen(game, "h11>d1"), "the 3 is covered"
    assert "path_ready" in seen(game, "h2>d1"), "on the next higher card, a run goes on"


def test_tempo_is_seen() -> None:
    game = lay(stocks=[[9, 9]], hands=[[1]])
    assert pick(seen(game, "h1>b1"), "refill", "hand_kept") == [5, 0]
    game = lay(stocks=[[9, 9]], hands=[[1, 3, 7, 7, "W"]])
    names = ("hand_kept", "playable_kept", "useful_kept", "twins_kept", "wilds_held")
    assert pick(seen(game, "h7>d1"), *names) == [4, 2, 2, 0, 1], "a 1 and a wild go now, 1 and 3 within three plays"
    assert pick(seen(game, "h3>d1"), *names) == [4, 2, 1, 1, 1]
    assert pick(seen(game, "hW>d1"), *names) == [4, 1, 2, 1, 0]


def test_scarcity_is_seen() -> None:
    game = lay(stocks=[[9, 9], [9, 9]], hands=[[12, 5, 5], [3]], draw=[1, 1], building=[up_to(11)])
    assert pick(seen(game, "h5>d1"), "hand_kept", "hand_kept_scarce", "completed_scarce") == [0, 2, 0]
    assert pick(seen(game, "h12>b1"), "hand_kept", "hand_kept_scarce", "completed_scarce") == [1, 0, 1]


def test_wilds_on_discard_piles_are_seen() -> None:
    game = lay(stocks=[[9, 9]], hands=[["W", 5, 11]], discards={0: [["W"], [4]]})
    assert pick(seen(game, "h5>d1"), "wilds_shown", "wilds_buried") == [-1, 1]
    assert pick(seen(game, "hW>d2"), "wilds_shown", "wilds_buried") == [1, 0]
    assert pick(seen(game, "hW>d1"), "wilds_shown", "wilds_buried") == [0, 1]


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("h6>d1", {"runs": 1, "height": -1}),
        ("h7>d1", {"equals": 1}),
        ("h5>d1", {"steps": 1, "height": -2}),
        ("h4>d1", {"steps": 1, "height": -3}),
        ("h3>d1", {"height": -4}),
        ("h3>d2", {"burials": 1, "burial_gap": 1, "height": 1}),
        ("h7>d2", {"burials": 1, "burial_gap": 5, "height": 5}),
        ("h7>d3", {"piles_empty": -1, "height": 7}),
    ],
)
def test_the_order_of_a_discard_is_seen(move: str, expected: dict[str, float]) -> None:
    """On a 7, a 2 and an empty pile."""
    hand = [int(move[1]), 12]
    game = lay(stocks=[[9, 9]], hands=[hand], discards={0: [[7], [2]]}, building=[up_to(8)] * 4)
    names = ("piles_empty", "runs", "equals", "steps", "burials", "burial_gap", "height")
    features = seen(game, move)
    assert {name: features[name] for name in names if name in features} == expected
    assert features["depth"] == 1


def test_cards_taken_off_a_discard_pile_count_from_where_the_segment_began() -> None:
    game = lay(stocks=[[9, 9]], hands=[[12, 12]], discards={0: [[9, 7, 5]]}, building=[up_to(4)])
    assert pick(seen(game, "d1>b1"), "steps", "depth") == [-1, 0], "the 5 lay on a 7; a 12 is laid in its stead"


def test_top_cards_that_are_wanted_soon_are_seen() -> None:
    game = lay(stocks=[[9, 9]], hands=[[3, 12]], discards={0: [[9], [2], [8]]})
    assert seen(game, "h12>d1")["tops_useful"] == 1
    assert seen(game, "h3>d1")["tops_useful"] == 2
    assert "tops_useful" not in seen(game, "h12>d2")


def test_the_next_opponent_is_seen() -> None:
    names = ("next_ready", "next_missing_one", "next_missing_two")
    for height, expected in ((4, [1, 0, 0]), (3, [0, 1, 0]), (2, [0, 0, 1]), (1, [0, 0, 0])):
        game = lay(stocks=[[9, 9], [9] * 8 + [5]], hands=[[12, 11]], building=[up_to(height)] * 4)
        features = seen(game, "h11>d1")
        assert pick(features, *names) == expected
        assert (features["next_chance"] == 1) == (height == 4)
        assert "next_chance_late" not in features
    late = lay(stocks=[[9, 9], [9, 5]], hands=[[12, 11]], building=[up_to(4)] * 4)
    assert seen(late, "h11>d1")["next_chance_late"] == 0.75, "two cards are left of eight"
    top = lay(stocks=[[9, 9], [9, 9]], hands=[[12, 11]], building=[up_to(4)] * 4, discards={1: [[5], [5], [6]]})
    assert seen(top, "h11>d1")["next_playable"] == 2


def test_the_next_opponent_is_seen_while_the_turn_goes_on() -> None:
    game = lay(stocks=[[9, 4], [9, 5]], hands=[[12, 11]], building=[up_to(3)])
    features = seen(game, "s>b1")
    assert features["going_on_chance"] == 1
    assert not any(name.startswith("next_") for name in features)


def test_later_opponents_are_seen_the_less_the_later_they_play() -> None:
    for seat, expected in ((1, None), (2, 0.5), (3, 0.25)):
        stocks = {number: [9, 5 if number == seat else 11] for number in range(4)}
        game = lay(players=4, stocks=stocks, hands=[[12, 12]], building=[up_to(4)] * 4)
        features = seen(game, "h12>d1")
        assert features.get("later_ready") == expected
        assert ("next_ready" in features) == (seat == 1)
        if expected:
            assert features["later_chance"] > expected


def test_a_partner_is_seen() -> None:
    stocks = {0: [9, 9], 1: [9, 9], 2: [9, 5], 3: [9, 9]}
    game = lay(players=4, partners=True, stocks=stocks, hands=[[12, 12]], building=[up_to(4)])
    assert pick(seen(game, "h12>d1"), "partner_ready", "partner_chance") == [1, 1]
    assert pick(seen(game, "2s>b1"), "partner_stock_played", "stock_played") == [1, 0]


def test_the_board_is_seen() -> None:
    game = lay(stocks=[[9, 9]], hands=[[5, 12]], building=[up_to(4), up_to(4), up_to(5)])
    assert pick(seen(game, "h12>d1"), "needs_shared", "heights") == [1, 13]
    assert pick(seen(game, "h5>b1"), "needs_shared", "heights") == [1, 14]


def test_a_finished_stock_pile_has_no_way_to_it() -> None:
    stocks = {0: [], 1: [9, 9], 2: [9, 5], 3: [9, 9]}
    game = lay(BROWNFIELD, players=4, partners=True, stocks=stocks, hands=[[12, 12]], building=[up_to(4)])
    for move in ("h12>d1", "2s>b1"):
        assert not any(name.startswith("path_") for name in seen(game, move))


def test_a_win_is_worth_more_than_anything_else() -> None:
    game = lay(stocks=[[5], [9, 9]], hands=[[12, 12]], building=[up_to(4)])
    survey = look(game)
    assert survey.features(int(survey.worths[:, 0].argmax()))[1] == WINNING
    assert sorted(survey.worths[:, 0])[-2] < WINNING // 1000


def test_the_last_card_of_a_side_wins_whoever_plays_it() -> None:
    stocks = {0: [], 1: [9, 9], 2: [5], 3: [9, 9]}
    game = lay(players=4, partners=True, stocks=stocks, hands=[[12, 12]], building=[up_to(4)])
    assert look(game).worths[:, 0].max() > WINNING // 2
