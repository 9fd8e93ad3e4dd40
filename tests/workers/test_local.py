"""Workers of this machine: everything is done once, comes in order, and is closed at the end."""

import pickle
import threading
from collections.abc import Sequence

import pytest

from skipbo.batch.checked_games import CheckedGames
from skipbo.batch.simulation import CountedGames, GameTally, LoggedGames
from skipbo.bots import find_bots
from skipbo.errors import Malformed
from skipbo.game.table import Table
from skipbo.workers import LocalWorkers, Pace, Workers
from skipbo.workers.choice import open_workers
from skipbo.workers.interface import AHEAD, Finished
from skipbo.workers.local import cores_here
from tests.workers.tasks import Squares

SOME = [LocalWorkers(1), LocalWorkers(3)]


@pytest.mark.parametrize("workers", SOME)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_every_number_is_done_once_and_in_order(workers: Workers, size: int) -> None:
    with workers.run(Squares(), range(5, 42), lambda _device: size) as pieces:
        done = list(pieces)
    assert [number for piece in done for number in piece.numbers] == list(range(5, 42))
    assert [square for piece in done for square in piece.result] == [number**2 for number in range(5, 42)]
    assert all(len(piece.numbers) <= size and piece.device == "cpu" for piece in done)


def test_a_slow_piece_is_waited_for_while_others_go_on_up_to_a_limit() -> None:
    task, begun = Squares(slow=0), []

    def size(_device: str) -> int:
        begun.append(threading.get_ident())
        if len(begun) == 2 * 2 + AHEAD * 2 * 2 - 1:  # what is in work, and what may wait; not the slow one
            task.others_done.set()
        return 1

    with LocalWorkers(2).run(task, range(1000), size) as pieces:
        assert next(pieces).result == [0]
        assert [piece.result for piece in pieces] == [[number**2] for number in range(1, 1000)]


@pytest.mark.parametrize("workers", SOME)
def test_a_piece_is_as_long_as_it_is_asked_to_be_when_it_begins(workers: Workers) -> None:
    sizes = iter([4, 1, *[2] * 20])
    with workers.run(Squares(), range(9), lambda _device: next(sizes)) as pieces:
        assert [len(piece.numbers) for piece in pieces] == [4, 1, 2, 2]


@pytest.mark.parametrize("workers", SOME)
def test_whoever_has_enough_closes_every_worker(workers: Workers) -> None:
    task = Squares()
    with workers.run(task, range(10**9), lambda _device: 1) as pieces:
        for piece in pieces:
            if piece.numbers.start == 20:
                break
    assert task.opened == task.closed >= 1


@pytest.mark.parametrize("workers", SOME)
def test_an_error_of_a_piece_is_raised_and_every_worker_closed(workers: Workers) -> None:
    task, before = Squares(broken=7), threading.active_count()
    with pytest.raises(ArithmeticError, match="7 has no square"), workers.run(task, range(20), lambda _: 1) as pieces:
        list(pieces)
    assert threading.active_count() == before


@pytest.mark.parametrize("workers", SOME)
def test_the_elapsed_times_add_up_to_no_more_than_the_whole(workers: Workers) -> None:
    with workers.run(Squares(), range(50), lambda _device: 5) as pieces:
        done = list(pieces)
    assert all(piece.elapsed >= 0 and piece.seconds >= 0 for piece in done)
    assert sum(piece.elapsed for piece in done) < 60


def test_each_thread_opens_the_task_once() -> None:
    task = Squares()
    with LocalWorkers(3).run(task, range(300), lambda _device: 1) as pieces:
        assert len(list(pieces)) == 300
    assert 1 <= task.opened <= 3


TABLE = Table.of(stock=3)


@pytest.mark.parametrize(
    "task",
    [
        CountedGames(TABLE, find_bots(["eager"], TABLE), "s"),
        LoggedGames(TABLE, ["eager"], "s"),
        CheckedGames(TABLE, find_bots(["eager"], TABLE), "s", every_move=True),
    ],
    ids=lambda task: type(task).__name__,
)
def test_tasks_and_their_results_can_be_sent(task: CountedGames | LoggedGames | CheckedGames) -> None:
    sent: CountedGames | LoggedGames | CheckedGames = pickle.loads(pickle.dumps(task))

    def told(result: object) -> str:
        return repr(result.as_dict() if isinstance(result, GameTally) else result)

    with task.open("cpu") as work, sent.open("cpu") as other:
        assert told(pickle.loads(pickle.dumps(work(range(3, 6))))) == told(other(range(3, 6)))


# The pace


def sizes_at(pace: Pace, seconds_a_number: float, pieces: int = 20) -> Sequence[int]:
    sizes = []
    for _piece in range(pieces):
        sizes.append(pace.size("cpu"))
        pace.note(Finished(range(sizes[-1]), "cpu", None, sizes[-1] * seconds_a_number))
    return sizes


@pytest.mark.parametrize(("seconds_a_number", "size"), [(1e-5, 50_000), (1e-3, 500), (0.7, 1), (30.0, 1)])
def test_a_piece_takes_half_a_second_for_fast_and_slow_bots(seconds_a_number: float, size: int) -> None:
    pace = Pace({"cpu": 8}, 1 << 19, seconds=0.5)
    assert sizes_at(pace, seconds_a_number)[-1] == pytest.approx(size, rel=0.01)


def test_a_piece_never_outgrows_the_memory() -> None:
    assert max(sizes_at(Pace({"cpu": 8}, 1 << 18, seconds=0.5), 0.0)) == 1 << 18


def test_each_device_has_its_own_pace() -> None:
    pace = Pace({"cpu": 8, "cuda": 1 << 14}, 1 << 20, seconds=0.5)
    sizes_at(pace, 1e-3)
    assert pace.size("cuda") == 1 << 14


# The choice


def test_without_a_cluster_this_machine_works() -> None:
    with open_workers() as workers:
        assert isinstance(workers, LocalWorkers)
        assert (workers.jobs, workers.devices) == (cores_here(), ("cpu",))
    with open_workers(jobs=3) as workers:
        assert isinstance(workers, LocalWorkers)
        assert workers.jobs == 3
    with open_workers(device="cuda") as workers:
        assert isinstance(workers, LocalWorkers)
        assert (workers.jobs, workers.devices) == (1, ("cuda",))


def test_an_unknown_cluster_is_refused() -> None:
    with (
        pytest.raises(Malformed, match="There is no cluster “slurm”: write ray, or ray://HOST:PORT"),
        open_workers("slurm"),
    ):
        pass
