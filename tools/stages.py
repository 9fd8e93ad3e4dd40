"""Runs stages side by side, each a few commands with a log of its own, and says at the end which have failed."""

import asyncio
import os
import re
import signal
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

PATIENCE = 15  # seconds that an interrupted command may take to clean up
_SKIPPED = re.compile(r"^SKIPPED \[(\d+)\] \S+: (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Stage:
    """Commands that run one after the other until one fails. It begins when the stages of `after` have passed."""

    name: str
    commands: Sequence[Sequence[str]]
    after: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


def run_stages(stages: Sequence[Stage], logs: Path, at_once: int) -> int:
    """Returns an exit status: 0 if all stages pass, 1 if one fails, 130 after an interrupt, which leaves no process."""
    logs.mkdir(parents=True, exist_ok=True)
    try:
        return 0 if asyncio.run(_Run(stages, logs, at_once).all_pass()) else 1
    except (KeyboardInterrupt, asyncio.CancelledError):
        print("Interrupted.", flush=True)
        return 130


class _Run:
    def __init__(self, stages: Sequence[Stage], logs: Path, at_once: int) -> None:
        self._stages = stages
        self._logs = logs
        self._free = asyncio.Semaphore(at_once)  # is fair: stages begin in their order
        self._tasks: dict[str, asyncio.Task[bool]] = {}

    async def all_pass(self) -> bool:
        this = asyncio.current_task()
        assert this is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
        async with asyncio.TaskGroup() as group:
            for stage in self._stages:
                self._tasks[stage.name] = group.create_task(self._passes(stage))
        failed = [name for name, task in self._tasks.items() if not task.result()]
        print(f"Failed: {', '.join(failed)}." if failed else "Everything passes.", flush=True)
        return not failed

    async def _passes(self, stage: Stage) -> bool:
        before = await asyncio.gather(*(self._tasks[name] for name in stage.after))
        if not all(before):
            self._say(stage, "is left out")
            return False
        async with self._free:
            begun = time.monotonic()
            log = self._logs / f"{stage.name}.log"
            passed = await self._run(stage, log)
        text = log.read_text("utf-8", errors="replace").rstrip()
        seconds = f"{time.monotonic() - begun:.0f} s"
        if passed:
            self._say(stage, f"passes after {seconds}{_summary(text)}")
            for reason, tests in _left_out(text).items():
                self._say(stage, f"  leaves {tests} out: {reason}")
        else:
            self._say(stage, f"FAILS after {seconds}:\n{text}\n")
        return passed

    async def _run(self, stage: Stage, log: Path) -> bool:
        with log.open("wb") as output:
            for command in stage.commands:
                process = await asyncio.create_subprocess_exec(
                    *command,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=output,
                    stderr=asyncio.subprocess.STDOUT,
                    env=os.environ | stage.environment,
                    start_new_session=True,  # so that all its processes can be ended together
                )
                try:
                    status = await process.wait()
                except asyncio.CancelledError:
                    await _end(process)
                    raise
                if status:
                    return False
        return True

    def _say(self, stage: Stage, text: str) -> None:
        width = max(len(each.name) for each in self._stages)
        print(f"{stage.name:<{width}}  {text}", flush=True)


def _summary(text: str) -> str:
    """Returns the last line in which a test runner says how many tests have passed."""
    counts = [line.strip(" =") for line in text.splitlines() if " passed" in line]
    return f": {counts[-1]}" if counts else ""


def _left_out(text: str) -> Counter[str]:
    """Returns how many tests were left out, by the reasons that pytest gives with `-rs`."""
    counts = Counter[str]()
    for number, reason in _SKIPPED.findall(text):
        counts[reason] += int(number)
    return counts


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ends a command and all that it has started: first as Ctrl-C does, then for good."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)
    with suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), PATIENCE)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
