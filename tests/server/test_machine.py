"""Two players and a spectator do anything in any order: all see the same table, the one that the log makes."""

import secrets
import shutil
import tempfile
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tools.cluster import Proxy
from tools.postgres_server import PostgresServer
from websockets.sync.client import ClientConnection, connect

from skipbo.client import Account
from skipbo.protocol import commands as asked
from skipbo.protocol.codec import decode, decode_message, encode
from skipbo.protocol.fairness import commitment_to_entropy
from skipbo.protocol.messages import Done, Phase, Pong, Refusal, Update
from skipbo.server.nodes.membership import Membership
from skipbo.server.table.decider import withhold
from skipbo.server.table.views import EncodedTable
from tests.server.needs import needs_cluster, needs_postgres
from tests.server.server_process import InThread
from tests.server.store_places import Database, Folder, StorePlace
from tests.server.table_harness import state_from_log

NAMES = ("Ann", "Bob", "Eve")
people = st.integers(0, 2)
seats = st.integers(0, 3)
numbers = st.sampled_from(["ab" * 16, "cd" * 32])


class Client:
    """A person with a socket, and the table as they last saw it."""

    def __init__(self, account: Account, table: str) -> None:
        self.account = account
        self.table = table
        self.seen: Update | None = None
        self.gone = False
        self.connect()

    def connect(self) -> None:
        since = None if self.seen is None else self.seen.version
        address = self.account.socket_address(self.table, since)
        self._context = connect(
            address, additional_headers=self.account.headers, compression=None, proxy=None, max_queue=None
        )
        self._socket: ClientConnection = self._context.__enter__()
        self.catch_up()

    def close(self) -> None:
        self._context.__exit__(None, None, None)

    def send(self, command: asked.Command) -> Done | Refusal | Pong:
        self._socket.send(encode(command).decode())
        while True:
            message = decode_message(self._socket.recv(10))
            if isinstance(message, Update):
                assert self.seen is None or message.since is None or message.since <= self.seen.version, "a gap"
                if self.seen is None or message.version > self.seen.version:
                    self.seen = message
            elif isinstance(message, Done | Refusal | Pong):
                return message

    def catch_up(self) -> int:
        answer = self.send(asked.Ping())
        assert isinstance(answer, Pong)
        return answer.version


class KnownDeals:
    """Instead of `secrets` where tables are opened: Hypothesis must find the same cards when it tries again."""

    token_hex, token_urlsafe, token_bytes = secrets.token_hex, secrets.token_urlsafe, bytes


