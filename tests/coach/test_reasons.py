"""Reasons in sentences: at most two, the weightiest first, and true of the position they are about."""

import itertools
from typing import Any

import pytest
from hypothesis import assume, given, settings

from skipbo.bots import Bot
from skipbo.bots.planner.features import FEATURES
from skipbo.coach import advice
from skipbo.coach.advice import ALL_THEMES, BAD_FIT, MOST
from skipbo.coach.course import NONE, new_courses
from skipbo.coach.explanation import Explanation
from skipbo.coach.reasons import best_reasons, why
from skipbo.coach.sentences import REASONS, TEXTS, Sentence, move_sentence
from skipbo.coach.themes import THEMES, fit
from skipbo.editions import EDITIONS
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.i18n import LANGUAGES, use_language
from skipbo.kernel.compiler import INTERPRETED, plain
from skipbo.kernel.layout import WILD
from tests.kernel.strategies import games
from tests.positions import BROWNFIELD, lay, up_to

NAMES = ["South", "North", "East", "West"]
FAR: dict[str, Any] = {"stocks": [[9, 9], [12, 12]]}
GAMES, MOST_OPTIONS = 2, 6
PARTNERS: dict[str, Any] = {"players": 4, "partners": True}


def told(against: str, move: str | None = None, **position: Any) -> list[str]:
    """The reasons for a move of a position, the best if none is given, rather than another."""
    game = lay(**position)
    thoughts = Explanation(game.view(0))
    better = thoughts.best if move is None else thoughts.option(Move.parse(move))
    reasons = why(thoughts, better, thoughts.option(Move.parse(against)))
    return [reason.write(game.edition, NAMES) for reason in reasons]


@pytest.mark.parametrize(
    ("against", "position", "sentence"),
    [
        (
            "h6>b1",
            {"stocks": [[9, 9], [12, 7]], "hands": [[6, 12, 11, 10, 3]], "building": [up_to(5)]},
            "Keep the 6: North needs a 7 and would get it.",
        ),
        (
            "d1>b1",
            {
                "stocks": [[9, 9], [12, 7]],
                "hands": [[12, 11, 10, 3, 3]],
                "building": [up_to(5)],
                "discards": {0: [[6]]},
            },
            "Do not play the 6: North needs a 7 and would get it.",
        ),
        (
            "h6>b1",
            {"stocks": [[12, 12], [12, 9]], "hands": [[6, 12, 11, 10, 3]], "building": [up_to(5)]},
            "Keep the 6: it would help North, who needs a 9.",
        ),
        (
            "h6>b1",
            {
                "players": 3,
                "stocks": [[9, 9], [12, 12], [12, 7]],
                "hands": [[6, 12, 11, 10, 3]],
                "building": [up_to(5)],
            },
            "Keep the 6: East needs a 7 and would get it.",
        ),
        (
            "h12>d1",
            {"stocks": [[2, 12], [12, 7]], "hands": [[7, 12, 10, 9, 4]], "building": [up_to(6)]},
            "North needs a 7: play yours first.",
        ),
        (
            "h12>d1",
            {"stocks": [[2, 12], [12, 7]], "hands": [["W", 12, 10, 9, 4]], "building": [up_to(6)]},
            "North needs a 7: the SKIP-BO card takes its place.",
        ),
    ],
)
def test_a_move_that_helps_or_blocks_an_opponent_names_the_player_and_the_cards(
    against: str, position: dict[str, Any], sentence: str
) -> None:
    assert told(against, **position)[0] == sentence


@pytest.mark.parametrize(
    ("against", "position", "sentence"),
    [
        (
            "h12>d1",
            {"stocks": [[9, 9, 5], [12, 12]], "hands": [[12, 11]], "building": [up_to(4)]},
            "Each card off your stock pile brings you nearer to winning.",
        ),
        (
            "h12>d1",
            {"stocks": [[9, 9, 5], [12, 12]], "hands": [[4, 12]], "building": [up_to(3)]},
            "It clears the way for the 5 on your stock pile.",
        ),
        (
            "hW>b1",
            {"stocks": [[9, 9, 5], [12, 12]], "hands": [["W", 4, 12]], "building": [up_to(3)]},
            "It saves your SKIP-BO card for later.",
        ),
        (
            "h3>b2",
            {"stocks": [[9, 9, 5], [12, 12]], "hands": [[3, 12, 11]], "building": [up_to(4), up_to(2)]},
            "It saves the 3 for later.",
        ),
        ("h4>d1", {**FAR, "hands": [[4]], "building": [up_to(3)]}, "It empties your hand: you draw new cards at once."),
        (
            "h12>d1",
            {"stocks": [[9, 9], [2, 2]], "hands": [[4, 12, 12, 11, 11]], "building": [up_to(3)]},
            "Next turn you draw a new card for the 4.",
        ),
        (
            "h12>d1",
            {
                "stocks": [[9, 8], [12, 12]],
                "hands": [[12]],
                "discards": {0: [[7], [10], [10], [9]]},
                "building": [up_to(5)],
            },
            "Do not cover the 7: you need it to reach the 8 on your stock pile.",
        ),
        ("h12>d1", {**FAR, "hands": [[6, 6, 12, 10, 11]]}, "You have a 6 to spare."),
        (
            "h11>d1",
            {**FAR, "hands": [[11, 12]], "discards": {0: [["W"], [12], [11], [10]]}},
            "It takes the SKIP-BO card off your discard pile.",
        ),
    ],
)
def test_a_move_that_serves_the_player_says_how(against: str, position: dict[str, Any], sentence: str) -> None:
    assert told(against, **position)[0] == sentence


