"""A Ray cluster of several nodes: the same results as on this machine to the last digit, whoever is lost."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import skipbo
from skipbo.arena import Plan, play, summarise, take_sample
from skipbo.arena.folder import open_folder
from skipbo.batch.checked_games import CheckedGames
from skipbo.batch.simulation import simulate
from skipbo.bots import find_bots
from skipbo.coach.accounts import AnalysedGames, analyse_games
from skipbo.errors import SkipboError
from skipbo.game.table import Table
from skipbo.record import RecordWriter, read_records
from skipbo.tuning import TuningSettings, tune_planner
from skipbo.workers import LocalWorkers, Workers, WorkersLost
from skipbo.workers.ray.cluster import RayWorkers
from tests.arena.test_tournament import without_clocks
from tests.batch.test_simulation import counted
from tests.external.conftest import EXAMPLES, UNHURRIED
from tests.workers.ray_cluster import QUIET, RayCluster, descendants, free_port, processes_with
from tests.workers.tasks import Deadly, Devices

ROOT = Path(__file__).parent.parent.parent
PACKAGE = Path(skipbo.__file__).parent
RUN = "from skipbo.cli import main; main()"
TABLE = Table.of(stock=5)
HERE = LocalWorkers()


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in QUIET.items():
        monkeypatch.setenv(name, value)


@contextmanager
def cluster_of(more_nodes: int, **options: int) -> Iterator[RayCluster]:
    cluster = RayCluster(more_nodes, **options)
    try:
        yield cluster
    finally:
        cluster.close()


@contextmanager
def workers_of(cluster: RayCluster, piece_seconds: float = 0.1, **options: Any) -> Iterator[RayWorkers]:
    with RayWorkers(cluster.address, **options) as workers:
        workers.piece_seconds = piece_seconds
        yield workers


class Trouble:
    """Calls something once, when so many games are played: a progress callback."""

    def __init__(self, games: int, happens: Callable[[], object]) -> None:
        self._left, self._happens, self.happened = games, happens, False

    def __call__(self, games: int) -> None:
        self._left -= games
        if self._left <= 0 and not self.happened:
            self.happened = True
            self._happens()


def games_of(folder: Path) -> bytes:
    return (folder / "games.bin").read_bytes()


def tournament_in(folder: Path, plan: Plan, workers: Workers, on_progress: Callable[[int], object] = int) -> Any:
    with open_folder(folder, plan) as checkpoint:
        tournament = play(plan, workers=workers, checkpoint=checkpoint, on_progress=on_progress)
    return tournament.stopped or without_clocks(summarise(tournament, take_sample(plan)))


@pytest.mark.slow
def test_a_cluster_gives_the_results_of_this_machine_to_the_last_digit(tmp_path: Path) -> None:
    plan = Plan.of(["eager", "tidy", "random"], TABLE, games=2000)
    sequential = Plan.of(["eager", "random"], TABLE, hypotheses=(0, 10))
    settings = TuningSettings("2", population=4, elite=2, games=6, generations=2)
    checked = CheckedGames(TABLE, find_bots(["eager"], TABLE), "s", every_move=True)

    def results(name: str, workers: Workers) -> list[object]:
        folder = tmp_path / name
        folder.mkdir()
        with RecordWriter(folder / "games.jsonl") as records:
            simulate(TABLE, ["eager", "random"], 60, "s", workers=workers, records=records)
        with workers.run(checked, range(3000), lambda _device: 1000) as pieces:
            soaked = [(piece.numbers, piece.result) for piece in pieces]
        recorded = AnalysedGames(tuple(read_records(folder / "games.jsonl"))[:3], worlds=2)
        tuned = list(tune_planner(settings, folder / "weights.toml", workers=workers))[-1]
        return [
            counted(simulate(TABLE, ["eager"], 9000, "s", workers=workers)),
            (folder / "games.jsonl").read_bytes(),
            list(analyse_games(recorded, workers)),
            soaked,
            tournament_in(folder / "arena", plan, workers),
            games_of(folder / "arena"),
            tournament_in(folder / "sprt", sequential, workers),
            games_of(folder / "sprt"),
            (folder / "weights.toml").read_bytes(),
            (tuned.mean, tuned.spread, tuned.average, tuned.history),
        ]

    with cluster_of(1) as cluster, workers_of(cluster) as workers:
        assert results("there", workers) == results("here", HERE)


# What is lost


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "games", "piece_seconds"),
    [(["planner", "expert"], 8000, 0.1), (["eager", "tidy"], 400_000, 1.0)],
    ids=["small", "large"],  # results: Ray sends small ones with the answer, and keeps large ones on the node
)
def test_a_lost_node_changes_no_digit(tmp_path: Path, names: list[str], games: int, piece_seconds: float) -> None:
    plan = Plan.of(names, Table.of(), games=games)
    whole = tournament_in(tmp_path / "here", plan, LocalWorkers(2))
    with cluster_of(1) as cluster, workers_of(cluster, piece_seconds) as workers:

        def lose() -> None:
            cluster.kill(cluster.nodes[0])
            cluster.add_node()

        trouble = Trouble(games // 5, lose)
        assert tournament_in(tmp_path / "there", plan, workers, trouble) == whole
    assert trouble.happened
    assert games_of(tmp_path / "there") == games_of(tmp_path / "here")


@pytest.mark.ray
def test_a_killed_worker_changes_no_digit(tmp_path: Path) -> None:
    settings = TuningSettings("2", population=16, elite=4, games=600, generations=2)
    list(tune_planner(settings, tmp_path / "here.toml", workers=LocalWorkers(2)))
    with cluster_of(1) as cluster, workers_of(cluster) as workers:
        killed: list[int] = []

        def kill() -> None:
            nodes = [cluster.head, *cluster.nodes]
            of_cluster = {number for node in nodes for number in descendants(node.pid)}
            killed.extend(of_cluster.intersection(processes_with("ray::work")))
            for process in killed:
                os.kill(process, signal.SIGKILL)

        list(tune_planner(settings, tmp_path / "there.toml", workers=workers, on_games=Trouble(3000, kill)))
    assert killed
    assert (tmp_path / "there.toml").read_bytes() == (tmp_path / "here.toml").read_bytes()


@pytest.mark.ray
def test_after_a_lost_head_the_same_command_goes_on(tmp_path: Path) -> None:
    plan = Plan.of(["planner", "expert"], Table.of(), games=8000)
    whole = tournament_in(tmp_path / "here", plan, LocalWorkers(2))
    with cluster_of(0) as cluster, workers_of(cluster) as workers:
        stopped = tournament_in(tmp_path / "there", plan, workers, Trouble(2000, lambda: cluster.kill(cluster.head)))
    assert isinstance(stopped, WorkersLost)
    assert "The head of the Ray cluster does not answer any more." in str(stopped)
    kept = games_of(tmp_path / "there")
    assert 0 < len(kept) < len(games_of(tmp_path / "here"))
    assert games_of(tmp_path / "here").startswith(kept)
    with cluster_of(0) as cluster, workers_of(cluster) as workers:
        assert tournament_in(tmp_path / "there", plan, workers) == whole
    assert games_of(tmp_path / "there") == games_of(tmp_path / "here")


@pytest.mark.ray
def test_a_piece_that_kills_every_worker_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)  # the nodes must know the task
    with (
        cluster_of(0) as cluster,
        workers_of(cluster) as workers,
        pytest.raises(WorkersLost, match="lost 9 times with the same work"),
        workers.run(Deadly(), range(3), lambda _device: 1) as pieces,
    ):
        list(pieces)


# The command


def command_line(*arguments: str) -> list[str]:
    return [sys.executable, "-c", RUN, *arguments]


def environment(cluster: RayCluster | None = None, **others: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"}
    return kept | QUIET | {"LANGUAGE": "en"} | ({"RAY_ADDRESS": cluster.address} if cluster else {}) | others


def run(*arguments: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command_line(*arguments), capture_output=True, text=True, env=environment, timeout=300)


SIMULATE = ("simulate", "--games", "3000", "--stock", "5", "--json")


def told(errors: str) -> str:
    """What a command has said on standard error, but for the line of whoever is the first to compile."""
    return "".join(line for line in errors.splitlines(keepends=True) if "compiling the rules" not in line)


def counts_of(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert (done.returncode, told(done.stderr)) == (0, "")
    return {name: value for name, value in json.loads(done.stdout).items() if not re.search("seconds|_per_s", name)}


@pytest.mark.ray
def test_without_a_cluster_one_is_started_and_ended() -> None:
    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # a short path, as sockets must have
    alone = environment(RAY_TMPDIR=folder, HOME=folder)
    there, here = (run(*SIMULATE, *cluster, environment=alone) for cluster in (("--cluster", "ray"), ()))
    assert counts_of(there) == counts_of(here)
    until = time.monotonic() + 20
    while processes_with(folder):
        assert time.monotonic() < until, "something of Ray is left"
        time.sleep(0.1)
    shutil.rmtree(folder)


@pytest.mark.ray
def test_the_command_finds_a_cluster_by_its_address_or_through_the_ray_client() -> None:
    with cluster_of(0) as cluster:
        by_address = counts_of(run(*SIMULATE, "--cluster", "ray", environment=environment(cluster)))
        for _try in range(3):  # on a busy machine Ray gives its client too little time
            by_client = run(*SIMULATE, "--cluster", cluster.client_address, environment=environment())
            if "Starting Ray client server failed" not in by_client.stderr:
                break
    assert by_address == counts_of(by_client) == counts_of(run(*SIMULATE, environment=environment()))


@pytest.mark.ray
def test_control_c_keeps_what_is_done_and_the_same_command_goes_on(tmp_path: Path) -> None:
    arguments = ("arena", "planner", "expert", "--games", "8000", "--seed", "c", "--json", "--out")
    with cluster_of(1) as cluster:
        on_cluster = (*arguments, str(tmp_path / "there"), "--cluster", "ray")
        with subprocess.Popen(
            command_line(*on_cluster),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(cluster),
            start_new_session=True,
        ) as process:
            until = time.monotonic() + 100
            while not (tmp_path / "there" / "games.bin").exists() or not games_of(tmp_path / "there"):
                assert time.monotonic() < until
                time.sleep(0.05)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does
            _out, errors = process.communicate(timeout=100)
        assert process.returncode == 0
        sentence = r"Interrupted after \d+ of 8000 games. Run the same command again to resume.\n"
        assert re.fullmatch(sentence, told(errors))
        resumed = run(*on_cluster, environment=environment(cluster))
        here = run(*arguments, str(tmp_path / "here"), environment=environment())
    assert without_clocks(json.loads(resumed.stdout)) == without_clocks(json.loads(here.stdout))
    assert games_of(tmp_path / "there") == games_of(tmp_path / "here")


@pytest.mark.ray
def test_a_program_plays_on_a_cluster_too() -> None:
    program = f"process:{sys.executable} {EXAMPLES / 'no_library.py'}"
    arguments = ("arena", program, "random", "--games", "8", "--stock", "3", "--time-limit", str(UNHURRIED), "--json")
    with cluster_of(1) as cluster:
        there = run(*arguments, "--cluster", "ray", environment=environment(cluster))
    here = run(*arguments, environment=environment())
    assert without_clocks(json.loads(there.stdout)) == without_clocks(json.loads(here.stdout))


@pytest.mark.ray
def test_the_soak_runs_on_a_cluster() -> None:
    with cluster_of(0) as cluster:
        options = ("--games", "20", "--cluster", "ray", "--fresh")
        done = subprocess.run(
            [sys.executable, "-m", "bench.soak", *options],
            cwd=ROOT,
            capture_output=True,
            text=True,
            env=environment(cluster),
            timeout=300,
        )
    assert (done.returncode, told(done.stderr)) == (0, "")
    assert re.search(r"^35 kinds, 700 games, [\d,]+ moves, 0 broken$", done.stdout, re.MULTILINE)


# GPUs


@pytest.mark.ray
def test_gpus_are_used_where_there_are_and_where_they_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray counts a GPU that this machine does not have: it gets work, and what needs a real one goes on without it."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)  # the nodes must know the task
    with cluster_of(0, head_cores=0) as cluster:
        cluster.add_node(gpus=1)
        with workers_of(cluster) as workers:
            assert set(devices_of(workers)) == {"cpu", "cuda"}
            assert counted(simulate(TABLE, ["eager"], 5000, "s", workers=workers)) == counted(
                simulate(TABLE, ["eager"], 5000, "s")
            )
            cluster.add_node()
            trouble = Trouble(200, lambda: cluster.kill(cluster.nodes[0]))
            assert len(devices_of(workers, 600, trouble)) >= 600, "the last GPU is lost, and cores go on"
            assert trouble.happened
            cluster.add_node(gpus=1)
        for device in ("cpu", "cuda"):
            with workers_of(cluster, device=device) as workers:
                assert set(devices_of(workers)) == {device}
        with workers_of(cluster, device="cuda") as workers, pytest.raises(SkipboError, match="No CUDA device can be"):
            simulate(TABLE, ["eager"], 5000, "s", workers=workers)


def devices_of(workers: Workers, least: int = 20, on_progress: Callable[[int], object] = int) -> list[str]:
    """Where the numbers were done, so many at least, and until all devices have had their turn."""
    seen: list[str] = []
    with workers.run(Devices(), range(100_000), lambda _device: 1) as pieces:
        for piece in pieces:
            seen += piece.result
            if set(seen) == set(workers.devices):
                on_progress(1)
                if len(seen) >= least:
                    break
    return seen


# What cannot be used


@pytest.mark.ray
def test_a_node_with_another_skipbo_is_named(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "skipbo", ignore=shutil.ignore_patterns("page", "__pycache__"))
    source = tmp_path / "skipbo" / "__init__.py"
    source.write_text(source.read_text().replace(f'__version__ = "{skipbo.__version__}"', '__version__ = "0.0.9"'))
    with cluster_of(0, head_cores=0) as cluster:
        cluster.add_node({"PYTHONPATH": str(tmp_path)})
        done = run(*SIMULATE, "--cluster", "ray", environment=environment(cluster))
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(
        r"skipbo: .+ has another skipbo \(0\.0\.9, \w{12}\) than this machine \(.+, \w{12}\)\. Install the same .+\n",
        done.stderr,
    )


@pytest.mark.ray
def test_a_cluster_without_a_gpu_says_so() -> None:
    with cluster_of(0) as cluster:
        done = run(*SIMULATE, "--cluster", "ray", "--device", "cuda", environment=environment(cluster))
    assert (done.returncode, done.stderr) == (1, "skipbo: This Ray cluster has no GPU: leave out the device.\n")


def test_an_address_where_nobody_answers_is_refused() -> None:
    nowhere = f"127.0.0.1:{free_port()}"
    with pytest.raises(SkipboError, match=f"No Ray cluster answers at {nowhere}: "), RayWorkers(nowhere):
        pass


def test_without_ray_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skipbo.workers.ray.cluster.find_spec", lambda _name: None)
    with pytest.raises(SkipboError, match=re.escape("pip install 'skipbo[ray]'")):
        RayWorkers()
