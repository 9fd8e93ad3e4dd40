"""Devices: a batch runs on one core, on several, or on a GPU."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.workers import LocalWorkers, Workers

DEVICES = ("cpu", "cuda")


def check_name(name: str) -> None:
    if name not in DEVICES:
        raise Malformed("device", _("There is no device “{name}”: choose cpu or cuda.").format(name=name))


def check_device(name: str) -> None:
    """Raises `Malformed` for an unknown device, and for a GPU that cannot be used."""
    check_name(name)
    if name == "cuda":
        load_gpu()


def check_workers(workers: Workers) -> None:
    """Raises `Malformed` if the device of local workers cannot be used. Those elsewhere look at home."""
    if isinstance(workers, LocalWorkers):
        check_device(workers.device)


def run(
    name: str,
    function: Callable[..., Any],
    arrays: tuple[Any, ...],
    jobs: int,
    device: str,
    on_gpu: tuple[Any, ...] | None = None,
) -> list[Any]:
    """Calls a function with slices of the arrays, one slice for each job, or launches the GPU's kernel of that name.

    `on_gpu` are the kernel's arguments where they are not just the arrays. Returns what the calls returned.
    """
    size = arrays[0].shape[0]
    if any(array.shape[0] != size for array in arrays):
        raise Malformed("batch", _("All arrays of a batch must have the same length."))
    check_device(device)
    if device == "cuda":
        launch(name, size, arrays if on_gpu is None else on_gpu)
        return []
    jobs = max(1, min(jobs, size))
    if jobs == 1:
        return [function(*arrays)] if size else []
    bounds = [size * job // jobs for job in range(jobs + 1)]
    with ThreadPoolExecutor(jobs) as pool:
        parts = [pool.submit(function, *(array[begin:end] for array in arrays)) for begin, end in pairwise(bounds)]
        return [part.result() for part in parts]


def launch(name: str, games: int, arguments: tuple[Any, ...]) -> None:
    """Runs a kernel of the GPU over so many games, and waits for it."""
    gpu = load_gpu()
    getattr(gpu, name)[gpu.blocks_for(games), gpu.THREADS](*arguments)
    gpu.cuda.synchronize()


def load_gpu() -> Any:
    """The module with the GPU's kernels; raises `Malformed` with what is missing."""
    try:
        from numba import cuda

        available = cuda.is_available()
    except ImportError:
        available = False
    if not available:
        raise Malformed(
            "device", _("No CUDA device can be used. It needs an NVIDIA GPU and: pip install 'skipbo[cuda]'.")
        )
    from skipbo.batch import cuda as kernels

    return kernels


def load_whole_games() -> Any:
    """The module that plays whole games on a GPU; raises `Malformed` with what is missing."""
    load_gpu()
    from skipbo.batch import cuda_games

    return cuda_games


def load_steps() -> Any:
    """The module with the kernels for games that are stepped on a GPU; raises `Malformed` with what is missing."""
    load_gpu()
    from skipbo.batch import cuda_steps

    return cuda_steps
