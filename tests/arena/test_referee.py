"""The referee plays the very deals of the batch, and a bot that fails forfeits and harms nobody."""

import gc
import json
import os
import signal
import threading
from pathlib import Path

import pytest

from skipbo.arena import referee as referee_module
from skipbo.arena.referee import ENOUGH, Referee
from skipbo.batch.simulation import GameLogger
from skipbo.errors import Malformed
from skipbo.external import hosts
from skipbo.game.table import Table
from skipbo.kernel.layout import BLOCKED, BY_STOCK, FORFEITED, GOING_ON, NO_SEAT
from skipbo.record import check
from tests.external.conftest import UNHURRIED, Strange, is_free, nobody_lives
from tests.processes import run_python

SMALL = Table.of(players=2, stock=4)
TABLES = [
    Table.of(players=2),
    Table.of("mattel-2016", players=3, stock=7, youngest=2),
    Table.of("mattel-2003", players=4, partners=True, stock=5, dealer=1),
    Table.of("brownfield-1967", players=6, partners=True, stock=6),
]

FAILURES = {
    "exit": "ended with exit status 3",
    "crash": "exit status 1. Last line of stderr: “ZeroDivisionError: one by nothing”",
    "be killed": "ended by signal 11",
    "hang": "No answer within 0.5 s.",
    "hang stubbornly": "No answer within 0.5 s.",
    "warn and hang": "No answer within 0.5 s. Last line of stderr: “thinking \\x1b[2J hard”",
    "close output": "closed its input or output",
    "close input": "“s>b9” was refused: “s>b9” is not a move",
    "flood stdout": "more than 65536 bytes",
    "flood stderr": "No answer within 0.5 s. Last line of stderr: “xxx",
    "half a line, then hang": "No answer within 0.5 s.",
    "half a line, then exit": "ended with exit status 0",
    "start a grandchild": "No answer within 0.5 s. Last line of stderr: “ZeroDivisionError",  # it holds the output open
    "garbage": "one JSON object. It was: “I play the seven”",
    "binary": "one JSON object. It was: “",
    "empty line": "one JSON object. It was: “”",
    "deep nesting": "one JSON object. It was: “[[[",
    "a list": "one JSON object",
    "no move": "must have “move”",
    "a number": "must have “move”",
    "a long move": "must have “move”",
    "no such move": "“h7>x9” was refused: “h7>x9” is not a move",
    "an illegal move": "“d1>b1” was refused: There is no card on this pile",
    "the partner of nobody": "“1s>b1” was refused: Seat 1 is not on the side of seat 0",
}


@pytest.mark.parametrize("behaviour", FAILURES)
def test_a_bot_that_fails_forfeits_at_once_and_the_referee_goes_on(behaviour: str, strange: Strange) -> None:
    table = Table.of(players=2, stock=4, dealer=1)  # the strange bot begins
    limit = 0.5 if "No answer" in FAILURES[behaviour] else UNHURRIED
    with Referee(table, [strange(behaviour), "eager"], time_limit=limit) as referee:
        for number in range(2):
            played = referee.play("strange", number)
            assert played.forfeit is not None
            assert played.forfeit.seat == 0
            assert FAILURES[behaviour] in played.forfeit.why or number > 0
            assert "\n" not in played.forfeit.why
            assert len(played.forfeit.why) < 500
            assert played.result["how"].tolist() == [FORFEITED]
            assert played.result["winner"].tolist() == [NO_SEAT]
            assert played.result["left"].tolist() == [[4, 4, 0, 0, 0, 0]]
            assert played.result["moves"].tolist() == [0]


@pytest.mark.parametrize(
    ("behaviour", "why"),
    [
        ("exit at start", "exit status 1. Last line of stderr: “no licence”"),
        ("hang at start", "No answer within 0.5 s."),
        ("close all at start", "closed its input or output"),
    ],
)
def test_a_bot_that_does_not_start_forfeits(
    behaviour: str, why: str, strange: Strange, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "START_LIMIT", 0.5 if "No answer" in why else UNHURRIED)
    with Referee(SMALL, ["eager", strange(behaviour)], time_limit=UNHURRIED) as referee:
        played = referee.play("start", 0)
    assert played.forfeit is not None
    assert (played.forfeit.seat, why in played.forfeit.why) == (1, True), played.forfeit.why


