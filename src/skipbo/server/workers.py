"""`skipbo serve`: one process, or several workers on one address, which are started again when they end."""

import logging
import multiprocessing
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from pathlib import Path
from types import FrameType

from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import translate as _
from skipbo.server.config import Settings
from skipbo.server.http.assets import Page
from skipbo.server.json_log import log_event
from skipbo.server.launcher import Slot, address_of, check_company, listen, log_to, open_store, run
from skipbo.server.store.address import is_postgres

LOOK_EVERY = 0.5  # seconds
TIME_TO_START = 60.0  # seconds; then a worker that was to be replaced is stopped all the same
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a worker that ends again and again is started again
WELL_AFTER = 10.0  # seconds of work, after which the next pause is the first again
SLACK = 5.0  # seconds beyond those that a shutdown may take

_spawn = multiprocessing.get_context("spawn")


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serves until a signal stops it; `announce` gets the address. Raises `Malformed`."""
    check_company(settings)
    if settings.workers > 1 and not is_postgres(settings.data):
        message = _("Several workers need a PostgreSQL database, because a folder has one writer: give --data.")
        raise Malformed("settings", message)
    listener = listen(settings)
    if settings.workers == 1:
        run(listener, settings, Page.read(), lambda address, _id: announce(address))
    else:
        Supervisor(listener, settings).run(announce)


@dataclass(slots=True, eq=False)
class Worker:
    process: SpawnProcess
    is_serving: Event
    begun: float
    slot: Slot


class Supervisor:
    """SIGTERM and SIGINT end all workers. SIGHUP replaces them one after another, with the program as it is then."""

    def __init__(self, listener: socket.socket, settings: Settings) -> None:
        self._listener = listener
        self._settings = settings
        self._workers: list[Worker] = []
        self._pause = FIRST_PAUSE
        self._next_start = 0.0
        self._stops = False
        self._renews = False
        self._signals, self._signalled = socket.socketpair()

    def run(self, announce: Callable[[str], None]) -> None:
        log_to(sys.stderr, self._settings.log_level)
        with open_store(self._settings) as store:
            store.close()  # whatever is wrong with it is said once, and its tables are made once
        self._folder = Path(tempfile.mkdtemp(prefix="skipbo-"))
        try:
            self._watch_signals()
            for _number in range(self._settings.workers):
                self._start()
            announce(address_of(self._listener, self._settings))
            while not self._stops:
                self._look()
            self._end()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _watch_signals(self) -> None:
        def note(number: int, _frame: FrameType | None) -> None:
            if number == getattr(signal, "SIGHUP", None):
                self._renews = True
            else:
                self._stops = True

        self._signalled.setblocking(False)
        signal.set_wakeup_fd(self._signalled.fileno())  # so that `_look` does not sleep on
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), note)

    def _start(self) -> Worker:
        is_serving = _spawn.Event()
        taken = {worker.slot.number for worker in self._workers}
        slot = Slot(self._folder, next(number for number in count() if number not in taken))
        slot.prepare()
        process = _spawn.Process(target=work, args=(self._listener, self._settings, slot, is_serving))
        process.start()
        worker = Worker(process, is_serving, time.monotonic(), slot)
        self._workers.append(worker)
        log_event("worker started", worker=process.pid)
        return worker

    def _look(self) -> None:
        """Waits for a signal or the end of a worker, and does what is to be done."""
        ready = connection.wait([self._signals, *(worker.process.sentinel for worker in self._workers)], LOOK_EVERY)
        if self._signals in ready:
            self._signals.recv(1024)
        for worker in [each for each in self._workers if each.process.exitcode is not None]:
            self._bury(worker)
        if self._renews and not self._stops:
            self._renews = False
            self._renew()
        missing = self._settings.workers - len(self._workers)
        if missing and not self._stops and time.monotonic() >= self._next_start:
            self._start()

    def _bury(self, worker: Worker) -> None:
        self._workers.remove(worker)
        lived = time.monotonic() - worker.begun
        self._pause = FIRST_PAUSE if lived > WELL_AFTER else min(2 * self._pause, LONGEST_PAUSE)
        self._next_start = time.monotonic() + self._pause
        if not self._stops:
            log_event("worker ended", logging.ERROR, worker=worker.process.pid, code=worker.process.exitcode)

    def _renew(self) -> None:
        """Replaces the workers; there are never fewer than there should be."""
        for old in list(self._workers):
            new = self._start()
            deadline = time.monotonic() + TIME_TO_START
            while not new.is_serving.wait(LOOK_EVERY) and new.process.is_alive() and time.monotonic() < deadline:
                if self._stops:
                    return
            if not new.process.is_alive():
                log_event("workers not replaced", logging.ERROR, code=new.process.exitcode)
                return
            assert old.process.pid is not None
            os.kill(old.process.pid, signal.SIGINT)  # without notice: its address is still served
            old.process.join(self._settings.shutdown + SLACK)
            if old.process.is_alive():
                old.process.kill()
                old.process.join()
            self._workers.remove(old)
            log_event("worker replaced", worker=old.process.pid, by=new.process.pid)

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        deadline = time.monotonic() + self._settings.time_to_leave + SLACK
        for worker in self._workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()


def work(listener: socket.socket, settings: Settings, slot: Slot, is_serving: Event) -> None:
    """A worker: serves until its supervisor tells it to stop, or is no longer there."""
    threading.Thread(target=_end_with_supervisor, daemon=True).start()
    shared = slot if hasattr(socket, "AF_UNIX") else None
    try:
        with suppress(KeyboardInterrupt):  # it was replaced
            run(listener, settings, Page.read(), lambda _address, _id: is_serving.set(), shared)
    except SkipboError as error:
        sys.exit(str(error))


def _end_with_supervisor() -> None:
    supervisor = multiprocessing.parent_process()
    if supervisor is not None:
        supervisor.join()
    with suppress(ProcessLookupError):
        os.kill(os.getpid(), signal.SIGTERM)
