"""A segment holds exactly what can be played until new information appears: the rules themselves say what that is."""

from collections import Counter
from typing import NamedTuple

import numpy as np
from hypothesis import assume, given

from skipbo.bots import Bot
from skipbo.bots.planner.workspace import CHAIN, NODES, PILES_IN_REACH, Workspace
from skipbo.game.game import Game
from skipbo.game.view import LegalMoves
from skipbo.kernel.compiler import INTERPRETED
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import BUILDINGS, DISCARDS, FULL_HAND, RANKS, STOCKS, States
from skipbo.kernel.moves import END_TURN, FROM_HAND, KINDS
from tests.bots.workspaces import look
from tests.kernel.strategies import games
from tests.positions import BROWNFIELD, lay, up_to

MOST = 80 if INTERPRETED else NODES  # positions that the rules are asked about


class Position(NamedTuple):
    """Where a segment can lead; the order of the building piles does not matter."""

    heights: tuple[int, ...]
    hand: tuple[int, ...]
    taken: tuple[int, ...]  # cards taken off one's own discard piles and a partner's
    stock: int  # whose stock card was played: 0 nobody's, 1 one's own, 2 and 3 a partner's


# By the rules


def owners(game: Game) -> list[int]:
    """One's own seat and those of the partners, in turn."""
    table = game.table
    return [(game.turn + number * table.teams) % table.players for number in range(table.players // table.teams)]


def hand_of(states: States, seat: int) -> Counter[int]:
    return Counter(RANKS[card] for card in states["hand"][0, seat, : states["held"][0, seat]])


def position(game: Game, states: States, hand: Counter[int]) -> Position:
    before, now, seats = game.states["count"][0], states["count"][0], owners(game)
    taken = [
        int(before[STOCKS[seat] + number] - now[STOCKS[seat] + number]) for seat in seats for number in (1, 2, 3, 4)
    ]
    stocks = [int(before[STOCKS[seat]] - now[STOCKS[seat]]) for seat in seats]
    return Position(
        tuple(sorted(int(height) for height in now[:BUILDINGS])),
        tuple(sorted(hand.elements())),
        tuple((taken + [0] * PILES_IN_REACH)[:PILES_IN_REACH]),
        1 + stocks.index(1) if any(stocks) else 0,
    )


def played(states: States, move: int, game: Game) -> tuple[States, Counter[int], bool]:
    """The table after a card was played, the hand before anything was drawn, and whether something new is known."""
    seat, after = game.turn, states.copy()
    hand = hand_of(states, seat)
    if move >> 6 == FROM_HAND:
        hand[move >> 2 & 15] -= 1
    assert arrays.step(after, np.array([move])) == 0, "the move is legal"
    hand = +hand
    stock_played = any(after["count"][0, STOCKS[each]] != states["count"][0, STOCKS[each]] for each in owners(game))
    emptied = not hand and bool(hand_of(states, seat))
    return after, hand, stock_played or emptied or hand != hand_of(after, seat)


def plays(states: States, game: Game) -> list[int]:
    mask = np.zeros((1, KINDS), np.int64)
    arrays.legal(states, mask)
    codes = LegalMoves(mask[0], game.turn, game.table.players, game.table.teams).codes
    return [code for code in codes if code >> 6 != END_TURN]


def by_the_rules(game: Game) -> set[Position]:
    """Every position that play leads to until something new is known, found by playing; at most MOST and some."""
    start = position(game, game.states, hand_of(game.states, game.turn))
    found, waiting = {start}, [game.states]
    while waiting and len(found) <= MOST:
        states = waiting.pop(0)
        for move in plays(states, game):
            after, hand, is_new = played(states, move, game)
            reached = position(game, after, hand)
            if reached not in found:
                found.add(reached)
                if not is_new:
                    waiting.append(after)
    return found


# On the workspace


def on_workspace(workspace: Workspace, node: int) -> Position:
    key = int(workspace.key[node])
    fours = [key >> 4 * number & 15 for number in range(BUILDINGS)]
    hand = [int(rank) for place, rank in enumerate(workspace.hand) if key >> 16 + place & 1]
    taken = [key >> 21 + 4 * pile & 15 for pile in range(PILES_IN_REACH)]
    return Position(tuple(sorted(fours)), tuple(sorted(hand)), tuple(taken), key >> 53)


def positions(workspace: Workspace) -> list[Position]:
    return [on_workspace(workspace, node) for node in range(workspace.count)]


def walk(game: Game, workspace: Workspace) -> None:
    """Plays every way that the workspace gives by the rules, and looks where it leads."""
    tables: dict[int, tuple[States, bool]] = {0: (game.states, False)}
    for node in range(1, workspace.count):
        before, is_over = tables[int(workspace.parent[node])]
        assert not is_over, "no way leads beyond new information"
        after, hand, is_new = played(before, int(workspace.move[node]), game)
        assert position(game, after, hand) == on_workspace(workspace, node)
        tables[node] = after, is_new


@given(games())
def test_a_segment_has_every_position_that_the_rules_allow_until_new_information(game: Game) -> None:
    assume(game.outcome is None)
    expected = by_the_rules(game)
    assume(len(expected) <= MOST)
    found = positions(look(game).workspace)
    assert len(found) == len(set(found)), "merged positions are there once"
    assert set(found) == expected


@given(games())
def test_every_way_of_a_segment_is_legal_and_leads_to_its_position(game: Game) -> None:
    assume(game.outcome is None)
    walk(game, look(game).workspace)


def test_orders_of_play_that_lead_to_the_same_position_count_as_one() -> None:
    game = lay(hands=[[1, 6, 9]], building=[up_to(5)])
    assert Counter(each.hand for each in positions(look(game).workspace)) == {
        (1, 6, 9): 1,
        (1, 9): 1,
        (6, 9): 1,
        (9,): 1,
    }


def test_building_piles_of_the_same_height_count_as_one() -> None:
    game = lay(hands=[["W", 9]], building=[up_to(5), up_to(5), up_to(5), up_to(5)])
    assert positions(look(game).workspace) == [
        Position((5, 5, 5, 5), (0, 9), (0,) * 8, 0),
        Position((5, 5, 5, 6), (9,), (0,) * 8, 0),
    ]


def test_equal_cards_of_a_hand_count_as_one() -> None:
    game = lay(hands=[[1, 1, 9]])
    assert [each.hand for each in positions(look(game).workspace)] == [(1, 1, 9), (1, 9), (9,)]


def test_a_completed_pile_makes_room_within_the_segment() -> None:
    game = lay(hands=[[12, 1, 9]], building=[up_to(11), up_to(2), up_to(2), up_to(2)])
    assert Position((1, 2, 2, 2), (9,), (0,) * 8, 0) in positions(look(game).workspace)


def test_a_stock_card_ends_the_segment() -> None:
    game = lay(stocks=[[2, 1]], hands=[[2, 9]])
    assert [(each.hand, each.stock) for each in positions(look(game).workspace)] == [((2, 9), 0), ((2, 9), 1)]


def test_an_emptied_hand_ends_the_segment() -> None:
    game = lay(hands=[[1]], discards={0: [[2]]})
    assert [each.hand for each in positions(look(game).workspace)] == [(1,), ()]


def test_with_nothing_in_hand_the_segment_goes_on_through_the_discards() -> None:
    game = lay(hands=[[]], draw=[], discards={0: [[3, 2, 1]]})
    workspace = look(game).workspace
    assert [each.taken[0] for each in positions(workspace)] == [0, 1, 2, 3]
    walk(game, workspace)


def test_a_pile_that_is_completed_with_nothing_in_hand_brings_cards_and_ends_the_segment() -> None:
    game = lay(stocks=[[9, 9]], hands=[[]], draw=[], building=[up_to(11)], discards={0: [[1, 12]]})
    workspace = look(game).workspace
    assert [each.taken[0] for each in positions(workspace)] == [0, 1]
    walk(game, workspace)
    assert set(positions(workspace)) == by_the_rules(game)


def test_the_discards_of_a_partner_are_within_reach_by_the_sheet_of_2003() -> None:
    game = lay(players=4, partners=True, hands=[[9]], discards={2: [[1], [], [], [2]], 1: [[1]]})
    workspace = look(game).workspace
    assert {each.taken[DISCARDS:] for each in positions(workspace)} == {(0, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 1)}
    walk(game, workspace)


def test_the_discards_of_partners_are_out_of_reach_by_the_sheet_of_1967() -> None:
    game = lay(BROWNFIELD, players=4, partners=True, hands=[[9]], discards={2: [[1], [], [], [2]]})
    assert len(positions(look(game).workspace)) == 1


def test_the_stock_cards_of_both_partners_are_within_reach_by_the_sheet_of_1967() -> None:
    game = lay(BROWNFIELD, players=6, partners=True, stocks={0: [9, 1], 2: [9, 1], 4: [9, 1]}, hands=[[9]])
    workspace = look(game).workspace
    assert [each.stock for each in positions(workspace)] == [0, 1, 2, 3]
    walk(game, workspace)


def rich() -> Game:
    """More than a thousand ways to play five wilds and what lies open."""
    open_cards = [[9, 6, 3, 8], [10, 7, 4, 1], [11, 8, 5, 2], [12, 9, 6, 3]]
    return lay(stocks=[[9, 12]], hands=[["W"] * 5], discards={0: open_cards}, building=[[], [1], up_to(4), up_to(7)])


def test_a_segment_with_too_many_positions_is_cut_off_without_harm() -> None:
    game = rich()
    workspace = look(game).workspace
    found = positions(workspace)
    assert len(found) == len(set(found)) == NODES
    walk(game, workspace)


def test_a_bot_plays_on_where_a_segment_was_cut_off() -> None:
    for name in ("planner", "expert"):
        game, bot = rich(), Bot(name, seed=1)
        while game.turn == 0 and game.outcome is None:
            game.play(bot.choose(game.view(0)))
        assert len(game.view(0).hand) <= FULL_HAND


def test_only_so_many_cards_of_a_discard_pile_are_looked_at() -> None:
    """Sixteen cards lie in order on a pile; the planner looks at fifteen of them, and then at what is left."""
    down = [*reversed(range(1, 13))]
    game = lay(stocks=[[9, 9]], hands=[[11]], discards={0: [[4, 3, 2, 1, *down]]})
    workspace = look(game).workspace
    assert max(each.taken[0] for each in positions(workspace)) == CHAIN
    walk(game, workspace)
