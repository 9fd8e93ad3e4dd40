"""A sequential test of how much stronger one bot is, which stops as soon as the games have decided.

The generalised sequential probability ratio test on deals: two sides swap seats, a drawn game is half a win for each,
so a deal gives 0, ¼, ½, ¾ or 1. The test compares the likelihood of the deals under the best distribution with the
share of E0 and under the best one with the share of E1.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from skipbo.arena.statistics import share_for
from skipbo.errors import Malformed
from skipbo.i18n import translate as _

Counts = NDArray[np.float64]  # deals by result, in the last axis

RISK = 0.05  # the chance of either error
BOUND = math.log((1 - RISK) / RISK)
RESULTS = np.linspace(0, 1, 5)
UNSEEN = 0.001  # part of a deal, added to each count: a result that was not seen is not impossible
BLOCK = 16  # deals between two looks, counted from the first deal, so that the size of chunks changes nothing
LEAST = 64  # deals before the first look, because the likelihoods are approximate
HALVINGS = 40


def read_hypotheses(text: str) -> tuple[float, float]:
    """
    >>> read_hypotheses("0,10")
    (0.0, 10.0)
    """
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -2000 <= low < high <= 2000:
        raise Malformed(
            "sprt", _("Give two numbers of Elo, the lower first, as in --sprt 0,10; not “{text}”.").format(text=text)
        )
    return low, high


def log_likelihood(counts: Counts, share: float) -> NDArray[np.float64]:
    """The log likelihood of the counts under the likeliest distribution whose mean is `share`.

    That distribution is p / (1 + t (result - share)) for the observed p and the one t that gives the mean.
    """
    counts = counts + UNSEEN
    observed = counts / counts.sum(-1, keepdims=True)
    low = np.full(counts.shape[:-1], -1 / (1 - share))
    high = np.full(counts.shape[:-1], 1 / share)
    for _halving in range(HALVINGS):
        tilt = (low + high) / 2
        mean = (observed * (RESULTS - share) / (1 + tilt[..., None] * (RESULTS - share))).sum(-1)
        low, high = np.where(mean > 0, tilt, low), np.where(mean > 0, high, tilt)
    likely = observed / (1 + ((low + high) / 2)[..., None] * (RESULTS - share))
    return np.asarray((counts * np.log(likely)).sum(-1))


@dataclass
class Sprt:
    """Takes the deals in order and decides when to stop."""

    elo0: float
    elo1: float
    counts: Counts = field(default_factory=lambda: np.zeros(RESULTS.size))
    ratio: float = 0.0  # the log of the likelihoods' ratio at the last look

    @property
    def accepted(self) -> str | None:
        """The accepted hypothesis, H0 or H1; None while neither is accepted."""
        if self.ratio >= BOUND:
            return "H1"
        return "H0" if self.ratio <= -BOUND else None

    def add(self, quarters: NDArray[np.int64]) -> int:
        """Takes the results of deals, in quarters; returns how many were needed, all of them if nothing is decided."""
        seen = int(self.counts.sum())
        running = self.counts + np.eye(RESULTS.size)[quarters].cumsum(0)
        numbers = np.arange(seen + 1, seen + 1 + quarters.size)
        looks = np.flatnonzero((numbers % BLOCK == 0) & (numbers >= LEAST))
        if looks.size:
            ratios = log_likelihood(running[looks], share_for(self.elo1)) - log_likelihood(
                running[looks], share_for(self.elo0)
            )
            decided = np.flatnonzero(np.abs(ratios) >= BOUND)
            last = int(decided[0]) if decided.size else -1
            self.ratio = float(ratios[last])
            if decided.size:
                self.counts = running[looks[last]]
                return int(looks[last]) + 1
        if quarters.size:
            self.counts = running[-1]
        return int(quarters.size)
