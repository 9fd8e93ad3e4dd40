"""Seats commit to entropy when they are ready, and show it when everybody has."""

import hashlib
from typing import Any

import msgspec
import pytest

from skipbo.errors import Malformed
from skipbo.protocol import commands as asked
from skipbo.protocol.events import Left, Withheld
from skipbo.protocol.fairness import check_proof, commitment_to_entropy, commitments_of, key_of_game
from skipbo.protocol.messages import Phase
from skipbo.record import to_record
from skipbo.server.store import log
from skipbo.server.store.interface import Guest
from skipbo.server.table.decider import withhold
from skipbo.server.table.views import EncodedTable
from tests.server.table_harness import ANN, BOB, CLEO, LoggedTable, dealt, open_table
from tests.server.test_state import finish, refused

HERS, HIS, OTHER = "a1" * 16, "b2" * 32, "c3" * 20


def gathered(*guests: Guest, **options: Any) -> LoggedTable:
    guests = guests or (ANN, BOB)
    table = open_table(guests[0], **({"players": len(guests)} | options))
    for guest in guests:
        table.do(guest, asked.Sit(id="-"))
    return table


def commit(table: LoggedTable, guest: Guest, entropy: str) -> None:
    table.do(guest, asked.Ready(id="-", commitment=commitment_to_entropy(entropy)))


def show(table: LoggedTable, guest: Guest, entropy: str) -> None:
    table.do(guest, asked.Show(id="-", entropy=entropy))


def committed(**options: Any) -> LoggedTable:
    """A table at which Ann and Bob have committed to entropy, and neither has shown it."""
    table = gathered(**options)
    commit(table, ANN, HERS)
    commit(table, BOB, HIS)
    return table


def time_is_over(table: LoggedTable) -> list[object]:
    return list(table.add("", withhold(table.state, table.state.showing_at)))


def ready(table: LoggedTable) -> list[bool]:
    return [seat.ready for seat in table.state.seats]


def test_the_game_begins_when_every_seat_has_shown_the_entropy_that_it_committed_to() -> None:
    table = gathered()
    commit(table, ANN, HERS)
    assert not table.sees(BOB).table.fair.showing
    commit(table, BOB, HIS)
    fair = table.sees(None).table.fair
    assert fair.showing
    assert fair.commitments == [commitment_to_entropy(HERS), commitment_to_entropy(HIS)]
    assert fair.entropy == ["", ""]
    show(table, BOB, HIS)
    assert table.state.playing is None
    assert table.sees(ANN).table.fair.entropy == ["", HIS]
    show(table, ANN, HERS)
    assert table.state.playing is not None
    assert table.state.playing.key == key_of_game(table.state.secret(1), [HERS, HIS])
    later = table.sees(None).table.fair
    assert (later.entropy, later.commitments, later.showing) == ([HERS, HIS], fair.commitments, False)


def test_a_seat_without_a_commitment_has_nothing_to_show() -> None:
    table = gathered(ANN, BOB, CLEO)
    table.do(BOB, asked.Ready(id="-"))
    table.do(CLEO, asked.Ready(id="-", entropy="ab"))
    commit(table, ANN, HERS)
    assert table.sees(None).table.fair.showing
    with refused("show.none"):
        show(table, BOB, HIS)
    show(table, ANN, HERS)
    assert table.state.entropy == [HERS, "", "ab"]


def test_a_table_without_commitments_begins_at_once() -> None:
    table = gathered()
    table.do(ANN, asked.Ready(id="-"))
    table.do(BOB, asked.Ready(id="-"))
    assert table.state.playing


def test_one_person_among_bots_commits_and_shows_too() -> None:
    table = open_table(bots=[None, "eager"])
    table.do(ANN, asked.Sit(id="-"))
    commit(table, ANN, HERS)
    assert table.state.playing is None
    show(table, ANN, HERS)
    assert table.state.playing


def test_the_owner_who_starts_with_bots_has_committed_by_being_ready() -> None:
    table = open_table(players=3)
    for guest in (ANN, BOB):
        table.do(guest, asked.Sit(id="-"))
    table.do(BOB, asked.Ready(id="-"))
    commit(table, ANN, HERS)
    assert not table.state.showing_at
    table.do(ANN, asked.Start(id="-"))
    assert table.state.showing_at
    show(table, ANN, HERS)
    assert table.state.playing


