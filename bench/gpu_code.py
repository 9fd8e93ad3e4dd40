"""The GPU's kernels, compiled and linked for a GPU that need not be here: Numba's simulator has no types, this has.

Needs `pip install -r requirements/cuda.txt`, and no driver. A kernel that cannot be compiled, or that a multiprocessor
cannot hold, raises.
"""

import re
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from skipbo import batch
from skipbo.bots import find_bots
from skipbo.bots.ladder import EVERY_SEAT
from skipbo.bots.planner.workspace import new_workspaces
from skipbo.env.interface import Interface
from skipbo.game.table import Table

CAPABILITY = (9, 0)  # of an H100 or H200
ARCHITECTURE = "sm_90a"

Kernel = tuple[str, Any, tuple[Any, ...]]


def kernels() -> Iterator[Kernel]:
    """Every kernel with arguments of the types that it gets."""
    from skipbo.batch import cuda, cuda_steps

    table, count, number = Table.of(), 2, 0
    states, (keys, dice) = table.states(count), batch.seed_games(count, 1)
    bots, seed, results = find_bots(["eager"], table), batch.seed_words(1), batch.new_results(count)
    masks, moves, refused = batch.new_masks(count), batch.new_moves(count), np.zeros(1, np.int64)
    yield "deal", cuda.deal, (states, keys)
    yield "legal", cuda.legal, (states, masks)
    yield "pick_moves", cuda.pick_moves, (masks, dice, moves)
    yield "step", cuda.step, (states, moves, refused)
    yield "observe", cuda.observe, (states, number, batch.new_observations(count))
    yield "sample", cuda.sample, (states, number, keys, states)
    yield "play_out", cuda.play_out, (states, dice, bots, number, results)
    games = (table.states(), seed, number, bots, number, True)
    for what, kinds in (("random", (EVERY_SEAT, 0)), ("eager", (0, 0)), ("tidy", (0, EVERY_SEAT)), ("mixed", (1, 2))):
        yield f"play_games, {what}", cuda.games_kernel(*kinds), (*games, number, results)
    interface = Interface.of()
    known, over, payoffs = np.zeros(count, np.int64), np.zeros(count, np.bool_), np.zeros((count, table.players))
    words, deals = np.zeros(count, np.uint32), (table.states(), seed, known)
    steps = cuda_steps.kernels_for(np.dtype((np.record, interface.observation)), interface.actions)
    tables, seats = (words, words, words, known, *deals, moves), (words, words, words, known, dice, *deals)
    yield "step_tables", steps.step_tables, (*tables, moves, payoffs, over, True)
    yield "step_seats", steps.step_seats, (*seats, number, bots, moves, np.zeros(count), over, True)
    yield "soak", cuda.soak, (*games, results)
    yield "clear_workspaces", cuda.clear_workspaces, (new_workspaces(),)
    yield "plan_games", cuda.plan_games, (*games, new_workspaces(), results)


def compiled(kernel: Any, arguments: tuple[Any, ...]) -> bytes:
    """A kernel in the form that Numba hands to the linker."""
    from numba.cuda import compiler, dispatcher

    # Numba asks the driver for which GPU the functions are that a kernel calls
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=CAPABILITY)
    types = tuple(map(numba.typeof, arguments))
    code, _returned = compiler.compile(
        kernel.py_func, types, cc=(*CAPABILITY, "a"), device=False, abi="numba", output="ltoir"
    )
    return bytes(code)


def linked(code: bytes) -> str:
    """What the linker says about a kernel's registers and memory."""
    from cuda.bindings import nvjitlink

    linker = nvjitlink.create(3, ["-lto", "-verbose", f"-arch={ARCHITECTURE}"])
    nvjitlink.add_data(linker, nvjitlink.InputType.LTOIR, code, len(code), "kernel")
    try:
        nvjitlink.complete(linker)
    except nvjitlink.nvJitLinkError as why:
        log = bytearray(nvjitlink.get_error_log_size(linker))
        nvjitlink.get_error_log(linker, log)
        raise RuntimeError(log.decode().strip("\0\n")) from why
    log = bytearray(nvjitlink.get_info_log_size(linker))
    nvjitlink.get_info_log(linker, log)
    return log.decode()


def compile_all() -> None:
    for name, kernel, arguments in kernels():
        begun = time.perf_counter()
        said = linked(compiled(kernel, arguments))
        registers = re.search(r"Used (\d+) registers", said)
        shared = re.search(r"(\d+) bytes smem", said)
        stack = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores", said)
        assert registers is not None, said
        assert stack is not None, said
        print(
            f"{name:<20} {registers[1]:>3} registers, {shared[1] if shared else 0:>5} bytes shared, "
            f"{stack[1]:>4} of stack, {stack[2]:>3} spilled ({time.perf_counter() - begun:.0f} s)",
            flush=True,
        )
