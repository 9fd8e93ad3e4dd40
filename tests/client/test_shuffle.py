"""A client's part in the shuffle: when it shows its entropy, what it notes, and servers that break the rules."""

import asyncio
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.server import ServerConnection

from skipbo.client import Account, AsyncTableClient
from skipbo.client.shuffle import MOST_RETRIES, Shuffle
from skipbo.errors import Malformed
from skipbo.protocol import commands as asked
from skipbo.protocol.codec import decode_command, encode, to_builtins
from skipbo.protocol.events import Withheld
from skipbo.protocol.fairness import check_proof, commitment_to_entropy, commitments_of, key_of_game
from skipbo.protocol.messages import Done, Proof, Update
from skipbo.server.table.decider import withhold
from tests.client.strange_server import stay, web_socket_server
from tests.server.table_harness import ANN, BOB, LoggedTable, open_table

OURS, HIS, LATER = "a1" * 16, "b2" * 16, "c3" * 16


def gathered() -> LoggedTable:
    table = open_table()
    for guest in (ANN, BOB):
        table.do(guest, asked.Sit(id="-"))
    return table


def ready(entropy: str) -> asked.Ready:
    return asked.Ready(id="-", commitment=commitment_to_entropy(entropy))


def both_committed(shuffle: Shuffle) -> LoggedTable:
    """A table at which Ann, whose client this is, and Bob have committed; the client has seen everything before."""
    table = gathered()
    assert shuffle.see(table.sees(ANN)) is None
    table.do(ANN, asked.Ready(id="-", commitment=shuffle.commit(OURS)))
    assert shuffle.see(table.sees(ANN)) is None
    table.do(BOB, ready(HIS))
    return table


def told(update: Update, **fair: Any) -> Update:
    """The same update with something else about the shuffle."""
    return replace(update, table=replace(update.table, fair=replace(update.table.fair, **fair)))


def test_entropy_is_shown_when_all_have_committed_and_the_commitments_are_noted() -> None:
    shuffle = Shuffle()
    update = both_committed(shuffle).sees(ANN)
    assert shuffle.commitments == {1: update.table.fair.commitment}
    assert shuffle.see(update) == OURS
    assert shuffle.commitments == {1: commitments_of(update.table.fair)}
    assert shuffle.commitments[1].split(",")[1:] == [commitment_to_entropy(OURS), commitment_to_entropy(HIS)]
    assert shuffle.see(update) == OURS, "after a reconnection it is shown again"


def test_entropy_is_not_shown_twice() -> None:
    shuffle = Shuffle()
    table = both_committed(shuffle)
    shuffle.see(table.sees(ANN))
    table.do(ANN, asked.Show(id="-", entropy=OURS))
    assert shuffle.see(table.sees(ANN)) is None


def test_a_spectator_notes_the_commitments_too() -> None:
    shuffle = Shuffle()
    update = both_committed(Shuffle()).sees(None)
    assert shuffle.see(update) is None
    assert shuffle.commitments == {1: commitments_of(update.table.fair)}


@pytest.mark.parametrize(
    "lie",
    [
        {"showing": False},
        {"commitment": "00" * 32},
        {"commitments": []},
        {"commitments": [""]},
        {"commitments": ["", commitment_to_entropy(HIS)]},
        {"commitments": [commitment_to_entropy(LATER), commitment_to_entropy(HIS)]},
        {"entropy": ["", "nonsense"], "commitments": [commitment_to_entropy(OURS), ""]},
    ],
)
def test_entropy_is_not_shown_to_a_server_that_asks_too_early_or_has_changed_something(lie: dict[str, Any]) -> None:
    shuffle = Shuffle()
    assert shuffle.see(told(both_committed(shuffle).sees(ANN), **lie)) is None


def proof_with(table: LoggedTable, entropy: list[str]) -> tuple[Proof, str]:
    """The proof of a server that shuffles with this entropy, and the seed that it makes."""
    secret = table.state.secret(1)
    proof = Proof(scheme=1, secret=secret.hex(), commitment=table.state.fair_play().commitment, entropy=entropy)
    return proof, key_of_game(secret, entropy).hex()


def test_a_seat_that_chooses_its_entropy_later_is_found_out() -> None:
    """The server and Bob know the secret, and would try until they like the cards."""
    shuffle = Shuffle()
    table = both_committed(shuffle)
    shuffle.see(table.sees(ANN))
    check_proof(*proof_with(table, [OURS, HIS]), shuffle.commitments[1])
    for entropy in ([OURS, LATER], [OURS, ""]):
        with pytest.raises(Malformed, match="numbers of the seats"):
            check_proof(*proof_with(table, entropy), shuffle.commitments[1])


