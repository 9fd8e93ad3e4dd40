"""Cards and set-up: what all sheets, or most of them, share."""

from collections import Counter, deque
from typing import Any

import pytest

from skipbo.editions import EDITIONS, Dealer
from skipbo.errors import Malformed
from skipbo.game.card import Card
from skipbo.game.event import Dealt, DrewForDealer, Turned, seen_by
from skipbo.game.game import Game
from skipbo.game.match import Match
from skipbo.game.table import Table
from skipbo.kernel import chance, deal
from skipbo.kernel.layout import RANKS, WILD
from skipbo.record import check, record_from_line, resume, to_line, to_record
from tests.positions import (
    KEY,
    end_turn,
    every_edition,
    highest,
    lay,
    modern_editions,
    standard_editions,
    up_to,
    wander,
)


def keys(count: int) -> list[bytes]:
    return [number.to_bytes(32, "little") for number in range(count)]


def draw_for_the_deal(edition: str, players: int, key: bytes) -> tuple[list[dict[int, int]], int]:
    """Returns the card that each seat drew, round after round, and the dealer."""
    states = Table.of(edition, players=players).states()
    for word in range(8):
        states["key"][0, word] = int.from_bytes(key[4 * word : 4 * word + 4], "little")
    chance.start(states[0])
    deal.clear(states[0])
    deal.lay_packs(states[0], 0, 2)
    deck = int(states["count"][0].sum())
    dealer = int(deal.draw_for_dealer(states[0]))
    from_the_top = iter([RANKS[card] for card in states["order"][0][:deck][::-1]])
    rounds: list[dict[int, int]] = []
    drawing = list(range(players))
    while not rounds or len(drawing) > 1:
        rounds.append({seat: next(from_the_top) for seat in drawing})
        drawing = [seat for seat in drawing if rounds[-1][seat] == max(rounds[-1].values())]
    return rounds, dealer


@modern_editions
def test_the_deck_is_twelve_each_of_1_to_12_and_18_wilds(edition: str) -> None:  # rule: deck.modern
    stocks, draw = Game(edition, key=KEY).deal
    cards = Counter(int(card) for pile in (*stocks, draw) for card in pile)
    assert cards == Counter({WILD: 18} | dict.fromkeys(range(1, 13), 12))
    assert cards.total() == 162


@every_edition
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_play(edition: str, players: int) -> None:  # rule: players
    game = Game(edition, players=players, key=KEY)
    assert len(game.view(None).stocks) == players
    assert not game.status


@every_edition
@pytest.mark.parametrize("players", [0, 1, 7])
def test_fewer_than_two_or_more_than_six_cannot_play(edition: str, players: int) -> None:  # rule: players
    with pytest.raises(Malformed) as error:
        Game(edition, players=players)
    assert error.value.code == "players"


@every_edition
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_get_30_cards_each(edition: str, players: int) -> None:  # rule: stock.size
    game = Game(edition, players=players, key=KEY)
    assert [count for _, count in game.view(None).stocks] == [30] * players


@every_edition
@pytest.mark.parametrize("players", [5, 6])
def test_five_or_six_players_get_20_cards_each(edition: str, players: int) -> None:  # rule: stock.size
    game = Game(edition, players=players, key=KEY)
    assert [count for _, count in game.view(None).stocks] == [20] * players


@every_edition
def test_the_cards_that_are_not_dealt_form_the_draw_pile(edition: str) -> None:  # rule: stock.size
    game = Game(edition, players=4, key=KEY)
    five_drawn = 5
    assert game.view(None).draw == game.edition.cards - 4 * 30 - five_drawn


@modern_editions
@pytest.mark.parametrize("players", [2, 6])
def test_a_short_game_deals_10_cards_each(edition: str, players: int) -> None:  # rule: stock.short
    game = Game(edition, players=players, stock=10, key=KEY)
    assert [count for _, count in game.view(None).stocks] == [10] * players
    assert not game.table.house