class TableMachine(RuleBasedStateMachine):
    def __init__(self, place: StorePlace | None = None) -> None:
        """Without a place, the tables are in a folder of their own."""
        super().__init__()
        self.deals = patch("skipbo.server.hub.secrets", KnownDeals)
        self.deals.start()
        self.patience = patch("skipbo.server.table.keeper.TIME_TO_SHOW", 1e6)  # otherwise it would be a race
        self.patience.start()
        self.folder = Path(tempfile.mkdtemp())
        self.store = (place or Folder(self.folder)).open()
        self.server = InThread(self.store)
        self.url = self.server.url
        self.clients: list[Client] = []
        self.number = 0
        self.answered: dict[tuple[int, str], tuple[asked.TableCommand, int]] = {}

    def let_nodes_hear(self) -> None:
        """Waits until every node has heard of what others have written."""

    def teardown(self) -> None:
        for client in self.clients:
            client.close()
        self.server.stop()
        self.deals.stop()
        self.patience.stop()
        shutil.rmtree(self.folder)

    @initialize(players=st.integers(2, 4), referee=st.sampled_from(["strict", "kitchen"]), chat=st.booleans())
    def open(self, players: int, referee: str, chat: bool) -> None:
        accounts = [Account.create(self.url, name) for name in NAMES]
        options: dict[str, Any] = {"players": players, "referee": referee, "chat": chat}
        table = accounts[0].open_table(stock=2, pace=10_000, grace=86_400, partners=players == 4, **options)
        self.clients = [Client(account, table) for account in accounts]

    def do(self, person: int, kind: Any, **fields: Any) -> None:
        """Whoever asks is answered; a refusal changes nothing, an acceptance is one version."""
        client = self.clients[person]
        self.number += 1
        self.let_nodes_hear()
        command = kind(id=f"c{self.number}", **fields)
        before = client.catch_up()
        answer = client.send(command)
        assert isinstance(answer, Done | Refusal)
        after = client.catch_up()
        if isinstance(answer, Done):
            assert answer.version == before + 1 == after
            self.answered[person, command.id] = command, answer.version
        else:
            assert answer.kind.value in ("malformed", "not_legal", "out_of_date"), answer
            assert after == before

    def seen(self, person: int) -> Update:
        seen = self.clients[person].seen
        assert seen is not None
        return seen

    @rule(person=people, seat=st.none() | seats)
    def sit(self, person: int, seat: int | None) -> None:
        self.do(person, asked.Sit, seat=seat)

    @rule(person=people, on=st.booleans())
    def ready(self, person: int, on: bool) -> None:
        self.do(person, asked.Ready, on=on, entropy="ab")

    @rule(person=people, entropy=numbers)
    def commit(self, person: int, entropy: str) -> None:
        self.do(person, asked.Ready, commitment=commitment_to_entropy(entropy))

    @rule(person=people, entropy=numbers)
    def show(self, person: int, entropy: str) -> None:
        self.do(person, asked.Show, entropy=entropy)

    @rule()
    def wait_too_long(self) -> None:
        """As if the time to show entropy was over."""
        room = self.server.hub.rooms[self.clients[0].table]
        if room.state.showing_at:
            assert self.server.run(room.act(partial(withhold, since=room.state.showing_at)))

    @rule(person=people)
    def start(self, person: int) -> None:
        self.do(person, asked.Start)

    @rule(person=people)
    def leave(self, person: int) -> None:
        self.do(person, asked.Leave)

    @rule(person=people, on=st.booleans())
    def lock(self, person: int, on: bool) -> None:
        self.do(person, asked.Lock, on=on)

    @rule(person=people, seat=seats, bot=st.sampled_from([None, "eager", "nobody"]))
    def seat_bot(self, person: int, seat: int, bot: str | None) -> None:
        self.do(person, asked.SeatBot, seat=seat, bot=bot)

    @rule(person=people, seat=seats)
    def substitute(self, person: int, seat: int) -> None:
        self.do(person, asked.Substitute, seat=seat)

    @rule(person=people)
    def say(self, person: int) -> None:
        self.do(person, asked.Say, text="hello")

    @rule(person=people, seat=seats, on=st.booleans())
    def mute(self, person: int, seat: int, on: bool) -> None:
        self.do(person, asked.Mute, seat=seat, on=on)

    @rule(person=people)
    def come_back(self, person: int) -> None:
        self.do(person, asked.ComeBack)

    @rule(person=people, late=st.integers(0, 3))
    def undo(self, person: int, late: int) -> None:
        self.do(person, asked.Undo, version=max(0, self.seen(person).version - late))

    @rule(person=people, agree=st.booleans())
    def answer_undo(self, person: int, agree: bool) -> None:
        self.do(person, asked.AnswerUndo, agree=agree, version=self.seen(person).version)

    @rule(person=people, move=st.sampled_from(["pass", "s>b1", "hW>d1", "draw", "1: draw", "x", "5s>b1"]))
    def play_anything(self, person: int, move: str) -> None:
        self.do(person, asked.Play, move=move, version=self.seen(person).version)

    @precondition(lambda self: self.clients and self.seen(0).table.phase is Phase.PLAYING)
    @rule(data=st.data())
    def play_well(self, data: st.DataObject) -> None:
        for person in range(2):
            own = self.seen(person).own
            if own is not None and own.legal:
                move = data.draw(st.sampled_from(own.legal))
                self.do(person, asked.Play, move=move, version=self.seen(person).version)

    @precondition(lambda self: self.answered)
    @rule(data=st.data())
    def ask_again(self, data: st.DataObject) -> None:
        person, name = data.draw(st.sampled_from(sorted(self.answered)))
        command, version = self.answered[person, name]
        self.let_nodes_hear()
        before = self.clients[person].catch_up()
        assert self.clients[person].send(command) == Done(name, version)
        assert self.clients[person].catch_up() == before

    @rule(person=people)
    def connect_again(self, person: int) -> None:
        self.clients[person].close()
        self.clients[person].connect()

    @invariant()
    def nobody_sees_entropy_before_all_have_committed(self) -> None:
        for client in self.clients:
            assert client.seen is not None
            fair = client.seen.table.fair
            if client.seen.table.phase is not Phase.PLAYING and not fair.showing:
                assert not any(made and shown for made, shown in zip(fair.commitments, fair.entropy, strict=True))

    @invariant()
    def everybody_sees_the_log(self) -> None:
        if not self.clients:
            return
        self.let_nodes_hear()
        versions = {client.catch_up() for client in self.clients}
        assert len(versions) == 1
        entries = self.server.run(self.store.read_log(self.clients[0].table))
        state = state_from_log(self.clients[0].table, entries)
        encoded = EncodedTable(state)
        for client in self.clients:
            seen = client.seen
            assert seen is not None
            told = decode(encoded.update(None if seen.own is None else seen.own.seat), Update)
            assert (seen.version, seen.table, seen.game, seen.own) == (told.version, told.table, told.game, told.own)


EXAMPLES = settings(max_examples=15, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck))
TestTable = TableMachine.TestCase
TestTable.settings = EXAMPLES


@needs_postgres
def test_a_table_in_postgresql_is_what_its_log_makes(postgres: PostgresServer) -> None:
    place = Database(postgres.new_database())

    class PostgresMachine(TableMachine):
        def __init__(self) -> None:
            super().__init__(place)

    run_state_machine_as_test(PostgresMachine, settings=settings(EXAMPLES, max_examples=4))


@needs_cluster
def test_a_table_of_two_nodes_behind_a_proxy_is_what_its_log_makes(postgres: PostgresServer, tmp_path: Path) -> None:
    """The proxy sends connections to both nodes in turn, so that people at one table are at different nodes."""
    place = Database(postgres.new_database())

    class NodesMachine(TableMachine):
        def __init__(self) -> None:
            super().__init__(place)
            self.server.stop()
            self.store = place.open()
            self.nodes = [InThread(store, company=Membership(place.data)) for store in (self.store, place.open())]
            self.server = self.nodes[0]
            in_turn = {"balance hash path,field(5,/)": "balance roundrobin", "hash-type consistent": ""}
            self.proxy = Proxy(tmp_path, [node.url for node in self.nodes], **in_turn)
            self.url = self.proxy.url

        def let_nodes_hear(self) -> None:
            for node in self.nodes:
                room = node.hub.rooms.get(self.clients[0].table)
                if room is not None:
                    node.run(room.look())

        def teardown(self) -> None:
            super().teardown()
            self.nodes[1].stop()
            self.proxy.kill()

    run_state_machine_as_test(NodesMachine, settings=settings(EXAMPLES, max_examples=4))