def test_nobody_can_show_entropy_before_all_commitments_are_made() -> None:
    table = gathered()
    commit(table, ANN, HERS)
    with refused("show.early"):
        show(table, ANN, HERS)
    with refused("show.early"):
        table.do(ANN, asked.Ready(id="-", commitment=commitment_to_entropy(HERS), entropy=HERS))
    for seat in (None, 0, 1):
        assert HERS.encode() not in EncodedTable(table.state).update(seat)


def test_nobody_can_show_anything_but_the_entropy_of_their_commitment() -> None:
    table = committed()
    for wrong in (OTHER, HIS, HERS + "00"):
        with refused("show.other"):
            show(table, ANN, wrong)
    show(table, ANN, HERS)
    for again in (HERS, OTHER):
        with refused("show.none"):
            show(table, ANN, again)
    with refused("seat.wanted"):
        show(table, CLEO, HERS)


def test_no_seat_and_no_commitment_changes_while_entropy_is_shown() -> None:
    table = committed()
    show(table, ANN, HERS)
    for guest, command in (
        (BOB, asked.Ready(id="-", commitment=commitment_to_entropy(OTHER))),
        (BOB, asked.Ready(id="-", on=False)),
        (ANN, asked.Start(id="-")),
        (ANN, asked.Kick(id="-", seat=1)),
        (ANN, asked.SeatBot(id="-", seat=1, bot="eager")),
        (CLEO, asked.Sit(id="-")),
    ):
        with refused("game.begins"):
            table.do(guest, command)
    table.do(ANN, asked.Lock(id="-"))
    table.do(ANN, asked.Say(id="-", text="Good luck"))
    show(table, BOB, HIS)
    assert table.state.playing


def test_a_seat_that_has_committed_may_think_again_until_all_have() -> None:
    table = gathered()
    commit(table, ANN, HERS)
    table.do(ANN, asked.Ready(id="-", on=False))
    assert table.sees(None).table.fair.commitments == ["", ""]
    commit(table, ANN, OTHER)
    commit(table, BOB, HIS)
    with refused("show.other"):
        show(table, ANN, HERS)
    show(table, ANN, OTHER)


def test_if_a_seat_withholds_its_entropy_all_commitments_are_void_and_everybody_sees_whose_fault_it_is() -> None:
    table = committed()
    show(table, ANN, HERS)
    assert time_is_over(table) == [Withheld(1)]
    fair = table.sees(None).table.fair
    assert (fair.showing, fair.commitments, fair.entropy, fair.game) == (False, ["", ""], ["", ""], 1)
    assert ready(table) == [False, False]
    with refused("show.none"):
        show(table, BOB, HIS)
    commit(table, ANN, OTHER)
    commit(table, BOB, HIS)
    show(table, BOB, HIS)
    show(table, ANN, OTHER)
    assert table.state.playing


def test_time_is_over_only_for_the_shuffle_that_it_was_for() -> None:
    table = committed()
    since = table.state.showing_at
    time_is_over(table)
    commit(table, ANN, HERS)
    commit(table, BOB, HIS)
    with refused("show.none"):
        withhold(table.state, since)
    assert withhold(table.state, table.state.showing_at) == log.EntropyWithheld((0, 1))


def test_a_seat_without_a_commitment_stays_ready_when_another_withholds_its_entropy() -> None:
    """A simple bot says once that it is ready."""
    table = gathered(ANN, BOB, CLEO)
    table.do(CLEO, asked.Ready(id="-"))
    commit(table, ANN, HERS)
    commit(table, BOB, HIS)
    time_is_over(table)
    assert ready(table) == [False, False, True]


