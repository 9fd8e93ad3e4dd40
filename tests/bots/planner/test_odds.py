"""What the planner counts before it plays, against the same counted slowly and plainly from what its seat sees."""

from collections import Counter

import pytest
from hypothesis import assume, given

from skipbo.bots.planner.features import CERTAIN
from skipbo.bots.planner.odds import PARTNER
from skipbo.bots.planner.workspace import LACKING
from skipbo.game.game import Game
from skipbo.game.view import View
from skipbo.kernel.layout import FULL_HAND
from tests.bots.workspaces import look
from tests.kernel.strategies import games
from tests.positions import BROWNFIELD, lay, whole_deck

ROUNDING = 12 / CERTAIN  # every multiplication in whole numbers loses up to one part


def unseen_from(view: View) -> Counter[int]:
    """The deck without what lies face up and one's own hand."""
    left = whole_deck(view.edition.id)
    left.subtract(int(card) for card in view.hand)
    for pile in (*view.building, view.spent, *(pile for piles in view.discards for pile in piles)):
        left.subtract(int(card) for card in pile)
    left.subtract(int(top) for top, _count in view.stocks if top is not None)
    return left


def shown_by(view: View, seat: int) -> set[int]:
    """The ranks that can be played off the discard piles of a seat, one after another."""
    shown = set()
    for pile in view.discards[seat]:
        expected = None
        for card in reversed(pile):
            if expected is not None and card != expected:
                break
            shown.add(int(card))
            expected = card + 1
    return shown


def missing_to(stock: int, height: int, ranks: int, shown: set[int]) -> list[int]:
    """The ranks that somebody must hold to bring a building pile of this height to a stock card."""
    missing = []
    while stock and height != stock - 1:
        height += 1
        if height not in shown:
            missing.append(height)
        height %= ranks
    return missing


def in_turn(view: View) -> list[int]:
    """The other seats in the order in which they play."""
    return [(view.turn + ahead) % view.players for ahead in range(1, view.players)]


@given(games())
def test_unseen_and_drawable_cards_are_counted_from_the_face_up_cards(game: Game) -> None:
    assume(game.outcome is None)
    view, workspace = game.view(game.turn), look(game).workspace
    unseen = unseen_from(view)
    assert [int(count) for count in workspace.unseen[: view.edition.ranks + 1]] == [
        unseen[rank] for rank in range(view.edition.ranks + 1)
    ]
    assert workspace.supply == view.draw + len(view.spent)
    assert workspace.demand == sum(FULL_HAND - view.hands[seat] for seat in in_turn(view))


@given(games())
def test_the_chance_that_the_next_player_holds_a_rank_is_that_of_cards_dealt_at_random(game: Game) -> None:
    assume(game.outcome is None)
    view, workspace = game.view(game.turn), look(game).workspace
    unseen = unseen_from(view)
    held = min(FULL_HAND, view.hands[in_turn(view)[0]] + view.draw + len(view.spent))
    for rank in range(1, view.edition.ranks + 1):
        share = (unseen[rank] + unseen[0]) / max(unseen.total(), 1)
        assert workspace.chance[rank] / CERTAIN == pytest.approx(1 - (1 - share) ** held, abs=ROUNDING)


@given(games())
def test_the_chance_to_draw_what_is_missing_is_that_of_an_average_rank(game: Game) -> None:
    assume(game.outcome is None)
    workspace, unseen = look(game).workspace, unseen_from(game.view(game.turn))
    share = ((unseen.total() - unseen[0]) // game.edition.ranks + unseen[0]) / max(unseen.total(), 1)
    for cards in range(FULL_HAND + 1):
        for missing in range(LACKING + 1):
            expected = (1 - (1 - share) ** cards) ** missing
            assert workspace.drawing[cards, missing] / CERTAIN == pytest.approx(expected, abs=ROUNDING)


@given(games())
def test_how_near_the_others_are_is_measured_for_the_first_of_their_side_to_play(game: Game) -> None:
    assume(game.outcome is None)
    view, workspace = game.view(game.turn), look(game).workspace
    assert workspace.near[view.turn] == 0, "oneself is no other"
    for owner in in_turn(view):
        top, _count = view.stocks[owner]
        if top is None:
            assert workspace.near[owner] == 0, "a finished stock pile concerns nobody"
            continue
        player = next(seat for seat in in_turn(view) if (seat - owner) % view.teams == 0)
        is_partner = (owner - view.turn) % view.teams == 0
        assert workspace.near[owner] == (PARTNER if is_partner else (player - view.turn) % view.players)
        shown = shown_by(view, player)
        if view.edition.partner_discards:
            shown |= shown_by(view, owner)
        for height in range(view.edition.ranks):
            missing = missing_to(int(top), height, view.edition.ranks, shown)
            assert workspace.missing[owner, height] == len(missing)
            reach = 1.0
            for rank in missing:
                reach *= workspace.chance[rank] / CERTAIN
            assert workspace.reach[owner, height] / CERTAIN == pytest.approx(reach, abs=ROUNDING)


def test_a_run_on_a_discard_pile_brings_an_opponent_nearer() -> None:
    game = lay(stocks=[[9, 9], [9, 8]], discards={1: [[7, 6, 5], [2]]})
    workspace = look(game).workspace
    assert workspace.missing[1].tolist()[:12] == [3, 2, 2, 1, 0, 0, 0, 0, 7, 6, 5, 4]


def test_a_wild_on_a_stock_pile_is_always_within_reach() -> None:
    workspace = look(lay(stocks=[[9, 9], [9, "W"]])).workspace
    assert not workspace.missing[1, :12].any()
    assert (workspace.reach[1, :12] == CERTAIN).all()


def test_the_discards_of_a_partner_help_an_opponent_but_not_by_the_sheet_of_1967() -> None:
    for edition, missing in (("mattel-2003", 1), (BROWNFIELD, 2)):
        stocks = {0: [9, 9], 1: [9, 9], 2: [9, 9], 3: [9, 3]}
        game = lay(edition, players=4, partners=True, stocks=stocks, discards={3: [[2]]})
        workspace = look(game).workspace
        assert workspace.near.tolist()[:4] == [0, 1, PARTNER, 1], "seat 1 plays first, and may play the stock of seat 3"
        assert workspace.missing[3, 0] == missing