@pytest.mark.parametrize(
    ("against", "piles", "sentence"),
    [
        ("h5>d3", [[5], [12], [11], [12]], "The 5 goes on an equal card and covers nothing else."),
        ("h5>d2", [[6], [12], [11], [12]], "The 5 goes on the 6: you can play them one after the other."),
        ("h5>d3", [[7], [12], [11], [12]], "The 5 lies in good order on the 7."),
        ("h5>d3", [[], [12], [11], [12]], "The 5 covers nothing on an empty discard pile."),
        ("h5>d1", [[3], [12], [2], [12]], "On discard pile 1, the 5 would bury the 3."),
    ],
)
def test_a_discard_says_how_it_lies_on_its_pile(against: str, piles: list[list[int]], sentence: str) -> None:
    assert told(against, **FAR, hands=[[5]], discards={0: piles})[0] == sentence


@pytest.mark.parametrize(
    ("card", "covered", "way"),
    [
        (5, None, "empty"),
        (7, WILD, None),
        (WILD, 7, None),
        (9, 7, "burial"),
        (7, 7, "equal"),
        (6, 7, "run"),
        (5, 7, "step"),
        (4, 7, "step"),
        (2, 7, None),
    ],
)
def test_a_discard_fits_on_its_pile_in_one_of_these_ways(card: int, covered: int | None, way: str | None) -> None:
    course = new_courses(1)[0]
    course.card[0], course.covered[0] = card, NONE if covered is None else covered
    assert plain(fit)(course, 0) == (BAD_FIT if way is None else TEXTS.index(way))


def test_a_wild_on_a_discard_pile_is_not_to_be_covered() -> None:
    assert told("h11>d2", "h11>d1", **FAR, hands=[[11]], discards={0: [[12], ["W"]]})[0] == (
        "Do not cover the SKIP-BO card."
    )


def test_a_card_that_lies_under_either_discard_is_not_said_to_be_covered_by_one() -> None:
    position: dict[str, Any] = {
        "stocks": [[9, 8], [12, 12]],
        "hands": [[6, 12]],
        "discards": {0: [[7], [10], [10], [9]]},
    }
    reasons = told("h12>d1", "h6>d1", **position, building=[up_to(4)])
    assert not any("Do not cover" in reason for reason in reasons)


def test_of_two_cards_that_lie_alike_the_higher_can_wait() -> None:
    assert told("h9>d1", **FAR, hands=[[12, 9]]) == ["High cards can wait: rather the 12 than the 9."]


def test_a_partner_is_named_with_the_card_that_helps() -> None:
    stocks = [[12, 12], [11, 11], [9, 6], [11, 11]]
    assert told("h12>d1", **PARTNERS, stocks=stocks, hands=[[12, 11]], building=[up_to(5)]) == [
        "It plays the 6 for East, your partner."
    ]
    assert "It leaves the way open for East, your partner, who needs a 6." in told(
        "h6>b1", "h12>d1", **PARTNERS, stocks=stocks, hands=[[6, 12, 11]], building=[up_to(5)]
    )
    assert "The 4 helps East, your partner, who needs a 6." in told(
        "h12>d1", **PARTNERS, stocks=stocks, hands=[[4, 12, 11]], building=[up_to(3)]
    )


def test_cards_and_piles_have_the_names_of_the_edition() -> None:
    position: dict[str, Any] = {"stocks": [[9, 9], [2, 12]], "hands": [[11, 5, 4, 3, 2]], "building": [up_to(10)]}
    assert told("h11>b1", edition=BROWNFIELD, **position)[0] == (
        "Do not play the Jack: North needs a Queen and would get it."
    )


