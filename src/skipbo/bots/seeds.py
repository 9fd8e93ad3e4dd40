"""Seeds: 256 bits from anything that names a run of games, and the dice of bots."""

import hashlib
import secrets

import numpy as np

from skipbo.kernel.chance import DICE, Words
from skipbo.kernel.layout import States

Seed = int | bytes | str

KEY_WORDS = 8
TUNING_PREFIX = "tune:"  # seeds that begin so belong to tuning: the arena refuses them


def seed_words(seed: Seed) -> Words:
    """256 bits from any seed: 32 bytes are taken as they are, anything else through SHA-256 of its text."""
    key = (
        seed if isinstance(seed, bytes) and len(seed) == 4 * KEY_WORDS else hashlib.sha256(str(seed).encode()).digest()
    )
    return np.frombuffer(key, "<u4").copy()


def new_dice(count: int = 1) -> States:
    """Blank dice: they must get a seed before they are rolled."""
    return np.zeros(count, np.dtype((np.record, DICE)))


def dice_of(seed: int | None) -> States:
    """The dice of one bot; unpredictable without a seed."""
    bits = secrets.token_bytes(8) if seed is None else hashlib.sha256(str(seed).encode()).digest()[:8]
    dice = new_dice()
    dice["bits"] = int.from_bytes(bits, "little") | 1  # dice never start at zero
    return dice
