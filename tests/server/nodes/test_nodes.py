"""Several nodes of one database: any of them serves any table, one keeps it, and the unique key decides."""

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tools.postgres_server import PostgresServer
from tools.redis_server import RedisServer
from tools.server import Process

from skipbo.client import Account, AsyncTableClient, Refused
from skipbo.client.async_client import new_id
from skipbo.protocol import commands as asked
from skipbo.protocol.messages import Phase
from skipbo.server import hub
from skipbo.server.nodes import membership, roll
from skipbo.server.nodes.bell import Bell, read
from skipbo.server.nodes.company import HOUSEKEEPING
from skipbo.server.nodes.local_bell import LocalBell
from skipbo.server.nodes.membership import Membership
from skipbo.server.nodes.redis_bell import RedisBell
from skipbo.server.sockets import fast_websocket
from skipbo.server.store.postgres.store import PostgresStore
from tests.server.chaos import Play
from tests.server.needs import needs_postgres, needs_redis
from tests.server.server_process import InThread
from tests.server.store_places import Database
from tests.server.telephone import Telephone

pytestmark = needs_postgres

Ring = Callable[[], Bell | None]


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    server = RedisServer()
    yield server
    server.stop()


@pytest.fixture(params=["none", "local", pytest.param("redis", marks=needs_redis)])
def bell(request: pytest.FixtureRequest) -> Iterator[Ring]:
    if request.param == "none":
        yield lambda: None
    elif request.param == "redis":
        address = request.getfixturevalue("redis").address
        yield lambda: RedisBell(address)
    else:
        with tempfile.TemporaryDirectory() as folder:
            number = iter(range(9))
            yield lambda: LocalBell(Path(folder), str(next(number)))


@contextmanager
def node(database: str, bell: Bell | None = None) -> Iterator[InThread]:
    server = InThread(PostgresStore(database), company=Membership(database, bell))
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def two_nodes(database: str, bell: Ring = lambda: None) -> Iterator[tuple[InThread, InThread]]:
    with node(database, bell()) as one, node(database, bell()) as other:
        yield one, other


@pytest.fixture
def database(postgres: PostgresServer) -> str:
    return postgres.new_database()


def at(account: Account, node: InThread) -> Account:
    """The same guest at another node."""
    return Account(node.url, account.token)


@asynccontextmanager
async def table_of_two(one: InThread, other: InThread, **options: Any) -> AsyncIterator[list[AsyncTableClient]]:
    """A table whose two players are connected to different nodes."""
    ann, bob = Account.create(one.url, "Ann"), Account.create(other.url, "Bob")
    table = ann.open_table(players=2, **options)
    async with AsyncTableClient(ann, table) as first, AsyncTableClient(bob, table) as second:
        await second.sit()
        await second.ready()
        yield [first, second]


async def until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        await asyncio.sleep(0.01)


async def whoever_is_in_turn(players: list[AsyncTableClient]) -> AsyncTableClient:
    await until(lambda: any(player.now.own and player.now.own.legal for player in players))
    return next(player for player in players if player.now.own and player.now.own.legal)