def test_a_discard_says_first_why_no_card_is_played() -> None:
    game = lay(stocks=[[9, 9], [12, 7]], hands=[[6, 12, 11, 10, 3]], building=[up_to(5)])
    thoughts = Explanation(game.view(0))
    assert str(thoughts.next_best and thoughts.next_best.move) == "h11>d1", "a discard, too"
    assert [reason.write(game.edition, NAMES) for reason in best_reasons(thoughts)] == [
        "Keep the 6: North needs a 7 and would get it.",
        "High cards can wait: rather the 12 than the 11.",
    ]


def test_without_a_worse_move_there_is_nothing_to_compare() -> None:
    only = lay(stocks=[[9, 9]], hands=[[]], draw=[])
    assert best_reasons(Explanation(only.view(0))) == (Sentence("only_move"),)
    alike = lay(stocks=[[9, 9]], hands=[[12, 12]])
    assert best_reasons(Explanation(alike.view(0))) == (Sentence("as_good"),)


def test_a_pass_can_be_compared_too() -> None:
    assert told("pass", "s>b1", stocks=[[9, 1], [12, 12]], hands=[[]], draw=[]) == [
        "Each card off your stock pile brings you nearer to winning."
    ]


def test_winning_needs_no_other_reason() -> None:
    game = lay(stocks=[[5], [9, 9]], hands=[[12, 12]], building=[up_to(4)])
    assert best_reasons(Explanation(game.view(0))) == (Sentence("wins"),)


def test_every_feature_belongs_to_one_theme() -> None:
    assert sorted(feature for features in THEMES.values() for feature in features) == sorted(FEATURES)
    assert list(THEMES) == list(range(ALL_THEMES))


def test_the_texts_have_the_numbers_of_their_names() -> None:
    named = {"way_ready": "path_ready", "way_lacks": "path_lacks", "way_open": "path_open", "way_nearer": "path_nearer"}
    named |= {"on_a_run": "run", "on_an_equal": "equal", "on_a_step": "step", "on_nothing": "empty"}
    named |= {"better_order": "order", "is_completed": "completed"}
    for number, text in enumerate(TEXTS):
        name = next((name for name, other in named.items() if other == text), text)
        assert getattr(advice, name.upper()) == number, text


@given(games())
@settings(max_examples=2 if INTERPRETED else 100)
def test_every_move_has_one_or_two_reasons_that_can_be_written(game: Game) -> None:
    assume(game.outcome is None)
    view = game.view(game.turn)
    thoughts = Explanation(view)
    seats = [f"seat {seat}" for seat in range(view.players)]
    for other in (thoughts.next_best, *thoughts.options[1:]):
        if other is not None and other.is_as_good_as(thoughts.best):
            continue
        reasons = why(thoughts, thoughts.best, other)
        assert 1 <= len(reasons) <= MOST
        written = [reason.write(view.edition, seats) for reason in reasons]
        assert len({*written}) == len(written)
        assert not any("{" in text or f"seat {view.turn}" in text for text in written)


@pytest.mark.parametrize(("players", "partners"), [(2, False), (4, True), (6, False)])
def test_any_two_options_can_be_compared(players: int, partners: bool) -> None:
    """Also those that no planner would compare: in games of bots, either way round."""
    for number in range(1 if INTERPRETED else GAMES):
        game = Game(players=players, partners=partners, stock=6, key=bytes([number] * 32))
        bot, seats = Bot("casual", seed=number), [f"seat {seat}" for seat in range(players)]
        while game.outcome is None:
            view = game.view(game.turn)
            thoughts = Explanation(view)
            for one, other in itertools.permutations(thoughts.options[:MOST_OPTIONS], 2):
                for sentence in why(thoughts, one, other):
                    assert "{" not in sentence.write(view.edition, seats)
            if INTERPRETED:
                break
            game.play(bot.choose(view))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_every_reason_can_be_written_in_every_language(language: str, edition: Any) -> None:
    try:
        use_language(language)
        for text in REASONS:
            written = Sentence(text, card=12, needed=0, seat=1, pile=2).write(edition, NAMES)
            assert written[0].isupper()
            assert written.endswith(".")
    finally:
        use_language("en")


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("h7>b1", "Play the 7 from your hand on building pile 1."),
        ("s>b2", "Play the 9 from your stock pile on building pile 2."),
        ("d1>b3", "Play the SKIP-BO card from your discard pile 1 on building pile 3."),
        ("2d1>b4", "Play the 4 from discard pile 1 (East) on building pile 4."),
        ("h7>d4", "Discard the 7 on discard pile 4."),
        ("pass", "Pass"),
    ],
)
def test_a_move_is_told_in_words(move: str, sentence: str) -> None:
    game = lay(**PARTNERS, stocks=[[9, 9]], hands=[[7]], discards={0: [["W"]], 2: [[4]]})
    assert move_sentence(Move.parse(move), game.view(0), NAMES) == sentence
