"""What the server tells its host: a line of JSON for each thing worth knowing, and numbers for Prometheus.

Neither names, tokens nor links are told: a table goes by a digest of its id.
"""

import hashlib
import json
import logging
import time
from bisect import bisect_left
from collections import Counter
from typing import Any

logger = logging.getLogger("skipbo.server")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def tell(event: str, level: int = logging.INFO, *, error: BaseException | None = None, **told: Any) -> None:
    logger.log(level, event, extra={"told": told}, exc_info=error)


def digest(table: str) -> str:
    """A name for a table in logs: who reads them cannot follow its link."""
    return hashlib.sha256(table.encode()).hexdigest()[:12]


# In milliseconds; a move that took longer is in none but the last.
BOUNDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)

HELP = {
    "skipbo_commands_total": "Commands by what became of them.",
    "skipbo_connections": "Sockets that are open.",
    "skipbo_tables_loaded": "Tables in memory.",
    "skipbo_commits_total": "Transactions of the store.",
    "skipbo_writes_total": "Writes in these transactions.",
    "skipbo_slow_readers_total": "Sockets closed because their reader was too slow.",
    "skipbo_bot_moves_total": "Moves that bots made.",
    "skipbo_command_milliseconds": "From a command's arrival to its answer.",
}


class Metrics:
    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        self._counts[f"skipbo_{name}_total", label] += by

    def observe(self, seconds: float) -> None:
        milliseconds = 1000 * seconds
        self._buckets[bisect_left(BOUNDS, milliseconds)] += 1
        self._sum += milliseconds

    def text(self, **now: int) -> str:
        """All numbers as Prometheus reads them; `now` are those that go up and down, or are counted elsewhere."""
        lines: list[str] = []
        samples = {(f"skipbo_{name}", ""): value for name, value in now.items()} | dict(self._counts)
        for name in sorted({name for name, _label in samples}):
            lines += [
                f"# HELP {name} {HELP[name]}",
                f"# TYPE {name} {'counter' if name.endswith('_total') else 'gauge'}",
            ]
            lines += [
                f"{name}{{{label}}} {value}" if label else f"{name} {value}"
                for (other, label), value in sorted(samples.items())
                if other == name
            ]
        name, total = "skipbo_command_milliseconds", 0
        lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} histogram"]
        for bound, number in zip((*BOUNDS, "+Inf"), self._buckets, strict=True):
            total += number
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        lines += [f"{name}_sum {self._sum:.3f}", f"{name}_count {total}", ""]
        return "\n".join(lines)
