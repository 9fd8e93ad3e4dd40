"""PostgreSQL hangs: nodes stay in their proxy, players keep their connections and read why nothing can be saved."""

import asyncio
import os
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest
from tools.cluster import Cluster
from tools.postgres_server import PostgresServer

from skipbo.client import Account, AsyncTableClient, Refused
from skipbo.server.nodes.membership import Membership
from skipbo.server.store.postgres import session
from skipbo.server.store.postgres.store import PostgresStore
from tests.server.needs import needs_cluster, needs_postgres
from tests.server.server_process import InThread
from tests.server.store_places import Database

SILENT = 10.0  # seconds: HAProxy looks at a node several times in it, and the nodes give PostgreSQL up
CANNOT_SAVE = "The server cannot save at the moment. Nothing has changed. Try again."
OF_WRITER = """SELECT pid FROM pg_locks JOIN pg_database ON database = pg_database.oid
    WHERE datname = current_database() AND locktype = 'advisory' AND mode = 'ShareLock'"""


def get(url: str) -> str:
    """Raises `HTTPError` if the status is an error."""
    with urllib.request.urlopen(url, timeout=30) as answer:
        return str(answer.read().decode())


def available(url: str) -> bool:
    return "\nskipbo_store_available 1.0\n" in get(f"{url}/metrics")


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.05)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    try:
        yield cluster
    finally:
        cluster.postgres.thaw()
        cluster.end()


@needs_postgres
def test_the_health_of_a_node_does_not_wait_for_a_database_that_hangs(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "SILENT_AFTER", 0.1)
    monkeypatch.setattr(session, "GIVEN_UP_AFTER", 3600.0)  # an answer that comes has not waited for it
    database = postgres.new_database()
    node = InThread(PostgresStore(database), company=Membership(database))
    try:
        wait_until(lambda: get(f"{node.url}/healthz") == "ok\n")
        ((writer,),) = Database(database).query(OF_WRITER)
        os.kill(writer, signal.SIGSTOP)
        try:
            assert "degraded: no move can be stored: the database does not answer\n" in get(f"{node.url}/healthz")
            assert not available(node.url)
        finally:
            os.kill(writer, signal.SIGCONT)
        wait_until(lambda: get(f"{node.url}/healthz") == "ok\n")
        assert available(node.url)
    finally:
        node.stop()


@needs_cluster
@pytest.mark.slow
def test_while_postgresql_hangs_behind_the_proxy_players_stay_connected_and_read_why(cluster: Cluster) -> None:
    async def play() -> None:
        url = cluster.proxy.url
        async with AsyncExitStack() as stack:
            places = []
            for name in ("Ann", "Bob", "Eve"):
                account = Account.create(url, name)
                place = AsyncTableClient(account, account.open_table(ready=False))
                place.patience, place.resend = 1.0, 0.5
                places.append(await stack.enter_async_context(place))
                await place.say("hello")
            sockets = [place._socket for place in places]
            cluster.postgres.freeze()
            thawed_at = time.monotonic() + SILENT
            for place in places:
                with pytest.raises(Refused, match=CANNOT_SAVE):
                    await place.say("is anybody there?")
            with pytest.raises(Refused, match=CANNOT_SAVE):
                await asyncio.to_thread(Account.create, url, "Late")
            for node in cluster.nodes:
                assert "degraded: no move can be stored" in await asyncio.to_thread(get, f"{node.url}/healthz")
                assert not available(node.url)
            await asyncio.sleep(max(0.0, thawed_at - time.monotonic()))
            cluster.postgres.thaw()
            for place in places:
                place.patience = 60.0
                await place.say("there we are")
            assert [place._socket for place in places] == sockets
            assert Account.create(url, "Late").open_table()
            for node in cluster.nodes:
                await asyncio.to_thread(wait_until, partial(available, node.url))

    asyncio.run(play())
