"""Piles are written as in a record, and a move goes from one pile to another."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipbo import Card, Game, Malformed, Move, Pile, PileKind
from skipbo.game.pile import NOWHERE
from skipbo.kernel.layout import STOCKS
from tests.positions import lay

seats = st.none() | st.integers(0, 5)
numbers = st.integers(1, 4)
piles = st.one_of(
    st.builds(lambda seat: Pile(PileKind.STOCK, seat=seat), seats),
    st.builds(lambda number, seat: Pile(PileKind.DISCARD, number, seat), numbers, seats),
    st.builds(lambda number: Pile(PileKind.BUILDING, number), numbers),
    st.sampled_from([Pile(PileKind.HAND), NOWHERE]),
)


@given(piles)
def test_a_pile_that_is_written_is_read_back(pile: Pile) -> None:
    assert Pile.parse(str(pile)) == pile
    assert repr(pile) == f"Pile.parse('{pile}')"


@given(st.text() | st.from_regex(r"[0-9]?[sdhb][0-9]?", fullmatch=True))
def test_a_text_is_a_pile_written_back_the_same_or_malformed(text: str) -> None:
    try:
        pile = Pile.parse(text)
    except Malformed:
        return
    assert str(pile) == text


@pytest.mark.parametrize(
    ("text", "kind", "number", "seat"),
    [
        ("s", PileKind.STOCK, 0, None),
        ("2s", PileKind.STOCK, 0, 2),
        ("d4", PileKind.DISCARD, 4, None),
        ("0d1", PileKind.DISCARD, 1, 0),
        ("b3", PileKind.BUILDING, 3, None),
        ("h", PileKind.HAND, 0, None),
        ("-", PileKind.NOWHERE, 0, None),
    ],
)
def test_the_notation_of_a_pile(text: str, kind: PileKind, number: int, seat: int | None) -> None:
    pile = Pile.parse(text)
    assert (pile.kind, pile.number, pile.seat) == (kind, number, seat)


@pytest.mark.parametrize(
    "wrong",
    [
        (PileKind.STOCK, 1),
        (PileKind.DISCARD, 0),
        (PileKind.DISCARD, 5),
        (PileKind.DISCARD, 1, 6),
        (PileKind.STOCK, 0, -1),
        (PileKind.BUILDING, 0),
        (PileKind.BUILDING, 1, 2),
        (PileKind.HAND, 1),
        (PileKind.HAND, 0, 1),
        (PileKind.NOWHERE, 1),
    ],
)
def test_a_pile_that_no_table_has_is_malformed(wrong: tuple[Any, ...]) -> None:
    with pytest.raises(Malformed) as error:
        Pile(*wrong)
    assert error.value.code == "pile"


def test_a_pile_has_no_numbers_of_numpy() -> None:
    number: Any = np.int64(3)
    seat: Any = np.uint8(2)
    pile = Pile(PileKind.DISCARD, number, seat)
    assert (type(pile.number), type(pile.seat)) == (int, int)
    assert str(pile) == "2d3"


def test_the_seat_of_a_pile_is_its_owner_or_the_player() -> None:
    assert Pile.parse("s").owner(3) == 3
    assert Pile.parse("1s").owner(3) == 1


def test_a_pile_has_a_place_in_the_record() -> None:
    assert [Pile.parse(f"b{number}").index(0) for number in (1, 2, 3, 4)] == [0, 1, 2, 3]
    assert Pile.parse("s").index(2) == STOCKS[2]
    assert Pile.parse("d4").index(2) == STOCKS[2] + 4
    assert Pile.parse("5d1").index(2) == STOCKS[5] + 1


@pytest.mark.parametrize(
    ("text", "source", "target", "card"),
    [
        ("s>b1", "s", "b1", None),
        ("d3>b2", "d3", "b2", None),
        ("h7>b4", "h", "b4", Card(7)),
        ("hW>b1", "h", "b1", Card("W")),
        ("2s>b1", "2s", "b1", None),
        ("2d4>b3", "2d4", "b3", None),
        ("h13>d4", "h", "d4", Card(13)),
        ("pass", "-", "-", None),
    ],
)
def test_a_move_goes_from_a_pile_to_a_pile(text: str, source: str, target: str, card: Card | None) -> None:
    move = Move.parse(text)
    assert (str(move.source), str(move.target), move.card) == (source, target, card)
    assert Move(Pile.parse(source), Pile.parse(target), card) == move
    assert move.is_pass == (text == "pass")
    assert move.ends_turn == (text == "pass" or ">d" in text)


@pytest.mark.parametrize(
    ("source", "target", "card"),
    [
        ("s", "d1", None),
        ("d1", "d2", None),
        ("s", "s", None),
        ("h", "b1", None),
        ("s", "b1", Card(1)),
        ("h", "2d1", Card(1)),
        ("h", "-", Card(1)),
        ("-", "b1", None),
        ("-", "-", Card(1)),
        ("b1", "b2", None),
    ],
)
def test_a_move_that_nobody_could_write_is_malformed(source: str, target: str, card: Card | None) -> None:
    with pytest.raises(Malformed) as error:
        Move(Pile.parse(source), Pile.parse(target), card)
    assert error.value.code == "move"


def test_a_view_shows_the_top_of_every_pile_that_lies_open() -> None:
    game = lay(
        players=4,
        partners=True,
        stocks=[[12, 5], [3], [4, 7], [9]],
        discards={0: [[8, 6], []], 2: [[], [1, 2]]},
        building=[[1, "W"], []],
    )
    view = game.view(0)
    tops = {"s": 5, "1s": 3, "2s": 7, "d1": 6, "d2": None, "2d2": 2, "b1": 0, "b2": None}
    assert {text: view.top(Pile.parse(text)) for text in tops} == tops


def test_a_hand_has_no_top() -> None:
    with pytest.raises(Malformed) as error:
        Game(key=bytes(32)).view(0).top(Pile.parse("h"))
    assert error.value.code == "pile"
