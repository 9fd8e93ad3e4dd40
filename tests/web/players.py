"""Plays through the page as a person does: sees what lies there and what is lit, and has a mouse, a finger or keys.

No rule is known here. What may be taken is what the board says `can` be; where it may go is what lights up.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.web.browser import PATIENCE

ONE_PRESS = "b"  # where a card goes that was played by one press: some building pile
HELD = 700  # ms: a long press
LONGEST = 400  # moves of one player; a short game has a few dozen

OVER = "#result-title"
PLAYABLE = "can be played"  # and not only discarded
TAKEABLE = (PLAYABLE, "can be discarded")
PENDING = "not confirmed yet"

NAME = """(place) => place.ariaLabel ?? place.querySelector('.unseen')?.textContent.trim() ?? ''"""
PLACES = "[...document.querySelectorAll('[data-place]')]"
LOOK = f"""() => Object.fromEntries({PLACES}.map((place) =>
  [place.dataset.place, {{ label: ({NAME})(place), marks: (place.dataset.state ?? '').split(' ') }}]))"""
LABELS = f"() => {PLACES}.map((place) => place.dataset.place + ' ' + ({NAME})(place)).join('\\n')"
MARKED = """(mark) => document.querySelector(`[data-place][data-state~="${mark}"]`) !== null"""
MY_TURN = f"(over) => document.querySelector(over) || (({MARKED})('can') && !({MARKED})('pending'))"
SETTLED = f"([over, before]) => document.querySelector(over) || (({LABELS})() !== before && !({MARKED})('pending'))"


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

    def hold(self, source: str) -> None:
        """Takes a card up that a press may play at once: by a drag, or as a player with other hands does."""
        self.take(source)

    # With the eyes

    def look(self) -> dict[str, Seen]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return {place: Seen(seen["label"], tuple(seen["marks"])) for place, seen in found.items()}

    def marked(self, mark: str) -> list[str]:
        return [place for place, seen in self.look().items() if mark in seen.marks]

    def over(self) -> bool:
        return self.page.locator(OVER).count() > 0

    def wait(self) -> bool:
        """Until there is something to do. Answers whether the game goes on."""
        self.page.wait_for_function(MY_TURN, arg=OVER)
        return not self.over()

    # With the head

    def move(self) -> bool:
        """One move, in the order in which a hasty person thinks. Answers false where the game is over."""
        if not self.wait():
            return False
        before: str = self.page.evaluate(LABELS)
        source, target = self.choose()
        if target != ONE_PRESS:
            self.put(target)
        self.moves.append((source, target))
        self.page.wait_for_function(SETTLED, arg=[OVER, before])
        return True

    def choose(self) -> tuple[str, str]:
        """Takes up a card that can go somewhere, best onto a building pile: answers where from and where to."""
        seen = {place: each.label for place, each in self.look().items() if "can" in each.marks}
        assert seen, "it is my turn, and nothing can be taken"
        order = {"s": 0, "h": 1}
        source = min(
            seen, key=lambda place: (PLAYABLE not in seen[place], order.get(place.strip("0123456789"), 2), place)
        )
        building = PLAYABLE in seen[source]
        if not building:  # a discard ends the turn: one hesitates
            self.take(max(seen))
            self.let_go()
            assert not self.marked("target"), "nothing is taken, and something lights up"
        self.take(source)
        targets = self.marked("target")
        if building and not targets:
            return source, ONE_PRESS
        fitting = [place for place in targets if place.startswith("b") == building]
        assert fitting, f"{seen[source]!r}, but nothing lights up"
        return source, fitting[len(self.moves) % len(fitting)]

    def play_to_the_end(self) -> None:
        while self.move():
            assert len(self.moves) < LONGEST, "the game does not end"

    def play_turn(self) -> None:
        """Until a card is discarded, or the game is over."""
        while self.move() and self.moves[-1][1].startswith("b"):
            pass


class Mouse(Player):
    """Drags."""

    def middle(self, place: str) -> tuple[float, float]:
        box = self.page.locator(at(place)).bounding_box()
        assert box is not None, f"{place} is not to be seen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def take(self, source: str) -> None:
        self.page.locator(at(source)).scroll_into_view_if_needed()
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
        self.page.locator(at(source)).scroll_into_view_if_needed()
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

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._touch: bool = page.evaluate("() => navigator.maxTouchPoints > 0")
        self.spread: list[str] = []  # what was taken from a seat that was spread out for it

    def tap(self, selector: str, **where: Any) -> None:
        target = self.page.locator(selector)
        if self._touch:
            target.tap(**where)
        else:
            target.click(**where)

    def take(self, source: str) -> None:
        """From a pile of a partner's that is too small for a finger, where a tap on the seat spreads the cards out."""
        place = self.page.locator(at(source))
        if place.evaluate("(place) => getComputedStyle(place).pointerEvents") == "none":
            label = self.look()[source].label
            self.tap(f"[data-seat='{source[0]}'] .whole")
            self.tap(f'.peek button[aria-label="{label}"]')
            self.spread.append(source)
        else:
            self.tap(at(source))

    def put(self, target: str) -> None:
        self.tap(at(target))

    def let_go(self) -> None:
        """By a tap where nothing is."""
        self.tap(".felt", position={"x": 2, "y": 2})

    def hold(self, source: str) -> None:
        """Presses long enough, by finger or mouse."""
        box = self.page.locator(at(source)).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self._touch:
            finger = self.page.context.new_cdp_session(self.page)
            finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            self.page.wait_for_timeout(HELD)
            finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.wait_for_timeout(HELD)
            self.page.mouse.up()