def test_a_commitment_that_is_changed_after_our_entropy_is_shown_is_found_out() -> None:
    shuffle = Shuffle()
    table = both_committed(shuffle)
    update = table.sees(ANN)
    assert shuffle.see(update) == OURS
    ours, later = commitment_to_entropy(OURS), commitment_to_entropy(LATER)
    for changes in (
        {"commitments": [ours, later]},
        {"commitments": ["", later]},
        {"commitments": [ours, ""], "entropy": ["", LATER]},
        {"commitment": "00" * 32},
    ):
        assert shuffle.see(told(update, showing=False)) is None
        assert shuffle.see(told(update, **changes)) is None
        with pytest.raises(Malformed, match="numbers of the seats"):
            check_proof(*proof_with(table, [OURS, LATER]), shuffle.commitments[1])
    assert commitments_of(update.table.fair) == shuffle.commitments[1]


def test_a_seat_that_did_not_commit_cannot_add_anything_later() -> None:
    shuffle = Shuffle()
    table = gathered()
    table.do(BOB, asked.Ready(id="-"))
    table.do(ANN, asked.Ready(id="-", commitment=shuffle.commit(OURS)))
    assert shuffle.see(table.sees(ANN)) == OURS
    check_proof(*proof_with(table, [OURS, ""]), shuffle.commitments[1])
    with pytest.raises(Malformed, match="numbers of the seats"):
        check_proof(*proof_with(table, [OURS, LATER]), shuffle.commitments[1])


def test_a_new_commitment_is_made_when_another_seat_withholds_its_entropy_but_not_for_ever() -> None:
    shuffle = Shuffle()
    table = both_committed(shuffle)
    table.do(ANN, asked.Show(id="-", entropy=OURS))
    happened = table.add("", withhold(table.state, table.state.showing_at))
    update = replace(table.sees(ANN), happened=happened)
    assert not shuffle.must_retry(replace(update, happened=[])), "nothing has happened"
    assert not shuffle.must_retry(replace(update, happened=[Withheld(0)])), "it was our own fault"
    assert [shuffle.must_retry(update) for _time in range(MOST_RETRIES + 2)] == [True] * MOST_RETRIES + [False] * 2
    assert not Shuffle().must_retry(update), "who has not committed need not"
    assert shuffle.must_retry(told(update, game=2)), "at the next game it begins anew"


def test_new_entropy_is_noted_anew() -> None:
    shuffle = Shuffle()
    table = both_committed(shuffle)
    shuffle.see(table.sees(ANN))
    table.add("", withhold(table.state, table.state.showing_at))
    shuffle.see(table.sees(ANN))
    table.do(BOB, ready(LATER))
    table.do(ANN, asked.Ready(id="-", commitment=shuffle.commit()))
    entropy = shuffle.see(table.sees(ANN))
    assert entropy is not None
    assert entropy != OURS
    assert shuffle.commitments[1].split(",")[2] == commitment_to_entropy(LATER)


@pytest.mark.parametrize("entropy", ["", "ab", "xy" * 16, "AB" * 16, "ab" * 33, "abc" * 11])
def test_entropy_that_could_be_guessed_or_is_not_hex_is_refused(entropy: str) -> None:
    with pytest.raises(Malformed, match="entropy"):
        Shuffle().commit(entropy)


# With sockets


async def heard(socket: ServerConnection) -> asked.Command:
    """The next command that is not a ping."""
    while isinstance(command := decode_command(await socket.recv()), asked.Ping):
        pass
    return command


def test_a_client_that_loses_its_connection_shows_its_entropy_when_it_is_back() -> None:
    table, shown = gathered(), list[asked.Show]()

    async def script(socket: ServerConnection) -> None:
        await socket.send(encode(table.sees(ANN)).decode())
        if table.state.seats[0].ready:  # the second connection
            while not isinstance(command := await heard(socket), asked.Show):
                pass  # what was not answered is sent again
            shown.append(command)
            await stay(socket)
            return
        command = await heard(socket)
        assert isinstance(command, asked.Ready)
        table.do(BOB, asked.Ready(id="-"))
        table.do(ANN, command)
        await socket.close()

    async def play(url: str) -> None:
        async with asyncio.timeout(20), AsyncTableClient(Account(url, "token"), "table") as client:
            being_ready = asyncio.create_task(client.ready(OURS))
            while not shown:
                await asyncio.sleep(0.01)
            being_ready.cancel()

    with web_socket_server(script) as url:
        asyncio.run(play(url))
    assert [show.entropy for show in shown] == [OURS]


def test_a_server_of_an_older_version_is_sent_no_commitment() -> None:
    update: dict[str, Any] = to_builtins(gathered().sees(ANN))
    del update["table"]["fair"]["commitments"], update["table"]["fair"]["showing"]
    sent = list[dict[str, Any]]()

    async def script(socket: ServerConnection) -> None:
        await socket.send(msgspec.json.encode(update).decode())
        while not sent:
            message = msgspec.json.decode(await socket.recv())
            if message["type"] != "ping":
                sent.append(message)
        await socket.send(encode(Done(sent[0]["id"], update["version"])).decode())
        await stay(socket)

    async def play(url: str) -> None:
        async with asyncio.timeout(20), AsyncTableClient(Account(url, "token"), "table") as client:
            await client.ready()

    with web_socket_server(script) as url:
        asyncio.run(play(url))
    assert sent == [{"type": "ready", "id": sent[0]["id"]}]
