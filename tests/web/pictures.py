"""The pictures of README and docs, and a short film of a turn: `make pictures`."""

import base64
import io
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect

from tests.web.browser import PATIENCE, Visitor, Window
from tests.web.browser_session import guests, studio
from tests.web.players import OVER, Mouse, Tapper
from tests.web.states import BOTS, Come, at_table, gathering, replay, start, tutorial
from tests.web.table_setup import account, deal, play_on

FOLDER = Path("docs/pictures")
DESK = Window(1280, 800)
HAND = Window(390, 844, touch=True)
STAGE = Window(900, 700)
QUALITY = 82
FASTEST = 80  # ms that a frame of the film is shown at least
LONGEST = 9  # seconds of film
SETTLED = 1500  # ms after which nothing moves or fades any more


def four(come: Come, **options: Any) -> Visitor:
    """At the beginning of a turn, with something in the log and long stock piles, so that nobody has won yet."""
    visitor = at_table(come, moves=16, players=4, bots=BOTS, stock=30, **options)
    player = Tapper(visitor.page)
    player.play_turn()
    player.wait()
    visitor.page.mouse.move(1, 1)
    return visitor


def partners(come: Come) -> Visitor:
    return four(come, partners=True, points=500)


def analysed(come: Come) -> Visitor:
    """A game that is long enough for a curve, at its costliest mistake."""
    visitor = come()
    table = deal(visitor, 5, stock=15, bots=[None, "planner"])
    play_on(account(visitor), table)
    page = visitor.go(f"/t/{table}/games/1?analyse")
    expect(page.locator(".curve")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0, timeout=PATIENCE)
    page.locator('.mistakes [aria-disabled="false"]').click()
    expect(page.locator('[data-state~="goal"]')).to_be_visible()
    page.locator(".analysis").evaluate("analysis => analysis.scrollTo(0, 0)")
    page.mouse.move(1, 1)
    return visitor


PICTURES = {
    "table": (four, DESK, {}),
    "start": (start, DESK, {}),
    "friends": (gathering, DESK, {}),
    "replay": (replay, DESK, {"theme": "harbour"}),
    "analysis": (analysed, DESK, {}),
    "phone": (four, HAND, {}),
    "phone-dark": (partners, HAND, {"theme": "dusk", "light": "dark"}),
    "tutorial": (tutorial, HAND, {}),
}


def save(picture: bytes, path: Path) -> None:
    Image.open(io.BytesIO(picture)).convert("RGB").save(path, quality=QUALITY, method=6)


class Film:
    """What a page shows, frame by frame, as the browser itself paints it."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._frames: list[tuple[float, bytes]] = []
        self._session.on("Page.screencastFrame", self._take)

    def _take(self, frame: dict[str, Any]) -> None:
        self._frames.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def roll(self) -> None:
        self._session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})

    def cut(self) -> None:
        self._session.send("Page.stopScreencast")

    def save(self, path: Path, end: int = 1500) -> None:
        """Frames that came faster than is seen are left out; the last one stays for a while."""
        kept: list[tuple[float, bytes]] = []
        for when, frame in self._frames:
            if when - self._frames[0][0] > LONGEST:
                break
            if not kept or (when - kept[-1][0]) * 1000 >= FASTEST:
                kept.append((when, frame))
        shown = [round((after - before) * 1000) for (before, _), (after, _) in pairwise(kept)]
        images = [Image.open(io.BytesIO(frame)).convert("RGB") for _, frame in kept]
        first, *rest = images
        durations = [*shown, end]
        first.save(path, save_all=True, append_images=rest, duration=durations, loop=0, quality=60, method=4)


def film_a_turn(come: Come) -> None:
    visitor = at_table(
        partial(come, STAGE, settings={"pace": "calm", "flights": True, "sound": False}),
        moves=12,
        players=3,
        bots=BOTS[:3],
        stock=30,
        pace=600,
    )
    page, player = visitor.page, Slowly(visitor.page)
    film = Film(page)
    film.roll()
    page.wait_for_timeout(800)
    for _ in range(3):
        player.play_turn()
        if page.locator(OVER).count() or len(player.moves) > 3:
            break
        player.wait()
    page.wait_for_timeout(2500)
    film.cut()
    film.save(FOLDER / "turn.webp")


class Slowly(Mouse):
    """Drags so that it can be watched."""

    def put(self, target: str) -> None:
        self.page.mouse.move(*self.middle(target), steps=18)
        self.page.wait_for_timeout(120)
        self.page.mouse.up()
        self.page.wait_for_timeout(500)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with studio() as come:
        for name, (state, window, look) in PICTURES.items():
            settings = {"light": "light", **look}
            with guests(come) as coming:
                visitor = state(partial(coming, window, settings=settings, device_scale_factor=2))
                visitor.page.wait_for_timeout(SETTLED)
                save(visitor.page.screenshot(), FOLDER / f"{name}.webp")
            print(FOLDER / f"{name}.webp", file=sys.stderr)
        with guests(come) as coming:
            film_a_turn(coming)
        print(FOLDER / "turn.webp", file=sys.stderr)


if __name__ == "__main__":
    main()
