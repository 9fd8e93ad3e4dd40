"""From the click on "Play now" to a hand that can be played, without a network: `python -m bench.opening`.

The page comes from a folder that `skipbo site` has written, and was there once before. Times are the page's own, from
the click to the frame after the first card can be chosen, in a page that was just loaded.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tools.chromium import ARGUMENTS, find_chromium
from tools.web_space import WebSpace

from bench.compare import describe_machine

TIMES = 9
SLOWER = (1, 4)
KEPT = "() => navigator.serviceWorker.controller !== null"
BUTTON = ".hero button"
PLAYER_BEGINS = "edition=mattel-2016&youngest=0"
OPEN = """() => new Promise((done) => {
  const begun = performance.now();
  document.querySelector(%r).click();
  const look = () => document.querySelector('[data-state~="can"]')
    ? requestAnimationFrame(() => done(performance.now() - begun)) : requestAnimationFrame(look);
  look();
})"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES, help="openings of each kind")
    options = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        print(f"{describe_machine()}, Chromium {browser.version}")
        space = WebSpace(Path(folder))
        for slower in SLOWER:
            times = open_tables(browser, space, options.times, slower)
            print(
                f"processor {slower} x slower: from the click to a hand {statistics.median(times):.0f} ms, "
                f"most {max(times):.0f} ms"
            )
        space.stop()
        browser.close()


def open_tables(browser: Browser, space: WebSpace, times: int, slower: int) -> list[float]:
    """Milliseconds of each opening, each in a page that was just loaded."""
    context = browser.new_context(service_workers="allow")
    page = context.new_page()
    page.goto(space.url)
    page.wait_for_function(KEPT)
    context.set_offline(True)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    taken = []
    for _ in range(times):
        page.goto(f"{space.url}#/?{PLAYER_BEGINS}")
        page.reload()
        page.wait_for_selector(BUTTON)
        page.wait_for_timeout(500)  # people read before they press
        taken.append(float(page.evaluate(OPEN % BUTTON)))
    context.close()
    return taken


if __name__ == "__main__":
    main()
