"""How the champion is taught: from differences between the ideas of a decision, and into whole numbers."""

import numpy as np
from bench.champion import Pupil

from skipbo.bots.champion.inputs import INPUTS
from skipbo.bots.champion.weights import UNIT

LESSONS, IDEAS = 256, 8


def test_a_pupil_learns_differences_and_its_whole_numbers_say_the_same() -> None:
    chance = np.random.default_rng(1)
    inputs = chance.integers(0, 9, (LESSONS, IDEAS, INPUTS)).astype(np.int16)
    luck = chance.normal(0, 50, (LESSONS, 1))  # of a deal: the same for all its ideas
    points = (inputs[..., 0] - np.maximum(inputs[..., 1], 4) + luck).astype(np.float32)
    ideas = np.ones((LESSONS, IDEAS), bool)
    pupil = Pupil(inputs[ideas], 8, chance)
    errors = [pupil.learn(inputs, points, ideas, 0.01) for _step in range(150)]
    assert errors[-1] < errors[0] / 20
    weights, biases, outputs, direct, _loyalty = pupil.network()
    seen = inputs.reshape(-1, INPUTS).astype(np.int64)
    said = seen @ direct + np.maximum(seen @ weights.astype(np.int64) + biases, 0) @ outputs
    said = said.reshape(LESSONS, IDEAS) / UNIT
    off = (said - said.mean(axis=1, keepdims=True)) - (points - points.mean(axis=1, keepdims=True))
    assert (off**2).mean() < errors[0] / 10
