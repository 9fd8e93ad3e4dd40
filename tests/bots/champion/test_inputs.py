"""What the champion's network sees of a position: distances to the two stock cards, chances, and order."""

import numpy as np
import pytest

from skipbo.bots.bot import parameters_of
from skipbo.bots.champion import inputs as seen
from skipbo.bots.champion.ideas import find_ideas, look_at
from skipbo.bots.champion.inputs import ONE, Inputs
from skipbo.bots.planner.candidates import FAVOURITE
from skipbo.bots.planner.workspace import INPUTS_ROOM, Workspace, new_workspaces
from skipbo.bots.seeds import new_dice
from skipbo.game.game import Game
from skipbo.game.move import Move
from skipbo.kernel.layout import WILD
from tests.positions import lay, up_to


def think(game: Game) -> tuple[Workspace, int]:
    """The workspace with the champion's ideas, and the number of unseen cards."""
    workspace: Workspace = new_workspaces()[0]
    hidden = find_ideas(game.states[0], parameters_of("planner", game.table)[0], new_dice()[0], workspace)
    return workspace, hidden


def after(game: Game, *line: str) -> Inputs:
    """What the network sees after the idea with this line of moves."""
    workspace, hidden = think(game)
    ideas = workspace.ideas
    for number in range(ideas.count):
        codes = ideas.moves[number, : ideas.steps[number]]
        if line == tuple(str(Move.from_code(int(code), game.turn, 2, 2)) for code in codes):
            look_at(number, hidden, workspace)
            return np.array(workspace.inputs)
    raise AssertionError(f"the planner has no such idea: {line}")


def places(inputs: Inputs, group: int, size: int = seen.RANKS) -> dict[int, float]:
    """The inputs of a group that are not zero, in units of one."""
    return {place: inputs[group + place] / ONE for place in range(size) if inputs[group + place]}


def test_there_is_room_for_all_inputs() -> None:
    assert seen.INPUTS <= INPUTS_ROOM


def test_ranks_are_counted_backwards_from_the_own_stock_card() -> None:
    game = lay(stocks=[[9, 8], [9, 5]], hands=[[7, 11]], discards={0: [[3, 6]]}, building=[up_to(5)])
    inputs = after(game, "h11>d2")
    assert places(inputs, seen.OWN_PILES) == {2: 1, 7: 3}  # one wants a 6, three an ace
    assert places(inputs, seen.OWN_HAND) == {1: 1}
    assert places(inputs, seen.OWN_TOPS) == {2: 1, 9: 1}
    assert places(inputs, seen.OWN_SECONDS) == {5: 1}
    assert places(inputs, seen.OWN_SHOWN) == {2: 1, 9: 1}


def test_ranks_are_counted_backwards_from_the_opponents_stock_card_too() -> None:
    game = lay(stocks=[[9, 8], [9, 5]], hands=[[7, 11]], discards={1: [[5, 4], [12]]}, building=[up_to(2)])
    inputs = after(game, "h11>d1")
    assert places(inputs, seen.THEIR_PILES) == {2: 1, 4: 3}
    assert places(inputs, seen.THEIR_SHOWN) == {0: 1, 1: 1, 5: 1}
    assert places(inputs, seen.THEIR_SECONDS) == {0: 1}
    assert places(inputs, seen.HELD_BACK) == {10: 1}
    assert places(inputs, seen.SHOWN_BACK) == {6: 1}
    assert places(inputs, seen.APART) == {9: 1}  # 8 comes nine cards before 5


def test_the_card_under_a_played_stock_card_is_unknown() -> None:
    game = lay(stocks=[[9, 3], [9, 5]], hands=[[7, 11]], building=[up_to(2)])
    inputs = after(game, "s>b1")
    assert inputs[seen.STOCK_UNKNOWN] == ONE
    assert inputs[seen.TURN_ENDED] == 0
    assert not inputs[seen.OWN_PILES : seen.OWN_UNSEEN + seen.RANKS].any()
    assert not places(inputs, seen.APART)