@pytest.mark.parametrize("guest", [ANN, BOB, CLEO])
def test_whoever_leaves_while_entropy_is_shown_makes_all_commitments_void(guest: Guest) -> None:
    table = gathered(ANN, BOB, CLEO)
    table.do(CLEO, asked.Ready(id="-"))
    commit(table, ANN, HERS)
    commit(table, BOB, HIS)
    show(table, ANN, HERS)
    seat = table.state.seat_of(guest.id)
    assert seat is not None
    assert table.do(guest, asked.Leave(id="-")) == [Left(seat, kicked=False), Withheld(seat)]
    assert not table.state.showing_at
    assert all(seat.entropy == seat.commitment == "" for seat in table.state.seats)
    assert table.state.phase is Phase.GATHERING


def test_whoever_leaves_before_takes_the_own_commitment_along() -> None:
    table = gathered()
    commit(table, ANN, HERS)
    assert table.do(ANN, asked.Leave(id="-")) == [Left(0, kicked=False)]
    assert table.sees(None).table.fair.commitments == ["", ""]


def test_a_player_for_whom_a_bot_plays_may_come_back_while_entropy_is_shown() -> None:
    table = dealt(stock=1)
    finish(table)
    table.state.seats[1].bot = "eager"  # as if Bob had been away at the end
    commit(table, ANN, HERS)
    table.do(BOB, asked.ComeBack(id="-"))
    assert table.state.showing_at
    show(table, ANN, HERS)
    assert table.state.playing
    assert table.state.entropy == [HERS, ""]


def test_the_next_game_needs_new_commitments() -> None:
    table = committed(stock=1)
    show(table, ANN, HERS)
    show(table, BOB, HIS)
    finish(table)
    fair = table.sees(None).table.fair
    assert (fair.game, fair.commitments, fair.entropy) == (2, ["", ""], ["", ""])
    with refused("show.none"):
        show(table, ANN, HERS)


def test_a_table_that_goes_on_with_a_game_does_not_ask_for_entropy() -> None:
    """Its cards do not follow from it."""
    game = dealt().state.game
    assert game is not None
    table = open_table(origin=log.Origin(msgspec.json.encode(to_record(game))))
    for guest, entropy in ((ANN, HERS), (BOB, HIS)):
        table.do(guest, asked.Sit(id="-"))
        commit(table, guest, entropy)
    assert table.state.playing


def test_the_log_alone_makes_a_table_at_which_entropy_is_shown() -> None:
    table = committed()
    show(table, ANN, HERS)
    again = table.again()
    assert again.showing_at == table.state.showing_at > 0
    assert EncodedTable(again).update(0) == EncodedTable(table.state).update(0)
    time_is_over(table)
    assert EncodedTable(table.again()).update(0) == EncodedTable(table.state).update(0)


# The proof


def test_the_key_does_not_follow_from_the_commitments() -> None:
    """Otherwise the server and the last one to commit could choose the cards before anybody shows anything."""
    table = committed()
    made = table.sees(None).table.fair.commitments
    show(table, ANN, HERS)
    show(table, BOB, HIS)
    assert table.state.playing is not None
    parts = b"".join(map(bytes.fromhex, made))
    guessed = hashlib.sha256(b"skipbo key 1\0" + table.state.secret(1) + parts).digest()
    assert table.state.playing.key != guessed


def test_the_proof_shows_a_seat_that_has_changed_its_entropy() -> None:
    table = gathered(ANN, BOB, CLEO, stock=1)
    table.do(CLEO, asked.Ready(id="-"))
    commit(table, ANN, HERS)
    commit(table, BOB, HIS)
    noted = commitments_of(table.sees(ANN).table.fair)
    show(table, ANN, HERS)
    show(table, BOB, HIS)
    finish(table)
    proof = table.state.proof()
    assert proof is not None
    secret = bytes.fromhex(proof.secret)
    check_proof(proof, key_of_game(secret, proof.entropy).hex(), noted)
    check_proof(proof, key_of_game(secret, proof.entropy).hex(), noted.upper().replace(",", ", "))
    for entropy in ([HERS, OTHER, ""], [OTHER, HIS, ""], [HERS, HIS, OTHER], [HERS, HIS]):
        chosen = type(proof)(scheme=1, secret=proof.secret, commitment=proof.commitment, entropy=entropy)
        with pytest.raises(Malformed, match="numbers of the seats"):
            check_proof(chosen, key_of_game(secret, entropy).hex(), noted)
