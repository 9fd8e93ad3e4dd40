"""What the planner would have played at a move of a recorded game, as it is shown in the terminal."""

import sys
from pathlib import Path

import pytest

from skipbo.bots import Bot
from skipbo.coach.explanation import Explanation
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.kitchen.game import KitchenGame
from skipbo.game.move import Move
from skipbo.terminal import explain
from skipbo.terminal.explanation import show
from tests.positions import KEY, lay, up_to, wander
from tests.record.games import fields_of, write_lines

NAMES = ["South", "North"]
Output = pytest.CaptureFixture[str]


def wandered(**table: object) -> Game:
    """A game by players who know nothing."""
    game = Game(stock=4, key=KEY, **table)  # type: ignore[arg-type]
    for _ in wander(game, 5):
        pass
    return game


def planned() -> Game:
    """A game by planners."""
    game, bot = Game(stock=4, key=KEY), Bot("planner", seed=1)
    while game.outcome is None:
        game.play(bot.choose(game.view(game.turn)))
    return game


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "games.jsonl", fields_of(wandered()), fields_of(planned()))


def test_the_table_is_drawn_as_the_player_saw_it_above_the_move(file: Path, capsys: Output) -> None:
    assert explain(file, 1, 1) == 0
    shown = capsys.readouterr().out
    assert "▶ " in shown
    assert f"Played: {wandered().moves[0]}" in shown
    assert "What the planner thinks of the moves" in shown
    assert " < " in shown


def test_the_table_is_described_in_words_where_it_cannot_be_drawn(
    file: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(sys.stdout), "encoding", "ascii", raising=False)
    assert explain(file, 1, 1) == 0
    shown = capsys.readouterr().out
    assert "┌b1┐" not in shown
    assert f"Played: {wandered().moves[0]}" in shown


def test_the_moves_of_a_planner_are_its_own(file: Path, capsys: Output) -> None:
    for move in range(1, len(planned().moves) + 1):
        explain(file, 2, move)
        assert "The planner would have played the same." in capsys.readouterr().out


def test_every_move_of_a_game_can_be_explained(tmp_path: Path, capsys: Output) -> None:
    for players, partners in ((2, False), (4, True)):
        game = wandered(players=players, partners=partners)
        file = write_lines(tmp_path / f"{players}.jsonl", fields_of(game))
        worse = 0
        for move in range(1, len(game.moves) + 1):
            assert explain(file, 1, move) == 0
            shown = capsys.readouterr().out
            same = "would have played the same" in shown
            assert same != ("The planner would have played: " in shown or "The planner would have won" in shown)
            worse += not same
        assert worse


def test_reasons_are_features(file: Path, capsys: Output) -> None:
    explain(file, 1, 1)
    shown = capsys.readouterr().out
    assert "Why " in shown
    assert "rather than" in shown
    assert "what decides" in shown


def test_the_move_and_its_reasons_are_told_in_sentences_before_the_numbers(capsys: Output) -> None:
    game = lay(stocks=[[9, 9], [12, 7]], hands=[[6, 12, 11, 10, 3]], building=[up_to(5)])
    show(Explanation(game.view(0)), Move.parse("h6>b1"), ["South", "[bold]"])
    shown = capsys.readouterr().out
    move, reason, numbers = (
        shown.index(text)
        for text in (
            "Discard the 12 on discard pile 1.\n",
            "Keep the 6: [bold] needs a 7 and would get it.\n",
            "What the planner thinks of the moves",
        )
    )
    assert move < reason < numbers


def test_of_two_moves_that_are_equally_good_the_planner_would_have_played_either(capsys: Output) -> None:
    game = lay(stocks=[[9, 9]], hands=[[12, 12]])
    thoughts = Explanation(game.view(0))
    for pile in (1, 2, 3, 4):
        show(thoughts, Move.parse(f"h12>d{pile}"), NAMES)
        shown = capsys.readouterr().out
        assert "The planner would have played the same." in shown
        assert "Why" not in shown


def test_a_missed_win_is_called_the_game(capsys: Output) -> None:
    game = lay(stocks=[[5], [9, 9]], hands=[[12, 12]], building=[up_to(4)])
    thoughts = Explanation(game.view(0))
    show(thoughts, thoughts.options[-1].move, NAMES)
    shown = capsys.readouterr().out
    assert "The planner would have won the game: s>b1" in shown
    assert "the game │" in shown
    show(thoughts, thoughts.best.move, NAMES)
    assert "The planner would have played the same." in capsys.readouterr().out


def test_a_move_without_another_needs_no_reason(capsys: Output) -> None:
    game = lay(stocks=[[9, 9]], hands=[[]], draw=[])
    thoughts = Explanation(game.view(0))
    show(thoughts, thoughts.best.move, NAMES)
    shown = capsys.readouterr().out
    assert "Played: pass" in shown
    assert "Why" not in shown


@pytest.mark.parametrize("move", [0, -1, 10_000])
def test_a_move_that_the_game_does_not_have_is_refused(file: Path, move: int) -> None:
    with pytest.raises(Malformed, match=f"The game has {len(wandered().moves)} moves. Choose --move 1 to "):
        explain(file, 1, move)


def test_a_game_that_the_file_does_not_have_is_refused(file: Path) -> None:
    with pytest.raises(Malformed, match="fewer than 3 games"):
        explain(file, 3, 1)


def test_a_game_at_a_kitchen_table_is_refused(tmp_path: Path) -> None:
    game, bot = KitchenGame(stock=2, key=KEY), Bot("eager", seed=1)
    while game.outcome is None:
        game.play(bot.act(game.view(game.turn)))
    file = write_lines(tmp_path / "kitchen.jsonl", fields_of(game))
    with pytest.raises(Malformed, match="only games with the strict referee can be explained"):
        explain(file, 1, 1)