def test_who_falls_silent_at_one_node_is_away_at_the_others(
    database: str, bell: Ring, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(one: InThread, other: InThread) -> None:
        ann, bob = Account.create(one.url, "Ann"), Account.create(other.url, "Bob")
        table = ann.open_table(grace=86_400, pace=10_000)
        async with AsyncTableClient(ann, table) as hers:
            with await asyncio.to_thread(Telephone, other, bob, table) as telephone:
                telephone.switch_on()
                telephone.send(asked.Sit(id="sit"), asked.Ready(id="ready"))
                await until(lambda: hers.presence is not None and hers.presence.here == [True, True])
                telephone.switch_off()
                await until(lambda: hers.presence is not None and hers.presence.here == [True, False])
                await hers.do(asked.Substitute(id="now", seat=1))
                await until(lambda: hers.now.table.seats[1].bot is not None)
                telephone.switch_on()
                await until(lambda: hers.now.table.seats[1].bot is None)
                await until(lambda: hers.presence is not None and hers.presence.here == [True, True])
            await until(lambda: hers.presence is not None and hers.presence.here == [True, False])

    monkeypatch.setattr(hub, "SILENT_AFTER", 1.0)
    monkeypatch.setattr(fast_websocket, "ASK_AFTER", 0.3)
    with two_nodes(database, bell) as nodes:
        asyncio.run(play(*nodes))


def test_a_node_whose_guest_is_silent_knows_who_is_elsewhere(
    database: str, bell: Ring, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise, heard again, this guest could let a bot play for somebody who is there."""

    async def play(one: InThread, other: InThread) -> None:
        ann, bob = Account.create(one.url, "Ann"), Account.create(other.url, "Bob")
        table = ann.open_table()
        async with AsyncTableClient(bob, table) as his:
            await his.sit()
            with await asyncio.to_thread(Telephone, one, ann, table) as telephone:
                telephone.switch_on()
                await until(lambda: his.presence is not None and his.presence.here == [True, True])
                telephone.switch_off()
                await until(lambda: his.presence is not None and his.presence.here == [False, True])
                await until(lambda: bool(one.hub.company.elsewhere(table)))

    monkeypatch.setattr(hub, "SILENT_AFTER", 1.0)
    monkeypatch.setattr(fast_websocket, "ASK_AFTER", 0.3)
    with two_nodes(database, bell) as nodes:
        asyncio.run(play(*nodes))


def test_people_at_different_nodes_play_a_game_together(database: str, bell: Ring) -> None:
    async def play(one: InThread, other: InThread) -> None:
        async with table_of_two(one, other, stock=3) as players:
            seen: list[list[int]] = [[], []]
            dice = random.Random(5)
            made = 0
            while made < 30:
                await until(lambda: any(p.now.own and p.now.own.legal for p in players) or ended(players))
                if ended(players):
                    break
                for number, player in enumerate(players):
                    command = Play().choose(player.now, dice)
                    if isinstance(command, asked.Play):
                        done = await player.do(command)
                        seen[number].append(done.version)
                        made += 1
            versions = sorted(seen[0] + seen[1])
            assert len(versions) == len(set(versions)), "two moves with one version"
            await until(lambda: players[0].version == players[1].version)
            first, second = players[0].now, players[1].now
            assert first.game is not None
            assert second.game is not None
            assert first.game.moves == second.game.moves

    with two_nodes(database, bell) as (one, other):
        asyncio.run(play(one, other))


def test_every_node_has_the_whole_log_of_a_table(database: str, bell: Ring) -> None:
    async def play(one: InThread, other: InThread) -> None:
        async with table_of_two(one, other) as players:
            for _move in range(6):
                player = await whoever_is_in_turn(players)
                assert player.now.own is not None
                version = (await player.play(player.now.own.legal[-1])).version
                for each in players:
                    here, there = [
                        await asyncio.to_thread(at(each.account, node).log, each.id) for node in (one, other)
                    ]
                    assert here == there
                    assert here.steps[-1].version == version
                    async for update in each.updates():
                        if update.version >= version:
                            break

    with two_nodes(database, bell) as (one, other):
        asyncio.run(play(one, other))


def ended(players: list[AsyncTableClient]) -> bool:
    return any(player.now.table.phase is not Phase.PLAYING for player in players)


def test_one_node_keeps_a_table_and_its_bots_move_once(database: str) -> None:
    async def watch(one: InThread, other: InThread) -> None:
        ann, eve = Account.create(one.url, "Ann"), Account.create(other.url, "Eve")
        table = ann.open_table(players=2, bots=[None, "eager"], stock=5, pace=0)
        async with AsyncTableClient(ann, table) as player, AsyncTableClient(eve, table) as watcher:
            await until(lambda: one.hub.company.keeps(table) != other.hub.company.keeps(table))
            for _turn in range(6):
                await until(lambda: bool(player.now.own and player.now.own.legal) or ended([player]))
                if ended([player]):
                    break
                assert player.now.own is not None
                await player.play(next(move for move in player.now.own.legal if ">d" in move))
            await until(lambda: watcher.version == player.version)
            assert one.hub.company.keeps(table) != other.hub.company.keeps(table)

    with two_nodes(database) as (one, other):
        asyncio.run(watch(one, other))


def test_whoever_is_connected_to_another_node_is_not_away(database: str) -> None:
    async def wait(one: InThread, other: InThread) -> None:
        async with table_of_two(one, other, grace=1) as players:
            await until(lambda: all(p.presence is not None and all(p.presence.here) for p in players))
            await asyncio.sleep(2.5)
            assert [seat.bot for seat in players[0].now.table.seats] == [None, None]
            await players[1].__aexit__(None, None, None)
            await until(lambda: players[0].now.table.seats[1].bot is not None)

    with two_nodes(database) as (one, other):
        asyncio.run(wait(one, other))


def test_a_node_takes_over_the_tables_of_one_that_has_stopped(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def move(one: InThread, other: InThread) -> None:
        ann, eve = Account.create(one.url, "Ann"), Account.create(other.url, "Eve")
        table = ann.open_table(players=2, bots=[None, "eager"], pace=0)
        async with AsyncTableClient(eve, table) as watcher, AsyncTableClient(ann, table) as player:
            await until(lambda: one.hub.company.keeps(table) or other.hub.company.keeps(table))
            keeper, heir = (one, other) if one.hub.company.keeps(table) else (other, one)
            place = player if heir is one else watcher
            await asyncio.to_thread(keeper.stop)
            await until(lambda: heir.hub.company.keeps(table))
            assert place.connected

    for module in (membership, roll):
        monkeypatch.setattr(module, "LEASE", 3600.0)  # nobody waits for its end
    with two_nodes(database) as (one, other):
        asyncio.run(move(one, other))


def test_what_a_node_keeps_that_is_killed_goes_on_at_another(database: str, tmp_path: Path) -> None:
    """The bots move, and the player who was connected to the dead node is away."""

    async def kill(one: Process, other: InThread) -> None:
        ann, eve = Account.create(one.url, "Ann"), Account.create(other.url, "Eve")
        table = ann.open_table(players=6, bots=[None, *5 * ["eager"]], pace=1000, grace=1)
        async with AsyncTableClient(ann, table) as player:
            await until(lambda: player.now.table.phase is Phase.PLAYING)
            await until(lambda: keepers() == {table} and not other.hub.company.keeps(table))
            async with AsyncTableClient(eve, table) as watcher:
                if player.now.own and player.now.own.legal:
                    await player.play(next(move for move in player.now.own.legal if ">d" in move))
                one.kill()  # a bot is in turn: five of them, who take their time
                version = latest(table)
                await until(lambda: watcher.now.table.seats[0].bot is not None)
                await until(lambda: latest(table) > version + 2)  # more than what was under way, and the substitution

    def keepers() -> set[str]:
        return {each for (each,) in Database(database).query("SELECT table_id FROM keepers") if each != HOUSEKEEPING}

    def latest(table: str) -> int:
        ((version,),) = Database(database).query("SELECT max(version) FROM log WHERE table_id = ?", table)
        return int(version)

    one = Process(tmp_path / "one", data=database)
    try:
        with node(database) as other:
            asyncio.run(kill(one, other))
    finally:
        one.kill()


def test_a_command_that_one_node_has_stored_is_answered_by_another_as_before(database: str) -> None:
    async def ask_twice(one: InThread, other: InThread) -> None:
        async with table_of_two(one, other) as players:
            player = await whoever_is_in_turn(players)
            there = other if player is players[0] else one
            assert player.now.own is not None
            command = asked.Play(id=new_id(), move=player.now.own.legal[0], version=player.version)
            async with AsyncTableClient(at(player.account, there), player.id) as again:
                first = await player.do(command)
                assert await again.do(command) == first

    with two_nodes(database) as (one, other):
        asyncio.run(ask_twice(one, other))


def test_a_move_that_is_out_of_date_by_a_move_at_another_node_is_refused(database: str) -> None:
    async def race(one: InThread, other: InThread) -> None:
        async with table_of_two(one, other) as players:
            player = await whoever_is_in_turn(players)
            there = other if player is players[0] else one
            assert player.now.own is not None
            version, legal = player.version, player.now.own.legal
            discards = [move for move in legal if ">d" in move][:2]
            async with AsyncTableClient(at(player.account, there), player.id) as again:
                answers = await asyncio.gather(
                    player.do(asked.Play(id=new_id(), move=discards[0], version=version)),
                    again.do(asked.Play(id=new_id(), move=discards[1], version=version)),
                    return_exceptions=True,
                )
            assert [isinstance(answer, Refused) for answer in answers].count(True) == 1

    with two_nodes(database) as (one, other):
        asyncio.run(race(one, other))


@needs_redis
@pytest.mark.parametrize("harm", ["kill", "freeze", "lie"])
def test_without_its_bell_everything_is_right_only_later(database: str, harm: str) -> None:
    redis = RedisServer()

    async def play(one: InThread, other: InThread) -> None:
        async with AsyncExitStack() as stack:
            players = await stack.enter_async_context(table_of_two(one, other))
            await until(lambda: not one.hub.company.complaints())
            if harm == "kill":
                redis.kill()
            elif harm == "freeze":
                redis.freeze()
            else:
                over = asyncio.Event()
                stack.push_async_callback(
                    asyncio.wait, [asyncio.create_task(ring_wildly(redis.address, players[0].id, over))]
                )
                stack.callback(over.set)
            for _move in range(6):
                player = await whoever_is_in_turn(players)
                assert player.now.own is not None
                await player.play(next(move for move in player.now.own.legal if ">d" in move))
            await until(lambda: players[0].version == players[1].version)
            if harm != "lie":
                await until(lambda: "bell" in "".join(one.hub.company.complaints()))
            if harm == "kill":
                redis.start()
            redis.thaw()
            await until(lambda: not one.hub.company.complaints() and not other.hub.company.complaints())

    try:
        with two_nodes(database, lambda: RedisBell(redis.address)) as (one, other):
            asyncio.run(play(one, other))
    finally:
        redis.stop()


async def ring_wildly(address: str, table: str, over: asyncio.Event) -> None:
    """Until it is over: a cancellation might be lost in the client of Redis."""
    from redis.asyncio import Redis

    lies = [b"", b"\n", b"\xff\xfe", b"x\n" * 1000, f"x\n{table} 99999999999\n{table} -1\n{table}".encode(), b"x\n a b"]
    async with Redis.from_url(address) as client:
        while not over.is_set():
            for lie in lies:
                await client.publish("skipbo", lie)
            await asyncio.sleep(0.005)


def test_a_node_that_was_struck_off_joins_again_and_keeps_what_nobody_else_does(database: str) -> None:
    async def come_back(one: InThread) -> None:
        ann = Account.create(one.url, "Ann")
        table = ann.open_table(players=2, bots=[None, "eager"])
        async with AsyncTableClient(ann, table):
            await until(lambda: one.hub.company.keeps(table))
            with psycopg.connect(database, autocommit=True) as connection:
                connection.execute("DELETE FROM nodes")
            await asyncio.sleep(0.7)
            await until(lambda: one.hub.company.keeps(table))

    with node(database) as one:
        asyncio.run(come_back(one))


def test_a_message_of_a_bell_that_is_no_message_rings_for_nothing() -> None:
    assert read(b"") == ("", [])
    assert read(b"me\nabc 12\n\nabc\nabc x\nabc -1\n" + b"a" * 65 + b" 1") == ("me", [("abc", 12)])
