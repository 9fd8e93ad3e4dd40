"""The server's numbers, for Prometheus.

They are counted as plain ints, because every command counts some and only the event loop does so; `prometheus_client`
turns them into what Prometheus reads.
"""

import asyncio
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from skipbo import __version__
from skipbo.protocol.messages import Kind

BOUNDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)  # milliseconds; what is slower is only in +Inf
DONE = "done"  # the outcome of a command that was not refused
LAG_EVERY = 0.5  # seconds between two looks at the event loop
TOTAL = "_total"  # how the name of a counter ends
HELP = {
    "commands_total": "Commands, by outcome.",
    "refusals_total": "Requests and handshakes that were refused, by code.",
    "build": "The version of this server.",
    "complaints": "Things that a host should look at; /healthz says what they are.",
    "ready": "1 if tables are served, 0 while the rules are compiled.",
    "connections": "Open WebSockets.",
    "connections_limit": "WebSockets that may be open at once.",
    "tables_loaded": "Tables in memory.",
    "commits_total": "Transactions of the store.",
    "writes_total": "Writes in these transactions.",
    "commit_seconds_total": "Seconds that these transactions took.",
    "slow_readers_total": "WebSockets closed because the client read too slowly.",
    "bot_moves_total": "Moves made by bots.",
    "bots_thinking": "Bots that think, or wait for a thread to think in.",
    "store_available": "1 if moves can be stored, as far as is known.",
    "damaged_tables": "Tables whose stored log is damaged; the log has each.",
    "store_bytes": "Bytes that the store uses, with its write-ahead log.",
    "defects_total": "Failures at a table that are our fault; the log has each.",
    "command_milliseconds": "From a command's arrival to its answer.",
    "loop_lag_milliseconds": "How late the event loop was with something that was due.",
}


class Durations:
    """How many took how long."""

    def __init__(self) -> None:
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._milliseconds = 0.0

    def observe(self, seconds: float) -> None:
        milliseconds = 1000 * seconds
        self._buckets[bisect_left(BOUNDS, milliseconds)] += 1
        self._milliseconds += milliseconds

    def family(self, name: str) -> Metric:
        buckets = zip([*map(str, BOUNDS), "+Inf"], accumulate(self._buckets), strict=True)
        return HistogramMetricFamily(f"skipbo_{name}", HELP[name], list(buckets), self._milliseconds)


class Metrics(Collector):
    """The numbers of one server. `others` returns those that are counted elsewhere, by their names in `HELP`."""

    def __init__(self, others: Callable[[], Mapping[str, float]]) -> None:
        # From the beginning at 0: Prometheus sees no growth where a number begins at 1
        self.commands: Counter[str] = Counter({DONE: 0, **{kind.value: 0 for kind in Kind}})
        self.refusals: Counter[str] = Counter()
        self.slow_readers = 0
        self.bot_moves = 0
        self.bots_thinking = 0
        self.defects = 0
        self.command_time = Durations()
        self.loop_lag = Durations()
        self._others = others
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)  # memory, processor time and open files, where the system tells them

    async def keep_measuring_lag(self) -> None:
        while True:
            due = time.monotonic() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.loop_lag.observe(max(0.0, time.monotonic() - due))

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("skipbo_build", HELP["build"], {"version": __version__})
        yield _counter("commands_total", "outcome", self.commands)
        yield _counter("refusals_total", "code", self.refusals)
        own = {
            "slow_readers_total": self.slow_readers,
            "bot_moves_total": self.bot_moves,
            "bots_thinking": self.bots_thinking,
            "defects_total": self.defects,
        }
        for name, value in {**own, **self._others()}.items():
            kind = CounterMetricFamily if name.endswith(TOTAL) else GaugeMetricFamily
            yield kind(f"skipbo_{name.removesuffix(TOTAL)}", HELP[name], value)
        yield self.command_time.family("command_milliseconds")
        yield self.loop_lag.family("loop_lag_milliseconds")

    def exposition(self) -> bytes:
        """Returns all numbers in the text format of Prometheus."""
        return generate_latest(self._registry)


def _counter(name: str, label: str, counts: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(f"skipbo_{name.removesuffix(TOTAL)}", HELP[name], labels=[label])
    for value, count in counts.items():
        family.add_metric([value], count)
    return family
