"""The driver: a process between the command and Ray. It hands out pieces, and hands out again what a node has lost."""

import os
import socket
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from skipbo.workers.ray.messages import Begin, Done, Failed, GivenUp, GpuReady, Order, Report, Slots, Stop, Work

LOOK = 0.02  # seconds between two looks at the command's orders and at Ray
NEWS = 2.0  # seconds between two reports of the cluster's size
MOST_LOSSES = 8  # of the same piece
LONGEST_REST = 2.0  # seconds between a loss and the next try
CONNECT_LIMIT = 5.0  # seconds
FOUND, NEW = "auto", "local"  # Ray's words for the cluster of this machine, and for one that it starts
NOTHING = range(0)  # a piece that only opens the task

RESOURCES: dict[str, dict[str, float]] = {"cpu": {"num_cpus": 1}, "cuda": {"num_cpus": 0, "num_gpus": 1}}


def main(pipe: Connection, address: str | None, identity: str, language: str) -> None:
    """The driver's process, which ends when the command closes its end of the pipe."""
    if hasattr(os, "setsid"):
        os.setsid()  # so that Ctrl-C reaches no process of Ray
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)  # Ray's own lines would be mixed with the command's; its logs have them
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    threading.Thread(target=end_with_command, daemon=True).start()
    import ray

    send = _Sender(pipe)
    try:
        connect(ray, address)
        Driver(ray, pipe, send, identity, language).run()
    except (EOFError, OSError):  # the command has closed its end, or has died
        pass
    except NobodyThere as error:
        send(Failed("silent", "", str(error)))
    except ConnectionRefused as error:
        send(Failed("connection", "", str(error)))
    except Exception:
        send(Failed("fault", "", traceback.format_exc()))
    ray.shutdown()  # ends a cluster that was started here
    os._exit(0)  # whatever Ray's threads are waiting for


def end_with_command() -> None:
    """Ends this process if the command is killed, whatever Ray is doing; a cluster that was started here ends, too."""
    command = parent_process()
    assert command is not None
    wait([command.sentinel])
    os._exit(1)


class NobodyThere(Exception):
    """Nothing listens at an address."""


class ConnectionRefused(Exception):
    """Ray could neither connect nor start."""


def connect(ray: Any, address: str | None) -> None:
    """Connects to the cluster of the address, or of this machine; starts one if there is none."""
    address = address or os.environ.get("RAY_ADDRESS") or FOUND
    if address == FOUND and not runs_here():
        address = NEW
    if address not in (FOUND, NEW) and not answers(address):
        raise NobodyThere(address)
    options = {"include_dashboard": False} if address == NEW else {}
    try:
        ray.init(address, log_to_driver=False, configure_logging=False, **options)
    except Exception as error:
        why: BaseException = error
        while why.__cause__ is not None:
            why = why.__cause__
        raise ConnectionRefused(f"{address}: " + " ".join(str(why).split())) from error


def runs_here() -> bool:
    """Whether a cluster runs on this machine, by Ray's own note of it. Ray would wait long for one that has died."""
    try:
        note = Path(os.environ.get("RAY_TMPDIR", "/tmp"), "ray", "ray_current_cluster").read_text().strip()
    except OSError:
        return False
    return answers(note)


def answers(address: str) -> bool:
    """Whether anything listens at an address. Ray finds out, too, but takes a minute."""
    host, _colon, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_LIMIT).close()
    except (OSError, ValueError):
        return False
    return True


class _Sender:
    """Sends reports, from any thread."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._lock = pipe, threading.Lock()

    def __call__(self, report: Report) -> None:
        with self._lock:
            self._pipe.send(report)


class Size:
    """The cluster's size, reported again and again. Only its head knows it: no report, no head."""

    def __init__(self, ray: Any, send: _Sender) -> None:
        self._ray, self._send = ray, send
        self.slots: dict[str, int] = {}
        threading.Thread(target=self._report, daemon=True).start()

    def _report(self) -> None:
        while True:
            resources = self._ray.cluster_resources()
            self.slots = {"cpu": int(resources.get("CPU", 0)), "cuda": int(resources.get("GPU", 0))}
            try:
                self._send(Slots(self.slots))
            except OSError:
                return
            time.sleep(NEWS)


