"""Prometheus asks one worker, and hears the numbers of all of them."""

import asyncio
import socket
import urllib.request
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tools.postgres_server import PostgresServer

from skipbo.client import Account
from skipbo.server import colleagues
from skipbo.server.colleagues import Colleagues, merge
from skipbo.server.metrics import Metrics
from tests.server.needs import needs_postgres
from tests.server.nodes.test_workers import supervised, wait_until


def numbers_of(exposition: str, metric: str) -> dict[str, float]:
    """Returns a number of each worker."""
    families = text_string_to_metric_families(exposition)
    samples = [sample for family in families for sample in family.samples if sample.name == metric]
    return {sample.labels["worker"]: sample.value for sample in samples}


def metrics_with(slow_readers: int) -> Metrics:
    metrics = Metrics(dict)
    metrics.slow_readers = slow_readers
    metrics.command_time.observe(0.001)
    return metrics


def test_a_family_stands_once_with_the_numbers_of_each_worker() -> None:
    merged = merge({str(number): metrics_with(number).exposition() for number in range(3)}).decode()
    assert numbers_of(merged, "skipbo_slow_readers_total") == {"0": 0, "1": 1, "2": 2}
    assert numbers_of(merged, "skipbo_command_milliseconds_count") == {"0": 1, "1": 1, "2": 1}
    assert merged.count("# TYPE skipbo_slow_readers_total counter\n") == 1
    assert merged.count("# TYPE skipbo_command_milliseconds histogram\n") == 1


def test_a_worker_that_has_ended_or_hangs_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(colleagues, "PATIENCE", 0.1)

    async def ask() -> bytes:
        one, two = (Colleagues(tmp_path, str(number), metrics_with(number).exposition) for number in range(2))
        await one.begin()
        await two.begin()
        (tmp_path / "2").touch()  # as one leaves it that was killed
        with socket.socket(socket.AF_UNIX) as hanging:
            hanging.bind(str(tmp_path / "3"))
            hanging.listen()
            merged = await one.exposition()
        await one.end()
        await two.end()
        return merged

    assert numbers_of(asyncio.run(ask()).decode(), "skipbo_slow_readers_total") == {"0": 0, "1": 1}
    assert [path.name for path in tmp_path.iterdir() if path.name in "01"] == []


@needs_postgres
@pytest.mark.slow
def test_whichever_worker_answers_prometheus_sees_the_same(postgres: PostgresServer) -> None:
    with supervised("--workers", "2", "--data", postgres.new_database()) as running:

        def seen() -> dict[str, float]:
            with urllib.request.urlopen(running.url + "/metrics", timeout=10) as answer:
                return numbers_of(answer.read().decode(), "process_start_time_seconds")

        wait_until(lambda: len(seen()) == 2)
        Account.create(running.url, "Ann")
        assert [seen() for _time in range(6)] == [seen()] * 6
