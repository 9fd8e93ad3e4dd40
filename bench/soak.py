"""`make soak`: plays games of every edition, number of players and partnership, and checks all invariants.

An interrupted run is continued; `--fresh` starts again. Exit status 1 if anything was broken.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from skipbo.batch.checked_games import CheckedGames
from skipbo.batch.devices import DEVICES, check_workers
from skipbo.bots import find_bots
from skipbo.editions import EDITIONS
from skipbo.errors import SkipboError
from skipbo.game.table import Table
from skipbo.kernel.status import Status
from skipbo.workers import Pace, Workers
from skipbo.workers.choice import open_workers

DONE = Path(__file__).parent / "build" / "soak.json"
FIRST_GAMES = {"cpu": 4_000, "cuda": 1 << 20}
MOST_GAMES = 1 << 20


def tables() -> Iterator[tuple[str, Table]]:
    for edition in EDITIONS:
        for players in range(2, 7):
            yield f"{edition}, {players} players", Table.of(edition, players=players)
            if players in (4, 6):
                yield f"{edition}, {players} partners", Table.of(edition, players=players, partners=True)


def one_of_each(kind: Callable[[Table], str]) -> list[Table]:
    """The first table of each kind."""
    first: dict[str, Table] = {}
    for _name, table in tables():
        first.setdefault(kind(table), table)
    return list(first.values())


def soak(name: str, table: Table, games: int, workers: Workers, every_move: bool) -> dict[str, float]:
    """Plays half of the games between eager bots, half with a random bot at every other seat."""
    lineups = [["eager"] * table.players, (["eager", "random"] * 3)[: table.players]]
    seconds, moves, faults, blocked, played = 0.0, 0, 0, 0, 0
    for number, lineup in enumerate(lineups):
        half = games // 2 + (games % 2 if number == 0 else 0)
        seed = f"{name}, {number}"
        task = CheckedGames(table, find_bots(lineup, table), seed, every_move)
        pace = Pace(FIRST_GAMES, MOST_GAMES, workers.piece_seconds)
        with workers.run(task, range(half), pace.size) as pieces:
            for piece in pieces:
                pace.note(piece)
                played += len(piece.numbers)
                moves += piece.result.moves
                blocked += piece.result.blocked
                seconds += piece.elapsed
                for game, broken in piece.result.broken.items():
                    faults += 1
                    print(f"\n{name}: game {game} of seed “{seed}”: {Status(broken & 0xFFFF)!r} {broken:#x}")
                print(f"\r{name:<30} {played:>13,} of {games:,} games", end="", flush=True)
    print(f", {moves:,} moves, {blocked / max(played, 1):.2%} blocked, {faults} broken, {seconds:.1f} s", flush=True)
    return {"games": played, "moves": moves, "blocked": blocked, "broken": faults, "seconds": seconds}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="games of every kind")
    parser.add_argument("--jobs", type=int, default=0, help="cores to use; 0: all")
    parser.add_argument("--device", choices=DEVICES, help="cpu if not given; with --cluster both")
    parser.add_argument("--cluster", metavar="ray", help="play on a Ray cluster, as skipbo arena --cluster does")
    parser.add_argument("--every-turn", action="store_true", help="check after every turn, not after every move")
    parser.add_argument("--fresh", action="store_true", help="start again instead of continuing an interrupted run")
    options = parser.parse_args()
    try:
        with open_workers(options.cluster, jobs=options.jobs, device=options.device) as workers:
            check_workers(workers)
            done = soak_all(options, workers)
    except KeyboardInterrupt:
        return stopped("Interrupted.")
    except SkipboError as error:
        return stopped(str(error))
    DONE.unlink()
    games, moves = sum(row["games"] for row in done.values()), sum(row["moves"] for row in done.values())
    broken = sum(row["broken"] for row in done.values())
    print(f"{len(done)} kinds, {games:,.0f} games, {moves:,.0f} moves, {broken:,.0f} broken")
    return 1 if broken else 0


def soak_all(options: argparse.Namespace, workers: Workers) -> dict[str, dict[str, float]]:
    done: dict[str, dict[str, float]] = {}
    if DONE.exists() and not options.fresh:
        done = json.loads(DONE.read_text())
    for name, table in tables():
        key = f"{name}, {options.games} games, {options.device or 'cpu'}"
        if key not in done:
            done[key] = soak(name, table, options.games, workers, not options.every_turn)
            DONE.parent.mkdir(exist_ok=True)
            DONE.write_text(json.dumps(done, indent=1))
    return done


def stopped(why: str) -> int:
    print(f"\n{why} The same command continues after the last whole kind.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
