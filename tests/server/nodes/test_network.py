"""A network that is cut between a node and PostgreSQL, or Redis: nothing is lost, players read why they wait, and it
goes on without a hand.

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
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tools.postgres_server import PostgresServer
from tools.redis_server import RedisServer
from tools.server import Process

from skipbo.client import Account, AsyncTableClient, Refused
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
    def cut(self, port: int) -> Iterator[None]:
        """Drops what goes to a port here, and what comes from it."""
        rules = [
            ["INPUT", "-i", self.device, "-p", "tcp", "--dport", str(port), "-j", "DROP"],
            ["OUTPUT", "-o", self.device, "-p", "tcp", "--sport", str(port), "-j", "DROP"],
        ]
        assert IPTABLES is not None
        with ExitStack() as stack:
            for rule in rules:
                subprocess.run([IPTABLES, "-I", *rule], check=True)
                stack.callback(subprocess.run, [IPTABLES, "-D", *rule], check=True)
            yield


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


@dataclass
class Found:
    """What players, and the host, have noticed of a cut."""

    acknowledged: int
    refusals: set[str]  # what a player read at a table
    health: str
    newcomer: str  # what a newcomer read


async def speak(place: AsyncTableClient, refusals: set[str]) -> None:
    """Says something again and again, and takes the first answer for the last."""
    place.patience, place.resend = 1.0, 0.5
    while True:
        try:
            await place.say("hello")
        except Refused as refused:
            refusals.add(f"{refused.code}: {refused}")
        await asyncio.sleep(0.1)


def enter(url: str) -> str:
    try:
        Account.create(url, "Late")
    except Refused as refused:
        return f"{refused.code}: {refused}"
    return "welcome"


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.05)


async def more(play: Play, commands: int) -> None:
    """Waits until so many more are acknowledged."""
    wanted = len(play.acknowledged) + commands
    await until(lambda: len(play.acknowledged) >= wanted)


async def play_through(place: Place, seconds: float, port: int, refused: bool) -> Found:
    """Plays, cuts the cable for some seconds, and plays on. Health and newcomers are asked in a long cut only.

    If players are refused something in it, it lasts at least until they are.
    """
    play, dice, refusals = Play(), random.Random(7), set[str]()
    health = newcomer = ""
    async with AsyncExitStack() as stack:
        for number in range(3):
            await play.open_table(place.node.url, number, stack)
        witness = Witness(play, rows_of_database(place.database))
        people = [asyncio.create_task(play.person(n, random.Random(dice.random()))) for n in range(len(play.places))]
        account = Account.create(place.node.url, "Speaker")
        speaker = await stack.enter_async_context(AsyncTableClient(account, account.open_table(ready=False)))
        people.append(asyncio.create_task(speak(speaker, refusals)))
        play.going.set()
        await more(play, 50)
        with place.cable.cut(port):
            await asyncio.sleep(seconds)
            if seconds >= LONG:
                if refused:
                    await until(lambda: bool(refusals))  # on a busy machine, that takes longer
                health = await asyncio.to_thread(place.health)
                newcomer = await asyncio.to_thread(enter, place.node.url)
        await more(play, 50)
        await asyncio.wait_for(play.rest(), PATIENCE)
        found = await witness.check()
        assert await witness.check_all() == found
        for person in people:
            person.cancel()
        await asyncio.gather(*people, return_exceptions=True)
    return Found(found, refusals, health, newcomer)


PATIENCE = 60.0  # seconds
LONG = 10  # seconds: longer than what a node waits for PostgreSQL
LENGTHS = [1, LONG, 60]
CANNOT_SAVE = "store: The server cannot save at the moment. Nothing has changed. Try again."


@pytest.mark.parametrize("seconds", LENGTHS)
def test_nothing_is_lost_when_the_network_to_postgresql_is_cut_and_everybody_reads_why_it_waits(
    place: Place, seconds: int
) -> None:
    found = asyncio.run(play_through(place, seconds, place.postgres.port, refused=seconds >= LONG))
    assert found.acknowledged >= 100
    if seconds < LONG:  # moves come later, and that is all
        assert not found.refusals
    else:
        assert found.refusals == {CANNOT_SAVE}
        assert found.newcomer == CANNOT_SAVE
        assert found.health.startswith("degraded: no move can be stored: ")
    assert place.health().startswith(("ok", "degraded"))
    assert enter(place.node.url) == "welcome"


@pytest.mark.parametrize("seconds", LENGTHS)
def test_nothing_is_lost_when_the_network_to_redis_is_cut_and_no_player_reads_of_it(place: Place, seconds: int) -> None:
    found = asyncio.run(play_through(place, seconds, place.redis.port, refused=False))
    assert found.acknowledged >= 100
    assert not found.refusals
    if seconds >= LONG:
        assert "the bell is not heard" in found.health
        assert found.newcomer == "welcome"
