"""From the press on "Analyse" to the first curve and to the last, in a page: `python -m bench.analysis`.

Games of two with 30 cards, by planners, are opened as a file in a page that comes from a folder of `skipbo site`.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright
from tools.chromium import ARGUMENTS, find_chromium
from tools.web_space import WebSpace

from bench.compare import describe_machine
from skipbo.bots import Bot
from skipbo.game.game import Game
from skipbo.record import to_record

GAMES = 5
PATIENCE = 600_000  # ms


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    options = parser.parse_args()
    games = [play(number) for number in range(options.games)]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        print(f"{describe_machine()}, Chromium {browser.version}")
        space = WebSpace(Path(folder) / "site")
        times = [analyse(browser, space, game, Path(folder) / "game.jsonl") for game in games]
        moves = statistics.median(len(game.moves) for game in games)
        for name, seconds in zip(("first curve", "all worlds"), zip(*times, strict=True), strict=True):
            print(f"{name}, {moves:.0f} moves: {statistics.median(seconds):.1f} s, most {max(seconds):.1f} s")
        space.stop()
        browser.close()


def play(number: int) -> Game:
    game, bot = Game(key=number.to_bytes(32, "big")), Bot("planner", seed=number)
    while game.outcome is None:
        game.play(bot.choose(game.view(game.turn)))
    return game


def analyse(browser: Browser, space: WebSpace, game: Game, file: Path) -> tuple[float, float]:
    """Seconds until the first curve is drawn, and until every decision was tried in all worlds."""
    file.write_bytes(msgspec.json.encode(to_record(game)))
    page: Page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{space.url}#/history")
    page.get_by_label("Open a file").set_input_files(file)
    page.get_by_role("button", name="Replay").click()
    button = page.get_by_role("button", name="Analyse")
    button.wait_for()
    begun = time.perf_counter()
    button.click()
    page.locator(".curve").wait_for()
    first = time.perf_counter() - begun
    page.get_by_role("button", name="More precise").wait_for()
    last = time.perf_counter() - begun
    page.close()
    return first, last


if __name__ == "__main__":
    main()
