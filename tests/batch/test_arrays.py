"""Many games at once give what single games give, however the work is spread."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skipbo import batch
from skipbo.batch import devices
from skipbo.batch.loops import LIMIT
from skipbo.bots import Bot, find_bots
from skipbo.editions import EDITIONS
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.outcome import How
from skipbo.game.table import Table
from skipbo.kernel.layout import BLOCKED, BY_STOCK, NO_SEAT, States
from skipbo.kernel.moves import MOVES
from tests.record.games import every_table

GAMES = 7  # not a multiple of 2 or 3
SEED = "batch"
JOBS = (1, 2, 3, 100)


def dealt(table: Table, games: int = GAMES, jobs: int = 1, first: int = 0) -> tuple[States, States]:
    """Games at the beginning, and their dice."""
    return batch.new_games(table, games, SEED, first=first, jobs=jobs)


def some_moves(states: States, dice: States, steps: int, jobs: int = 1) -> None:
    masks, moves = batch.new_masks(states.size), batch.new_moves(states.size)
    for _ in range(steps):
        batch.legal(states, masks, jobs=jobs)
        batch.pick(masks, dice, moves, jobs=jobs)
        batch.step(states, moves, jobs=jobs)


TABLE = Table.of("mattel-2003", players=4, partners=True)
MIDDLE, MIDDLE_DICE = dealt(TABLE)
some_moves(MIDDLE, MIDDLE_DICE, 30)
LEGAL = batch.new_masks(GAMES)
batch.legal(MIDDLE, LEGAL)
LEGAL_MOVES = [set(np.flatnonzero(truth).tolist()) for truth in batch.unpack(LEGAL)]


@every_table
def test_a_game_of_a_batch_is_the_game_of_its_key_move_by_move(edition: str, players: int, partners: bool) -> None:
    table = Table.of(edition, players=players, partners=partners, stock=3)
    states, dice = dealt(table, games=3)
    keys, _dice = batch.seed_games(3, SEED)
    games = [Game(edition, players=players, partners=partners, stock=3, key=key.tobytes()) for key in keys]
    masks, moves = batch.new_masks(3), batch.new_moves(3)
    for _ in range(60):
        for number, game in enumerate(games):
            assert states[number : number + 1].tobytes() == game.states.tobytes()
        batch.legal(states, masks)
        for legal, game in zip(batch.unpack(masks), games, strict=True):
            assert np.flatnonzero(legal).tolist() == game.legal_moves.codes
        batch.pick(masks, dice, moves)
        refused = batch.step(states, moves)
        assert refused == sum(game.outcome is not None for game in games)
        for move, game in zip(moves, games, strict=True):
            if game.outcome is None:
                game.play(int(move))
            else:
                assert move == -1


@pytest.mark.parametrize("jobs", JOBS)
def test_jobs_do_not_change_a_deal_a_mask_a_choice_or_a_step(jobs: int) -> None:
    table = Table.of("mattel-2003", players=4)
    (one, one_dice), (many, many_dice) = dealt(table), dealt(table, jobs=jobs)
    assert one.tobytes() == many.tobytes()
    some_moves(one, one_dice, 40)
    some_moves(many, many_dice, 40, jobs)
    assert one.tobytes() == many.tobytes()
    assert one_dice.tobytes() == many_dice.tobytes()


@pytest.mark.parametrize("jobs", JOBS)
@pytest.mark.parametrize("seat", [None, 0, 3])
def test_jobs_do_not_change_an_observation_or_a_sample(jobs: int, seat: int | None) -> None:
    keys, _dice = batch.seed_games(GAMES, "other cards")
    for threads in (1, jobs):
        seen, samples = batch.new_observations(GAMES), TABLE.states(GAMES)
        batch.observe(MIDDLE, seen, seat=seat, jobs=threads)
        batch.sample(MIDDLE, keys, samples, seat=seat, jobs=threads)
        if threads == 1:
            expected = seen.tobytes(), samples.tobytes()
    assert (seen.tobytes(), samples.tobytes()) == expected


def test_without_a_seat_the_seat_in_turn_is_the_viewer() -> None:
    seen, other, keys = batch.new_observations(GAMES), batch.new_observations(1), batch.seed_games(GAMES, SEED)[0]
    samples, fitting = TABLE.states(GAMES), TABLE.states(1)
    batch.observe(MIDDLE, seen)
    batch.sample(MIDDLE, keys, samples)
    assert not seen["turn"].any(), "seat 0 of an observation is the viewer"
    assert len(set(MIDDLE["turn"].tolist())) > 1
    for game, turn in enumerate(MIDDLE["turn"].tolist()):
        batch.observe(MIDDLE[game : game + 1], other, seat=turn)
        batch.sample(MIDDLE[game : game + 1], keys[game : game + 1], fitting, seat=turn)
        assert (other[0].tobytes(), fitting[0].tobytes()) == (seen[game].tobytes(), samples[game].tobytes())


@pytest.mark.parametrize("seat", [-1, 4, 6, 255])
def test_a_seat_that_the_table_does_not_have_is_refused(seat: int) -> None:
    with pytest.raises(Malformed, match=f"no seat {seat}"):
        batch.observe(MIDDLE, batch.new_observations(GAMES), seat=seat)
    with pytest.raises(Malformed, match=f"no seat {seat}"):
        batch.sample(MIDDLE, batch.seed_games(GAMES, SEED)[0], TABLE.states(GAMES), seat=seat)


def test_samples_can_be_played_to_their_end() -> None:
    samples, results = TABLE.states(GAMES), batch.new_results(GAMES)
    keys, dice = batch.seed_games(GAMES, "other cards")
    batch.sample(MIDDLE, keys, samples)
    batch.play_out(samples, dice, find_bots(["eager"], TABLE), results)
    assert (results["how"] > 0).all()


def test_flattened_observations_are_the_same_memory() -> None:
    seen = batch.new_observations(GAMES)
    rows = batch.flatten(seen)
    batch.observe(MIDDLE, seen)
    assert rows.shape == (GAMES, seen.dtype.itemsize)
    assert rows.tobytes() == seen.tobytes()
    assert rows[:, 0].tolist() == [TABLE.players] * GAMES


def test_observations_may_have_fewer_seats_and_shallower_piles() -> None:
    table = Table.of(players=2)
    states, _dice = dealt(table)
    large, small = batch.new_observations(GAMES), batch.new_observations(GAMES, seats=2, depth=3)
    batch.observe(states, large)
    batch.observe(states, small)
    assert small["hand_count"].tolist() == large["hand_count"][:, :2].tolist()
    assert small["discards"].tolist() == large["discards"][:, :2, :, :3].tolist()
    assert batch.flatten(small).shape == (GAMES, small.dtype.itemsize)


@pytest.mark.parametrize("jobs", JOBS)
@pytest.mark.parametrize("bot", ["random", "eager"])
def test_jobs_do_not_change_how_games_end(jobs: int, bot: str) -> None:
    table = Table.of("mattel-2003", players=3, stock=5)
    bots = find_bots([bot], table)
    (one, one_dice), (many, many_dice) = dealt(table), dealt(table)
    results, same = batch.new_results(GAMES), batch.new_results(GAMES)
    batch.play_out(one, one_dice, bots, results)
    batch.play_out(many, many_dice, bots, same, jobs=jobs)
    assert results.tobytes() == same.tobytes()
    assert one.tobytes() == many.tobytes()
    assert (results["how"] > 0).all()


@pytest.mark.parametrize("jobs", JOBS)
def test_jobs_do_not_change_whole_games(jobs: int) -> None:
    table = Table.of("mattel-2003", players=2)
    bots = find_bots(["eager", "random"], table)
    results, same = batch.new_results(GAMES), batch.new_results(GAMES)
    batch.play_games(table, bots, SEED, results, digests=True)
    batch.play_games(table, bots, SEED, same, digests=True, jobs=jobs)
    assert results.tobytes() == same.tobytes()
    assert len(set(results["digest"])) == GAMES


@every_table
def test_whole_games_are_the_games_dealt_and_played_out(edition: str, players: int, partners: bool) -> None:
    table = Table.of(edition, players=players, partners=partners)
    bots = find_bots(["eager"], table)
    states, dice = dealt(table)
    first = states["first"].copy()
    results, same = batch.new_results(GAMES), batch.new_results(GAMES)
    batch.play_out(states, dice, bots, results)
    batch.play_games(table, bots, SEED, same)
    assert results.tobytes() == same.tobytes()
    assert (results["first"] == first).all()
    assert (results["how"] == states["how"]).all()


def test_results_say_how_each_game_went() -> None:
    table = Table.of("mattel-2003", players=4, partners=True, stock=6)
    bots = find_bots(["eager"], table)
    keys, dice = batch.seed_games(20, SEED)
    states, results = table.states(20), batch.new_results(20)
    batch.deal(states, keys)
    batch.play_out(states, dice, bots, results)
    for number, result in enumerate(results):
        game = Game("mattel-2003", players=4, partners=True, stock=6, key=keys[number].tobytes())
        player = Bot("eager")
        player._dice[:] = batch.seed_games(1, SEED, number)[1]
        turns = 0
        while game.outcome is None:
            move = player.choose(game.view(game.turn))
            turns += move.ends_turn
            game.play(move)
        assert (result["moves"], result["turns"], result["first"]) == (game.version, turns, game.first)
        assert tuple(result["left"][:4]) == game.outcome.left
        assert result["how"] == (BY_STOCK if game.outcome.how is How.STOCK else BLOCKED)
        assert result["winner"] == (game.outcome.winners[0] % 2 if game.outcome.winners else NO_SEAT)


def test_the_number_of_a_game_decides_it_not_the_chunk_it_is_played_in() -> None:
    table = Table.of("mattel-2003", players=2)
    bots = find_bots(["eager"], table)
    whole = batch.new_results(12)
    batch.play_games(table, bots, SEED, whole, digests=True)
    for first, size in ((0, 5), (5, 1), (6, 6), (11, 1)):
        part = batch.new_results(size)
        batch.play_games(table, bots, SEED, part, first=first, digests=True, jobs=2)
        assert part.tobytes() == whole[first : first + size].tobytes()
    keys, dice = batch.seed_games(12, SEED)
    later_keys, later_dice = batch.seed_games(5, SEED, first=7)
    assert keys[7:].tobytes() == later_keys.tobytes()
    assert dice[7:].tobytes() == later_dice.tobytes()


def test_the_drawn_dealer_of_a_game_does_not_deal_the_next() -> None:
    table = Table.of("mattel-2003", players=6)
    bots = find_bots(["eager"], table)
    results, states = batch.new_results(40), dealt(table, games=40)[0]
    batch.play_games(table, bots, SEED, results)
    assert results["first"].tolist() == states["first"].tolist()
    assert len(set(results["first"].tolist())) == 6


def test_another_seed_gives_other_games_and_the_same_seed_the_same() -> None:
    keys = {seed: batch.seed_games(3, seed)[0].tobytes() for seed in ("a", "b", 1, 2, bytes(32))}
    assert len(set(keys.values())) == 5
    assert batch.seed_games(3, "1")[0].tobytes() == keys[1], "a number is the same as its text"
    assert batch.seed_games(3, "a")[0].tobytes() == keys["a"]


@every_table
def test_the_masks_unpacked_are_the_legal_moves(edition: str, players: int, partners: bool) -> None:
    table = Table.of(edition, players=players, partners=partners)
    states, dice = dealt(table)
    some_moves(states, dice, 25)
    masks = batch.new_masks(GAMES)
    batch.legal(states, masks)
    truth = batch.unpack(masks)
    assert truth.shape == (GAMES, MOVES)
    assert truth.dtype == np.bool_
    for game in range(GAMES):
        before = states[game : game + 1].tobytes()
        for move in range(MOVES):
            trial = np.frombuffer(before, states.dtype).copy()
            refused = batch.step(trial, np.array([move]))
            assert refused == (not truth[game, move])
            assert (trial.tobytes() == before) == bool(refused)


@settings(deadline=None)
@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-5, 200), min_size=GAMES, max_size=GAMES))
def test_any_number_that_is_not_a_legal_move_is_counted_and_changes_nothing(numbers: list[int]) -> None:
    for jobs in (1, 2):
        states = MIDDLE.copy()
        refused = batch.step(states, np.array(numbers, np.int64), jobs=jobs)
        legal = [number in moves for number, moves in zip(numbers, LEGAL_MOVES, strict=True)]
        assert refused == legal.count(False)
        for game, was_legal in enumerate(legal):
            assert (states[game].tobytes() == MIDDLE[game].tobytes()) == (not was_legal)


def test_a_game_that_is_over_has_no_moves_and_takes_none() -> None:
    table = Table.of("mattel-2003", stock=2)
    states, dice = dealt(table)
    batch.play_out(states, dice, find_bots(["eager"], Table.of()), batch.new_results(GAMES))
    masks, moves = np.ones_like(batch.new_masks(GAMES)), batch.new_moves(GAMES)
    batch.legal(states, masks)
    assert not masks.any()
    batch.pick(masks, dice, moves)
    assert moves.tolist() == [-1] * GAMES
    before = states.tobytes()
    for move in range(MOVES):
        assert batch.step(states, np.full(GAMES, move)) == GAMES
    assert states.tobytes() == before


def test_every_legal_move_is_picked_about_equally_often() -> None:
    masks = np.repeat(LEGAL[:1], 20_000, axis=0)
    _keys, dice = batch.seed_games(20_000, "fair")
    moves = batch.new_moves(20_000)
    batch.pick(masks, dice, moves)
    picked, counts = np.unique(moves, return_counts=True)
    assert set(picked.tolist()) == LEGAL_MOVES[0]
    expected = 20_000 / len(LEGAL_MOVES[0])
    assert ((counts - expected) ** 2 / expected).sum() < 3 * len(LEGAL_MOVES[0]) + 20


def test_a_limit_stops_a_game_that_goes_on() -> None:
    table, results = Table.of("mattel-2003"), batch.new_results(GAMES)
    batch.play_games(table, find_bots(["eager"], table), SEED, results, limit=10)
    assert results["moves"].tolist() == [10] * GAMES
    assert not results["how"].any()
    assert LIMIT > 100_000


def test_an_empty_batch_is_allowed() -> None:
    table = Table.of()
    bots = find_bots(["eager"], table)
    states, (keys, dice) = table.states(0), batch.seed_games(0, SEED)
    for jobs in (1, 2):
        batch.deal(states, keys, jobs=jobs)
        batch.legal(states, batch.new_masks(0), jobs=jobs)
        assert batch.step(states, batch.new_moves(0), jobs=jobs) == 0
        batch.play_out(states, dice, bots, batch.new_results(0), jobs=jobs)
        batch.play_games(table, bots, SEED, batch.new_results(0), jobs=jobs)


@pytest.mark.slow  # to compile it
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_soak_of_every_edition_finds_nothing(edition: str) -> None:
    table, results = Table.of(edition, players=4, partners=True), batch.new_results(20)
    batch.soak(table, find_bots(["random", "eager", "eager", "random"], table), SEED, results)
    assert results["digest"].tolist() == [0] * 20
    assert results["moves"].all()


def calls(device: str = "cpu", games: int = 2, others: int = 2) -> dict[str, Callable[[], Any]]:
    """Every call of a batch, its first array with `games` games and its others with `others`."""
    table = Table.of(stock=2)
    bots = find_bots(["eager"], table)
    states, (keys, dice) = table.states(games), batch.seed_games(others, SEED)
    batch.deal(states, batch.seed_games(games, SEED)[0])
    masks, moves, results = batch.new_masks(others), batch.new_moves(others), batch.new_results(others)
    return {
        "deal": lambda: batch.deal(states, keys, device=device),
        "observe": lambda: batch.observe(states, batch.new_observations(others), device=device),
        "sample": lambda: batch.sample(states, keys, table.states(others), device=device),
        "legal": lambda: batch.legal(states, masks, device=device),
        "step": lambda: batch.step(states, moves, device=device),
        "pick": lambda: batch.pick(batch.new_masks(games), dice, moves, device=device),
        "play_out": lambda: batch.play_out(states, dice, bots, results, device=device),
        "play_games": lambda: batch.play_games(table, bots, SEED, batch.new_results(1), device=device),
        "soak": lambda: batch.soak(table, bots, SEED, batch.new_results(1), device=device),
    }


@pytest.mark.parametrize("name", ["deal", "legal", "step", "pick", "observe", "sample", "play_out"])
@pytest.mark.parametrize(("games", "others"), [(2, 3), (3, 2), (1, 0)])
def test_arrays_of_different_lengths_are_refused(name: str, games: int, others: int) -> None:
    with pytest.raises(Malformed, match="same length") as error:
        calls(games=games, others=others)[name]()
    assert error.value.code == "batch"


@pytest.mark.parametrize("name", calls())
def test_an_unknown_device_is_refused(name: str) -> None:
    with pytest.raises(Malformed, match=r"abacus.*cpu or cuda") as error:
        calls(device="abacus")[name]()
    assert error.value.code == "device"


@pytest.mark.parametrize("name", calls())
def test_without_a_gpu_the_device_cuda_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    with pytest.raises(Malformed, match=r"NVIDIA GPU.*pip install 'skipbo\[cuda\]'") as error:
        calls(device="cuda")[name]()
    assert error.value.code == "device"


@pytest.mark.parametrize("name", ["deal", "legal", "step", "pick", "observe", "sample", "play_out"])
def test_arrays_of_different_lengths_never_reach_a_gpu(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    launched: list[str] = []
    monkeypatch.setattr(devices, "launch", lambda name, *_arguments: launched.append(name))
    with pytest.raises(Malformed) as error:
        calls(device="cuda", games=3, others=2)[name]()
    assert (error.value.code, launched) == ("batch", [])


ON_THE_SIMULATOR = """
from itertools import product

