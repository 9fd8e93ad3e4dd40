"""Hidden cards stay hidden: with all that is hidden from a seat dealt anew, the seat sees the same."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from skipbo.game.drawing import draw_table
from skipbo.game.event import Drew, Turned
from skipbo.game.game import Game
from skipbo.game.view import public_dict, see
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import (
    BUILDINGS,
    DISCARDS,
    DRAW_PILE,
    NO_CARD,
    NO_SEAT,
    PACKS_OF_CARDS,
    RANKS,
    SPENT_PILE,
    STOCKS,
    States,
    new_states,
)
from skipbo.kernel.sight import shuffle_hidden
from skipbo.kernel.status import Status
from skipbo.kernel.turn import reveals
from tests.kernel.strategies import games

keys = st.binary(min_size=32, max_size=32)


def deal_anew(game: Game, seat: int | None, key: bytes) -> States:
    """A state that fits the view of a seat, everything hidden dealt again."""
    number = NO_SEAT if seat is None else seat
    views, states = new_states(), new_states()
    arrays.see(game.states, number, views)
    arrays.sample(views, number, states, np.frombuffer(key, "<u4").reshape(1, -1))
    return states


def faults(states: States) -> Status:
    found = np.zeros(1, np.int64)
    arrays.status(states, found)
    return Status(int(found[0]))


@given(games(), keys, st.integers(0, 6))
def test_a_seat_sees_the_same_whatever_is_hidden_from_it(game: Game, key: bytes, number: int) -> None:
    seat = None if number >= game.table.players else number
    other = deal_anew(game, seat, key)
    assert not faults(other)
    view = game.view(seat)
    again = see(other, seat, game.table, game.outcome)
    assert again == view
    assert again.record == view.record
    assert public_dict(other, game.outcome) == game.public_dict()
    assert list(again.legal_moves) == list(view.legal_moves)
    assert draw_table(again) == draw_table(view)


@given(games(), keys, keys)
def test_what_is_hidden_is_really_dealt_anew(game: Game, one: bytes, other: bytes) -> None:
    seat = game.turn
    first, second = deal_anew(game, seat, one), deal_anew(game, seat, other)
    hidden = int(first["count"][0, DRAW_PILE])
    if one != other and hidden > 20:
        assert first["order"].tobytes() != second["order"].tobytes()


@given(games())
def test_the_views_of_all_seats_have_the_legal_moves_only_for_the_seat_in_turn(game: Game) -> None:
    for seat in range(game.table.players):
        moves = list(game.view(seat).legal_moves)
        assert moves == (list(game.legal_moves) if seat == game.turn else [])
    assert not game.view(None).legal_moves


@given(games(), st.integers(0, 6))
def test_a_view_has_no_key_no_order_no_other_hand_and_no_card_under_a_stock_pile(game: Game, number: int) -> None:
    seat = None if number >= game.table.players else number
    view = game.view(seat).states()
    assert not view["key"].any()
    assert not view["words"].any()
    assert (view["order"] == NO_CARD).all()
    for owner in range(game.table.players):
        top = view["top"][0, STOCKS[owner]]
        assert top == NO_CARD or view["under"][0, top] == NO_CARD
        if owner != seat:
            assert (view["hand"][0, owner] == NO_CARD).all()


@given(games(), st.randoms(use_true_random=False))
def test_equal_cards_cannot_be_told_apart_in_a_view(game: Game, chance: object) -> None:
    """Cards of one rank (1967: and pack) exchanged all over the table leave every view as it was."""
    assert hasattr(chance, "shuffle")
    states = game.states
    classes: dict[tuple[int, int], list[int]] = {}
    for card in range(180):
        classes.setdefault((RANKS[card], PACKS_OF_CARDS[card] if game.edition.packs else 0), []).append(card)
    names = np.arange(256)
    deck = 18 if not game.edition.packs else 24
    for (rank, _pack), cards in classes.items():
        ours = [card for card in cards if rank > 0 or card < deck]
        shuffled = list(ours)
        chance.shuffle(shuffled)
        names[ours] = shuffled
    other = states.copy()
    for field in ("top", "order", "hand", "bottom"):
        other[field] = names[states[field]]
    other["under"][0, names[:180]] = names[states["under"][0]]
    assert not faults(other)
    for seat in range(game.table.players):
        assert see(other, seat, game.table, game.outcome) == game.view(seat)


@given(games(), keys)
def test_stock_piles_of_1967_are_dealt_anew_from_packs_1_and_2(game: Game, key: bytes) -> None:  # rule: stock.packs
    if not game.edition.packs:
        return
    other = deal_anew(game, game.turn, key)
    for seat in range(game.table.players):
        card = int(other["top"][0, STOCKS[seat]])
        while card != NO_CARD:
            assert PACKS_OF_CARDS[card] < 2
            card = int(other["under"][0, card])


@given(games())
def test_everybody_sees_every_pile_that_lies_open_and_how_many_cards_the_others_have(game: Game) -> None:
    states, told = game.states, game.public_dict()

    def pile(number: int) -> list[int]:
        ranks, card = [], states["top"][0, number]
        while card != NO_CARD:
            ranks.append(RANKS[card])
            card = states["under"][0, card]
        return ranks[::-1]

    stocks, count = STOCKS[: game.table.players], states["count"][0]
    assert told["building"] == [pile(number) for number in range(BUILDINGS)]
    assert told["spent"] == pile(SPENT_PILE)
    assert told["discards"] == [[pile(stock + 1 + number) for number in range(DISCARDS)] for stock in stocks]
    tops = [pile(stock)[-1] if count[stock] else None for stock in stocks]
    assert told["stocks"] == [{"top": top, "count": count[at]} for top, at in zip(tops, stocks, strict=True)]
    assert told["hands"] == [len(game.hand(seat)) for seat in range(game.table.players)]
    assert (told["draw"], told["turn"], told["dealer"]) == (count[DRAW_PILE], game.turn, game.dealer)
    assert told["passes"] == states["passes"][0]


@given(games())
def test_every_view_tells_the_same_of_what_everybody_sees(game: Game) -> None:
    for seat in (None, *range(game.table.players)):
        view = game.view(seat)
        told = view.public_dict()
        assert told == game.public_dict()
        assert told["discards"] == [[[int(card) for card in pile] for pile in piles] for piles in view.discards]
        assert told["building"] == [[int(card) for card in pile] for pile in view.building]
        assert [(each["top"], each["count"]) for each in told["stocks"]] == [*view.stocks]
        assert (told["spent"], told["hands"], told["draw"]) == ([*view.spent], [*view.hands], view.draw)


@given(games(), keys)
def test_shuffling_what_is_hidden_moves_nothing_that_somebody_sees(game: Game, key: bytes) -> None:
    shuffled = game.states.copy()
    shuffled["key"][0] = np.frombuffer(key, "<u4")
    shuffle_hidden(shuffled[0])
    assert not faults(shuffled)
    for seat in range(game.table.players):
        assert see(shuffled, seat, game.table, game.outcome) == game.view(seat)
    assert drawable(shuffled) == drawable(game.states)


def drawable(states: States) -> list[int]:
    """The cards of the draw pile, in any order."""
    return sorted(states["order"][0, : states["count"][0, DRAW_PILE]].tolist())


def test_every_hidden_card_comes_next_equally_often() -> None:
    game, times = Game(stock=3, key=bytes(32)), 300
    places = {name: set[int]() for name in ("draw", "stock")}
    for number in range(times):
        states = game.states.copy()
        states["key"][0, 0] = number
        shuffle_hidden(states[0])
        places["draw"].add(int(states["order"][0, states["count"][0, DRAW_PILE] - 1]))
        places["stock"].add(int(states["under"][0, states["top"][0, STOCKS[0]]]))
    assert len(places["stock"]) == 4  # two stock piles with two hidden cards each
    assert len(places["draw"]) > 100


@given(games())
def test_a_move_that_reveals_nothing_shows_no_card(game: Game) -> None:
    for move in game.legal_moves:
        after = game.copy()
        after.play(move)
        shown = [event for event in after.events[len(game.events) :] if isinstance(event, Drew | Turned)]
        code = move.code(game.turn, game.table.players, game.table.teams)
        assert reveals(game.states[0], code) or not shown
