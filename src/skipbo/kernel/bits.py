"""Sets kept in the bits of a number. Compilers know these idioms: each becomes an instruction or two."""

from skipbo.kernel.compiler import compiled


@compiled
def count_bits(bits: int) -> int:
    bits = int(bits)  # interpreted, the product below outgrows NumPy's integers
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bits * 0x0101010101010101) >> 56) & 0x7F


@compiled
def lowest_bit(bits: int) -> int:
    """Returns the place of the lowest bit of a set that is not empty."""
    return count_bits((bits & -bits) - 1)


@compiled
def nth_bit(bits: int, n: int) -> int:
    """Returns the place of the n-th set bit, counted from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest_bit(bits)
