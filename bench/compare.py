"""`make bench`: the speed of every layer, and that of the kernel compared with hand-written C++ on one core.

The yardstick is limit.cpp, built on the spot. Both are run in turns, and the ratio is that of the medians, because
machines differ and a machine differs from minute to minute.
"""

import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from skipbo.batch.benchmark import REPEATS, Speed, batched_steps, measure, sizes, speeds, whole_games
from skipbo.game.table import Table

HERE = Path(__file__).parent
YARDSTICK = HERE / "build" / "limit"
TURNS = 7


def build_yardstick() -> bool:
    compiler = shutil.which("g++")
    if compiler is None:
        return False
    YARDSTICK.parent.mkdir(exist_ok=True)
    source = str(HERE / "limit.cpp")
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(YARDSTICK), source], check=True)
    return True


def run_yardstick(players: int, stock: int, games: int) -> float:
    """Returns the moves a second of the C++."""
    answer = subprocess.run(
        [str(YARDSTICK), str(players), str(stock), str(games)], check=True, capture_output=True, text=True
    )
    fields = dict(field.split("=") for field in answer.stdout.split())
    return float(fields["moves/s"])


def compare() -> dict[str, float]:
    """Returns the ratio of each layer to the C++, measured in turns with it on one core; 2 players, 30 cards."""
    table = Table.of(players=2)
    layers = {
        "play_out with eager": whole_games(table, "eager", 20_000),
        "legal + random choice + step, 4096 games": batched_steps(table, 4096, 80),
    }
    rates: dict[str, list[float]] = {name: [] for name in ("C++", *layers)}
    for _turn in range(TURNS):
        rates["C++"].append(run_yardstick(2, 30, 50_000))
        for name, work in layers.items():
            rates[name].append(measure(work, repeats=1))
    medians = {name: statistics.median(values) for name, values in rates.items()}
    print(f"\nBeside hand-written C++ (limit.cpp, g++ -O3 -march=native): {medians['C++'] / 1e6:.1f} M moves/s")
    for name in layers:
        print(f"  {name:<44} {medians[name] / 1e6:6.1f} M moves/s  {medians[name] / medians['C++']:.2f} x C++")
    return {name: medians[name] / medians["C++"] for name in layers}


def describe_machine() -> str:
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = models[0] if models else model
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def main() -> None:
    print(describe_machine())
    print(f"Median of {REPEATS} runs after one that warms up.\n")
    jobs = os.cpu_count() or 1
    for speed in speeds(jobs, "cuda" if "--device=cuda" in sys.argv else "cpu"):
        show(speed)
    print("\nBytes a game:", json.dumps(sizes()))
    if build_yardstick():
        compare()
    else:
        print("\nThere is no g++ here, so the ratio to C++ is left out.")


def show(speed: Speed) -> None:
    print(f"{speed.layer:<8} {speed.what:<44} {speed.per_second:>16,.0f} {speed.unit}/s", flush=True)


if __name__ == "__main__":
    main()
