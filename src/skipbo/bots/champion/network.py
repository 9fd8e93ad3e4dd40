"""The champion's network: one hidden layer, in whole numbers, so that every machine finds the same values.

Its weights become part of the compiled code.
"""

from skipbo.bots.champion.inputs import INPUTS, Inputs
from skipbo.bots.champion.weights import read_network
from skipbo.kernel.compiler import compiled, wide

WEIGHTS, BIASES, OUTPUTS, DIRECT, LOYALTY = read_network()
HIDDEN = len(BIASES)


@compiled
def value_of(inputs: Inputs, hidden: Inputs) -> int:
    """The value of a position, in parts of `weights.UNIT`; `hidden` is memory for the hidden layer."""
    value = 0
    for unit in range(HIDDEN):
        hidden[unit] = BIASES[unit]
    for number in range(INPUTS):
        amount = wide(inputs[number])
        if amount:
            value += amount * wide(DIRECT[number])
            for unit in range(HIDDEN):
                hidden[unit] += amount * wide(WEIGHTS[number, unit])
    for unit in range(HIDDEN):
        value += max(wide(hidden[unit]), 0) * wide(OUTPUTS[unit])
    return value
