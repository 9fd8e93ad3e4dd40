"""Tuning: tiny runs that are whole, go on where they stopped, and refuse what does not belong to them."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from skipbo import batch
from skipbo.arena import Plan
from skipbo.bots.planner.features import FEATURES
from skipbo.bots.planner.weights import FORMATS, format_of, read_weights, weights_of
from skipbo.bots.seeds import TUNING_PREFIX
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.tuning import (
    ITSELF,
    Contest,
    Progress,
    Tuner,
    TuningSettings,
    contests_of,
    idle_features,
    tune_planner,
)
from skipbo.workers import LocalWorkers
from tests.processes import interrupt

TINY = TuningSettings("2", seed="tiny", population=4, elite=2, games=6, generations=3)


def run_of(path: Path) -> Path:
    return path.with_name(path.stem + ".run.json")


def saved(path: Path) -> dict[str, Any]:
    """A run without the time it took, which no two runs share."""
    run: dict[str, Any] = json.loads(run_of(path).read_text("utf-8"))
    return {name: value for name, value in run.items() if name != "seconds"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mine.toml"


# Runs


def test_a_run_writes_weights_and_progress_after_every_generation(path: Path) -> None:
    for number, progress in enumerate(tune_planner(TINY, path), 1):
        assert progress.generation == saved(path)["generation"] == number
        assert read_weights(path) == pytest.approx(progress.weights, abs=0.0005)
        assert progress.games == number * 4 * 6
        assert len(progress.history) == number
        assert 0 <= progress.history[-1]["mean"] <= progress.history[-1]["best"] <= 1
    assert number == 3
    text = path.read_text("utf-8")
    assert 'command = "skipbo tune planner --format 2 --generations 3 --population 4 --games 6 --seed tiny"' in text
    assert "games = 72" in text


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_tuned(name: str, path: Path) -> None:
    settings = TuningSettings(name, population=4, elite=1, games=1, generations=1)
    (progress,) = tune_planner(settings, path)
    assert progress.mean != progress.start or progress.spread != Progress.begin(settings, weights_of(name)).spread
    assert set(read_weights(path)) == set(FEATURES)


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_tuned_at_its_own_tables_against_the_expert_and_perhaps_itself(name: str) -> None:
    contests = contests_of(name)
    assert {format_of(contest.table) for contest in contests} == {name}
    assert {"expert"} <= {contest.against for contest in contests} <= {ITSELF, "expert"}


def test_a_contest_is_described_in_words() -> None:
    assert str(Contest(Table.of(players=4, partners=True), "expert")) == (
        "expert (mattel-2003, 4 players, partners, stock 30)"
    )
    assert str(Contest(Table.of("1967"), ITSELF)) == "itself (brownfield-1967, 2 players, stock 30)"


def test_the_same_run_again_gives_the_same_whatever_the_jobs(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    played: list[int] = []
    list(tune_planner(TINY, path))
    list(tune_planner(TINY, other, workers=LocalWorkers(2), on_games=played.append))
    assert saved(path) == saved(other)
    assert path.read_text("utf-8") == other.read_text("utf-8")
    assert sum(played) == saved(other)["games"]


def test_another_seed_gives_another_run(path: Path, tmp_path: Path) -> None:
    list(tune_planner(replace(TINY, generations=1), path))
    list(tune_planner(replace(TINY, generations=1, seed="other"), tmp_path / "other.toml"))
    assert saved(path)["mean"] != saved(tmp_path / "other.toml")["mean"]


def test_idle_features_are_not_changed(path: Path) -> None:
    (progress,) = tune_planner(replace(TINY, generations=1), path)
    idle = idle_features("2")
    assert idle == {
        "stock_played",
        "later_ready",
        "later_chance",
        "partner_stock_played",
        "partner_ready",
        "partner_chance",
    }
    before = weights_of("2")
    for name, spread in zip(FEATURES, progress.spread, strict=True):
        assert (spread == 0) == (name in idle)
        assert name not in idle or progress.weights[name] == before[name]
        assert name in idle or progress.weights[name] != before[name]


def test_every_format_tunes_all_features_that_are_not_idle() -> None:
    assert idle_features("partners") == {"stock_played"}
    for name in ("3-4", "5-6", "13-ranks"):
        assert idle_features(name) == {"stock_played", "partner_stock_played", "partner_ready", "partner_chance"}


def test_deals_of_tuning_come_from_seeds_that_the_arena_refuses(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: set[str] = set()
    play = batch.play_games

    def listen(table: Any, bots: Any, seed: str, *rest: Any, **options: Any) -> None:
        seeds.add(seed)
        play(table, bots, seed, *rest, **options)

    monkeypatch.setattr(batch, "play_games", listen)
    list(tune_planner(TINY, path))
    assert seeds == {f"{TUNING_PREFIX}2:tiny:{generation}" for generation in range(3)}
    for seed in seeds:
        with pytest.raises(Malformed, match="tuning"):
            Plan.of(["eager", "random"], Table.of(), seed=seed)


def test_the_better_of_two_weights_wins_more_games() -> None:
    tuner = Tuner(Progress.begin(replace(TINY, games=120), weights_of("2")))
    good = weights_of("2")
    bad = good | {"stock_played": -10.0}
    shares = tuner.shares([good, bad], "tune:test", lambda _games: None)
    assert shares[0] > 0.4
    assert shares[1] < 0.2


# Going on


def test_a_stopped_run_continues_as_if_it_had_not_stopped(path: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.toml"
    list(tune_planner(TINY, whole))
    for _start in range(3):
        assert len(list(islice(tune_planner(TINY, path), 1))) == 1
    assert not list(tune_planner(TINY, path)), "there is no fourth generation"
    assert saved(path) == saved(whole)
    assert path.read_text("utf-8") == whole.read_text("utf-8")


def test_a_run_may_be_continued_for_more_generations(path: Path, tmp_path: Path) -> None:
    list(tune_planner(replace(TINY, generations=1), path))
    list(tune_planner(TINY, path))
    list(tune_planner(TINY, tmp_path / "whole.toml"))
    assert saved(path) == saved(tmp_path / "whole.toml")


def test_a_run_that_is_stopped_within_a_generation_keeps_the_one_before(path: Path) -> None:
    list(tune_planner(replace(TINY, generations=1), path))
    before = saved(path), path.read_text("utf-8")
    games: Iterator[int] = iter(range(2))

    def stop(_count: int) -> None:
        if next(games, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(tune_planner(TINY, path, on_games=stop))
    assert (saved(path), path.read_text("utf-8")) == before
    list(tune_planner(TINY, path))
    assert saved(path)["generation"] == 3


def test_the_run_is_kept_beside_the_weights_whatever_their_file_is_called(tmp_path: Path) -> None:
    for name in ("mine", "mine.json", "mine.run.json", "mine.part"):
        path = tmp_path / name / name
        path.parent.mkdir()
        for generations in (1, 2):
            list(tune_planner(replace(TINY, generations=generations), path))
        assert len(list(path.parent.iterdir())) == 2
        assert set(read_weights(path)) == set(FEATURES)


@pytest.mark.parametrize(
    "other", [{"format": "3-4"}, {"seed": "x"}, {"population": 5}, {"elite": 1}, {"games": 7}], ids=str
)
def test_a_run_with_other_options_is_refused(path: Path, other: dict[str, Any]) -> None:
    list(tune_planner(replace(TINY, generations=1), path))
    before = saved(path)
    with pytest.raises(Malformed, match="a tuning run with other options"):
        list(tune_planner(replace(TINY, **other), path))
    assert saved(path) == before


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", "3", "nonsense", '{"settings": 3}', '{"settings": {"format": "2"}}']
)
def test_a_file_that_is_not_a_tuning_run_is_refused(path: Path, content: str) -> None:
    run_of(path).write_text(content)
    with pytest.raises(Malformed, match="is not a tuning run"):
        list(tune_planner(TINY, path))
    assert run_of(path).read_text() == content


def test_a_run_that_was_cut_off_is_refused(path: Path) -> None:
    list(tune_planner(replace(TINY, generations=1), path))
    text = run_of(path).read_text("utf-8")
    run_of(path).write_text(text[: len(text) // 2])
    with pytest.raises(Malformed, match="is not a tuning run"):
        list(tune_planner(TINY, path))


def test_a_run_with_other_features_is_refused(path: Path) -> None:
    list(tune_planner(replace(TINY, generations=1), path))
    run = json.loads(run_of(path).read_text("utf-8"))
    run["mean"] = run["mean"][1:]
    run_of(path).write_text(json.dumps(run))
    with pytest.raises(Malformed, match="other features"):
        list(tune_planner(TINY, path))


def test_an_unknown_format_is_refused(path: Path) -> None:
    with pytest.raises(Malformed, match="There is no format “9”"):
        list(tune_planner(replace(TINY, format="9"), path))


# The command


@pytest.mark.slow
def test_an_interrupted_command_leaves_a_run_that_can_be_continued(path: Path) -> None:
    """As somebody who has seen the first generation and presses Ctrl-C."""
    options = ["--population", "4", "--games", "60", "--generations", "1000", "--jobs", "1", "--out", str(path)]
    command = [sys.executable, "-m", "skipbo", "tune", "planner", *options]
    english = {**os.environ, "LANGUAGE": "en"}
    with subprocess.Popen(
        command, env=english, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        told = next(line for line in process.stderr if "%" in line)
        _out, rest = interrupt(process)
    assert re.match(r"generation 1: [\d.]+% of games won on average, [\d.]+% by the best\n", told)
    assert "Traceback" not in rest
    assert process.returncode != 0
    assert saved(path)["generation"] >= 1
    assert set(read_weights(path)) == set(FEATURES)
