"""Partnership, by the rules that the sheets share and by those of each group."""

import pytest

from skipbo.editions import find_edition
from skipbo.errors import Malformed, NotLegal
from skipbo.game.card import Card
from skipbo.game.event import Called, Ground, Penalised, Played, Shuffled, Talked, Turned
from skipbo.game.outcome import How, Outcome
from skipbo.game.table import Table
from skipbo.kernel.layout import NO_CARD, RANKS, STOCKS
from tests.positions import (
    BROWNFIELD,
    end_turn,
    every_edition,
    hand,
    kitchen_editions,
    lay,
    lay_kitchen,
    modern_editions,
    play_all,
    refused,
    standard_editions,
)


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
def test_a_player_plays_from_their_own_piles_as_well(edition: str) -> None:  # rule: team.sources
    game = lay(edition, players=4, partners=True, stocks=[[9, 1]], discards={0: [[2]]})
    play_all(game, "s>b1 d1>b1")
    assert game.view(None).building[0] == (1, 2)


@every_edition
def test_no_card_is_played_from_the_partners_hand(
    edition: str,
) -> None:  # rule: team.sources, team.sources-1967, ruling.partner-hand
    game = lay(edition, players=4, partners=True, hands={0: [9], 2: [1]})
    assert refused(game, "h1>b1") == "play.sources"
    with pytest.raises(Malformed):
        game.play("2h1>b1")


@every_edition
@pytest.mark.parametrize("opponent", [1, 3])
@pytest.mark.parametrize("pile", ["s", "d1"])
def test_no_card_is_played_from_the_opponents_piles(
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
    owners = {move.source.owner(seat) for move in game.legal_moves if not move.ends_turn}
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


# Talking, at a kitchen table


@standard_editions
def test_the_partner_of_the_player_in_turn_keeps_quiet(edition: str) -> None:  # rule: team.silent
    game = lay_kitchen(edition, players=4, partners=True)
    assert game.play("2: talk") == [Talked(2)]
    assert game.view(None).talked == (2,)


@standard_editions
@pytest.mark.parametrize("seat", [0, 1, 3])
def test_the_player_in_turn_may_ask_and_opponents_may_chat(edition: str, seat: int) -> None:  # rule: team.silent
    game = lay_kitchen(edition, players=4, partners=True)
    game.play("talk", seat=seat)
    assert game.view(None).talked == ()
    caller = 1 if seat != 1 else 0
    assert game.play(f"call {seat}", seat=caller) == [Called(caller, seat, Ground.NONE)]


def test_by_1967_partners_may_not_talk_at_all_but_no_penalty_is_named() -> None:  # rule: team.no-talk
    for seat in range(4):
        game = lay_kitchen(BROWNFIELD, players=4, partners=True)
        game.play("talk", seat=seat)
        assert game.view(None).talked == (seat,)
        caller = (seat + 1) % 4
        assert game.grounds(caller) == {}
        with pytest.raises(NotLegal) as error:
            game.play(f"call {seat}", seat=caller)
        assert error.value.code == "team.no-talk"
        assert f"call {seat}" not in game.legal_acts(caller)


def test_by_2016_partners_may_not_talk_and_nobody_is_called() -> None:  # rule: team.no-talk, special.none
    sheet = find_edition("mattel-2016")
    assert (sheet.may_ask, sheet.talk_penalty, sheet.special_situations) == (False, 0, False)


@standard_editions
@pytest.mark.parametrize(("players", "partner"), [(4, 2), (6, 3)])
def test_a_player_who_breaks_the_silence_takes_two_cards_unseen(
    edition: str, players: int, partner: int
) -> None:  # rule: team.cheat, ruling.penalty-place
    game = lay_kitchen(edition, players=players, partners=True, stocks={partner: [9, 8]}, draw=[..., 6, 7])
    game.play("talk", seat=partner)
    assert game.play(f"call {partner}", seat=1) == [Called(1, partner, Ground.TALK), Penalised(partner, 2)]
    assert game.view(None).stocks[partner] == (8, 4)
    states = game.states
    card, pile = states["top"][0, STOCKS[partner]], []
    while card != NO_CARD:
        pile.append(RANKS[card])
        card = states["under"][0, card]
    assert pile == [8, 9, 7, 6]
    assert game.view(None).talked == ()
    assert not game.status


@standard_editions
def test_the_penalty_opens_a_finished_stock_pile_again(edition: str) -> None:  # rule: ruling.penalty-place
    game = lay_kitchen(edition, players=4, partners=True, stocks={2: []}, draw=[..., 6, 7])
    game.play("2: talk")
    assert game.play("1: call 2")[1:] == [Penalised(2, 2), Turned(2, Card(7))]
    assert game.view(None).stocks[2] == (7, 2)


@standard_editions
def test_the_penalty_is_what_there_is_to_take(edition: str) -> None:  # rule: team.cheat, draw.recycle
    game = lay_kitchen(edition, players=4, partners=True, draw=[6])
    game.play("2: talk")
    assert game.play("1: call 2")[1:] == [Penalised(2, 1)]
    game = lay_kitchen(edition, players=4, partners=True, draw=[6], spent=[1, 2])
    game.play("2: talk")
    assert game.play("1: call 2")[1:] == [Shuffled(2), Penalised(2, 2)]
    assert not game.status


@standard_editions
def test_only_an_opponent_calls_talk(edition: str) -> None:  # rule: team.cheat, ruling.cheating, ruling.false-call
    game = lay_kitchen(edition, players=4, partners=True)
    game.play("2: talk")
    assert [game.grounds(seat) for seat in range(4)] == [{}, {2: Ground.TALK}, {}, {2: Ground.TALK}]
    assert "call 2" in game.legal_acts(0)
    assert game.play("0: call 2") == [Called(0, 2, Ground.NONE)]
    assert game.view(None).talked == (2,)


@standard_editions
def test_talk_can_be_called_until_the_turn_ends(edition: str) -> None:  # rule: team.cheat, ruling.false-call
    game = lay_kitchen(edition, players=4, partners=True, hands=[[11]])
    for act in ("2: talk", "draw"):
        game.play(act)
    assert game.play("3: call 2")[1:] == [Penalised(2, 2)]
    game.play("2: talk")
    game.play("h11>d1")
    assert game.play("1: call 2") == [Called(1, 2, Ground.NONE)]


@kitchen_editions
def test_where_nobody_has_a_partner_talk_is_free(edition: str) -> None:  # rule: team.silent, team.no-talk
    game = lay_kitchen(edition, players=3)
    with pytest.raises(NotLegal) as error:
        game.play("1: talk")
    assert error.value.code == ("team.no-talk" if edition == BROWNFIELD else "team.silent")


@kitchen_editions
def test_during_an_irregular_turn_nobody_talks(edition: str) -> None:  # rule: ruling.irregular-start
    game = lay_kitchen(edition, players=4, partners=True, hands={1: [1, 7]})
    game.play("1: h1>b1")
    for seat in (1, 2):
        with pytest.raises(NotLegal) as error:
            game.play("talk", seat=seat)
        assert error.value.code == "ruling.irregular-start"


def test_a_penalty_for_talk_outlives_an_annulled_turn() -> None:  # rule: team.cheat, irregular.annulled
    game = lay_kitchen("francais-2003", players=4, partners=True, hands={3: [1, 7]})
    for act in ("2: talk", "1: call 2", "3: h1>b1", "call 3"):
        game.play(act)
    assert game.view(None).stocks[2][1] == 4
    assert not game.status
