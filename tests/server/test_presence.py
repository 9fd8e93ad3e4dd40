"""Who is gone is seen by the others, also without a goodbye; the owner need not wait for them."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from skipbo.client import Account, Refused, TableClient
from skipbo.protocol import commands as asked
from skipbo.protocol.messages import Phase, Presence
from skipbo.server import hub
from skipbo.server.hub import GLANCE, SILENT_AFTER
from skipbo.server.launcher import PING_SLOW_PATH
from skipbo.server.sockets import fast_websocket
from skipbo.server.store.log import ABSENCE
from skipbo.server.table.decider import substitute
from tests.server.server_process import TRANSPORTS, InThread, served
from tests.server.telephone import Telephone

PROMISED = 5.0  # seconds in which the others see that somebody is gone
PATIENCE = 4 * PROMISED  # for a machine that does three things at once: before, it could take 40 seconds


@pytest.fixture(params=TRANSPORTS)
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[InThread]:
    with served(tmp_path / "data", websocket=request.param) as server:
        yield server


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[InThread]:
    """A server that takes a second for a long time."""
    monkeypatch.setattr(hub, "SILENT_AFTER", 1.0)
    monkeypatch.setattr(hub, "GLANCE", 0.05)
    monkeypatch.setattr(fast_websocket, "ASK_AFTER", 0.1)
    with served(tmp_path / "data") as server:
        yield server


@contextmanager
def two_at_a_table(server: InThread) -> Iterator[tuple[Account, str, Telephone]]:
    """Ann's table, at which Bob plays by telephone."""
    ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
    table = ann.open_table(grace=86_400, pace=10_000)
    with Telephone(server, bob, table) as telephone:
        telephone.switch_on()
        telephone.send(asked.Sit(id="sit"), asked.Ready(id="ready"))
        yield ann, table, telephone


def wait_for(place: TableClient, fits: Callable[[Presence], bool], seconds: float = PATIENCE) -> float:
    """Waits until the presence at a table fits; returns how long it took."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        if place.presence is not None and fits(place.presence):
            return time.monotonic() - begun
        time.sleep(0.02)
    raise AssertionError(f"after {seconds} s: {place.presence}")


def test_the_times_add_up_to_the_promise() -> None:
    assert SILENT_AFTER + GLANCE < PROMISED
    assert 2 * PING_SLOW_PATH < PROMISED
    assert fast_websocket.ASK_AFTER + 1 < SILENT_AFTER, "an answer takes a while on a bad network"


def test_a_player_who_vanishes_without_a_goodbye_is_seen_as_away(server: InThread) -> None:
    with two_at_a_table(server) as (ann, table, telephone), TableClient(ann, table) as hers:
        wait_for(hers, lambda presence: presence.here == [True, True])
        telephone.switch_off()
        wait_for(hers, lambda presence: presence.here == [True, False])
        assert hers.presence is not None
        assert hers.presence.grace[1] is not None


def test_a_player_who_hangs_up_is_seen_as_away_at_once(server: InThread) -> None:
    with two_at_a_table(server) as (ann, table, telephone), TableClient(ann, table) as hers:
        wait_for(hers, lambda presence: presence.here == [True, True])
        telephone.hang_up()
        wait_for(hers, lambda presence: presence.here == [True, False])


def test_a_player_who_only_listens_stays(impatient: InThread) -> None:
    ann, bob = Account.create(impatient.url, "Ann"), Account.create(impatient.url, "Bob")
    table = ann.open_table(pace=10_000)
    with TableClient(ann, table) as hers, TableClient(bob, table) as his:
        his.sit()
        his.ready()
        wait_for(hers, lambda presence: presence.here == [True, True])
        time.sleep(2)
        assert hers.presence is not None
        assert hers.presence.here == [True, True]


def test_a_player_who_is_heard_again_is_back_with_the_same_connection(impatient: InThread) -> None:
    with two_at_a_table(impatient) as (ann, table, telephone), TableClient(ann, table) as hers:
        telephone.switch_off()
        wait_for(hers, lambda presence: presence.here == [True, False])
        connections = impatient.hub.connections
        telephone.switch_on()
        wait_for(hers, lambda presence: presence.here == [True, True] and presence.grace == [None, None])
        assert impatient.hub.connections == connections
        telephone.hang_up()
        wait_for(hers, lambda presence: presence.here == [True, False])


def test_the_owner_lets_a_bot_play_at_once_and_the_player_gets_the_seat_back(impatient: InThread) -> None:
    with two_at_a_table(impatient) as (ann, table, telephone), TableClient(ann, table) as hers:
        telephone.switch_off()
        wait_for(hers, lambda presence: presence.here == [True, False])
        hers.do(asked.Substitute(id="now", seat=1))
        assert hers.now.table.seats[1].bot == "eager"
        assert hers.now.table.seats[1].person
        with pytest.raises(Refused) as again:
            hers.do(asked.Substitute(id="again", seat=1))
        assert again.value.code == "bot.already"
        telephone.switch_on()
        wait_for(hers, lambda presence: presence.here == [True, True] and hers.now.table.seats[1].bot is None)


def test_a_player_who_comes_while_a_bot_is_let_play_gets_the_seat_back(server: InThread) -> None:
    ann, bob = Account.create(server.url, "Ann"), Account.create(server.url, "Bob")
    table = ann.open_table(pace=10_000)
    with TableClient(ann, table) as hers, TableClient(bob, table) as his:
        his.sit()
        his.ready()
        wait_for(hers, lambda _presence: hers.now.table.phase is Phase.PLAYING)  # both clients have shown their entropy
        room = server.hub.rooms[table]
        begun = room.version
        assert server.run(room.act(partial(substitute, seat=1, why=ABSENCE)))  # decided when Bob was not here yet
        wait_for(hers, lambda _presence: room.version == begun + 2)
        assert room.state.seats[1].bot is None


def test_nobody_lets_a_bot_play_for_a_player_who_is_there(impatient: InThread) -> None:
    ann, bob = Account.create(impatient.url, "Ann"), Account.create(impatient.url, "Bob")
    table = ann.open_table(pace=10_000)
    with TableClient(ann, table) as hers, TableClient(bob, table) as his:
        his.sit()
        his.ready()
        with pytest.raises(Refused) as present:
            hers.do(asked.Substitute(id="present", seat=1))
        assert present.value.code == "seat.here"
        with pytest.raises(Refused) as stranger:
            his.do(asked.Substitute(id="not mine", seat=0))
        assert stranger.value.code == "owner"
