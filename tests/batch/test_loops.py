"""The loops that play whole games: small ones here, so that they can also run interpreted."""

from dataclasses import replace

import numpy as np
import pytest

from skipbo import batch
from skipbo.batch import checked_loops
from skipbo.batch.simulation import GameLogger
from skipbo.bots import find_bots
from skipbo.game.table import Table
from skipbo.kernel.status import Status
from skipbo.record import check

SMALL = Table.of(players=2, stock=3)


def test_a_game_that_reaches_the_limit_is_given_up() -> None:
    results = batch.new_results(3)
    batch.play_games(SMALL, find_bots(["eager"], SMALL), "limit", results, limit=4)
    assert results["how"].tolist() == [0, 0, 0]
    assert results["moves"].tolist() == [4, 4, 4]


def test_digests_tell_final_states_apart_and_are_zero_unless_asked_for() -> None:
    bots = find_bots(["eager"], SMALL)
    results, without = batch.new_results(5), batch.new_results(5)
    batch.play_games(SMALL, bots, "digest", results, digests=True)
    batch.play_games(SMALL, bots, "digest", without)
    assert len(set(results["digest"].tolist())) == 5
    assert not without["digest"].any()
    assert results["moves"].tolist() == without["moves"].tolist()


def test_play_out_continues_a_game_in_progress() -> None:
    keys, dice = batch.seed_games(4, "on")
    states, results = SMALL.states(4), batch.new_results(4)
    batch.deal(states, keys)
    batch.play_out(states, dice, find_bots(["eager"], SMALL), results)
    assert (results["how"] > 0).all()
    assert results["left"][:, :2].min(axis=1).tolist() == [0, 0, 0, 0]
    again = batch.new_results(4)
    batch.play_out(states, dice, find_bots(["eager"], SMALL), again)
    assert not again["moves"].any()


def test_picking_from_a_game_that_is_over_gives_no_move() -> None:
    keys, dice = batch.seed_games(1, "over")
    states, masks, moves = SMALL.states(1), batch.new_masks(1), batch.new_moves(1)
    batch.deal(states, keys)
    batch.play_out(states, dice, find_bots(["eager"], SMALL), batch.new_results(1))
    batch.legal(states, masks)
    batch.pick(masks, dice, moves)
    assert moves.tolist() == [-1]
    assert batch.step(states, moves) == 1


def test_the_record_of_a_logged_game_verifies() -> None:
    logger = GameLogger(Table.of(players=2), ["eager"], "logged")
    shuffled = 0
    for number in range(3):
        logger.play(number)
        record = logger.record()
        check(record)
        shuffled += len(record.shuffles)
    assert shuffled > 0


@pytest.mark.parametrize("every_move", [True, False])
def test_a_soak_of_sound_games_finds_nothing(every_move: bool) -> None:
    results = batch.new_results(3)
    bots = find_bots(["eager", "random"], SMALL)
    batch.soak(SMALL, bots, "soak", results, every_move=every_move)
    assert not results["digest"].any()
    assert (results["how"] > 0).all()


def test_a_soak_names_a_game_that_does_not_end() -> None:
    results = batch.new_results(1)
    batch.soak(SMALL, find_bots(["eager"], SMALL), "soak", results, limit=3)
    assert results["digest"][0] & checked_loops.ENDLESS


def test_a_soak_names_broken_invariants() -> None:
    """An edition by which no game can be dealt: no deck has eleven ranks."""
    broken, results = replace(SMALL, edition=replace(SMALL.edition, ranks=11)), batch.new_results(1)
    batch.soak(broken, find_bots(["eager"], SMALL), "soak", results)
    assert Status.TABLE in Status(int(results["digest"][0]))


def test_a_soak_names_a_bot_that_makes_an_illegal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted only: compiled code cannot be given another bot on the way."""
    from skipbo.kernel.compiler import INTERPRETED

    if INTERPRETED:
        monkeypatch.setattr(checked_loops, "choose", lambda *_asked: 191)
        results = batch.new_results(1)
        batch.soak(SMALL, find_bots(["eager"], SMALL), "soak", results)
        assert int(results["digest"][0]) == checked_loops.REFUSED
    assert np.int64(checked_loops.REFUSED) > 0
