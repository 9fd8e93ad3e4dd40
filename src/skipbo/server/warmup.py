"""Loads the code that tables need before anybody plays.

What was never compiled on this machine is compiled in a process of its own: whoever compiles keeps some 340 MB of
memory, which a server would hold for as long as it runs.
"""

import gc
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

import msgspec

from skipbo.bots.bot import Bot
from skipbo.bots.searcher.searcher import NAME as SEARCHER
from skipbo.game.game import Game
from skipbo.kernel.compiler import NotCached, announcer, only_cached
from skipbo.protocol.options import TableOptions
from skipbo.record import to_line, to_record
from skipbo.server.json_log import log_event
from skipbo.server.table.hints import hint
from skipbo.server.table.keeper import choose, notice
from skipbo.server.table.replays import replay

PATIENCE = 300.0  # seconds after which the other process is ended, and the rules are compiled here
KEPT = 2_000  # characters of its errors that the log gets
# Alone with the folders that this process imports from, whatever options it was started with
CHILD = """import json, sys
sys.path[:] = json.loads(sys.argv[1])
from skipbo.server.warmup import main
main(sys.argv[2])"""


def warm_up() -> None:
    """Loads all code that tables need from the cache, or compiles it."""
    load("rehearse")
    collect_garbage_rarely()


def warm_up_searches() -> None:
    """Loads what bots that search need besides. Few tables have one, so this waits until the first is seated."""
    load("rehearse_search")


def load(rehearsal: str) -> None:
    """Loads what a rehearsal needs from the cache, or compiles it."""
    rehearse_it = globals()[rehearsal]
    try:
        with only_cached():
            rehearse_it()
    except NotCached:
        compile_apart(rehearsal)
        rehearse_it()  # which compiles what is still missing


def rehearse() -> None:
    """Plays a game of each referee, with all that a table does."""
    for referee in Game.referees:
        game, bot = Game(stock=1, key=bytes(32), referee=referee), Bot(TableOptions().substitute, seed=0)
        view = game.view(game.turn)
        hint(view, 0)
        notice(bot, view)
        while game.outcome is None:
            game.legal_acts(game.turn).texts()
            game.play(choose(bot, game.view(game.turn)))
        record = to_record(game)
        replay(to_line(msgspec.structs.replace(record, moves=record.moves[:1])), 1)


def rehearse_search() -> None:
    game = Game(key=bytes(32))
    Bot(f"{SEARCHER}:1", seed=0).choose(game.view(game.turn))


def collect_garbage_rarely() -> None:
    """Runs full collections rarely, because one over all tables and connections takes up to a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 500)


def compile_apart(rehearsal: str = "rehearse") -> None:
    """Compiles in another process, which leaves the result in the cache. It may fail."""
    if getattr(sys, "frozen", False) or not sys.executable:
        return  # there is no interpreter to start
    started = time.perf_counter()
    try:
        why = _run_child(rehearsal)
    except (OSError, subprocess.TimeoutExpired) as error:
        why = str(error)
    if why is None:
        log_event("rules compiled", by=rehearsal, seconds=round(time.perf_counter() - started, 1))
    else:
        log_event("rules not compiled apart", why=why)


def _run_child(rehearsal: str = "rehearse") -> str | None:
    """Runs the other process to its end; returns what it said if it failed."""
    options = ["-I", *(["-B"] if sys.dont_write_bytecode else [])]
    command = [sys.executable, *options, "-c", CHILD, json.dumps(sys.path), rehearsal]
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,  # closed when this process ends, however it does
            stdout=subprocess.DEVNULL,
            stderr=said,
            start_new_session=True,  # an interrupt from the keyboard is for this process
        ) as child,
    ):
        try:
            if child.wait(PATIENCE) == 0:
                return None
        except BaseException:
            child.kill()
            raise
        said.seek(0)
        return said.read().decode(errors="replace")[-KEPT:]


def main(rehearsal: str = "rehearse") -> None:
    """Compiles, in a process of its own; ends with the server that started it."""
    threading.Thread(target=_end_with_server, daemon=True).start()
    announcer.silent = True  # the server has said it
    globals()[rehearsal]()


def _end_with_server() -> None:
    os.read(0, 1)
    os._exit(1)