def test_a_command_that_cannot_be_started_forfeits(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.touch()
    for command, why in [
        ("/no/such/bot --fast", "“/no/such/bot” cannot be started: No such file or directory."),
        (str(text), "Permission denied"),
        (str(tmp_path), "Permission denied"),
        ("'a\0b'", "null byte"),
    ]:
        with Referee(SMALL, [f"process:{command}", "eager"], time_limit=UNHURRIED) as referee:
            forfeit = referee.play("start", 0).forfeit
        assert forfeit is not None
        assert why in forfeit.why


def test_a_process_that_has_left_its_group_is_not_waited_for(strange: Strange, lock: Path) -> None:
    """Nobody can end it portably; it must not hold up the referee all the same."""
    before = set(threading.enumerate())
    with Referee(SMALL, [strange("start a fugitive"), "eager"], time_limit=0.3) as referee:
        assert referee.play("fled", 0).forfeit is not None
    assert not is_free(lock)
    waiting = set(threading.enumerate()) - before
    assert all(thread.daemon for thread in waiting), "they do not hold up the end of the program either"
    os.kill(int(lock.read_text()), signal.SIGKILL)
    for thread in waiting:
        thread.join(5)


def test_after_some_forfeits_in_a_row_a_bot_is_not_asked_again(strange: Strange, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    names = [strange("exit"), strange("keep what is said", kept)]
    with Referee(Table.of(players=2, stock=4, dealer=1), names, time_limit=UNHURRIED) as referee:
        forfeits = [referee.play("row", number).forfeit for number in range(ENOUGH + 2)]
    assert all(forfeit is not None and forfeit.seat == 0 for forfeit in forfeits)
    whys = [forfeit.why for forfeit in forfeits if forfeit is not None]
    assert ["Not asked again after 5 forfeits in a row. The last one: The process ended" in why for why in whys] == (
        [False] * ENOUGH + [True] * 2
    )


def test_two_bots_that_fail_in_turn_are_not_asked_forever(strange: Strange) -> None:
    """Each is silent when it begins; who begins is drawn for."""
    with Referee(SMALL, [strange("hang"), strange("hang stubbornly")], time_limit=0.05) as referee:
        whys = [played.forfeit.why for number in range(2 * ENOUGH) if (played := referee.play("two", number)).forfeit]
    assert len(whys) == 2 * ENOUGH
    assert "Not asked again" in whys[-1]


def test_forfeits_that_are_not_in_a_row_are_forgiven(strange: Strange) -> None:
    table = Table.of(players=2, stock=1, dealer=1)
    with Referee(table, [strange("fail in even games"), "random"], time_limit=UNHURRIED) as referee:
        forfeits = [referee.play("forgiven", number).forfeit for number in range(3 * ENOUGH)]
    assert all((forfeit is None) == (number % 2 == 0) for number, forfeit in enumerate(forfeits))
    assert not any("Not asked again" in forfeit.why for forfeit in forfeits if forfeit is not None)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.edition.id}, {table.players}")
def test_the_deal_and_the_result_are_those_of_the_batch(table: Table, strange: Strange, tmp_path: Path) -> None:
    """A game of compiled bots is logged; processes then make the same moves at the referee's table."""
    logger = GameLogger(table, ["eager"], "same")
    path = tmp_path / "script"
    with Referee(table, [strange("follow a script", path)] * table.players, time_limit=UNHURRIED) as referee:
        for number in (0, 7):
            expected = logger.play(number)
            record = logger.record()
            seats: list[list[str]] = [[] for _seat in range(table.players)]
            seat = record.first
            for move in record.moves:
                seats[seat].append(move)
                seat = (seat + (">b" not in move)) % table.players
            path.write_text(json.dumps(seats), "utf-8")
            played = referee.play("same", number)
            assert played.forfeit is None
            assert played.result.tobytes() == expected.tobytes()
            check(record)


def test_all_kinds_of_bots_play_at_one_table(strange: Strange) -> None:
    table = Table.of("mattel-2003", players=4, partners=True, stock=3)
    with Referee(
        table, ["eager", strange("take the first"), "random", strange("take the first")], time_limit=UNHURRIED
    ) as referee:
        results = [referee.play("mixed", number) for number in range(4)]
    assert all(played.forfeit is None for played in results)
    assert {int(played.result["how"][0]) for played in results} <= {BY_STOCK, BLOCKED}


def test_the_same_game_is_played_the_same_again(strange: Strange) -> None:
    names = ["eager", "random", strange("take the first")]
    table = Table.of(players=3, stock=4)
    with (
        Referee(table, names, time_limit=UNHURRIED) as one,
        Referee(table, names, time_limit=UNHURRIED) as other,
    ):
        first = [one.play("again", number).result.tobytes() for number in range(6)]
        second = [other.play("again", number).result.tobytes() for number in reversed(range(6))]
    assert first == second[::-1]
    assert len(set(first)) > 1


def test_every_seat_has_a_generator_of_its_own() -> None:
    drawn = {
        referee_module.own_random(seed, number, seat).random()
        for seed in ("a", "b", 1)
        for number in range(3)
        for seat in range(3)
    }
    assert len(drawn) == 27


def test_a_bot_gets_the_result_of_the_game(strange: Strange, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    with Referee(SMALL, ["eager", strange("keep what is said", kept)], time_limit=UNHURRIED) as referee:
        played = referee.play("over", 0)
    hello, *questions, last = map(json.loads, kept.read_text("utf-8").splitlines())
    assert (hello["type"], hello["seat"], hello["stock"]) == ("hello", 1, 4)
    assert {message["type"] for message in questions} == {"choose"}
    assert last["type"] == "over"
    assert last["result"]["left"] == played.result["left"][0, :2].tolist()
    assert last["result"]["winners"] == played.result["winner"].tolist()
    assert last["result"]["how"] == "stock"


def test_a_bot_gets_the_result_of_a_game_that_another_forfeited(strange: Strange, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    with Referee(SMALL, [strange("keep what is said", kept), strange("exit")], time_limit=UNHURRIED) as referee:
        assert referee.play("over", 0).forfeit is not None
    last = json.loads(kept.read_text("utf-8").splitlines()[-1])
    assert last["result"] == {"how": "forfeited", "winners": [], "left": [4, 4], "points": 0}


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee_module, "LIMIT", 3)
    with Referee(SMALL, ["eager", "eager"], time_limit=UNHURRIED) as referee:
        result = referee.play("long", 0).result
    assert (result["how"][0], result["moves"][0], result["winner"][0]) == (GOING_ON, 3, NO_SEAT)


def test_a_bot_that_ignores_the_end_of_its_questions_is_ended(strange: Strange) -> None:
    with Referee(SMALL, ["eager", strange("ignore the end")], time_limit=UNHURRIED) as referee:
        assert referee.play("end", 0).forfeit is None


def test_an_interrupt_is_passed_on_and_leaves_no_process(strange: Strange, lock: Path) -> None:
    referee = Referee(SMALL, [strange("hang")] * 2, time_limit=60)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        referee.play("interrupt", 0)
    timer.join()
    assert nobody_lives(lock, 0.5)


def test_the_bots_of_a_discarded_referee_end(strange: Strange, lock: Path) -> None:
    referee = Referee(SMALL, [strange("ignore the end")] * 2)
    referee.play("forgotten", 0)
    assert not is_free(lock)
    del referee
    gc.collect()
    assert nobody_lives(lock)


@pytest.mark.parametrize("end", ["sys.exit()", "os.kill(os.getpid(), signal.SIGKILL)", "raise RuntimeError"])
def test_bots_end_with_the_program_however_it_ends(strange: Strange, lock: Path, end: str) -> None:
    code = f"""
import os, signal, sys
from skipbo.arena.referee import Referee
from skipbo.game.table import Table
referee = Referee(Table.of(players=2, stock=4), [{strange("take the first")!r}] * 2)
print(referee.play("end", 0).forfeit, flush=True)
{end}
"""
    assert run_python(code).stdout == "None\n"
    assert nobody_lives(lock)


@pytest.mark.parametrize("names", [[], ["eager"], ["eager"] * 3])
def test_every_seat_needs_a_bot(names: list[str]) -> None:
    with pytest.raises(Malformed, match="each of the 2 seats"):
        Referee(SMALL, names)


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_time_limit_must_be_more_than_zero(seconds: float) -> None:
    with pytest.raises(Malformed, match="more than 0 seconds"):
        Referee(SMALL, ["eager", "eager"], time_limit=seconds)


@pytest.mark.slow  # compiling the searcher takes a minute
def test_a_bot_that_searches_plays_the_same_game_again() -> None:
    played = []
    for _time in range(2):
        with Referee(SMALL, ["searcher:2", "planner"]) as referee:
            played.append(referee.play("search", 3))
    assert played[0].forfeit is None
    assert played[0].result.tobytes() == played[1].result.tobytes()
