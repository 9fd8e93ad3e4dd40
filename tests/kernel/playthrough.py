"""Plays the same games however the kernel runs, and prints a digest after every game: see test_agreement."""

import hashlib
import sys
from dataclasses import replace
from itertools import cycle, islice

import numpy as np

from skipbo import batch
from skipbo.bots import find_bots
from skipbo.editions import EDITIONS
from skipbo.game.table import Table
from skipbo.kernel.doors import single
from skipbo.kernel.event import new_events
from skipbo.kernel.layout import CARDS


def tables() -> list[Table]:
    """Every edition, number of players and partnership."""
    every = [Table.of(edition, players=players) for edition in EDITIONS for players in range(2, 7)]
    partners = [Table.of(edition, players=players, partners=True) for edition in EDITIONS for players in (4, 6)]
    return every + partners


def play(table: Table, games: int) -> tuple[int, str]:
    """Random moves, chosen from the masks, and every byte of every state after every move in one digest."""
    digest, made = hashlib.sha256(), 0
    states, (keys, dice) = table.states(games), batch.seed_games(games, "agreement")
    masks, moves = batch.new_masks(games), batch.new_moves(games)
    batch.deal(states, keys)
    while True:
        batch.legal(states, masks)
        digest.update(masks.tobytes() + states.tobytes())
        batch.pick(masks, dice, moves)
        playing = int(np.count_nonzero(moves >= 0))
        if playing == 0:
            return made, digest.hexdigest()
        made += playing
        batch.step(states, moves)


def play_noting(table: Table, moves: int = 150) -> str:
    """A game of one move at a time, with what each has caused and every new draw pile in one digest."""
    digest, states, events, pile = hashlib.sha256(), table.states(), new_events(), np.zeros(CARDS, np.uint8)
    keys, dice = batch.seed_games(1, "agreement")
    masks, chosen = batch.new_masks(1), batch.new_moves(1)
    batch.deal(states, keys)
    single.note_deal(states, events)
    for _move in range(moves):
        digest.update(events.tobytes() + pile.tobytes())
        batch.legal(states, masks)
        batch.pick(masks, dice, chosen)
        single.play(states, int(chosen[0]), events, pile)
    return digest.hexdigest()


def play_bots(table: Table, games: int) -> tuple[int, str]:
    """Whole games of eager bots: longer, with many shuffles, won rather than blocked."""
    results = batch.new_results(games)
    batch.play_games(table, find_bots(["eager"], table), "agreement", results, digests=True)
    return int(results["moves"].sum()), hashlib.sha256(results.tobytes()).hexdigest()


def play_thinkers(table: Table) -> tuple[int, str]:
    """A short game of bots that plan, one of them softened: their evaluation and their noise, to the last digit."""
    table = replace(table, stock=2)
    names = list(islice(cycle(("planner", "expert", "novice")), table.players))
    results = batch.new_results(1)
    batch.play_games(table, find_bots(names, table), "agreement", results, digests=True)
    return int(results["moves"].sum()), hashlib.sha256(results.tobytes()).hexdigest()


def main(games: int, bot_games: int) -> None:
    for number, table in enumerate(tables()):
        played = *play(table, games), *play_bots(table, bot_games), *play_thinkers(table), play_noting(table)
        print(number, *played, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
