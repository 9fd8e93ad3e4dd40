"""Whole tournaments: the same games for the same plan, however they are played."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skipbo import batch
from skipbo.arena import Plan, Tournament, play, summarise, take_sample
from skipbo.arena.chunks import Chunk
from skipbo.arena.referee import Referee
from skipbo.arena.runners import CompiledBots
from skipbo.arena.tournament import GAMES, GAMES_OF_A_TEST, check
from skipbo.bots import find_bots
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.kernel.layout import BY_STOCK
from skipbo.workers import LocalWorkers
from tests.arena.cases import name_of
from tests.external.conftest import UNHURRIED, Strange, nobody_lives

SHORT = Table.of(stock=5)


def without_clocks(summary: Any) -> Any:
    """What does not depend on the machine."""
    if isinstance(summary, dict):
        return {
            name: without_clocks(part)
            for name, part in summary.items()
            if "_per_s" not in name and "seconds" not in name
        }
    return [without_clocks(part) for part in summary] if isinstance(summary, list) else summary


def result(plan: Plan, **options: Any) -> Any:
    return without_clocks(summarise(play(plan, **options), take_sample(plan)))


def interrupt_after(calls: int) -> Callable[[int], None]:
    left = [calls]

    def on_progress(_games: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return on_progress


@pytest.mark.parametrize(
    "table",
    [
        SHORT,
        Table.of(players=3, stock=4),
        Table.of(players=4, stock=4, partners=True),
        Table.of("1967", players=6, stock=3, partners=True),
    ],
    ids=name_of,
)
def test_the_counts_are_those_of_the_games_of_the_seed_from_every_seat(table: Table) -> None:
    plan = Plan.of(["eager", "random"], table, games=60, seed="s")
    tally = play(plan).tallies[0]
    wins, moves = 0, 0
    for rotation in range(table.teams):
        names = [entrant.name for entrant in plan.meetings[0].seats(rotation)]
        rows = batch.new_results(60 // table.teams)
        batch.play_games(table, find_bots(names, table), "s", rows)
        moves += int(rows["moves"].sum())
        teams = [team for team, side in enumerate(table.sides) if names[side[0]] == "eager"]
        wins += int((np.isin(rows["winner"], teams) & (rows["how"] == BY_STOCK)).sum())
    assert tally.games == 60
    assert tally.sums(plan.entrants[0]).wins == wins
    assert tally.moves == moves


@pytest.mark.parametrize("jobs", [2, 3])
def test_jobs_change_nothing(jobs: int) -> None:
    plan = Plan.of(["eager", "random", "eager"], SHORT, games=500)
    assert result(plan, workers=LocalWorkers(jobs)) == result(plan)


def test_a_bot_against_itself_is_exactly_even() -> None:
    summary = result(Plan.of(["eager", "eager"], SHORT, games=400))
    assert {bot["share"] for bot in summary["bots"].values()} == {0.5}
    assert list(summary["bots"]) == ["eager", "eager 2"]


def test_the_better_bot_wins_from_every_seat() -> None:
    for players in (2, 4, 6):
        summary = result(Plan.of(["eager", "random"], Table.of(players=players, stock=5), games=240))
        assert summary["bots"]["eager"]["low"] > 1 / players
        assert summary["bots"]["eager"]["elo_low"] > 100
        assert summary["bots"]["random"]["seats"] == players - 1


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert Plan.of(["a", "b"], SHORT, games=101).games == 102
    assert Plan.of(["a", "b"], Table.of(players=6), games=1).games == 6
    assert Plan.of(["a", "b"], Table.of(players=4, partners=True), games=5).games == 6
    assert Plan.of(["a", "b"], SHORT).games == GAMES
    assert Plan.of(["a", "b"], SHORT, hypotheses=(0, 5)).games == GAMES_OF_A_TEST


def test_a_round_robin_has_matches_and_ratings() -> None:
    summary = result(Plan.of(["random", "eager", "eager"], SHORT, games=200))
    assert [list(match["bots"]) for match in summary["matches"]] == [
        ["random", "eager"],
        ["random", "eager 2"],
        ["eager", "eager 2"],
    ]
    assert all(match["games"] == 200 for match in summary["matches"])
    assert summary["games"] == 600
    ratings = summary["ratings"]["bots"]
    assert ratings["eager"]["low"] > ratings["random"]["high"]
    share = sum(match["bots"]["eager"]["share"] for match in summary["matches"] if "eager" in match["bots"]) / 2
    assert summary["bots"]["eager"]["share"] == pytest.approx(share)
    assert summary["bots"]["eager"]["games"] == 400


def test_a_round_robin_at_larger_tables_is_rated_by_plackett_luce() -> None:
    summary = result(Plan.of(["random", "eager", "eager", "eager"], Table.of(players=3, stock=5), games=300))
    assert summary["ratings"]["model"] == "Plackett–Luce"
    assert len(summary["matches"]) == 4
    ratings = summary["ratings"]["bots"]
    assert all(ratings[label]["low"] > ratings["random"]["high"] for label in ("eager", "eager 2", "eager 3"))
    assert sum(rating["rating"] for rating in ratings.values()) == pytest.approx(0, abs=1e-6)
    equals = [summary["bots"][label]["share"] for label in ("eager", "eager 2", "eager 3")]
    assert max(equals) - min(equals) < 0.08, "no order around the table favours anybody"


@pytest.mark.parametrize("players", [2, 3])
def test_the_order_in_which_games_are_counted_does_not_matter(players: int) -> None:
    plan = Plan.of(["random", "eager", "eager", "tidy"], Table.of(players=players, stock=3), games=60)
    chunks = []
    for number, meeting in enumerate(plan.meetings):
        bots, half = CompiledBots(meeting, plan.seed), meeting.deals // 2
        parts = (range(half), range(half, meeting.deals))
        chunks += [Chunk(number, deals.start, bots.play(deals).results, 0.1) for deals in parts]
    in_order, reverse = Tournament(plan), Tournament(plan)
    for one, other in zip(chunks, reversed(chunks), strict=True):
        in_order.count(one)
        reverse.count(other)
    sample = take_sample(plan)
    assert without_clocks(summarise(in_order, sample)) == without_clocks(summarise(reverse, sample)) == result(plan)


def test_a_sequential_test_stops_when_it_has_decided_and_counts_nothing_after() -> None:
    plan = Plan.of(["eager", "random"], SHORT, hypotheses=(0, 10))
    tournament = play(plan, workers=LocalWorkers(2))
    assert tournament.sprt is not None
    assert tournament.sprt.accepted == "H1"
    assert tournament.is_over
    assert tournament.games == 2 * tournament.sprt.counts.sum() < 1000
    assert result(plan) == result(plan, workers=LocalWorkers(2))


def test_a_sequential_test_gives_up_at_its_last_game() -> None:
    summary = result(Plan.of(["eager", "eager"], SHORT, games=40, hypotheses=(0, 10)))
    assert (summary["games"], summary["sprt"]["accepted"]) == (40, None)


@pytest.mark.parametrize(("names", "players"), [(["eager", "random"], 4), (["eager"] * 3, 2), (["eager"] * 3, 3)])
def test_a_sequential_test_needs_two_bots_at_two_sides(names: list[str], players: int) -> None:
    with pytest.raises(Malformed, match="compares two bots"):
        Plan.of(names, Table.of(players=players), hypotheses=(0, 10))


def test_seeds_of_tuning_are_refused() -> None:
    with pytest.raises(Malformed, match="are for tuning"):
        Plan.of(["eager", "random"], SHORT, seed="tune:planner")


def test_an_interrupt_keeps_what_was_played() -> None:
    plan = Plan.of(["eager", "random"], SHORT, games=1_000_000)
    tournament = play(plan, on_progress=interrupt_after(3))
    assert 0 < tournament.games < 1_000_000
    assert not tournament.is_over
    whole = Plan.of(["eager", "random"], SHORT, games=tournament.games)
    assert tournament.tallies[0].sums(plan.entrants[0]) == play(whole).tallies[0].sums(plan.entrants[0])
    assert summarise(tournament, take_sample(plan))["games"] == tournament.games


def test_an_interrupted_round_robin_is_rated_by_the_games_played() -> None:
    plan = Plan.of(["eager", "random", "random"], SHORT, games=2000)
    summary = summarise(play(plan, on_progress=interrupt_after(2)), take_sample(plan))
    assert 0 < summary["games"] < 2000
    assert np.isfinite([rating["rating"] for rating in summary["ratings"]["bots"].values()]).all()


def test_an_interrupt_before_the_first_game_is_passed_on() -> None:
    def interrupted(_games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(Plan.of(["eager", "random"], SHORT), on_progress=interrupted)


def test_progress_adds_up_to_all_games() -> None:
    steps: list[int] = []
    play(Plan.of(["eager", "random", "eager"], SHORT, games=300), on_progress=steps.append)
    assert sum(steps) == 900


# Bots that are not compiled


def test_refereed_games_are_those_of_the_seed_from_every_seat(strange: Strange) -> None:
    stranger = strange("take the first")
    plan = Plan.of([stranger, "random"], SHORT, games=8, time_limit=UNHURRIED)
    tally = play(plan, workers=LocalWorkers(2)).tallies[0]
    wins, moves = 0, 0
    for rotation in range(2):
        names = [entrant.name for entrant in plan.meetings[0].seats(rotation)]
        with Referee(SHORT, names, time_limit=UNHURRIED) as referee:
            results = [referee.play(plan.seed, deal).result for deal in range(4)]
        moves += sum(int(result["moves"][0]) for result in results)
        wins += sum(int(result["winner"][0]) == names.index(stranger) for result in results)
    assert (tally.games, tally.moves, tally.sums(plan.entrants[0]).wins) == (8, moves, wins)


def test_compiled_bots_need_no_referee_among_themselves(strange: Strange) -> None:
    plan = Plan.of([strange("take the first"), "random", "eager"], SHORT, games=6, time_limit=UNHURRIED)
    tournament = play(plan, workers=LocalWorkers(3))
    refereed = sum(tally.moves for tally in tournament.tallies[:2])
    assert sum(clock.moves for clock in tournament.clocks.values()) == refereed
    assert tournament.tallies[2].games == 6


def test_a_bot_that_always_fails_loses_every_game_and_stops_no_other(strange: Strange) -> None:
    broken = strange("crash")
    plan = Plan.of([broken, "random"], SHORT, games=20, time_limit=UNHURRIED)
    tournament = play(plan, workers=LocalWorkers(2))
    summary = summarise(tournament, take_sample(plan))
    assert summary["bots"][broken]["share"] == 0
    assert summary["bots"][broken]["forfeits"] == 20
    assert summary["bots"]["random"]["share"] == 1
    assert summary["blocked"] == 0
    assert all("one by nothing" in offence.why for offence in tournament.tallies[0].offences)


def test_forfeits_are_shared_by_the_other_sides(strange: Strange) -> None:
    names = [strange("crash"), "random", "eager"]
    summary = result(Plan.of(names, Table.of(players=3, stock=4), games=6, time_limit=UNHURRIED))
    assert [bot["share"] for bot in summary["bots"].values()] == [0, 0.5, 0.5]
    assert summary["bots"]["random"]["wins"] == 3


def test_the_time_of_refereed_bots_is_measured_in_place(strange: Strange) -> None:
    plan = Plan.of([strange("take the first"), "random"], SHORT, games=4, time_limit=UNHURRIED)
    bots = summarise(play(plan), take_sample(plan))["bots"]
    for bot in bots.values():
        assert 0 < bot["seconds_per_move"] <= bot["slowest_seconds"]


def test_an_interrupt_ends_every_external_bot(strange: Strange, lock: Path) -> None:
    plan = Plan.of([strange("take the first"), "random"], SHORT, games=100_000, time_limit=UNHURRIED)
    assert 0 < play(plan, workers=LocalWorkers(2), on_progress=interrupt_after(3)).games < 100_000
    assert lock.exists(), "it has played"
    assert nobody_lives(lock)


def test_an_unknown_bot_is_refused_before_the_first_game() -> None:
    with pytest.raises(Malformed, match="no bot “deep blue”"):
        play(Plan.of(["eager", "deep blue"], SHORT))


def test_only_compiled_bots_play_on_a_gpu(strange: Strange) -> None:
    with pytest.raises(Malformed, match="cannot play on a GPU"):
        check(Plan.of(["eager", strange("take the first")], SHORT), LocalWorkers(device="cuda"))
    with pytest.raises(Malformed, match="no device “abacus”"):
        check(Plan.of(["eager", "random"], SHORT), LocalWorkers(device="abacus"))


# The sample


def test_the_sample_is_of_the_games_that_were_played() -> None:
    plan = Plan.of(["eager", "random"], SHORT, games=20)
    sample = take_sample(plan)
    rows = batch.new_results(10)
    batch.play_games(SHORT, find_bots(["eager", "random"], SHORT), plan.seed, rows)
    assert [stocks[-1] for stocks in sample.stocks["eager"][:10]] == rows["left"][:, 0].tolist()
    assert all(stocks[0] == 5 for stocks in sample.stocks["random"])
    assert sample.race("eager")[-1] < sample.race("random")[-1]
    assert (np.diff(sample.race("eager")) <= 0).all()


def test_the_sample_of_a_large_round_robin_stays_small() -> None:
    plan = Plan.of(["eager"] * 6, Table.of(players=5, stock=1), games=600)
    sample = take_sample(plan)
    assert len(plan.meetings) > 100
    assert sum(map(len, sample.stocks.values())) <= 60 * 5 * 5
    assert set(sample.stocks) == {entrant.label for entrant in plan.entrants}


def test_every_decision_of_a_sampled_game_is_timed() -> None:
    plan = Plan.of(["eager", "random"], SHORT, games=2)
    sample = take_sample(plan)
    rows = play(plan).tallies[0]
    assert sum(clock.moves for clock in sample.clocks.values()) == rows.moves


def test_a_tournament_without_games_can_be_described() -> None:
    plan = Plan.of(["eager", "random"], SHORT)
    summary = summarise(Tournament(plan), take_sample(plan))
    assert summary["games"] == 0
    assert summary["games_per_s"] is None


def test_an_external_bot_plays_and_a_dead_one_loses() -> None:
    example = Path(__file__).parents[2] / "examples" / "no_library.py"
    alive, dead = f"process:{sys.executable} {example}", f"process:{sys.executable} -c 0"
    plan = Plan.of([alive, dead], SHORT, games=4)
    summary = summarise(play(plan, workers=LocalWorkers(2)), take_sample(plan))
    assert summary["bots"][alive]["share"] == 1
    assert summary["bots"][dead]["forfeits"] == 4