import numpy as np
from skipbo import batch
from skipbo.batch import cuda, cuda_games
from skipbo.bots import find_bots
from skipbo.game.table import Table
import tests.simulated_gpu

cuda.resident_blocks = lambda: 2
cuda.THREADS = 4  # the simulator has a real thread for each
cuda_games.PIECE = 2


def played(table, device):
    games = 5
    bots = find_bots(["eager", "random"] * (table.players // 2), table)
    states, (keys, dice) = table.states(games), batch.seed_games(games, "gpu")
    masks, moves, parts = batch.new_masks(games), batch.new_moves(games), []
    batch.deal(states, keys, device=device)
    for _ in range(6):
        batch.legal(states, masks, device=device)
        batch.pick(masks, dice, moves, device=device)
        moves[2] = -1
        parts += [masks.tobytes(), moves.tobytes(), batch.step(states, moves, device=device), states.tobytes()]
    for seat in (None, 1):
        seen, fitting = batch.new_observations(games), table.states(games)
        batch.observe(states, seen, seat=seat, device=device)
        batch.sample(states, keys, fitting, seat=seat, device=device)
        parts += [seen.tobytes(), fitting.tobytes()]
    results, whole, checked = batch.new_results(games), batch.new_results(7), batch.new_results(3)
    batch.play_out(states, dice, bots, results, device=device)
    batch.play_games(table, bots, "gpu", whole, first=4, digests=True, device=device)
    batch.soak(table, bots, "gpu", checked, first=1, device=device)
    assert results["how"].all() and whole["how"].all() and not checked["digest"].any()
    return [*parts, states.tobytes(), dice.tobytes(), results.tobytes(), whole.tobytes(), checked.tobytes()]


tables = [
    Table.of("mattel-2016", players=4, partners=True, stock=2),
    Table.of("mattel-2003", players=2, stock=3),
    Table.of("brownfield-1967", players=6, partners=True, stock=1),
]
simple = ("random", "eager", "tidy")
seated = [("tidy", "random", "eager"), *product(simple, repeat=2), ("eager",) * 6]

for table in tables:
    on_a_core, on_the_gpu = played(table, "cpu"), played(table, "cuda")
    differ = [part for part, (one, other) in enumerate(zip(on_a_core, on_the_gpu)) if one != other]
    assert not differ, (table.edition.id, differ)

for names in seated:
    table = Table.of(players=len(names), stock=1)
    on_a_core, on_the_gpu = batch.new_results(3), batch.new_results(3)
    for results, device in ((on_a_core, "cpu"), (on_the_gpu, "cuda")):
        batch.play_games(table, find_bots(names, table), "gpu", results, digests=True, device=device)
    assert on_a_core["digest"].all() and on_a_core.tobytes() == on_the_gpu.tobytes(), names
print("the same")
"""


@pytest.mark.slow
def test_the_gpu_kernels_give_the_same_bytes_as_a_core() -> None:
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "LANGUAGE": "en"}
    done = subprocess.run(
        [sys.executable, "-c", ON_THE_SIMULATOR], env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.stdout.strip() == "the same", done.stderr