@dataclass(frozen=True, slots=True)
class Call:
    """A piece that was handed out, where, and how often it was lost before."""

    work: Work
    device: str
    losses: int = 0


class Driver:
    def __init__(self, ray: Any, pipe: Connection, send: _Sender, identity: str, language: str) -> None:
        self._ray, self._pipe, self._send, self._size = ray, pipe, send, Size(ray, send)
        self._told = (identity, os.getcwd(), language)
        self._remote = {device: ray.remote(max_retries=0, **needs)(do_piece()) for device, needs in RESOURCES.items()}
        self._tasks: dict[int, Begin] = {}
        self._calls: dict[Any, Call] = {}
        self._later: list[tuple[float, Call]] = []  # lost pieces, and when they are handed out again

    def run(self) -> None:
        while True:
            while self._pipe.poll(0 if self._calls else LOOK):
                self._obey(self._pipe.recv())
            for due, call in list(self._later):
                if due <= time.monotonic():
                    self._later.remove((due, call))
                    self._hand_out(call)
            self._leave_lost_gpus()
            if self._calls:
                ready, _others = self._ray.wait(list(self._calls), timeout=LOOK)
                for reference in ready:
                    self._settle(reference, self._calls.pop(reference))

    def _obey(self, order: Order) -> None:
        match order:
            case Begin():
                self._tasks[order.key] = order
                if "cuda" in order.devices:
                    self._hand_out(Call(Work(order.key, NOTHING, "cuda"), "cuda"))
            case Work():
                self._hand_out(Call(order, order.device))
            case Stop():
                self._tasks.pop(order.key, None)
                self._later = [(due, call) for due, call in self._later if call.work.key != order.key]
                for reference, call in list(self._calls.items()):
                    if call.work.key == order.key:
                        del self._calls[reference]
                        self._ray.cancel(reference)

    def _hand_out(self, call: Call) -> None:
        arguments = (self._tasks[call.work.key].task, call.work.numbers, call.device)
        self._calls[self._remote[call.device].remote(*self._told, *arguments)] = call

    def _leave_lost_gpus(self) -> None:
        """Lets cores do what waits for a GPU after the last one was lost, because everything after it waits, too."""
        if self._size.slots.get("cuda") != 0:
            return
        for reference, call in list(self._calls.items()):
            if call.device == "cuda" and call.work.numbers and "cpu" in self._tasks[call.work.key].devices:
                del self._calls[reference]
                self._ray.cancel(reference)
                self._hand_out(replace(call, device="cpu"))

    def _settle(self, reference: Any, call: Call) -> None:
        work, errors = call.work, self._ray.exceptions
        try:
            machine, kind, value, seconds = self._ray.get(reference)
        except errors.RayTaskError as error:  # an exception of the task itself
            self._send(Failed("fault", "", str(error)))
            return
        except errors.RayError as error:  # the worker, its machine or its result is lost
            losses = call.losses + 1
            if losses > MOST_LOSSES:
                self._send(GivenUp(losses, str(error).partition("\n")[0]))
            else:
                rest = min(0.1 * 2**losses, LONGEST_REST)
                self._later.append((time.monotonic() + rest, replace(call, losses=losses)))
            return
        if kind != "done":
            if not (work.numbers == NOTHING and self._tasks[work.key].optional):
                self._send(Failed(kind, machine, value))
        elif work.numbers == NOTHING:
            self._send(GpuReady(work.key))
        else:
            self._send(Done(work.key, work.numbers, work.device, value, seconds))


def do_piece() -> Callable[..., tuple[str, str, Any, float]]:
    """The function that runs on a node. Ray sends its code there, because the node may have another or none."""

    def work(
        identity: str, folder: str, language: str, task: bytes, numbers: range, device: str
    ) -> tuple[str, str, Any, float]:
        import platform

        machine = platform.node()
        try:
            import skipbo
        except ImportError:
            return machine, "missing", "", 0.0
        try:
            from skipbo.workers.ray.node import installed_code, work_on
        except ImportError:
            return machine, "other", skipbo.__version__, 0.0
        if installed_code() != identity:
            return machine, "other", installed_code(), 0.0
        return machine, *work_on(task, numbers, device, folder, language)

    return work
