"""A Ray cluster as workers, seen from the command. Only the driver, a process of its own, knows Ray.

Ray ends the process of a driver that has lost the cluster's head. The command must go on: it keeps what is done and
says what has happened.
"""

import multiprocessing
import pickle
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Generic

from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import current_language
from skipbo.i18n import translate as _
from skipbo.workers.interface import Crew, Finished, Result, Task, Workers, WorkersLost
from skipbo.workers.ray import driver, messages
from skipbo.workers.ray.node import installed_code

START_LIMIT = 120.0  # seconds until Ray must have connected, or have started a cluster
SILENCE = 30.0  # seconds without a word of the cluster's head after which it is lost
DESERTED = 60.0  # seconds without a core or GPU after which the cluster is of no use
PATIENCE = 10.0  # seconds that the driver may take to leave


class RayWorkers(Workers, AbstractContextManager["RayWorkers"]):
    """The cores and GPUs of a cluster.

    Without an address it is that of RAY_ADDRESS, else the one that runs on this machine, else a new one here, which
    ends with the block.
    """

    piece_seconds = 2.0

    def __init__(self, address: str | None = None, *, jobs: int = 0, device: str | None = None) -> None:
        if find_spec("ray") is None:
            raise Malformed("cluster", _("Ray is not installed here: pip install 'skipbo[ray]'."))
        self.devices = ("cpu", "cuda") if device is None else (device,)
        self._address, self._jobs = address, jobs
        self._slots: dict[str, int] = {}
        self._key = 0
        self._is_lost = False

    def __enter__(self) -> "RayWorkers":
        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe()
        told = (far_end, self._address, installed_code(), current_language())
        self._driver = context.Process(target=driver.main, args=told)
        self._heard = self._staffed = time.monotonic()
        with _deaf_to_interrupts():  # and so is the driver, which inherits it: Ctrl-C is for the command
            self._driver.start()
        far_end.close()
        try:
            while not self._slots:
                self.hear(START_LIMIT)
            self._check_devices()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pipe.close()  # by which the driver notices
        if not self._is_lost:
            self._driver.join(PATIENCE)
        self._driver.kill()
        self._driver.join()

    def _check_devices(self) -> None:
        if self.devices == ("cuda",) and not self._slots["cuda"]:
            raise Malformed("device", _("This Ray cluster has no GPU: leave out the device."))

    @contextmanager
    def crew(self, task: Task[Result]) -> Iterator[Crew[Result]]:
        self._key += 1
        devices = tuple(device for device in self.devices if device in task.devices)
        self.send(messages.Begin(self._key, pickle.dumps(task), devices, optional=len(self.devices) > 1))
        try:
            yield _RayCrew(self, self._key, devices)
        finally:
            with suppress(WorkersLost):
                self.send(messages.Stop(self._key))

    def room(self, device: str) -> int:
        """How many pieces the driver may have: one to do and one to go on with for each core or GPU."""
        slots = self._slots[device]
        return min(2 * slots, self._jobs) if device == "cpu" and self._jobs else 2 * slots

    def send(self, message: messages.Order) -> None:
        try:
            self._pipe.send(message)
        except OSError as error:
            raise self._lost() from error

    def hear(self, patience: float = SILENCE) -> messages.Done | messages.GpuReady | None:
        """Waits for the next message, or for news of the cluster; raises what ends the work."""
        while not self._pipe.poll(1.0):
            if time.monotonic() - self._heard > patience:
                raise self._lost()
        try:
            message: messages.Report = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise self._lost() from error
        match message:
            case messages.Slots():
                self._count(message.slots)
                return None
            case messages.Failed():
                raise _explain(message)
            case messages.GivenUp():
                raise WorkersLost(
                    "cluster",
                    _(
                        "Workers of the Ray cluster were lost {count} times with the same work. The last time: {why}"
                    ).format(count=message.losses, why=message.why),
                )
        return message

    def _count(self, slots: Mapping[str, int]) -> None:
        self._slots, self._heard = dict(slots), time.monotonic()
        if any(slots[device] for device in self.devices):
            self._staffed = self._heard
        elif self._heard - self._staffed > DESERTED:
            raise WorkersLost("cluster", _("The Ray cluster has had no workers for a minute."))

    def _lost(self) -> SkipboError:
        self._is_lost = True
        if not self._slots:
            return SkipboError("cluster", _("Ray has not started here: try again, or leave out --cluster."))
        return WorkersLost("cluster", _("The head of the Ray cluster does not answer any more."))


class _RayCrew(Generic[Result]):
    def __init__(self, workers: RayWorkers, key: int, devices: tuple[str, ...]) -> None:
        self._workers, self._key, self._devices = workers, key, devices
        self._gpu_ready = False  # it compiles first, and must not keep the others waiting

    def room(self) -> Mapping[str, int]:
        return {device: self._workers.room(device) for device in self._devices if device != "cuda" or self._gpu_ready}

    def begin(self, numbers: range, device: str) -> None:
        self._workers.send(messages.Work(self._key, numbers, device))

    def wait(self) -> Finished[Result] | None:
        message = self._workers.hear()
        if message is None or message.key != self._key:  # of a task that was stopped
            return None
        if isinstance(message, messages.GpuReady):
            self._gpu_ready = True
            return None
        result: Result = pickle.loads(message.result)
        return Finished(message.numbers, message.device, result, message.seconds)


def _explain(failure: messages.Failed) -> Exception:
    """The error of a failure, in the user's language."""
    match failure.kind:
        case "silent":
            return SkipboError(
                "cluster",
                _("No Ray cluster answers at {address}: check the address, or leave out --cluster.").format(
                    address=failure.text
                ),
            )
        case "connection":
            return SkipboError("cluster", _("No Ray cluster can be used: {why}").format(why=failure.text))
        case "missing":
            return SkipboError(
                "cluster",
                _("{machine} has no skipbo. Every node needs the same one: pip install 'skipbo[ray]'.").format(
                    machine=failure.machine
                ),
            )
        case "other":
            return SkipboError(
                "cluster",
                _("{machine} has another skipbo ({there}) than this machine ({here}). Install the same on all.").format(
                    machine=failure.machine, there=failure.text, here=installed_code()
                ),
            )
        case "refused":
            return SkipboError("cluster", f"{failure.machine}: {failure.text}")
    return RuntimeError(failure.text)  # a fault of ours, with its traceback


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: Any = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