def test_cards_that_are_missing_are_counted_with_and_without_wilds() -> None:
    game = lay(stocks=[[9, 8], [9, 5]], hands=[[WILD, 6, 11]], building=[up_to(4)])
    inputs = after(game, "h11>d1")
    assert places(inputs, seen.OWN_LACKS, seen.FAR) == {2: 1}  # 5 and 7
    assert places(inputs, seen.OWN_LACKS_STILL, seen.FAR) == {1: 1}
    assert places(inputs, seen.THEIR_LACKS, seen.FAR) == {0: 1}
    assert places(inputs, seen.WILDS_HELD, seen.MOST_WILDS + 1) == {1: 1}
    assert places(inputs, seen.HELD, 6) == {2: 1}
    assert inputs[seen.THEIR_CHANCE] == seen.SHARE // 4
    assert 0 < inputs[seen.OWN_CHANCE] < seen.SHARE // 4


def test_a_wild_on_a_stock_pile_is_always_within_reach() -> None:
    game = lay(stocks=[[9, WILD], [9, WILD]], hands=[[2, 11]], discards={0: [[7]], 1: [[3, 4]]})
    inputs = after(game, "s>b1")
    assert not inputs[seen.THEIR_PILES : seen.SHOWN_BACK + seen.RANKS].any()
    assert inputs[seen.THEIR_CHANCE] == seen.SHARE // 4


def test_an_own_wild_stock_card_that_is_kept_is_within_reach() -> None:
    game = lay(stocks=[[9, WILD], [9, 3]], hands=[[2, 11]], discards={0: [[6, 5]]})
    workspace, hidden = think(game)
    kept = [number for number in range(workspace.ideas.count) if workspace.ideas.last[number] >= 0]
    look_at(kept[0], hidden, workspace)
    assert not workspace.inputs[seen.OWN_PILES : seen.OWN_UNSEEN + seen.RANKS].any()
    assert workspace.inputs[seen.OWN_CHANCE] == seen.SHARE // 4


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        ([5, 5], {seen.EQUALS: ONE // 2}),
        ([5, 4], {seen.RUNS: ONE // 2}),
        ([5, 2], {seen.STEPS: ONE}),
        ([9, 2], {}),
        ([5, 8], {seen.BURIALS: ONE, seen.BURIAL_GAP: 3}),
        ([WILD, 8], {seen.WILDS_BURIED: ONE}),
        ([8, WILD], {seen.WILDS_SHOWN: ONE}),
    ],
)
def test_the_order_of_discard_piles_is_counted(pile: list[int], expected: dict[int, int]) -> None:
    inputs = after(lay(stocks=[[9, 8], [9, 5]], hands=[[7, 11]], discards={0: [pile]}), "h11>d2")
    order = (seen.EQUALS, seen.RUNS, seen.STEPS, seen.BURIALS, seen.BURIAL_GAP, seen.WILDS_BURIED, seen.WILDS_SHOWN)
    assert {number: inputs[number] for number in order if inputs[number]} == expected


def test_cards_that_can_be_played_one_after_the_other_are_counted() -> None:
    game = lay(stocks=[[9, 8], [9, 5]], hands=[[3, 4, 4, 11]], discards={1: [[WILD], [6, 3]]}, building=[up_to(2)])
    inputs = after(game, "h11>d1")
    assert inputs[seen.HAND_PLAYABLE] == 2 * ONE
    assert inputs[seen.WHOLE_HAND_PLAYABLE] == 0
    assert inputs[seen.TWINS] == ONE
    assert inputs[seen.THEIR_PLAYABLE] == ONE


def test_what_the_planner_likes_less_has_less_worth() -> None:
    game = lay(stocks=[[9, 8], [9, 5]], hands=[[3, 7, 11]], building=[up_to(2)])
    workspace, hidden = think(game)
    look_at(FAVOURITE, hidden, workspace)
    assert workspace.inputs[seen.WORTH] == 0
    look_at(int(workspace.ideas.count) - 1, hidden, workspace)
    assert workspace.inputs[seen.WORTH] < 0
