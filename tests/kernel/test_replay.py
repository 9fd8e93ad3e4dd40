"""Games whose cards are told: replayed to the letter, and stopped where they cannot go on."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from skipbo.batch.simulation import GameLogger
from skipbo.game.game import Game
from skipbo.game.outcome import How
from skipbo.game.table import Table
from skipbo.kernel.compiler import plain
from skipbo.kernel.doors import arrays
from skipbo.kernel.layout import NO_SEAT, States
from skipbo.kernel.replay import (
    DEALER_BY_SHEET,
    DEALER_KNOWN,
    GAME_WAS_OVER,
    ILLEGAL_MOVE,
    MISSING_SHUFFLE,
    NUMBERED,
    OTHER_DEAL,
    OTHER_DECK,
    OTHER_PACK,
    OTHER_SIZE,
    REPLAYED,
    WRONG_SHUFFLE,
    deal_again,
)
from skipbo.record import Record, RecordedDeal
from skipbo.record.reader import join_piles, lay_out, number_cards
from skipbo.record.verifier import encode
from tests.positions import lay

TABLE = Table.of(players=2)
Moves = NDArray[np.int64]


def recorded() -> Record:
    """A game with at least two shuffles."""
    logger = GameLogger(TABLE, ["eager"], "told")
    for number in range(20):
        logger.play(number)
        record = logger.record()
        if len(record.shuffles) >= 2:
            return record
    raise AssertionError("twenty long games with hardly a shuffle")


def told_game() -> tuple[States, Moves, Sequence[Sequence[int]]]:
    """That game before its first move, its moves and its shuffles."""
    record = recorded()
    answer, cards = number_cards(TABLE, record.deal)
    assert answer == NUMBERED
    return lay_out(TABLE, record, cards), encode(record, TABLE), record.shuffles


def replay(states: States, moves: Moves, shuffles: Sequence[Sequence[int]]) -> tuple[int, int, int]:
    cards = np.array([card for shuffle in shuffles for card in shuffle], np.uint8)
    ends = np.cumsum([0, *map(len, shuffles)], dtype=np.int64)
    why, number, begun = arrays.replay(states, moves, cards, ends)
    return int(why), int(number), int(begun)


def test_cards_of_a_rank_are_numbered_as_often_as_the_deck_has_them() -> None:
    deal = recorded().deal
    assert sorted(number_cards(TABLE, deal)[1]) == [*range(18), *range(24, 168)]
    stock, *others = deal.stocks
    assert number_cards(TABLE, RecordedDeal((stock[1:], *others), deal.draw))[0] == OTHER_SIZE
    assert number_cards(TABLE, RecordedDeal(deal.stocks, deal.draw[1:]))[0] == OTHER_DECK
    for other in (13, (deal.draw[0] + 1) % 13):  # no card of this deck, and one too many of a rank
        assert number_cards(TABLE, RecordedDeal(deal.stocks, (other, *deal.draw[1:])))[0] == OTHER_DECK


def test_stock_piles_of_1967_have_no_more_cards_of_a_rank_than_two_packs() -> None:
    table = Table.of("brownfield-1967", players=2, stock=9)
    deck = [0] * 24 + [rank for rank in range(1, 14) for _copy in range(12)]
    ones, rest = deck[24:33], [*deck[:24], *deck[33:]]
    assert number_cards(table, RecordedDeal((tuple(ones), tuple(rest[:9])), tuple(rest[9:])))[0] == OTHER_PACK
    ones[0], rest[-1] = rest[-1], ones[0]
    assert number_cards(table, RecordedDeal((tuple(ones), tuple(rest[:9])), tuple(rest[9:])))[0] == NUMBERED


def test_a_told_game_is_replayed_to_its_end() -> None:
    states, moves, shuffles = told_game()
    assert replay(states, moves, shuffles) == (REPLAYED, len(moves), len(shuffles))
    assert states["how"][0] == 1


def test_a_move_after_the_end_is_noticed() -> None:
    states, moves, shuffles = told_game()
    assert replay(states, np.append(moves, 0), shuffles)[:2] == (GAME_WAS_OVER, len(moves))


def test_an_illegal_move_is_noticed() -> None:
    states, moves, shuffles = told_game()
    moves[5] = 191
    assert replay(states, moves, shuffles)[:2] == (ILLEGAL_MOVE, 5)


def test_a_shuffle_that_is_not_told_is_noticed() -> None:
    states, moves, shuffles = told_game()
    assert replay(states, moves, shuffles[:1])[0] == MISSING_SHUFFLE


def test_a_shuffle_of_other_cards_is_noticed() -> None:
    states, moves, shuffles = told_game()
    other = [card % 12 + 1 for card in shuffles[0]]
    assert replay(states, moves, [other, *shuffles[1:]])[0] == WRONG_SHUFFLE


def test_a_shuffle_of_more_cards_is_noticed() -> None:
    states, moves, shuffles = told_game()
    assert replay(states, moves, [[*shuffles[0], 1], *shuffles[1:]])[0] == WRONG_SHUFFLE


def test_a_game_made_again_from_its_key_stops_at_an_illegal_move() -> None:
    states = TABLE.states()
    arrays.deal(states, np.zeros((1, 8), np.uint32))
    before = states.tobytes()
    assert arrays.replay_noting(states, np.array([191]), np.zeros(0, np.uint8), np.zeros(1, np.int64)) == (0, 0)
    assert states.tobytes() == before


def test_shuffles_beyond_the_room_for_them_are_counted() -> None:
    record = recorded()
    states = TABLE.states()
    arrays.deal(states, np.frombuffer(bytes.fromhex(record.seed or ""), "<u4").reshape(1, -1))
    moves = encode(record, TABLE)
    shuffles, ends = np.zeros(200, np.uint8), np.zeros(2, np.int64)
    assert arrays.replay_noting(states, moves, shuffles, ends) == (len(moves), len(record.shuffles))
    assert shuffles[: ends[1]].tolist() == list(record.shuffles[0])


def test_a_game_that_is_laid_after_its_end_has_ended() -> None:
    """`lay_piles` finds the ending, which a position does not tell."""
    blocked = lay(stocks=[[12], [12, 12]], hands=[[], []], draw=[], passes=2)
    assert (blocked.outcome and blocked.outcome.how, blocked.outcome and blocked.outcome.winners) == (How.BLOCKED, (0,))
    won = lay(stocks=[[12], []])
    assert (won.outcome and won.outcome.how, won.outcome and won.outcome.winners) == (How.STOCK, (1,))
    assert lay(stocks=[[12], [12]]).outcome is None


KEY, OTHER_KEY = bytes(32), bytes(range(32))


def deal_again_as(game: Game, dealer: int | None, key: bytes = KEY) -> int:
    """How the dealer of a game was settled, says the kernel, if this dealer is recorded."""
    states = Table.of(players=game.table.players).states()
    states["key"] = np.frombuffer(key, "<u4")
    stocks, draw = game.deal
    recorded = NO_SEAT if dealer is None else dealer
    return int(plain(deal_again)(states[0], recorded, game.first, *join_piles((*stocks, draw))))


def test_a_key_deals_a_game_again_whether_its_dealer_was_drawn_for_or_known() -> None:
    drawn, known = Game(players=3, key=KEY), Game(players=3, dealer=2, key=KEY)
    assert deal_again_as(drawn, drawn.dealer) == DEALER_BY_SHEET
    assert deal_again_as(known, known.dealer) == DEALER_KNOWN


def test_another_key_or_another_dealer_is_another_deal() -> None:
    game = Game(players=3, key=KEY)
    assert game.dealer is not None
    assert deal_again_as(game, game.dealer, OTHER_KEY) == OTHER_DEAL
    assert deal_again_as(game, (game.dealer + 1) % 3) == OTHER_DEAL
