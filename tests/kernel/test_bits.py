"""Sets kept in the bits of a number."""

from hypothesis import given
from hypothesis import strategies as st

from skipbo.kernel.bits import count_bits, lowest_bit, nth_bit

SETS = st.sets(st.integers(0, 62), min_size=1)


@given(SETS)
def test_every_member_of_a_set_is_found_by_its_number(members: set[int]) -> None:
    bits = sum(1 << member for member in members)
    assert count_bits(bits) == len(members)
    assert lowest_bit(bits) == min(members)
    assert [nth_bit(bits, number) for number in range(len(members))] == sorted(members)
