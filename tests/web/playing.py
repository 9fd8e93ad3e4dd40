"""Plays through the page as a person does: sees what lies there and what is lit, and has a mouse, a finger or keys.

No rule is known here. What may be taken is what the board says `can` be; where it may go is what lights up.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

LONGEST = 400  # moves of one player; a short game has a few dozen

LOOK = """() => Object.fromEntries([...document.querySelectorAll('[data-place]')].map((element) =>
  [element.dataset.place, { label: element.getAttribute('aria-label') ?? '', marks: (element.dataset.state ?? '').split(' ') }]))"""

SETTLED = """(before) => {
  const places = [...document.querySelectorAll('[data-place]')];
  const marked = (mark) => places.some((place) => place.dataset.state?.split(' ').includes(mark));
  if (document.querySelector('[data-over]')) return true;
  if (marked('pending') || !marked('can')) return false;
  return before === null || JSON.stringify(places.map((place) => place.getAttribute('aria-label'))) !== before;
}"""

LABELS = """() => JSON.stringify([...document.querySelectorAll('[data-place]')].map((place) => place.getAttribute('aria-label')))"""


@dataclass(frozen=True, slots=True)
class Seen:
    """A place on the board: what it is called with what lies there, and how it is marked."""

    label: str
    marks: tuple[str, ...]


class Player(ABC):
    """Takes cards up, sees where they may go, and puts them there or lets go."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.moves: list[tuple[str, str]] = []

    # With the hands

    @abstractmethod
    def take(self, source: str) -> None: ...

    @abstractmethod
    def put(self, target: str) -> None: ...

    @abstractmethod
    def let_go(self) -> None: ...

    # With the eyes

    def look(self) -> dict[str, Seen]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return {place: Seen(seen["label"], tuple(seen["marks"])) for place, seen in found.items()}

    def marked(self, mark: str) -> list[str]:
        return [place for place, seen in self.look().items() if mark in seen.marks]

    def over(self) -> bool:
        return self.page.locator("[data-over]").count() > 0

    def wait(self, before: str | None = None) -> bool:
        """Until there is something to do, other than `before`. Answers whether the game goes on."""
        self.page.wait_for_function(SETTLED, arg=before, timeout=20_000)
        return not self.over()

    # With the head

    def move(self) -> bool:
        """One move, in the order in which a hasty person thinks. Answers whether the game goes on."""
        if not self.wait():
            return False
        before: str = self.page.evaluate(LABELS)
        sources = sorted(self.marked("can"), key=lambda place: ("s" not in place, "h" not in place, place))
        assert sources, "it is my turn, and nothing can be taken"
        for onto in ("building", "discard"):
            for source in sources:
                self.take(source)
                targets = self.marked("target")
                assert targets, f"{source} can be taken, but nothing lights up"
                fitting = [place for place in targets if place.startswith("b") == (onto == "building")]
                if fitting:
                    self.put(fitting[len(self.moves) % len(fitting)])
                    self.moves.append((source, fitting[0]))
                    return self.wait(before)
                self.let_go()
        raise AssertionError("nothing that can be taken can be put anywhere")

    def play_to_the_end(self) -> None:
        while self.move():
            assert len(self.moves) < LONGEST, "the game does not end"

    def play_turn(self) -> None:
        """Until the turn has passed on and come back, or the game is over."""
        while self.move():
            if "d" in self.moves[-1][1] and not self.moves[-1][1].startswith("b"):
                return


class Mouse(Player):
    """Drags."""

    def middle(self, place: str) -> tuple[float, float]:
        box = self.page.locator(f'[data-place="{place}"]').bounding_box()
        assert box is not None, f"{place} is not to be seen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def take(self, source: str) -> None:
        self.page.locator(f'[data-place="{source}"]').scroll_into_view_if_needed()
        x, y = self.middle(source)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 12, y - 12, steps=2)

    def put(self, target: str) -> None:
        self.page.mouse.move(*self.middle(target), steps=3)
        self.page.mouse.up()

    def let_go(self) -> None:
        """A card that is dropped where nothing takes it goes back, and nothing is chosen."""
        self.page.mouse.move(2, 2)
        self.page.mouse.up()


class Finger(Mouse):
    """Drags on a touch screen."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._touches: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, what: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._touches.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": touches})

    def take(self, source: str) -> None:
        self.page.locator(f'[data-place="{source}"]').scroll_into_view_if_needed()
        x, y = self.middle(source)
        self._touch("touchStart", (x, y))
        self._touch("touchMove", (x + 10, y - 8))
        self._touch("touchMove", (x + 20, y - 16))

    def put(self, target: str) -> None:
        self._touch("touchMove", self.middle(target))
        self._touch("touchEnd")

    def let_go(self) -> None:
        self._touch("touchMove", (2, 2))
        self._touch("touchEnd")


class Tapper(Player):
    """Single taps, or clicks where there is no touch screen."""

    def __init__(self, page: Page, *, touch: bool) -> None:
        super().__init__(page)
        self._touch = touch

    def tap(self, place: str) -> None:
        where = self.page.locator(f'[data-place="{place}"]')
        if self._touch:
            where.tap()
        else:
            where.click()

    def take(self, source: str) -> None:
        self.tap(source)

    def put(self, target: str) -> None:
        self.tap(target)

    def let_go(self) -> None:
        self.page.keyboard.press("Escape")
