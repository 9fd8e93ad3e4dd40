"""Every game of a tournament as a row of a table: CSV, or Parquet."""

import csv
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from skipbo.arena.checkpoint import Checkpoint
from skipbo.arena.chunks import Chunk
from skipbo.arena.tournament import Plan
from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.kernel.layout import BLOCKED, BY_STOCK, FORFEITED, GOING_ON, NO_SEAT

FORMATS = ("csv", "parquet")
HOW = {GOING_ON: "unfinished", BY_STOCK: "stock", BLOCKED: "blocked", FORFEITED: "forfeited"}


def check_format(name: str) -> None:
    if name not in FORMATS:
        raise Malformed(
            "format", _("Results are written as {known}, not as “{name}”.").format(known=", ".join(FORMATS), name=name)
        )
    if name == "parquet" and find_spec("pyarrow") is None:
        raise Malformed("format", _("Parquet needs another package: pip install 'skipbo[arena]'."))


def columns(plan: Plan, chunk: Chunk) -> dict[str, list[Any]]:
    """The games of a chunk, column by column. Matches count from 1; `deal` is the number of the game in the seed."""
    meeting, results = plan.meetings[chunk.meeting], chunk.results
    deals, rotations = results.shape
    seats = [meeting.seats(rotation) for rotation in range(rotations)]
    winners = [
        {team: meeting.side(team, rotation).label for team in range(plan.table.teams)} for rotation in range(rotations)
    ]
    games = [(chunk.first + deal, rotation) for deal in range(deals) for rotation in range(rotations)]
    table: dict[str, list[Any]] = {
        "match": [meeting.match + 1] * len(games),
        "deal": [meeting.first_deal + deal for deal, _rotation in games],
        "rotation": [rotation for _deal, rotation in games],
        "how": [HOW[how] for how in results["how"].ravel().tolist()],
        "winner": [
            "" if team == NO_SEAT else winners[rotation][team]
            for (_deal, rotation), team in zip(games, chunk.winners.ravel().tolist(), strict=True)
        ],
        "forfeited_by": [
            seats[rotation][chunk.forfeits[deal, rotation].seat].label if (deal, rotation) in chunk.forfeits else ""
            for deal, rotation in games
        ],
        "first": results["first"].ravel().tolist(),
        "moves": results["moves"].ravel().tolist(),
        "turns": results["turns"].ravel().tolist(),
    }
    for seat in range(plan.table.players):
        table[f"bot_{seat}"] = [seats[rotation][seat].label for _deal, rotation in games]
        table[f"left_{seat}"] = results["left"][:, :, seat].ravel().tolist()
    return table


def export(plan: Plan, checkpoint: Checkpoint, name: str) -> None:
    tables = (columns(plan, chunk) for chunk in checkpoint.chunks())
    with checkpoint.writing(f"games.{name}") as draft:
        (write_parquet if name == "parquet" else write_csv)(draft, tables)


def write_csv(path: Path, tables: Iterator[dict[str, list[Any]]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        for number, table in enumerate(tables):
            if number == 0:
                writer.writerow(table)
            writer.writerows(zip(*table.values(), strict=True))


def write_parquet(path: Path, tables: Iterator[dict[str, list[Any]]]) -> None:
    import pyarrow
    import pyarrow.parquet

    first = pyarrow.table(next(tables))
    with pyarrow.parquet.ParquetWriter(path, first.schema) as writer:
        writer.write_table(first)
        for table in tables:
            writer.write_table(pyarrow.table(table, schema=first.schema))
