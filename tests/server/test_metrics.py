"""What a host sees in `/metrics`."""

import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from skipbo.client import Account
from skipbo.server.store.interface import StoreFailed
from tests.server.server_process import InThread, served
from tests.server.test_play import play_to_the_end


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InThread]:
    with served(tmp_path) as server:
        yield server


def numbers_of(server: InThread) -> dict[str, float]:
    """Returns every number, by its name and labels."""
    with urllib.request.urlopen(server.url + "/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell it")
def test_the_process_tells_its_memory_its_time_and_its_open_files(server: InThread) -> None:
    numbers = numbers_of(server)
    assert numbers["process_resident_memory_bytes"] > 1_000_000
    assert numbers["process_cpu_seconds_total"] > 0
    assert numbers["process_max_fds"] > numbers["process_open_fds"] > 0


def test_what_has_not_happened_yet_is_counted_as_0(server: InThread) -> None:
    """Prometheus does not see that something happened for the first time if its number begins at 1."""
    numbers = numbers_of(server)
    assert numbers['skipbo_commands_total{outcome="failed"}'] == 0
    assert numbers['skipbo_refusals_total{code="full"}'] == 0


def test_a_request_that_the_store_fails_is_counted(server: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_given: object) -> None:
        raise StoreFailed("the disk is gone")

    monkeypatch.setattr(server.hub.store, "add_guest", fail)
    request = urllib.request.Request(server.url + "/api/v1/guests", b"{}", {"Content-Type": "application/json"})
    with pytest.raises(HTTPError, match="503"):
        urllib.request.urlopen(request, timeout=10)
    assert numbers_of(server)['skipbo_refusals_total{code="store"}'] == 1


def test_an_event_loop_that_was_held_up_is_seen(server: InThread) -> None:
    async def hold_up() -> None:
        time.sleep(1.2)

    def times_late() -> float:
        numbers, name = numbers_of(server), "skipbo_loop_lag_milliseconds_bucket"
        return numbers[name + '{le="+Inf"}'] - numbers[name + '{le="500"}']

    before = times_late()  # a busy machine may have held it up already
    server.run(hold_up())
    deadline = time.monotonic() + 10
    while times_late() == before:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_bots_that_think_are_counted_until_they_have_thought(server: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
    metrics, thinkers, seen = server.hub.metrics, server.hub.thinkers.quick, set()
    submit = thinkers.submit

    def watched(*given: Any) -> Any:
        seen.add(metrics.bots_thinking)
        return submit(*given)

    monkeypatch.setattr(thinkers, "submit", watched)
    play_to_the_end(Account.create(server.url, "Ann"), stock=10, bots=[None, "eager"], pace=0)  # long enough for both
    assert seen == {1}
    assert numbers_of(server)["skipbo_bots_thinking"] == 0


def test_the_time_of_commits_is_counted(server: InThread) -> None:
    Account.create(server.url, "Ann")
    numbers = numbers_of(server)
    assert 0 < numbers["skipbo_commit_seconds_total"] < 60
