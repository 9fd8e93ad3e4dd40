"""Golden playthroughs: a short game of every edition and format, as it has always been played.

They are documentation and regression test in one. When a rule changes on purpose, write them anew and read the
difference: `python -m tests.game.test_golden`.
"""

from pathlib import Path

import pytest

from skipbo.batch.simulation import GameLogger
from skipbo.game.drawing import draw_table
from skipbo.game.table import Table
from skipbo.record import check, game_from_record
from tests.kernel.playthrough import tables

FOLDER = Path(__file__).parent / "golden"
STOCK = 5
SEED = "golden"


def name_of(table: Table) -> str:
    return f"{table.edition.id}-{table.players}{'-partners' if table.partners else ''}"


def short(table: Table) -> Table:
    return Table.of(table.edition, players=table.players, partners=table.partners, stock=STOCK)


def playthrough(table: Table) -> str:
    """The deal, a line for every turn, every shuffle where it happened, the table at the end and the result."""
    logger = GameLogger(short(table), ["eager"], SEED)
    logger.play(0)
    record = logger.record()
    check(record)
    assert record.result is not None
    game = game_from_record(record)
    lines = [f"{name_of(table)}, stock {STOCK}, seed “{SEED}”", f"dealer {game.dealer}, first {game.first}"]
    for seat, stock in enumerate(record.deal.stocks):
        lines.append(f"stock of seat {seat}, top first: {' '.join(map(str, stock))}")
    lines += [f"draw pile, top first: {' '.join(map(str, record.deal.draw))}", ""]
    turn: list[str] = []
    for move in record.moves:
        seat, shuffles = game.turn, len(game.shuffles)
        game.play(move)
        turn.append(move)
        if game.turn != seat or game.outcome is not None:
            lines.append(f"seat {seat}: {' '.join(turn)}")
            turn = []
        if len(game.shuffles) > shuffles:
            lines.append(f"shuffled, top first: {' '.join(str(int(card)) for card in game.shuffles[-1])}")
    lines += ["", draw_table(game.view(None)), "", str(record.result.as_dict())]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("table", tables(), ids=name_of)
def test_a_game_goes_as_it_has_always_gone(table: Table) -> None:
    assert playthrough(table) == (FOLDER / f"{name_of(table)}.txt").read_text("utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for table in tables():
        (FOLDER / f"{name_of(table)}.txt").write_text(playthrough(table), "utf-8")