@modern_editions
def test_in_a_short_game_everything_else_is_the_same(edition: str) -> None:  # rule: stock.short
    long, short = (Game(edition, players=3, stock=stock, key=KEY) for stock in (30, 10))
    assert short.view(None).hands[short.turn] == long.view(None).hands[long.turn] == 5
    assert (short.dealer, short.first) == (long.dealer, long.first)
    assert short.view(None).draw == long.view(None).draw + 3 * 20


@every_edition
def test_the_top_card_of_a_stock_pile_is_face_up_for_everybody(edition: str) -> None:  # rule: stock.top
    game = lay(edition, stocks=[[3, 9], [4, 2, 7]])
    for seat in (0, 1, None):
        assert game.view(seat).stocks == ((9, 2), (7, 3))


@every_edition
@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_not_even_the_owner_sees_the_other_cards(edition: str, seat: int | None) -> None:  # rule: stock.top
    one = lay(edition, stocks=[[3, 4, 9], [5, 6, 9]])
    other = lay(edition, stocks=[[6, 5, 9], [4, 3, 9]])
    assert one.states.tobytes() != other.states.tobytes()
    assert one.view(seat) == other.view(seat)


@every_edition
def test_when_the_top_card_is_played_the_next_is_turned_face_up(edition: str) -> None:  # rule: stock.top
    game = lay(edition, stocks=[[3, 9, 1], [12]])
    assert Turned(0, Card(9)) in game.play("s>b1")
    assert game.view(1).stocks[0] == (9, 2)


@every_edition
def test_no_building_and_no_discard_pile_exists_until_a_player_starts_it(edition: str) -> None:  # rule: start.empty
    view = Game(edition, players=4, key=KEY).view(None)
    assert view.building == ((),) * 4
    assert view.discards == (((),) * 4,) * 4
    assert view.spent == ()


@standard_editions
@pytest.mark.parametrize("players", [2, 4, 6])
def test_every_player_draws_a_card_and_the_highest_deals(edition: str, players: int) -> None:  # rule: dealer.first
    for key in keys(40):
        rounds, dealer = draw_for_the_deal(edition, players, key)
        assert len(rounds[0]) == players
        assert rounds[0][dealer] == max(rounds[0].values())


@standard_editions
def test_wilds_do_not_count_in_the_draw_for_the_deal(edition: str) -> None:  # rule: dealer.first
    draws = [draw_for_the_deal(edition, 2, key) for key in keys(60)]
    with_one_wild = [
        (first, dealer) for (first, *_), dealer in draws if sorted(first.values())[0] == WILD < max(first.values())
    ]
    assert len(with_one_wild) > 2
    for first, dealer in with_one_wild:
        assert first[dealer] != WILD


@standard_editions
def test_the_dealer_of_a_game_is_drawn_for(edition: str) -> None:  # rule: dealer.first
    for key in keys(20):
        assert Game(edition, players=5, key=key).dealer == draw_for_the_deal(edition, 5, key)[1]


@standard_editions
@pytest.mark.parametrize("referee", ["strict", "kitchen"])
def test_the_draw_for_the_deal_is_seen(edition: str, referee: str) -> None:  # rule: dealer.first, ruling.dealer-tie
    again = 0
    for key in keys(60):
        game = Game(edition, players=5, key=key, referee=referee)
        drew = game.events[0]
        assert isinstance(drew, DrewForDealer)
        rounds = [{drawn.seat: int(drawn.card) for drawn in each} for each in drew.rounds]
        assert (rounds, game.dealer) == draw_for_the_deal(edition, 5, key)
        assert seen_by(drew, 0) == seen_by(drew, None) == drew
        again += len(rounds) > 1
    assert again > 5


