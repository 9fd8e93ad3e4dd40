"""Gumbel noise: the best of several worths with such noise is a random choice by the softmax of the worths."""

import math

import numpy as np

from skipbo.kernel.chance import Dice, roll
from skipbo.kernel.compiler import compiled, wide

UNIT = 1024
GRAINS = 4096
# Quantiles of the Gumbel distribution, in parts of UNIT
GUMBEL = np.array([round(-UNIT * math.log(-math.log((grain + 0.5) / GRAINS))) for grain in range(GRAINS)], np.int64)


@compiled
def noise(dice: Dice, temperature: int) -> int:
    return wide(GUMBEL[roll(dice, GRAINS)]) * temperature // UNIT