class Reader(Player):
    """Knows only what a screen reader says: the buttons with their names, in their order, and presses them by key."""

    POLL = 50  # ms

    def names(self) -> list[str]:
        return re.findall(r"""^ *-? *'?button "((?:[^"\\]|\\.)+)\"""", self.page.locator("main").aria_snapshot(), re.M)

    def over(self) -> bool:
        return "Rematch" in self.names()

    def wait(self) -> bool:
        self.wait_until(lambda names: "Rematch" in names or any(name.endswith(TAKEABLE) for name in names))
        return not self.over()

    def wait_until(self, come: Callable[[list[str]], bool]) -> None:
        for _ in range(PATIENCE // self.POLL):
            names = self.names()
            if come(names) and not any(name.endswith(PENDING) for name in names):
                return
            self.page.wait_for_timeout(self.POLL)
        raise AssertionError(f"nothing more comes than {self.names()}")

    def move(self) -> bool:
        if not self.wait():
            return False
        before = self.names()
        source, target = self.choose()
        if target != ONE_PRESS:
            self.put(target)
        self.moves.append((source, target))
        self.wait_until(lambda names: names != before)
        return True

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.press("Enter")

    def take(self, source: str) -> None:
        self.press(source)

    def put(self, target: str) -> None:
        self.press(target)

    def let_go(self) -> None:
        self.page.keyboard.press("Escape")

    def choose(self) -> tuple[str, str]:
        cards = [name for name in self.names() if name.endswith(TAKEABLE)]
        source = min(cards, key=lambda name: (not name.endswith(PLAYABLE), not name.startswith("stock")))
        self.press(source)
        goals = self.goals()
        if not goals:
            return source, ONE_PRESS
        return source, next(name for name in goals if name.startswith("building") == source.endswith(PLAYABLE))

    def goals(self) -> list[str]:
        return [name for name in self.names() if name.endswith("the chosen card can go here")]


class Typist(Player):
    """Keys that everybody knows: Tab to a group of places, arrows within it, Enter; with Shift it only chooses."""

    MOST_TABS = 80

    def hold(self, source: str) -> None:
        self.reach(source)
        self.page.keyboard.press("Shift+Enter")

    def take(self, source: str) -> None:
        self.reach(source)
        self.page.keyboard.press("Enter")

    def put(self, target: str) -> None:
        self.reach(target)
        self.page.keyboard.press("Enter")

    def let_go(self) -> None:
        self.page.keyboard.press("Escape")

    def focused(self) -> str:
        place: str = self.page.evaluate("() => document.activeElement?.dataset.place ?? ''")
        return place

    def reach(self, place: str) -> None:
        for _ in range(self.MOST_TABS):
            if group(self.focused()) == group(place):
                break
            self.page.keyboard.press("Tab")
        if self.focused() != place:
            self.page.keyboard.press("Home")
        while (before := self.focused()) != place:
            self.page.keyboard.press("ArrowRight")
            assert self.focused() != before, f"no arrow leads to {place}"


class Shortcuts(Player):
    """A key for each thing, while the focus is in the board: the number of a card, s, and b or d with a number."""

    def take(self, source: str) -> None:
        while not self.page.evaluate("() => document.activeElement?.matches('[data-place]')"):
            self.page.keyboard.press("Tab")
        self.press(source)

    def put(self, target: str) -> None:
        self.press(target)

    def let_go(self) -> None:
        self.page.keyboard.press("Escape")

    def press(self, place: str) -> None:
        if place.startswith("h"):
            keys = str(int(place[1:]) + 1)
        else:
            keys = place.lstrip("0123456789")
        for key in keys:
            self.page.keyboard.press(key)


def at(place: str) -> str:
    return f'[data-place="{place}"]'


def group(place: str) -> str:
    """Where the arrows go: 0d1 … 0d4, b1 … b4, h0 … h4."""
    return place.rstrip("0123456789")
