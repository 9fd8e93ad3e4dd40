"""How the champion is taught: from differences between the ideas of a decision, and into whole numbers."""

from pathlib import Path

import numpy as np
import pytest
from bench import champion
from bench.champion import Lessons, Pupil, parts

from skipbo.bots.champion.inputs import INPUTS
from skipbo.bots.champion.weights import UNIT
from skipbo.errors import Malformed
from skipbo.kernel.layout import new_states
from tests.processes import run_python

LESSONS, IDEAS = 256, 8


def test_a_pupil_learns_differences_and_its_whole_numbers_say_the_same() -> None:
    chance = np.random.default_rng(1)
    inputs = chance.integers(0, 9, (LESSONS, IDEAS, INPUTS)).astype(np.int16)
    luck = chance.normal(0, 50, (LESSONS, 1))  # of a deal: the same for all its ideas
    points = (inputs[..., 0] - np.maximum(inputs[..., 1], 4) + luck).astype(np.float32)
    ideas = np.ones((LESSONS, IDEAS), bool)
    pupil = Pupil(inputs[ideas], 8, chance)
    errors = [pupil.learn(inputs, points, ideas, 0.01) for _step in range(150)]
    assert errors[-1] < errors[0] / 20
    weights, biases, outputs, direct, _loyalty = pupil.network()
    seen = inputs.reshape(-1, INPUTS).astype(np.int64)
    said = seen @ direct + np.maximum(seen @ weights.astype(np.int64) + biases, 0) @ outputs
    said = said.reshape(LESSONS, IDEAS) / UNIT
    off = (said - said.mean(axis=1, keepdims=True)) - (points - points.mean(axis=1, keepdims=True))
    assert (off**2).mean() < errors[0] / 10


def test_lessons_of_a_planner_with_other_weights_are_not_taken_for_these(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[range] = []

    def lessons_of(games: range) -> Lessons:
        made.append(games)
        return Lessons(new_states(1), np.ones(1, np.int64), np.zeros((1, IDEAS)), np.zeros((1, IDEAS)))

    monkeypatch.setattr(champion, "lessons_of", lessons_of)
    folder = tmp_path / "lessons"
    for _again in range(2):
        (lessons,) = parts(3, folder)
        assert lessons.counts.tolist() == [1]
    assert made == [range(3)]
    monkeypatch.setattr(champion, "fingerprint", lambda _table: "another")
    with pytest.raises(Malformed, match="planner is"):
        list(parts(3, folder))


def teach(monkeypatch: pytest.MonkeyPatch, folder: Path, games: int = 2) -> bytes:
    """The file of a network that learned from a few short games."""
    file = folder.with_suffix(".toml")
    options = [str(games), "--folder", str(folder), "--hidden", "2", "--output", str(file)]
    monkeypatch.setattr("sys.argv", ["champion", *options])
    assert champion.main() == 0
    return file.read_bytes()


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"STOCK": 3, "WORLDS": 2, "PART": 1, "EPOCHS": 1, "BATCH": 8}.items():
        monkeypatch.setattr(champion, name, number)


@pytest.mark.slow  # compiling the lessons takes a minute
@pytest.mark.usefixtures("short_games")
def test_the_same_command_teaches_the_same_network_also_if_it_was_stopped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    at_once = teach(monkeypatch, tmp_path / "one")
    assert teach(monkeypatch, tmp_path / "again") == at_once
    made, lessons_of = list[range](), champion.lessons_of

    def stop_after_the_first(games: range) -> Lessons:
        if games.start:
            raise KeyboardInterrupt
        return lessons_of(games)

    def note(games: range) -> Lessons:
        made.append(games)
        return lessons_of(games)

    monkeypatch.setattr(champion, "lessons_of", stop_after_the_first)
    monkeypatch.setattr("sys.argv", ["champion", "2", "--folder", str(tmp_path / "stopped")])
    assert champion.main() == 1
    monkeypatch.setattr(champion, "lessons_of", note)
    assert teach(monkeypatch, tmp_path / "stopped") == at_once
    assert made == [range(1, 2)], "the first game was not made again"


@pytest.mark.parametrize("setting", ["WORLDS", "STOCK", "EVERY", "WANDERING", "DRAWN"])
def test_lessons_made_with_other_settings_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    lessons = Lessons(new_states(1), np.ones(1, np.int64), np.zeros((1, IDEAS)), np.zeros((1, IDEAS)))
    monkeypatch.setattr(champion, "lessons_of", lambda _games: lessons)
    list(parts(1, tmp_path / "lessons"))
    monkeypatch.setattr(champion, setting, 9)
    with pytest.raises(Malformed, match=f"{setting.lower()} is"):
        list(parts(1, tmp_path / "lessons"))


def test_matrices_are_multiplied_on_one_thread_whatever_the_machine() -> None:
    code = "import bench.champion, os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    assert run_python(code, environment={"OPENBLAS_NUM_THREADS": "7"}).stdout == "1\n"
