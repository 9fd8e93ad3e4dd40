"""Cards and moves are read from the text of a line; a text that the writer of records would not write is not read."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skipbo.game.move import Move
from skipbo.game.table import Table
from skipbo.kernel.compiler import plain
from skipbo.kernel.moves import END_TURN, kind_of
from skipbo.kernel.transcript import UNREAD, read_cards, read_deal, read_lists, read_moves
from skipbo.record.line_verifier import plainly_holds, vocabulary
from tests.kernel.strategies import tables
from tests.record.games import Fields, fields_of, finished, line_of, without_seed

OTHER_LISTS = "|[|]|[[|[[1|[[1]|[[1,|[[1,]]|[[,1]]|[[1],]|[,[1]]|[[1]]]|[[1]] |[ [1]]|[[1 ]]|[[14]]|[[20]]|[[01]]"
OTHER_LISTS += "|[[100]]|[[-1]]|[[1.0]]|[[a]]|[1]|[[1]1]|{}|[]]"
OTHER_MOVES = '|[]|[|["|["s>b1|["s>b1"|["s>b1",|["s>b1",]|["s>b1"]]|["s>b1"] |[ "s>b1"]|["s>b5"]|["hW>d1""s>b1"]|[1]'
OTHER_MOVES += '|["h14>b1"]|["\x00s>b1"]|["0s>b1"]|["2s>b1"]|["h13>b1pass"]|["ſ>b1"]'

ranks = st.integers(0, 13)


def compact(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def lists_in(text: bytes, room: int = 100, lists: int = 20) -> list[list[int]] | None:
    cards, ends = np.zeros(room, np.uint8), np.zeros(lists + 1, np.int64)
    count = plain(read_lists)(text, cards, ends)
    return None if count == UNREAD else [cards[ends[k] : ends[k + 1]].tolist() for k in range(count)]


def moves_in(text: bytes, table: Table, first: int = 0, room: int = 100) -> list[int] | None:
    states, moves = table.states(), np.zeros(room, np.int64)
    states["first"] = first
    count = plain(read_moves)(text, states[0], *vocabulary(table.players, table.teams), moves)
    return None if count == UNREAD else moves[:count].tolist()


@given(st.lists(st.lists(ranks, max_size=8), max_size=8))
def test_lists_of_cards_are_read_as_they_are_written(lists: list[list[int]]) -> None:
    assert lists_in(compact(lists)) == lists


@pytest.mark.parametrize("text", OTHER_LISTS.split("|"))
def test_another_spelling_of_lists_is_not_read(text: str) -> None:
    assert lists_in(text.encode()) is None


def test_more_cards_or_lists_than_there_is_room_for_are_not_read() -> None:
    assert lists_in(b"[[1,2],[3]]", room=3, lists=2) == [[1, 2], [3]]
    assert lists_in(b"[[1,2],[3]]", room=2) is None
    assert lists_in(b"[[1,2],[3]]", lists=1) is None


def test_a_deal_has_a_stock_pile_for_each_seat_and_one_draw_pile() -> None:
    state, cards, ends = Table.of(players=2).states()[0], np.zeros(9, np.uint8), np.zeros(4, np.int64)
    assert plain(read_deal)(state, b"[[1,2],[3,4]]", b"[5]", cards, ends)
    assert (cards[:5].tolist(), ends.tolist()) == ([1, 2, 3, 4, 5], [0, 2, 4, 5])
    assert not plain(read_deal)(state, b"[[1,2],[3,4],[5]]", b"[5]", cards, ends)
    assert not plain(read_deal)(state, b"[[1,2],[3,4]]", b"[5]]", cards, ends)
    assert not plain(read_deal)(state, b"[[1,2],[3,4]]", b"[5", cards, ends)
    assert plain(read_cards)(b"[]", 0, cards, 0) == (2, 0)


@given(tables(), st.data())
def test_every_move_of_every_seat_is_read_as_it_is_written(table: Table, data: st.DataObject) -> None:
    first = seat = data.draw(st.integers(0, table.players - 1))
    codes, texts = [], []
    for place in data.draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=20)):
        _words, known = vocabulary(table.players, table.teams)
        own = sorted(set(known[seat].tolist()) - {255})
        codes.append(own[place % len(own)])
        texts.append(str(Move.from_code(codes[-1], seat, table.players, table.teams)))
        seat = (seat + (plain(kind_of)(codes[-1]) == END_TURN)) % table.players
    assert moves_in(compact(texts), table, first) == codes
    assert moves_in(compact(texts), table, first, room=len(texts) - 1) is None


@pytest.mark.parametrize("text", OTHER_MOVES.split("|"))
def test_another_spelling_of_moves_is_not_read(text: str) -> None:
    assert moves_in(text.encode(), Table.of(players=2)) is None


def test_a_partner_is_named_by_its_seat_and_nobody_names_itself() -> None:
    table = Table.of(players=4, partners=True)
    assert moves_in(b'["2s>b1"]', table, first=0) is not None
    assert moves_in(b'["hW>d1","3d4>b2"]', table, first=0) is not None
    assert moves_in(b'["2s>b1"]', table, first=2) is None
    assert moves_in(b'["hW>d1","2s>b2"]', table, first=0) is None


def records() -> list[Fields]:
    """Small games of all ways to begin: drawn for the dealer, any dealer and the highest card, no dealer; partners."""
    return [
        fields_of(finished(edition, players, partners, 3))
        for edition, players, partners in [
            ("mattel-2003", 2, False),
            ("brownfield-1967", 4, True),
            ("mattel-2016", 3, False),
        ]
    ]


@pytest.mark.parametrize("record", records(), ids=lambda record: record["edition"])
def test_a_game_is_played_from_its_text_with_its_key_and_without(record: Fields) -> None:
    for fields in (record, without_seed(record)):
        assert plainly_holds(line_of(fields))
        deal, moves = fields["deal"], fields["moves"]
        stock, *others = deal["stocks"]
        swapped = next(place for place, card in enumerate(deal["draw"]) if card != deal["draw"][0])
        draw = deal["draw"][:]
        draw[0], draw[swapped] = draw[swapped], draw[0]
        for spoiled in (
            {"deal": deal | {"draw": deal["draw"][1:]}},
            {"deal": deal | {"draw": [(deal["draw"][0] + 1) % 13, *deal["draw"][1:]]}},
            {"deal": deal | {"stocks": [stock[1:], *others]}},
            {"deal": deal | {"stocks": [stock[:-1], *others]}},
            {"deal": deal | {"stocks": [stock + stock[:1], *others]}},
            {"deal": deal | {"stocks": [[(stock[0] + 1) % 13, *stock[1:]], *others]}},
            {"deal": deal | {"stocks": others}},
            {"moves": moves[:-1]},
            {"moves": [*moves, "pass"]},
            {"moves": ["h0>d1", *moves[1:]]},
            {"moves": moves[1:]},
            {"shuffles": [*fields["shuffles"], [1]]},
            {"shuffles": [[14]]},
            {"first": (fields["first"] + 1) % len(fields["seats"])},
        ):
            assert not plainly_holds(line_of(fields | spoiled))
    if record.get("seed"):
        assert not plainly_holds(line_of(record | {"deal": deal | {"draw": draw}}))
