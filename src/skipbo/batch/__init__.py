"""Many games at once: arrays of games on one core, all cores or a GPU."""

from skipbo.batch.arrays import (
    DEVICES,
    deal,
    legal,
    load_gpu,
    new_dice,
    new_masks,
    new_moves,
    new_results,
    pick,
    play_games,
    play_out,
    seed_games,
    seed_words,
    soak,
    step,
    unpack,
)

__all__ = [
    "DEVICES",
    "deal",
    "legal",
    "load_gpu",
    "new_dice",
    "new_masks",
    "new_moves",
    "new_results",
    "pick",
    "play_games",
    "play_out",
    "seed_games",
    "seed_words",
    "soak",
    "step",
    "unpack",
]
