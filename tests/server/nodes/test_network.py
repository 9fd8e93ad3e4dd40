"""A network that is cut between a node and PostgreSQL, or Redis: nothing is lost, and it goes on without a hand.

The node runs in a network of its own, with one cable to its databases and another to its players. A cut drops every
packet without a word, as a pulled cable far away does.
"""

import asyncio
import os
import random
import secrets
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tools.postgres_server import PostgresServer
from tools.redis_server import RedisServer
from tools.server import Process

from tests.server.chaos import Play, Witness, rows_of_database
from tests.server.needs import needs_cluster

IP, IPTABLES = (shutil.which(name, path="/usr/sbin:/sbin:/usr/bin:/bin") for name in ("ip", "iptables"))
needs_network = pytest.mark.skipif(
    os.geteuid() != 0 or IP is None or IPTABLES is None, reason="only root makes networks (Debian: iproute2, iptables)"
)
pytestmark = [needs_cluster, needs_network, pytest.mark.slow]


def ip(*words: str) -> None:
    assert IP is not None
    subprocess.run([IP, *words], check=True, capture_output=True)


@dataclass(frozen=True)
class Cable:
    """Between this network and that of the node."""

    device: str
    here: str
    there: str

    def lay(self, network: str) -> None:
        ip("link", "add", self.device, "type", "veth", "peer", "name", f"{self.device}-", "netns", network)
        ip("addr", "add", f"{self.here}/24", "dev", self.device)
        ip("link", "set", self.device, "up")
        ip("-n", network, "addr", "add", f"{self.there}/24", "dev", f"{self.device}-")
        ip("-n", network, "link", "set", f"{self.device}-", "up")

    @contextmanager
    def cut(self, port: int | None = None) -> Iterator[None]:
        """Drops what comes from there, for one port or for all."""
        rule = ["INPUT", "-i", self.device, *(["-p", "tcp", "--dport", str(port)] if port else []), "-j", "DROP"]
        assert IPTABLES is not None
        subprocess.run([IPTABLES, "-I", *rule], check=True)
        try:
            yield
        finally:
            subprocess.run([IPTABLES, "-D", *rule], check=True)


@dataclass
class Place:
    node: Process
    postgres: PostgresServer
    redis: RedisServer
    database: str
    cable: Cable  # to the databases

    def health(self) -> str:
        try:
            with urllib.request.urlopen(f"{self.node.url}/healthz", timeout=20) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            return error.read().decode()


def skip_without_networks() -> None:
    """Some machines give root no networks, or no rules for them."""
    nowhere = ["INPUT", "-i", "skipbo-none", "-j", "DROP"]
    tries = [[IP, "netns", "add", "skipbo-try"], [IP, "netns", "del", "skipbo-try"]]
    tries += [[IPTABLES, change, *nowhere] for change in ("-I", "-D")]
    for command in tries:
        done = subprocess.run([word for word in command if word], capture_output=True, text=True)
        if done.returncode != 0:
            pytest.skip(f"this machine makes no networks: {done.stderr.strip()}")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    skip_without_networks()
    name = secrets.token_hex(3)  # new ones each time: another run may be under way, or not yet removed
    network = f"skipbo{name}"
    first, second = secrets.choice(range(64, 250)), secrets.choice(range(0, 250, 2))
    to_databases, to_players = (
        Cable(f"sk{kind}{name}", f"10.{first}.{second + place}.1", f"10.{first}.{second + place}.2")
        for place, kind in enumerate("dp")
    )
    with ExitStack() as stack:
        ip("netns", "add", network)
        stack.callback(ip, "netns", "del", network)
        for cable in (to_databases, to_players):
            cable.lay(network)
        ip("-n", network, "link", "set", "lo", "up")
        postgres = PostgresServer(to_databases.here)
        stack.callback(postgres.stop)
        redis = RedisServer(to_databases.here)
        stack.callback(redis.stop)
        database = postgres.new_database()
        assert IP is not None
        node = Process(
            tmp_path / "node" / "data",
            data=postgres.address_from_afar(database),
            bell=redis.address_from_afar,
            host=to_players.there,
            prefix=[IP, "netns", "exec", network],
        )
        stack.callback(node.kill)
        yield Place(node, postgres, redis, database, to_databases)


async def play_through(place: Place, seconds: float, port: int | None) -> tuple[int, str]:
    """Plays, cuts the cable for some seconds, and plays on; returns the acknowledged commands, and the health then."""
    play, dice = Play(), random.Random(7)
    async with AsyncExitStack() as stack:
        for number in range(3):
            await play.open_table(place.node.url, number, stack)
        witness = Witness(play, rows_of_database(place.database))
        people = [asyncio.create_task(play.person(n, random.Random(dice.random()))) for n in range(len(play.places))]
        play.going.set()
        await asyncio.sleep(1)
        with place.cable.cut(port):
            await asyncio.sleep(seconds)
            health = await asyncio.to_thread(place.health)
        before = len(play.acknowledged)
        async with asyncio.timeout(60):
            while len(play.acknowledged) <= before:
                await asyncio.sleep(0.05)
            await play.rest()
        found = await witness.check()
        assert await witness.check_all() == found
        for person in people:
            person.cancel()
        await asyncio.gather(*people, return_exceptions=True)
    return found, health


LENGTHS = [1, 10, 60]


@pytest.mark.parametrize("seconds", LENGTHS)
def test_nothing_is_lost_when_the_network_to_postgresql_is_cut(place: Place, seconds: int) -> None:
    found, health = asyncio.run(play_through(place, seconds, place.postgres.port))
    assert found > 100
    assert seconds < 10 or health.startswith("unavailable")
    assert place.health().startswith(("ok", "degraded"))


@pytest.mark.parametrize("seconds", LENGTHS)
def test_nothing_is_lost_when_the_network_to_redis_is_cut(place: Place, seconds: int) -> None:
    found, health = asyncio.run(play_through(place, seconds, place.redis.port))
    assert found > 100
    assert seconds < 10 or "the bell is not heard" in health
