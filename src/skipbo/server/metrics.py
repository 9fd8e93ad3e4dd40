"""The server's numbers, for Prometheus.

They are counted as plain ints, because every command counts some and only the event loop does so; `prometheus_client`
turns them into what Prometheus reads.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

BOUNDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)  # milliseconds; slower commands are only in +Inf
TOTAL = "_total"  # how the name of a counter ends
HELP = {
    "commands_total": "Commands, by outcome.",
    "refusals_total": "Requests and handshakes that were refused, by code.",
    "connections": "Open WebSockets.",
    "tables_loaded": "Tables in memory.",
    "commits_total": "Transactions of the store.",
    "writes_total": "Writes in these transactions.",
    "slow_readers_total": "WebSockets closed because the client read too slowly.",
    "bot_moves_total": "Moves made by bots.",
    "damaged_tables": "Tables whose stored log is damaged; the log has each.",
    "store_bytes": "Bytes that the store uses, with its write-ahead log.",
    "defects_total": "Failures at a table that are our fault; the log has each.",
    "command_milliseconds": "From a command's arrival to its answer.",
}


class Metrics(Collector):
    """The numbers of one server. `others` returns those that are counted elsewhere, by their names in `HELP`."""

    def __init__(self, others: Callable[[], Mapping[str, int]]) -> None:
        self.commands: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.slow_readers = 0
        self.bot_moves = 0
        self.defects = 0
        self._others = others
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._milliseconds = 0.0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def observe_command(self, seconds: float) -> None:
        milliseconds = 1000 * seconds
        self._buckets[bisect_left(BOUNDS, milliseconds)] += 1
        self._milliseconds += milliseconds

    def collect(self) -> Iterator[Metric]:
        yield _counter("commands_total", "outcome", self.commands)
        yield _counter("refusals_total", "code", self.refusals)
        own = {
            "slow_readers_total": self.slow_readers,
            "bot_moves_total": self.bot_moves,
            "defects_total": self.defects,
        }
        for name, value in {**own, **self._others()}.items():
            kind = CounterMetricFamily if name.endswith(TOTAL) else GaugeMetricFamily
            yield kind(f"skipbo_{name.removesuffix(TOTAL)}", HELP[name], value)
        buckets = zip([*map(str, BOUNDS), "+Inf"], accumulate(self._buckets), strict=True)
        name = "command_milliseconds"
        yield HistogramMetricFamily(f"skipbo_{name}", HELP[name], list(buckets), self._milliseconds)

    def exposition(self) -> bytes:
        """Returns all numbers in the text format of Prometheus."""
        return generate_latest(self._registry)


def _counter(name: str, label: str, counts: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(f"skipbo_{name.removesuffix(TOTAL)}", HELP[name], labels=[label])
    for value, count in counts.items():
        family.add_metric([value], count)
    return family
