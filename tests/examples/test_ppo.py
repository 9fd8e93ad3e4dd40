"""The example that learns: what it learns from, what it learns, and that stopping it changes nothing."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skipbo.env.table_games import TableGames
from tests.examples.conftest import NO_TORCH, PPO
from tests.processes import interrupt

torch: Any = pytest.importorskip("torch", reason=NO_TORCH)

SMALL = {"stock": 2, "games": 64, "steps": 64, "width": 64, "batch": 512, "seed": 5}


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    """Sums are rounded differently by several threads."""
    torch.set_num_threads(1)


def training(ppo: Any, **options: Any) -> Any:
    return ppo.Training(ppo.Settings(**{**SMALL, **options}), torch.device("cpu"))


def some_rows(ppo: Any) -> tuple[Any, Any]:
    """Some positions of a game, and the network that shall score them."""
    run = training(ppo)
    games: TableGames = run.games
    rows, allowed, payoffs, over = games.new_arrays()
    rng = np.random.default_rng(1)
    for _step in range(40):
        games.look(rows, allowed)
        games.act((rng.random(allowed.shape) * allowed).argmax(axis=1), payoffs, over)
    games.look(rows, allowed)
    for parameter in run.network.parameters():  # as if something had been learned
        parameter.data += 0.1 * torch.randn(parameter.shape, generator=run.chance)
    return rows, run


def scores_of(run: Any, rows: Any) -> tuple[Any, Any]:
    with torch.no_grad():
        scores, values = run.network(torch.from_numpy(rows))
    return scores.numpy(), values.numpy()


def test_a_decision_is_followed_by_the_next_one_of_its_seat_and_the_last_one_by_the_payoff(ppo: Any) -> None:
    """A game of two: seats 0 0 1 0, the last of which wins; then the first decision of another game, by seat 1."""
    played = ppo.Played(
        rows=None,
        allowed=None,
        actions=None,
        chances=None,
        values=torch.tensor([[0.1], [0.3], [-0.2], [0.6], [0.0]]),
        seats=np.array([[0], [0], [1], [0], [1]]),
        learning=np.array([[True], [True], [False], [True], [True]]),
        over=np.array([[False], [False], [False], [True], [False]]),
        payoffs=np.array([[[0, 0]], [[0, 0]], [[0, 0]], [[1, -1]], [[0, 0]]], float),
    )
    better, known = ppo.advantages(played, trace=0.5)
    last = 1 - 0.6
    second = 0.6 - 0.3 + 0.5 * last
    first = 0.3 - 0.1 + 0.5 * second
    assert better[:, 0].tolist() == pytest.approx([first, second, -1 + 0.2, last, 0])
    assert known[:, 0].tolist() == [True, True, False, True, False], "a rival's, and one of which nothing is known yet"


def test_a_policy_does_not_care_in_which_order_piles_lie(ppo: Any) -> None:
    rows, run = some_rows(ppo)
    swapped = rows.copy()
    seen, named = run.interface.named(rows), run.interface.named(swapped)
    named["building"] = seen["building"][:, ::-1]
    named["discards"], named["discard_count"] = seen["discards"][:, :, ::-1], seen["discard_count"][:, :, ::-1]
    (scores, values), (again, values_again) = scores_of(run, rows), scores_of(run, swapped)
    np.testing.assert_allclose(values_again, values, atol=1e-4)
    plays, plays_again = (each[:, :72].reshape(-1, 18, 4) for each in (scores, again))
    sources = [0, 4, 3, 2, 1, *range(5, 18)]  # own stock pile, own discard piles, the hand by rank
    np.testing.assert_allclose(plays_again[:, :, ::-1], plays[:, sources], atol=1e-4)
    np.testing.assert_allclose(
        again[:, 72:124].reshape(-1, 13, 4)[..., ::-1], scores[:, 72:124].reshape(-1, 13, 4), atol=1e-4
    )
    assert not np.allclose(again, scores, atol=1e-2), "it does care what lies where"


def test_a_policy_reads_every_field_that_can_differ_at_its_table(ppo: Any) -> None:
    rows, run = some_rows(ppo)
    scores, values = scores_of(run, rows)
    constant = {"players", "teams", "ranks", "partner_discards", "turn", "how"}
    for name in run.interface.observation.names:
        changed = rows.copy()
        run.interface.named(changed)[name] ^= 1
        again = scores_of(run, changed)
        same = np.array_equal(again[0], scores) and np.array_equal(again[1], values)
        assert same == (name in constant), name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "opponent", "least"),
    [({}, "eager", 0.4), ({"players": 4, "partners": True, "edition": "1967"}, "random", 0.9)],
    ids=["two", "partners"],
)
def test_a_policy_learns_in_thirty_updates(ppo: Any, options: Any, opponent: str, least: float) -> None:
    run = training(ppo, **options, measured=1000)

    def share() -> float:
        won: float = ppo.share_won(run.network, run.interface, opponent, 200, torch.device("cpu"))
        return won

    before = share()
    for update in range(30):
        run.update(update / 30)
    assert share() > max(least, before + 0.1)


@pytest.mark.slow
def test_a_stopped_run_goes_on_to_the_same_weights_as_one_that_was_not_stopped(tmp_path: Path) -> None:
    options = [f"--{name}={value}" for name, value in SMALL.items()]
    options += ["--updates=12", "--generation=2", "--measured=4", "--trials=5"]

    def start(folder: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, str(PPO), str(tmp_path / folder), *options],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )

    whole = start("whole").communicate()[0]
    assert whole.count("\nupdate ") == 11
    stopped = start("stopped")
    assert stopped.stdout is not None
    for _line in range(3):
        stopped.stdout.readline()
    said, _errors = interrupt(stopped)
    assert "Saved. The same command goes on from here." in said
    assert start("stopped").communicate()[0].count("update ") > 0
    policies = [torch.load(tmp_path / folder / "policy.pt", weights_only=True) for folder in ("whole", "stopped")]
    for name, weights in policies[0]["weights"].items():
        assert torch.equal(weights, policies[1]["weights"][name]), name
    curves = [(tmp_path / folder / "curve.csv").read_text().splitlines() for folder in ("whole", "stopped")]
    assert [line.split(",")[:2] for line in curves[0]] == [line.split(",")[:2] for line in curves[1]]
    assert len(curves[0]) == 13


def test_a_folder_of_another_run_is_refused(ppo: Any, tmp_path: Path) -> None:
    training(ppo).save(tmp_path / "checkpoint.pt")
    with pytest.raises(SystemExit, match=r"holds another run \(seed was 5\): name a new folder"):
        training(ppo, seed=6).load(tmp_path / "checkpoint.pt")
