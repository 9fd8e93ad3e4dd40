"""Many games at once: arrays of games on one core, all cores or a GPU."""

from skipbo.batch.arrays import (
    deal,
    flatten,
    legal,
    new_games,
    new_masks,
    new_moves,
    new_observations,
    new_results,
    observe,
    pick,
    play_games,
    play_out,
    sample,
    seed_games,
    soak,
    step,
    unpack,
)
from skipbo.batch.devices import DEVICES, load_gpu
from skipbo.bots.seeds import new_dice, seed_words

__all__ = [
    "DEVICES",
    "deal",
    "flatten",
    "legal",
    "load_gpu",
    "new_dice",
    "new_games",
    "new_masks",
    "new_moves",
    "new_observations",
    "new_results",
    "observe",
    "pick",
    "play_games",
    "play_out",
    "sample",
    "seed_games",
    "seed_words",
    "soak",
    "step",
    "unpack",
]
