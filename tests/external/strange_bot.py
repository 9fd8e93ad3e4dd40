"""A bot that behaves as its second argument says, most ways badly. Its first is a file that it and all that it starts
hold a lock on: the lock is free when none of them lives.
"""

import fcntl
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any


def write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def say(**answer: Any) -> None:
    write(json.dumps(answer).encode() + b"\n")


def hold(lock: str) -> None:
    held = os.open(lock, os.O_RDWR | os.O_CREAT)
    os.set_inheritable(held, True)
    fcntl.flock(held, fcntl.LOCK_SH)


def forever() -> None:
    while True:
        time.sleep(60)


def crash() -> None:
    raise ZeroDivisionError("one by nothing")


def crash_beside(*, fled: bool) -> None:
    """Leaves a grandchild that holds all of its pipes; its number is in the file with the lock."""
    sleep = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)"]
    grandchild = subprocess.Popen(sleep, start_new_session=fled, close_fds=False)
    with open(sys.argv[1], "w") as file:
        file.write(str(grandchild.pid))
    crash()


def close_output() -> None:
    os.close(1)
    forever()


def close_input() -> None:
    os.close(0)
    say(move="s>b9")
    forever()


def close_all() -> None:
    for number in range(3):
        os.close(number)
    forever()


def flood(number: int) -> None:
    while True:
        os.write(number, b"x" * 100_000)


def half_a_line() -> None:
    write(b'{"move": "s>')


def half_a_line_and_exit() -> None:
    half_a_line()
    sys.exit(0)


def half_a_line_and_hang() -> None:
    half_a_line()
    forever()


def hang_stubbornly() -> None:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    forever()


def warn_and_hang() -> None:
    print("thinking \x1b[2J hard", file=sys.stderr, flush=True)
    forever()


AT_START: dict[str, Callable[[], None]] = {
    "exit at start": lambda: sys.exit("no licence"),
    "hang at start": forever,
    "close all at start": close_all,
}
AT_MOVE: dict[str, Callable[[], None]] = {
    "exit": lambda: sys.exit(3),
    "crash": crash,
    "be killed": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "hang": forever,
    "hang stubbornly": hang_stubbornly,
    "warn and hang": warn_and_hang,
    "close output": close_output,
    "close input": close_input,
    "flood stdout": lambda: flood(1),
    "flood stderr": lambda: flood(2),
    "half a line, then hang": half_a_line_and_hang,
    "half a line, then exit": half_a_line_and_exit,
    "start a grandchild": lambda: crash_beside(fled=False),
    "start a fugitive": lambda: crash_beside(fled=True),
    "garbage": lambda: write(b"I play the seven\n"),
    "binary": lambda: write(bytes(range(128, 256)) + b"\0\n"),
    "empty line": lambda: write(b"\n"),
    "deep nesting": lambda: write(b"[" * 60_000 + b"\n"),
    "a list": lambda: write(b'["s>b1"]\n'),
    "no move": lambda: say(mvoe="s>b1"),
    "a number": lambda: say(move=7),
    "a long move": lambda: say(move="s>b1" * 100),
    "no such move": lambda: say(move="h7>x9"),
    "an illegal move": lambda: say(move="d1>b1"),
    "the partner of nobody": lambda: say(move="1s>b1"),
}


def answer(behaviour: str, arguments: list[str]) -> None:
    """Questions until there are no more."""
    games, script = 0, []
    for line in iter(sys.stdin.buffer.readline, b""):
        message = json.loads(line)
        if behaviour == "keep what is said":
            with open(arguments[0], "ab") as kept:
                kept.write(line)
        if message["type"] == "hello":
            games += 1
            if behaviour == "follow a script":
                with open(arguments[0], encoding="utf-8") as file:
                    script = json.load(file)[message["seat"]]
            say(name=behaviour, colour="blue")
        elif message["type"] == "choose" and behaviour in AT_MOVE:
            AT_MOVE[behaviour]()
        elif message["type"] == "choose":
            move = message["legal"][0]
            if behaviour == "follow a script":
                move = script.pop(0)
            elif behaviour == "answer with a digest":
                move = hashlib.sha256(line).hexdigest()
            elif behaviour == "fail in even games" and games % 2 == 0:
                move = "h99>b1"
            say(move=move, because="it is the first")
    if behaviour == "ignore the end":
        forever()


if __name__ == "__main__":
    hold(sys.argv[1])
    AT_START.get(sys.argv[2], lambda: None)()
    answer(sys.argv[2], sys.argv[3:])