@every_edition
def test_nobody_draws_for_the_deal_where_the_dealer_is_known_or_there_is_none(edition: str) -> None:
    # rule: dealer.first, dealer.any, dealer.moves, first.youngest
    sheet = EDITIONS[edition]
    match = Match(edition, players=3, stock=1, games=2, key=KEY)
    first = match.next_game()
    assert isinstance(first.events[0], DrewForDealer) == (sheet.dealer is Dealer.DRAWN)
    deque(wander(first, seed=1), 0)
    match.count(first)
    assert isinstance(match.next_game().events[0], Dealt)


def test_who_says_the_dealer_needs_no_draw() -> None:  # rule: dealer.first
    assert isinstance(Game("mattel-2003", dealer=1, key=KEY).events[0], Dealt)


@every_edition
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_stock_size_leaves_at_least_a_card_for_the_draw_pile(edition: str, players: int) -> None:  # rule: draw.pile
    sheet = EDITIONS[edition]
    most = sheet.most_stock(players)
    _stocks, draw = Game(edition, players=players, stock=most, key=KEY).deal
    assert len(draw) >= 1
    with pytest.raises(Malformed, match=f"1 to {most} cards"):
        Game(edition, players=players, stock=most + 1)


@modern_editions
@pytest.mark.parametrize(("players", "size"), [(2, 81), (3, 54), (6, 27)])
@pytest.mark.parametrize("new", [Game, Match, Table.of])
def test_a_stock_size_that_leaves_no_draw_pile_is_refused(new: Any, edition: str, players: int, size: int) -> None:
    # rule: draw.pile
    with pytest.raises(Malformed, match="leave none for the draw pile") as error:
        new(edition, players=players, stock=size)
    assert error.value.code == "draw.pile"


def test_a_stored_game_without_a_draw_pile_is_still_read() -> None:  # rule: draw.pile
    table = Table.of(players=2, stock=81, needs_draw_pile=False)
    game = Game.from_key(table, KEY)
    deque(wander(game, seed=1), 0)
    record = record_from_line(to_line(to_record(game)))
    check(record)
    assert resume(record) == game


@standard_editions
@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_the_player_to_the_dealers_left_begins(edition: str, dealer: int) -> None:  # rule: first.left
    game = Game(edition, players=4, dealer=dealer, key=KEY)
    assert game.turn == (dealer + 1) % 4


@standard_editions
def test_the_player_to_the_left_of_a_drawn_dealer_begins(edition: str) -> None:  # rule: first.left
    for key in keys(10):
        game = Game(edition, players=3, key=key)
        assert game.dealer is not None
        assert game.turn == (game.dealer + 1) % 3


@every_edition
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_play_goes_to_the_left(edition: str, players: int) -> None:  # rule: turn.left
    game = lay(edition, players=players, turn=players - 1)
    turns = []
    for _ in range(2 * players):
        turns.append(game.turn)
        end_turn(game)
    assert turns == [players - 1, *range(players), *range(players - 1)]


@every_edition
def test_no_card_is_lost_or_doubled_in_a_whole_game(edition: str) -> None:  # rule: deck.modern, deck.packs
    game = Game(edition, players=3, stock=5, key=KEY)
    for position in wander(game, seed=1):
        assert not position.status
    assert game.outcome is not None


@every_edition
def test_a_laid_table_is_what_the_test_wrote(edition: str) -> None:
    game = lay(
        edition,
        stocks=[[7], [3, "W"]],
        hands=[[1, 5], [0]],
        discards={1: [[], [2, 6]]},
        building=[["W", 2], up_to(highest(edition) - 1)],
        draw=[8, 9],
        spent=[4],
    )
    view = game.view(0)
    assert (view.hand, view.hands) == ((1, 5), (2, 1))
    assert view.stocks == ((7, 1), (WILD, 2))
    assert view.discards[1][1] == (2, 6)
    assert view.building[:2] == ((WILD, 2), tuple(range(1, highest(edition))))
    assert (view.draw, view.spent) == (2, (4,))
