"""Partnership, by the rules that the sheets share and by those of each group."""

import pytest

from skipbo.errors import Malformed
from skipbo.events import Played
from skipbo.outcome import How, Outcome
from skipbo.table import Table
from tests.tables import BROWNFIELD, end_turn, every_edition, hand, lay, modern_editions, play_all, refused


@modern_editions
@pytest.mark.parametrize(("players", "pairs"), [(4, 2), (6, 3)])
def test_partners_are_two(edition: str, players: int, pairs: int) -> None:  # rule: team.pairs
    sides = Table.of(edition, players=players, partners=True).sides
    assert [len(side) for side in sides] == [2] * pairs


def test_by_1967_four_players_make_two_pairs() -> None:  # rule: team.threes
    assert [len(side) for side in Table.of(BROWNFIELD, players=4, partners=True).sides] == [2, 2]


def test_by_1967_six_players_make_two_teams_of_three() -> None:  # rule: team.threes
    assert [len(side) for side in Table.of(BROWNFIELD, players=6, partners=True).sides] == [3, 3]


@every_edition
@pytest.mark.parametrize("players", [2, 3, 5])
def test_other_numbers_of_players_cannot_be_partners(
    edition: str, players: int
) -> None:  # rule: team.pairs, team.threes
    with pytest.raises(Malformed) as error:
        Table.of(edition, players=players, partners=True)
    assert error.value.code == "partners"


@modern_editions
def test_one_plays_from_the_partners_stock_pile(edition: str) -> None:  # rule: team.sources
    game = lay(edition, players=4, partners=True, stocks={2: [9, 1]})
    (played, _turned) = game.play("2s>b1")
    assert isinstance(played, Played)
    assert (played.seat, played.owner, played.card) == (0, 2, 1)
    assert game.view(None).stocks[2] == (9, 1)
    assert game.turn == 0


@modern_editions
@pytest.mark.parametrize("pile", [1, 2, 3, 4])
def test_one_plays_from_the_partners_discard_piles(edition: str, pile: int) -> None:  # rule: team.sources
    game = lay(edition, players=4, partners=True, discards={2: [[6, 1], [7, 1], [8, 1], [9, 1]]})
    game.play(f"2d{pile}>b1")
    assert game.view(None).building[0] == (1,)
    assert [len(cards) for cards in game.view(None).discards[2]] == [2 - (number == pile) for number in (1, 2, 3, 4)]


@modern_editions
def test_one_plays_from_ones_own_piles_as_well(edition: str) -> None:  # rule: team.sources
    game = lay(edition, players=4, partners=True, stocks=[[9, 1]], discards={0: [[2]]})
    play_all(game, "s>b1 d1>b1")
    assert game.view(None).building[0] == (1, 2)


@every_edition
def test_never_from_the_partners_hand(edition: str) -> None:  # rule: team.sources, team.sources-1967
    game = lay(edition, players=4, partners=True, hands={0: [9], 2: [1]})
    assert refused(game, "h1>b1") == "play.sources"
    with pytest.raises(Malformed):
        game.play("2h1>b1")


@every_edition
@pytest.mark.parametrize("opponent", [1, 3])
@pytest.mark.parametrize("pile", ["s", "d1"])
def test_never_from_the_opponents_piles(
    edition: str, opponent: int, pile: str
) -> None:  # rule: team.sources, team.sources-1967
    game = lay(edition, players=4, partners=True, stocks={opponent: [9, 1]}, discards={opponent: [[1]]})
    assert refused(game, f"{opponent}{pile}>b1") == "play.sources"


@every_edition
def test_one_discards_on_ones_own_piles_only(edition: str) -> None:  # rule: team.sources, discard.ends
    game = lay(edition, players=4, partners=True, hands=[[9]])
    with pytest.raises(Malformed):
        game.play("h9>2d1")
    assert {str(move) for move in game.legal_moves} == {"h9>d1", "h9>d2", "h9>d3", "h9>d4"}


@modern_editions
@pytest.mark.parametrize("seat", range(6))
def test_of_three_pairs_each_uses_the_piles_of_its_own(
    edition: str, seat: int
) -> None:  # rule: team.sources, team.pairs
    ones = {owner: [9, 1] for owner in range(6)}
    game = lay(edition, players=6, partners=True, stocks=ones, discards={owner: [[1]] for owner in range(5)}, turn=seat)
    owners = {seat if move.seat is None else move.seat for move in game.legal_moves if not move.ends_turn}
    assert owners == {seat, (seat + 3) % 6}


