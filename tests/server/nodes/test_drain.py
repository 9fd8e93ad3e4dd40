"""A node that is told to stop says so to the proxy first: no request and no move is refused for it."""

import asyncio
import json
import os
import random
import signal
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest
from tools.cluster import Cluster
from tools.server import Process

from skipbo.client import Account, AsyncTableClient
from tests.server.chaos import WatchedPlay, Witness, rows_of_database
from tests.server.needs import needs_cluster

PROXIED = {"SKIPBO_PROXIES": "127.0.0.1"}  # nodes behind a proxy give notice


def enter_until(over: threading.Event, url: str) -> int:
    """Makes guests and tables, with a new connection for each; returns how many. Raises what fails."""
    made = 0
    while not over.is_set():
        Account.create(url, "Late").open_table(ready=False)
        made += 1
        time.sleep(0.02)
    return made


def number_of(node: Process, name: str) -> float:
    """Returns one of the numbers that a node has for Prometheus."""
    with urllib.request.urlopen(f"{node.url}/metrics", timeout=30) as answer:
        return float(answer.read().decode().partition(f"\n{name} ")[2].partition("\n")[0])


def id_of(url: str) -> str:
    with urllib.request.urlopen(f"{url}/api/v1/server", timeout=30) as answer:
        return str(json.load(answer)["id"])


@contextmanager
def cluster_with(folder: Path, **settings: str) -> Iterator[Cluster]:
    cluster = Cluster(folder, PROXIED | settings)
    try:
        yield cluster
    finally:
        cluster.end()


@needs_cluster
@pytest.mark.slow
def test_a_node_that_gives_notice_gets_nobody_new_and_nobody_is_cut_off(tmp_path: Path) -> None:
    async def play_on(cluster: Cluster) -> None:
        url, (leaving, staying) = cluster.proxy.url, cluster.nodes
        async with AsyncExitStack() as stack:

            async def enter() -> AsyncTableClient:
                account = await asyncio.to_thread(Account.create, url, "Ann")
                table = await asyncio.to_thread(partial(account.open_table, ready=False))
                return await stack.enter_async_context(AsyncTableClient(account, table))

            places = [await enter()]
            while not (there := number_of(leaving, "skipbo_connections")):
                places.append(await enter())
            sockets = [place._socket for place in places]
            os.kill(leaving.pid, signal.SIGTERM)
            async with asyncio.timeout(60):
                while {id_of(url) for _time in range(10)} != {id_of(staying.url)}:
                    await asyncio.sleep(0.1)
            await asyncio.sleep(2)  # the proxy has looked at it several times
            places += [await enter() for _newcomer in range(10)]
            assert number_of(leaving, "skipbo_connections") == there
            assert [place._socket for place in places[: len(sockets)]] == sockets
            os.kill(leaving.pid, signal.SIGINT)  # it waits no longer
            for place in places:
                await place.say("still here")

    with cluster_with(tmp_path, SKIPBO_NOTICE="300") as cluster:
        asyncio.run(play_on(cluster))


@needs_cluster
@pytest.mark.slow
def test_while_one_node_after_the_other_is_restarted_nobody_is_refused_anything(tmp_path: Path) -> None:
    async def play_on(cluster: Cluster) -> None:
        play, dice, over = WatchedPlay(hasty=False), random.Random(3), threading.Event()
        async with AsyncExitStack() as stack:
            for number in range(4):
                await play.open_table(cluster.proxy.url, number, stack)
            witness = Witness(play, rows_of_database(cluster.database))
            people = [
                asyncio.create_task(play.person(number, random.Random(dice.random())))
                for number in range(len(play.places))
            ]
            with ThreadPoolExecutor(2) as pool:
                newcomers = [pool.submit(enter_until, over, cluster.proxy.url) for _newcomer in range(2)]
                play.going.set()
                try:
                    for node in cluster.nodes:
                        await asyncio.to_thread(node.stop)
                        await asyncio.to_thread(node.start)
                        await asyncio.sleep(2)  # the proxy has found it
                finally:
                    over.set()
                entered = [await asyncio.wrap_future(newcomer) for newcomer in newcomers]
            await asyncio.wait_for(play.rest(), 60)
            assert await witness.check() > 100
            for person in people:
                person.cancel()
            await asyncio.gather(*people, return_exceptions=True)
        assert min(entered) > 10
        assert play.refusals == []

    with cluster_with(tmp_path) as cluster:
        asyncio.run(play_on(cluster))
