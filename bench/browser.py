"""The kernel in Chromium beside the kernel on a core: `python -m bench.browser`.

Whole games with deals and shuffles, in turns with the core, because a machine differs from minute to minute; then the
time of a planner's move in a page whose processor is slowed down.
"""

import argparse
import statistics
import time

from playwright.sync_api import Page, sync_playwright
from tools.chromium import ARGUMENTS, find_chromium
from tools.page.files import KERNEL
from tools.wasm.browser import BrowserKernel

from bench.compare import describe_machine
from skipbo import batch
from skipbo.bots import find_bots
from skipbo.game.table import Table

GAMES = {"eager": 20_000, "planner": 600}
TURNS = 7
SLOWER = 6
SEED = "bench"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS, help="how often core and browser take turns")
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        print(f"{describe_machine()}, Chromium {browser.version}")
        page = browser.new_page()
        kernel = BrowserKernel(page, KERNEL.read_bytes())
        for bot, games in GAMES.items():
            compare(kernel, bot, games, options.turns)
        show_move_times(page, kernel)
        browser.close()


def compare(kernel: BrowserKernel, bot: str, games: int, turns: int) -> None:
    table = Table.of(players=2)
    bots, results = find_bots([bot], table), batch.new_results(games)
    kernel.play_games(table, bot, SEED, games // 4)  # browsers compile a second time what runs often
    rates: dict[str, list[float]] = {"core": [], "browser": []}
    for turn in range(turns):
        begun = time.perf_counter()
        batch.play_games(table, bots, SEED, results, first=turn * games, digests=True)
        rates["core"].append(games / (time.perf_counter() - begun))
        played, seconds = kernel.play_games(table, bot, SEED, games, first=turn * games)
        rates["browser"].append(games / seconds)
        assert played.tobytes() == results.tobytes(), "different games"
    core, browser = (statistics.median(rates[place]) for place in ("core", "browser"))
    print(f"{bot:<8} core {core:9,.0f} games/s, browser {browser:9,.0f} games/s: {browser / core:.2f} x")


def show_move_times(page: Page, kernel: BrowserKernel) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for players in (2, 6):
        times = kernel.move_times(Table.of(players=players), "planner", SEED, 500)
        print(
            f"a planner's move, {players} players, processor {SLOWER} times slower: "
            f"{statistics.median(times):.2f} ms, 99th percentile {statistics.quantiles(times, n=100)[98]:.2f} ms, "
            f"most {max(times):.2f} ms"
        )


if __name__ == "__main__":
    main()
