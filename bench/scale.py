"""`python -m bench.scale`: what many players need, by a simulation that is fitted to measured costs of a move.

Moves arrive at random at the nodes. Each node is one event loop, because Python runs one thread at a time: it decides a
move, hands it to its writer, and tells everybody when it is stored. A writer commits all moves that wait, up to 64, in
one transaction, which takes processor time of PostgreSQL and a flush of its disk. Costs come from `bench.nodes` and
`bench.load`; how people play is assumed.
"""

import argparse
import heapq
import math
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from skipbo.paper.charts import WIDTH, colour, drawing, element, line, standalone, text

GROUP = 64  # moves in a commit
BUSY = 0.6  # the share of a core that is planned for
PATIENCE = 0.1  # seconds at the 99th percentile
PLAYERS = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)


@dataclass(frozen=True)
class Costs:
    """Seconds of processor time of a move, unless it says otherwise. (One AMD EPYC core; see docs/scale.md.)"""

    # Measured
    node: float = 350e-6
    postgres: float = 140e-6
    proxy: float = 93e-6
    connection_of_node: float = 1_550e-6  # of each connection
    seat: float = 39.9 * 1024  # bytes of memory, after 300 moves of a game
    sent: float = 6_604 + 80  # bytes of a move to and from all players of a table of four
    logged: float = 540  # bytes of PostgreSQL's write-ahead log for a move
    # Assumed
    flush: float = 0.4e-3  # of the disk, for each commit
    moves: float = 0.2  # of a player, a second
    stay: float = 900.0  # seconds between two connections of a player
    process: float = 250e6  # bytes of memory: a little more than was measured

    @property
    def player_of_nodes(self) -> float:
        """The share of a core of the nodes that a player takes."""
        return self.moves * self.node + self.connection_of_node / self.stay

    @property
    def player_of_postgres(self) -> float:
        return self.moves * self.postgres


@dataclass(frozen=True)
class Need:
    players: int
    nodes: int
    postgres_cores: int
    proxy_cores: int
    memory: float  # bytes
    network: float  # bits a second
    log: float  # bytes a second that PostgreSQL writes
    p99: float  # seconds


def plan(players: int, costs: Costs, most_cores: int) -> Need:
    """Returns what so many players need; PostgreSQL is one machine with so many cores at most."""
    rate = players * costs.moves
    nodes = max(2, math.ceil(players * costs.player_of_nodes / BUSY))
    cores = min(most_cores, max(1, math.ceil(rate * costs.postgres / BUSY)))
    return Need(
        players,
        nodes,
        cores,
        max(1, math.ceil(rate * costs.proxy / BUSY)),
        nodes * costs.process + players * costs.seat,
        rate * costs.sent * 8,
        rate * costs.logged,
        simulate(nodes, cores, rate, costs),
    )


