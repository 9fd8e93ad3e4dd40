"""Gumbel noise: the best of several worths with such noise is a random choice by the softmax of the worths."""

import math

import numpy as np

from skipbo.kernel.chance import Dice, roll
from skipbo.kernel.compiler import compiled, wide

UNIT = 1024
GRAINS = 4096
STRIDE = 16
# Quantiles of the Gumbel distribution, in parts of UNIT
GUMBEL = np.array([round(-UNIT * math.log(-math.log((grain + 0.5) / GRAINS))) for grain in range(GRAINS)], np.int16)
# Every sixteenth quantile, and how far each lies above that: compressed, the two take 2 kB of a page, GUMBEL would 6
BASE = GUMBEL[::STRIDE].copy()
ABOVE = GUMBEL - np.repeat(BASE, STRIDE)


@compiled
def noise(dice: Dice, temperature: int) -> int:
    grain = roll(dice, GRAINS)
    return (wide(BASE[grain // STRIDE]) + wide(ABOVE[grain])) * temperature // UNIT
