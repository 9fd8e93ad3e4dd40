"""Logs of older servers can still be read; `python -m tests.server.store.test_golden_log` writes new ones."""

import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skipbo.protocol import commands as asked
from skipbo.protocol.fairness import commitment_to_entropy
from skipbo.server.store.interface import Guest
from skipbo.server.store.log import Entry
from skipbo.server.table.decider import bot_plays, substitute, withhold
from skipbo.server.table.state import TableState
from skipbo.server.table.views import EncodedTable
from tests.server.table_harness import ANN, BOB, CLEO, LoggedTable, in_turn, open_table

FOLDER = Path(__file__).parent / "golden"
LOGS = sorted(FOLDER.glob("*.jsonl"))
# What was shown when the logs were written; more may be shown by now.
GAME = {"number", "moves", "turn", "dealer", "sides", "hands", "stocks", "discards", "building", "draw", "spent"}
GAME |= {"kitchen", "outcome"}
KITCHEN = {"actor", "begun", "drawing", "offered", "exposed", "talked", "owes"}
OWN = {"seat", "owner", "hand", "legal", "muted"}


def shown(entries: list[Entry]) -> str:
    """A digest of all that the table shows to everybody, after every entry."""
    digest = hashlib.sha256()
    state = TableState("golden", entries[0])
    for entry in entries[1:]:
        state.apply(entry)
        for seat in (None, *range(len(state.seats))):
            update = msgspec.json.decode(EncodedTable(state).update(seat))
            game = only(update["game"], GAME)
            told = {
                "game": game and game | {"kitchen": only(game["kitchen"], KITCHEN)},
                "own": only(update["own"], OWN),
                "seats": update["table"]["seats"],
            }
            digest.update(msgspec.json.encode(told, order="deterministic"))
    return digest.hexdigest()


def only(shown: dict[str, Any] | None, names: set[str]) -> dict[str, Any] | None:
    return None if shown is None else {name: value for name, value in shown.items() if name in names}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_an_old_log_gives_the_same_table(path: Path) -> None:
    first, *lines = path.read_bytes().splitlines()
    entries = [msgspec.json.decode(line, type=Entry) for line in lines]
    assert shown(entries) == first.decode()


def test_there_is_a_log_of_every_kind_of_game() -> None:
    assert [path.stem for path in LOGS] == ["kitchen-1", "kitchen-2", "strict-1", "strict-2"]


def write(referee: str) -> list[Entry]:
    """A table at which everything happens that a log can tell."""
    table = open_table(players=3, referee=referee, stock=12, points=200)
    for guest in (ANN, BOB, CLEO):
        table.do(guest, asked.Sit(id="-"))
    commit(table, ANN, BOB, CLEO)
    table.do(BOB, show(BOB))
    table.add("", withhold(table.state, table.state.showing_at))
    commit(table, ANN, BOB)
    table.do(CLEO, asked.Ready(id="-", entropy="ab"))
    table.do(ANN, show(ANN))
    table.do(BOB, show(BOB))
    table.do(BOB, asked.Say(id="-", text="Good luck"))
    table.do(ANN, asked.Mute(id="-", seat=1))
    table.do(ANN, asked.Lock(id="-"))
    while table.state.playing and table.state.version < 200:
        play(table)
        if table.state.version == 30:
            table.add("", substitute(table.state, 2, "absence"))
        if table.state.version == 40:
            table.do(CLEO, asked.ComeBack(id="-"))
        if table.state.version == 60 and table.state.moves_to_undo(0):
            table.do(ANN, asked.Undo(id="-", version=table.state.version))
            for seat in sorted(table.state.undo.waiting) if table.state.undo else ():
                answer = asked.AnswerUndo(id="-", agree=True, version=table.state.version)
                table.do(table.person_at(seat), answer)
    table.do(BOB, asked.Leave(id="-"))
    return table.entries


def commit(table: LoggedTable, *guests: Guest) -> None:
    for guest in guests:
        table.do(guest, asked.Ready(id="-", commitment=commitment_to_entropy(show(guest).entropy)))


def show(guest: Guest) -> asked.Show:
    return asked.Show(id="-", entropy=16 * f"{ord(guest.name[0]):02x}")


def play(table: LoggedTable) -> None:
    seat = table.state.acting_seat()
    game = table.state.game
    assert seat is not None
    assert game is not None
    legal = [str(move) for move in game.legal_moves]
    move = min(legal, key=lambda move: (">b" not in move, "draw" not in move, move))
    if table.state.seats[seat].bot is not None:
        table.add("", bot_plays(table.state, seat, move, table.state.version))
    else:
        table.play(in_turn(table), move)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for referee in ("kitchen", "strict"):
        entries = write(referee)
        lines = [shown(entries).encode(), *map(msgspec.json.encode, entries)]
        (FOLDER / f"{referee}-2.jsonl").write_bytes(b"\n".join(lines) + b"\n")
