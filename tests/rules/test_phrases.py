"""Phrases of the sheets that players quote at the table, each tried as it is printed."""

import pytest

from skipbo.editions import EDITIONS
from skipbo.errors import NotLegal
from skipbo.game.game import Game
from skipbo.game.match import Match
from tests.positions import BROWNFIELD, KEY, lay_kitchen, standard_editions
from tests.rules.kitchen_table import acts


@standard_editions
@pytest.mark.parametrize("guilty", [0, 1, 2, 3])
def test_any_player_guilty_of_cheating_takes_two_cards_unseen(
    edition: str, guilty: int
) -> None:  # rule: team.cheat, ruling.cheating, ruling.penalty-place
    partner_in_turn = (guilty + 2) % 4
    game = lay_kitchen(edition, players=4, partners=True, turn=partner_in_turn)
    before = [view.stocks[guilty] for view in map(game.view, range(4))]
    acts(game, f"{guilty}: talk", f"{(guilty + 1) % 4}: call {guilty}")
    for view, (top, count) in zip(map(game.view, range(4)), before, strict=True):
        assert view.stocks[guilty] == (top, count + 2)


@pytest.mark.parametrize("edition", [name for name, sheet in EDITIONS.items() if sheet.special_situations])
def test_a_turn_noticed_before_it_is_finished_reverts_to_the_proper_player(
    edition: str,
) -> None:  # rule: irregular.noticed, irregular.annulled, ruling.irregular-window
    game = lay_kitchen(edition, players=4, hands=[[11], [], [1, 7]])
    acts(game, "2: h1>b1", "2: h7>d1", "3: call 2")
    assert game.turn == 0


@pytest.mark.parametrize("youngest", range(4))
def test_the_youngest_player_goes_first(youngest: int) -> None:  # rule: first.youngest, ruling.youngest
    match = Match("mattel-2016", players=4, stock=1, youngest=youngest, games=3, key=KEY)
    for _game in range(3):
        game = match.next_game()
        assert game.turn == youngest
        while game.outcome is None:
            game.play(min(game.legal_moves.codes))
        match.count(game)


@pytest.mark.parametrize("players", [4, 6])
def test_a_player_cannot_inform_or_instruct_a_partner(players: int) -> None:  # rule: team.no-talk
    game = Game(BROWNFIELD, players=players, partners=True, key=KEY)
    assert {game.silenced_by(seat) for seat in range(players)} == {"team.no-talk"}
    kitchen = lay_kitchen(BROWNFIELD, players=players, partners=True)
    kitchen.play("talk")
    with pytest.raises(NotLegal) as error:
        kitchen.play("call 0", seat=1)
    assert error.value.code == "team.no-talk"  # the sheet names no penalty