def simulate(nodes: int, cores: int, rate: float, costs: Costs, moves: int = 60_000, seed: int = 1) -> float:
    """Returns the seconds in which 99 of 100 moves are seen by everybody; infinity if more come than can be done."""
    if rate * costs.node >= nodes or rate * costs.postgres >= cores:
        return math.inf
    dice = random.Random(seed)
    loops = [0.0] * nodes  # when each event loop is free
    waiting: list[deque[float]] = [deque() for _ in range(nodes)]  # the moves, by when they arrived
    writing = [False] * nodes
    free = [0.0] * cores  # when each core of PostgreSQL is free
    events: list[tuple[float, int, int, tuple[float, ...]]] = []  # when, a number, the node, and what is stored
    seconds: list[float] = []
    number = 0

    def commit(node: int, now: float) -> None:
        nonlocal number
        queue = waiting[node]
        group = tuple(queue.popleft() for _ in range(min(GROUP, len(queue))))
        writing[node] = bool(group)
        if group:
            begun = max(now, free[0])
            done = begun + len(group) * costs.postgres
            heapq.heapreplace(free, done)
            number += 1
            heapq.heappush(events, (done + costs.flush, number, node, group))

    def work(node: int, now: float, share: float) -> float:
        loops[node] = max(now, loops[node]) + share * costs.node
        return loops[node]

    arrival = 0.0
    for _move in range(moves):
        arrival += dice.expovariate(rate)
        while events and events[0][0] <= arrival:
            now, _number, node, group = heapq.heappop(events)
            if not group:  # a move was decided
                if not writing[node]:
                    commit(node, now)
                continue
            seconds += [work(node, now, 0.5) - arrived for arrived in group]
            commit(node, now)
        node = dice.randrange(nodes)
        decided = work(node, arrival, 0.5)
        waiting[node].append(arrival)
        number += 1
        heapq.heappush(events, (decided, number, node, ()))
    late = sorted(seconds[len(seconds) // 2 :])
    return late[int(0.99 * len(late))] if late else math.inf


def largest(costs: Costs, nodes: int, cores: int) -> float:
    """Returns the most players that so many nodes, and cores of PostgreSQL, serve in time."""
    low, high = 1.0, 1e8
    while high / low > 1.01:
        middle = math.sqrt(low * high)
        if simulate(nodes, cores, middle * costs.moves, costs) <= PATIENCE:
            low = middle
        else:
            high = middle
    return low


def picture(needs: Sequence[Need]) -> str:
    """Draws what is needed, both axes logarithmic."""
    left, right, top, bottom = 36, WIDTH - 112, 10, 230
    lines = {
        "nodes": [float(need.nodes) for need in needs],
        "PostgreSQL": [float(need.postgres_cores) for need in needs],
        "proxy": [float(need.proxy_cores) for need in needs],
    }
    highest = max(map(max, lines.values()))

    def across(players: float) -> float:
        share = math.log10(players / needs[0].players) / math.log10(needs[-1].players / needs[0].players)
        return left + (right - left) * share

    def up(cores: float) -> float:
        return bottom - (bottom - top) * math.log10(cores) / math.log10(highest)

    parts = []
    for power in range(int(math.log10(highest)) + 1):
        parts.append(line(left, up(10**power), right, up(10**power), class_="grid"))
        parts.append(text(f"{10**power:,}", left - 6, up(10**power) + 4, class_="soft", text_anchor="end"))
    parts += [
        text(f"{need.players:,}", across(need.players), bottom + 18, class_="soft", text_anchor="middle")
        for need in needs
        if math.log10(need.players) % 1 == 0
    ]
    parts.append(text("players", (left + right) / 2, bottom + 40, class_="soft", text_anchor="middle"))
    for place, (name, values) in enumerate(lines.items()):
        points = " ".join(
            f"{across(need.players):.1f},{up(value):.1f}" for need, value in zip(needs, values, strict=True)
        )
        parts.append(element("polyline", points=points, class_="trace", stroke=colour(place)))
        parts.append(text(name, right + 10, up(values[-1]) + 5, style=f"fill: {colour(place)}", font_weight=600))
    told = "; ".join(f"{name} {values[-1]:g} for {needs[-1].players:,} players" for name, values in lines.items())
    return standalone(drawing("Cores that players need", told, bottom + 48, *parts))


ROW = "{:>10} {:>7} {:>11} {:>6} {:>8} {:>9} {:>9} {:>9}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cores", type=int, default=64, help="of the machine of PostgreSQL")
    parser.add_argument("--picture", type=Path, help="file for the curves, as SVG")
    options = parser.parse_args()
    costs = Costs()
    print(ROW.format("players", "nodes", "PostgreSQL", "proxy", "memory", "network", "log", "p99"))
    needs = []
    for players in PLAYERS:
        need = plan(players, costs, options.cores)
        needs.append(need)
        cells = [f"{need.players:,}", need.nodes, f"{need.postgres_cores} cores", need.proxy_cores]
        sizes = [f"{need.memory / 1e9:.1f} GB", f"{need.network / 1e6:,.0f} Mb/s", f"{need.log / 1e6:.1f} MB/s"]
        late = f"{1000 * need.p99:.1f} ms" if need.p99 < 10 else "too late"
        print(ROW.format(*cells, *sizes, late), flush=True)
    for name, planned, most in (
        ("one node", BUSY / costs.player_of_nodes, largest(costs, 1, options.cores)),
        (
            f"one PostgreSQL with {options.cores} cores",
            BUSY * options.cores / costs.player_of_postgres,
            largest(costs, 1_000, options.cores),
        ),
    ):
        print(f"{name}: {planned:,.0f} players as planned, {most:,.0f} at most in time")
    if options.picture is not None:
        options.picture.write_text(picture(needs))


if __name__ == "__main__":
    main()
