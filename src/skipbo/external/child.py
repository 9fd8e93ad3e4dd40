"""A supervised child process that answers line by line. Neither its answers nor its end can block the caller.

It runs in a process group of its own, so that it can be ended together with everything that it started. Two threads
serve it: one writes questions and reads answers, the other drains stderr. Both end when the process has ended.
"""

import contextlib
import os
import signal
import subprocess
import weakref
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

from skipbo.external import BotFailed
from skipbo.i18n import translate as _
from skipbo.text import shorten

LONGEST_ANSWER = 1 << 16  # bytes
KEPT = 1 << 12  # bytes of stderr
PATIENCE = 1.0  # seconds that a child has to exit when its input or output has ended
REAPING = 5.0  # seconds to wait for the exit status of a killed process

Question = tuple[bytes, bool]  # a line, and whether an answer is expected


class Child:
    """A process that answers every question with a line. After a failure it has ended: start another."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise BotFailed(
                _("“{program}” cannot be started: {reason}.").format(program=shorten(command[0]), reason=reason)
            ) from error
        self._process = process
        self._questions: SimpleQueue[Question | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._words = bytearray()
        # Neither thread refers to this object, so that a child without an owner is still ended.
        self._end = weakref.finalize(self, _kill, process, self._questions)
        self._threads = [
            Thread(target=_talk, args=(process.stdin, process.stdout, self._questions, self._answers), daemon=True),
            Thread(target=_drain, args=(process.stderr, self._words), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def alive(self) -> bool:
        """False once it has failed or was closed."""
        return self._end.alive

    def send(self, line: bytes) -> None:
        """Sends a line that needs no answer."""
        self._questions.put((line, False))

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Returns the answer to a line. Raises `BotFailed` and ends the child if none comes in time."""
        self._questions.put((line, True))
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            raise self.fail(_("No answer within {seconds:g} s.").format(seconds=seconds)) from None
        if answer.endswith(b"\n"):
            return answer
        if len(answer) > LONGEST_ANSWER:
            raise self.fail(_("The answer has more than {count} bytes.").format(count=LONGEST_ANSWER))
        raise self.fail(self._how_it_ended())

    def fail(self, reason: str) -> BotFailed:
        """Ends the child at once; returns the error with the reason and the last line of stderr."""
        self._end_now()
        lines = bytes(self._words).decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        if last:
            reason = _("{reason} Last line of stderr: “{words}”").format(reason=reason, words=shorten(last))
        return BotFailed(reason)

    def close(self) -> None:
        """Ends the input of the child, waits a moment for its exit, then kills it."""
        self._questions.put(None)
        self._wait_for_exit()
        self._end_now()

    def _how_it_ended(self) -> str:
        self._wait_for_exit()
        self._end_now()
        status = self._process.returncode
        if status is not None and status >= 0:
            return _("The process ended with exit status {status}.").format(status=status)
        if status is not None and status != -_KILL:
            return _("The process was ended by signal {number}.").format(number=-status)
        return _("The process closed its input or output.")

    def _wait_for_exit(self) -> None:
        # stderr ends with the process; waiting for the process itself would free its pid
        self._threads[1].join(PATIENCE)

    def _end_now(self) -> None:
        if self._end.alive:
            self._end()
            for thread in self._threads:
                thread.join(PATIENCE)  # it ends, unless a process that has left the group holds a pipe


_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has no SIGKILL


def _kill(process: subprocess.Popen[bytes], questions: SimpleQueue[Question | None]) -> None:
    """Kills a process and its group. Nothing has waited for it before, so that its pid is still its own."""
    questions.put(None)
    with contextlib.suppress(ProcessLookupError, PermissionError):  # it has ended already
        if hasattr(os, "killpg"):
            os.killpg(process.pid, _KILL)
        else:
            process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(REAPING)


def _talk(
    stdin: IO[bytes], stdout: IO[bytes], questions: SimpleQueue[Question | None], answers: SimpleQueue[bytes]
) -> None:
    """Passes questions on until there are no more; an empty answer means the end of the child's output."""
    with contextlib.suppress(OSError), stdin, stdout:  # the child no longer reads
        while (question := questions.get()) is not None:
            line, answered = question
            stdin.write(line)
            stdin.flush()
            if answered:
                answers.put(stdout.readline(LONGEST_ANSWER + 1))
    answers.put(b"")


def _drain(stderr: IO[bytes], words: bytearray) -> None:
    with stderr:
        while chunk := os.read(stderr.fileno(), 1 << 16):
            words += chunk
            del words[:-KEPT]