@pytest.mark.parametrize("partner", [2, 4])
def test_by_1967_one_plays_from_the_stock_piles_of_both_partners(partner: int) -> None:  # rule: team.sources-1967
    game = lay(BROWNFIELD, players=6, partners=True, stocks={2: [9, 1], 4: [8, 1]})
    game.play(f"{partner}s>b1")
    assert game.view(None).stocks[partner] == ({2: 9, 4: 8}[partner], 1)


@pytest.mark.parametrize(("players", "partner"), [(4, 2), (6, 2), (6, 4)])
def test_by_1967_a_partners_discard_piles_are_not_used(players: int, partner: int) -> None:  # rule: team.sources-1967
    game = lay(BROWNFIELD, players=players, partners=True, discards={partner: [[1], [1], [1], [1]]})
    for pile in (1, 2, 3, 4):
        assert refused(game, f"{partner}d{pile}>b1") == "team.sources-1967"


def test_by_1967_ones_own_discard_piles_are_used_all_the_same() -> None:  # rule: team.sources-1967
    game = lay(BROWNFIELD, players=4, partners=True, discards={0: [[1]]})
    game.play("d1>b1")
    assert game.view(None).building[0] == (1,)


@every_edition
def test_the_game_goes_on_when_one_stock_pile_of_a_team_is_finished(edition: str) -> None:  # rule: team.goes-on
    game = lay(edition, players=4, partners=True, stocks=[[1]])
    game.play("s>b1")
    assert game.outcome is None
    assert game.turn == 0


@every_edition
def test_a_player_whose_own_stock_is_finished_plays_on(edition: str) -> None:  # rule: team.goes-on
    game = lay(
        edition,
        players=4,
        partners=True,
        stocks={0: [], 2: [9, 3]},
        hands={0: [6], 3: [8]},
        discards={0: [[2]]},
        draw=[..., "W", 7, 7, 7, 1],
        turn=3,
    )
    game.play("h8>d1")
    assert game.turn == 0
    assert hand(game, 0) == [1, 6, 7, 7, 7]
    play_all(game, "h1>b1 d1>b1 2s>b1 h6>d1")
    assert game.outcome is None
    assert game.turn == 1


@every_edition
@pytest.mark.parametrize("seat", [0, 2])
def test_the_game_ends_when_every_stock_pile_of_one_team_is_finished(edition: str, seat: int) -> None:  # rule: team.win
    game = lay(edition, players=4, partners=True, stocks={0: [], 2: []} | {seat: [1]}, turn=seat)
    game.play("s>b1")
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winners) == (How.STOCK, (0, 2))


@every_edition
def test_the_winning_team_scores_for_the_opponents_stock_piles(edition: str) -> None:  # rule: team.win, score.game
    game = lay(edition, players=4, partners=True, stocks=[[1], [9, 9, 9], [], [8, 8]])
    game.play("s>b1")
    assert game.outcome == Outcome(How.STOCK, (0, 2), (0, 3, 0, 2), 25 + 5 * 5)


@modern_editions
def test_a_finished_pair_of_three_scores_for_both_other_pairs(edition: str) -> None:  # rule: team.win, score.game
    game = lay(edition, players=6, partners=True, stocks=[[1], [9], [9, 9], [], [8, 8, 8], []])
    game.play("s>b1")
    assert game.outcome == Outcome(How.STOCK, (0, 3), (0, 1, 2, 0, 3, 0), 25 + 5 * 6)


def test_by_1967_a_team_of_three_must_finish_all_its_stock_piles() -> None:  # rule: team.win, team.threes
    game = lay(BROWNFIELD, players=6, partners=True, stocks={0: [1], 2: [2], 4: []})
    game.play("s>b1")
    assert game.outcome is None
    game.play("2s>b1")
    assert game.outcome is not None
    assert game.outcome.winners == (0, 2, 4)


@every_edition
def test_stock_piles_of_both_teams_may_be_finished_one_by_one(edition: str) -> None:  # rule: team.win
    game = lay(edition, players=4, partners=True, stocks={0: [], 1: [1]}, turn=1)
    game.play("s>b1")
    assert game.outcome is None
    end_turn(game)
    assert game.turn == 2
