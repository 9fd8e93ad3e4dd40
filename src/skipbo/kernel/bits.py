"""Sets kept in the bits of a number, none of which is negative."""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import intrinsic, overload

from skipbo.kernel.compiler import compiled


def count_bits(bits: int) -> int:
    return int(bits).bit_count()


@intrinsic  # type: ignore[untyped-decorator]
def population(_context: Any, _bits: Any) -> tuple[Any, Callable[..., Any]]:
    """LLVM's instruction for `count_bits`: every processor has it, and a GPU's compiler sees it in no formula."""

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@overload(count_bits)  # type: ignore[untyped-decorator]
def count_bits_compiled(bits: Any) -> Callable[[Any], Any]:  # noqa: ARG001
    def count(bits: Any) -> Any:
        return population(bits)

    return count


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
