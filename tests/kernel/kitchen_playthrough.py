"""Plays the same kitchen games however the kernel runs, and prints a digest of each: see test_kitchen_agreement."""

import hashlib
import random
import sys

from skipbo.game.kitchen.game import KitchenGame
from skipbo.game.table import Table
from tests.kernel.playthrough import tables
from tests.kernel.strategies import err_on


def kitchen_tables() -> list[Table]:
    return [table for table in tables() if table.edition.special_situations]


def play(table: Table, acts: int) -> tuple[int, str]:
    """Seats that err at random, and every byte of the table after every act and all events in one digest."""
    digest, made, number = hashlib.sha256(), 0, 0
    while made < acts:
        game = KitchenGame(
            table.edition,
            players=table.players,
            partners=table.partners,
            stock=3,
            key=bytes([number]) * 32,
        )
        chance = random.Random(number)
        number += 1
        while game.outcome is None and made < acts:
            err_on(game, chance)
            made += 1
            digest.update(game.kitchens.tobytes() + game.view(game.turn).kitchen)
        digest.update(repr(game.events).encode())
    return number, digest.hexdigest()


def main(acts: int) -> None:
    for number, table in enumerate(kitchen_tables()):
        print(number, *play(table, acts), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
