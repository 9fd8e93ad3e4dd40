"""Every decision of a game is kept as it was, and the games are those that are played without keeping any."""

import numpy as np
import pytest

from skipbo import batch
from skipbo.batch.decision_loops import play_decisions
from skipbo.batch.simulation import GameLogger
from skipbo.bots import find_bots
from skipbo.bots.ladder import workspaces_for
from skipbo.game.game import Game
from skipbo.game.table import Table
from skipbo.kernel.actions import action_count, action_of_move
from skipbo.kernel.compiler import INTERPRETED, plain
from skipbo.kernel.doors import arrays, single
from skipbo.kernel.ending import payoff
from skipbo.kernel.layout import new_states
from skipbo.kernel.observation import observation_type

SEED = "decisions"
LIMIT = 400
GAMES = 2 if INTERPRETED else 12


class Kept:
    """The first games of a seed with their decisions."""

    def __init__(self, table: Table, bot: str, games: int = GAMES, room: int = GAMES * LIMIT, limit: int = LIMIT):
        self.table, self.bots = table, find_bots([bot], table)
        layout = observation_type(2 if table.players == 2 else 6, 4)
        self.actions_of_table = int(plain(action_count)(table.states()[0]))
        self.decks, self.dealt = np.zeros((games, table.edition.cards), np.uint8), new_states(games)
        self.results, self.observations = batch.new_results(games), np.zeros(room, np.dtype((np.record, layout)))
        self.legal = np.full((room, -(-self.actions_of_table // 8)), 7, np.uint8)
        self.seats, self.actions = np.zeros(room, np.uint8), np.zeros(room, np.uint8)
        self.payoffs = np.zeros(room, np.float32)
        self.games, self.rows = play_decisions(
            table.states(),
            batch.new_dice(),
            table.states(),
            batch.seed_words(SEED),
            0,
            self.bots,
            workspaces_for(self.bots),
            limit,
            self.decks,
            self.dealt,
            self.results,
            self.observations,
            self.legal,
            self.seats,
            self.actions,
            self.payoffs,
        )


@pytest.mark.parametrize(
    ("table", "bot"),
    [
        (Table.of(stock=3), "random"),
        (Table.of("1967", players=6, partners=True, stock=2), "eager"),
        (Table.of("mattel-2016", players=3, stock=2), "planner"),
    ],
    ids=["two", "partners", "planner"],
)
def test_a_row_has_what_the_seat_in_turn_saw_could_do_and_did(table: Table, bot: str) -> None:
    kept = Kept(table, bot)
    assert kept.games == GAMES
    assert kept.rows == kept.results["moves"].sum()
    plain_results = batch.new_results(GAMES)
    batch.play_games(table, kept.bots, SEED, plain_results)
    assert kept.results.tobytes() == plain_results.tobytes()
    logger, row = GameLogger(table, [bot], SEED), 0
    seen, mask = np.zeros_like(kept.observations[:1]), np.zeros(kept.actions_of_table, np.int8)
    for number in range(GAMES):
        logger.play(number)
        states, begun = kept.dealt[number : number + 1].copy(), row
        assert states.tobytes() == logger.dealt.tobytes()
        for code in logger.codes.tolist():
            seat = int(states["turn"][0])
            single.look(states, seat, seen, mask)
            assert kept.seats[row] == seat
            assert kept.observations[row : row + 1].tobytes() == seen.tobytes()
            bits = np.unpackbits(kept.legal[row], bitorder="little")
            assert bits[: mask.size].tolist() == mask.tolist()
            assert not bits[mask.size :].any()
            assert kept.actions[row] == plain(action_of_move)(states[0], code)
            assert arrays.step(states, np.array([code])) == 0
            row += 1
        payoffs = [plain(payoff)(states[0], int(seat)) for seat in kept.seats[begun:row]]
        assert kept.payoffs[begun:row].tolist() == np.array(payoffs, np.float32).tolist()


def test_the_deck_lists_the_stock_piles_and_then_the_draw_pile() -> None:
    table = Table.of(stock=3)
    kept = Kept(table, "random")
    for number in range(GAMES):
        logger = GameLogger(table, ["random"], SEED)
        logger.play(number)
        deal = logger.record().deal
        cards = [card for pile in (*deal.stocks, deal.draw) for card in pile]
        assert kept.decks[number].tolist() == [int(card) for card in cards]
        assert len(cards) == 162


def test_games_that_may_not_fit_are_left_for_the_next_call() -> None:
    kept = Kept(Table.of(stock=3), "eager", room=LIMIT)
    assert kept.games == 1
    assert kept.rows == kept.results["moves"][0] > 0


def test_a_game_that_reaches_the_limit_is_given_up_without_a_winner() -> None:
    kept = Kept(Table.of(stock=3), "eager", games=2, limit=4)
    assert kept.results["how"].tolist() == [0, 0]
    assert kept.rows == 8
    assert not kept.payoffs.any()


def test_a_key_deals_the_game_again() -> None:
    table = Table.of(stock=3)
    kept = Kept(table, "eager")
    game = Game(table.edition, players=2, stock=3, key=kept.dealt["key"][0].tobytes())
    assert game.states.tobytes() == kept.dealt[:1].tobytes()
