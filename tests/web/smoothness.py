"""How smoothly the board shows five bots, in a slowed down Chromium: `python -m tests.web.smoothness`, some minutes.

The table is a served one or, with `--local`, one in the page, whose bots think beside it. Four things are measured over
rounds of six players: the time from the player's discard to the player's next turn, the frames that Chromium's own
tracing counts, the tasks that keep the page's thread for 50 ms or longer, and every shift of the layout. Frames are
counted twice: those of the rounds, in which bots play, and all of them. In the player's own turns Playwright asks for
frames before each press, to see whether a card stands still, and Chromium takes whoever asks for frames to be an
animation: a frame that comes late then counts as dropped although nothing moves. So nothing asks for frames in the
rounds, not even to see when one is over.
"""

import argparse
import json
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.web.browser import DESKTOP, PHONE, Visitor, Window
from tests.web.browser_session import guests, studio
from tests.web.players import MY_TURN, OVER, Tapper
from tests.web.test_local_tables import play_here

BOTS = ["steady", "sharp", "casual", "steady", "sharp"]
STOCK = 15
WINDOWS = {"desktop": DESKTOP, "phone": PHONE}
FRAMES = "devtools.timeline,disabled-by-default-devtools.timeline,devtools.timeline.frame,cc,benchmark"
MARKS = "blink.user_timing"
# What Chromium says of a frame that it wanted to make
SHOWN = {"STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL"}
DROPPED = "STATE_DROPPED"
BEGUN, ENDED = "round begun", "round ended"  # marks in the trace
# The seconds until it is the player's turn, looked for whenever the page changes
ROUND = f"""(over) => new Promise((resolve) => {{
  const begun = performance.mark('{BEGUN}').startTime;
  const look = () => {{
    if (!({MY_TURN})(over)) return;
    changes.disconnect();
    resolve((performance.mark('{ENDED}').startTime - begun) / 1000);
  }};
  const changes = new MutationObserver(look);
  changes.observe(document.body, {{ subtree: true, childList: true, attributeFilter: ['data-state'] }});
  look();
}})"""
WATCH_TASKS = """() => {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries())).observe({ type: 'longtask' });
}"""
WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    const name = (node) => `${node?.parentElement?.className} > ${node?.className ?? node?.nodeName}`;
    for (const { value, hadRecentInput, sources } of list.getEntries())
      window.shifts.push({ value, expected: hadRecentInput, moved: sources.map(({ node, previousRect, currentRect }) =>
        `${name(node)}: ${box(previousRect)}, ${box(currentRect)}`) });
  }).observe({ type: 'layout-shift', buffered: true });
}"""
# The milliseconds of each task that kept the page's thread for 50 or longer in a round
TASKS = f"""() => {{
  const times = (mark) => performance.getEntriesByName(mark).map((entry) => entry.startTime);
  const [begun, ended] = [times('{BEGUN}'), times('{ENDED}')];
  return window.tasks.filter(({{ startTime }}) => begun.some((from, at) => from <= startTime && startTime < ended[at]))
    .map(({{ duration }}) => duration);
}}"""


@dataclass(frozen=True, slots=True)
class Case:
    pace: str
    window: Window
    bots: Sequence[str]
    local: bool
    """Whether the table is in the page."""
    slower: int
    """How many times slower the page's processor is made."""

    def __str__(self) -> str:
        where = "in the page" if self.local else "served"
        size = f"{self.window.width}×{self.window.height}"
        return f"{where}, {', '.join(self.bots)}, {self.pace}, {size}, processor {self.slower} times slower"

    def open_table(self, visitor: Visitor) -> Page:
        if self.local:
            page = play_here(visitor, f"?players=6&stock={STOCK}&bots={','.join(self.bots)}")
            page.reload()  # so that no other screen than the table counts
            return page
        return visitor.go(f"/t/{visitor.open_table(players=6, bots=[None, *self.bots], stock=STOCK, pace=0)}")


@dataclass(frozen=True, slots=True)
class Frames:
    """What became of the frames that a page wanted to show."""

    shown: int
    dropped: int
    """Those that were not shown although something was moving, by Chromium's own judgement."""
    late: int
    """Those without anything moving that were not shown in time: what changes is seen a frame later."""

    @property
    def a_second(self) -> float:
        return 60 * self.shown / max(1, self.shown + self.dropped)


class Tracing:
    """Counts the frames of a page by what became of them."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.browser.new_browser_cdp_session()  # type: ignore[union-attr]
        self._events: list[dict[str, Any]] = []
        self._page = page
        self._complete = False
        self._session.on("Tracing.dataCollected", lambda data: self._events.extend(data["value"]))
        self._session.on("Tracing.tracingComplete", lambda _data: setattr(self, "_complete", True))

    def begin(self) -> None:
        self._session.send("Tracing.start", {"categories": f"{FRAMES},{MARKS}", "transferMode": "ReportEvents"})

    def end(self) -> tuple[Frames, Frames]:
        """Returns the frames of the rounds, and all frames."""
        self._session.send("Tracing.end")
        while not self._complete:
            self._page.wait_for_timeout(50)
        reports: dict[tuple[int, int], list[dict[str, Any]]] = {}
        of_rounds: set[tuple[int, int]] = set()
        in_round = False
        for event in sorted(self._events, key=lambda event: event["ts"]):
            if event["name"] in (BEGUN, ENDED):
                in_round = event["name"] == BEGUN
            elif event["name"] == "PipelineReporter" and event["ph"] == "b":
                report = event["args"].get("chrome_frame_reporter") or event["args"]["frame_reporter"]
                frame = report.get("layer_tree_host_id", 0), report.get("frame_sequence", 0)
                reports.setdefault(frame, []).append(report)  # a frame may have two: what moves, and what is drawn anew
                if in_round:
                    of_rounds.add(frame)
        return count_frames([reports[frame] for frame in of_rounds]), count_frames(reports.values())


def count_frames(frames: Iterable[Sequence[dict[str, Any]]]) -> Frames:
    shown = dropped = late = 0
    for reports in frames:
        if any(report.get("state") in SHOWN for report in reports):
            shown += 1
        elif any(report.get("state") == DROPPED for report in reports):
            matters = any(report.get("affects_smoothness") for report in reports)
            dropped, late = dropped + matters, late + (not matters)
    return Frames(shown, dropped, late)


def measure(case: Case, rounds: int, page: Page, player: Tapper) -> dict[str, Any]:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": case.slower})
    for watch in (WATCH_SHIFTS, WATCH_TASKS):
        page.evaluate(watch)
    tracing, times = Tracing(page), []
    player.wait()
    tracing.begin()
    for _round in range(rounds):
        player.play_turn()
        time: float = page.evaluate(ROUND, OVER)
        if player.over():
            break
        times.append(time)
    frames, all_frames = tracing.end()
    tasks: list[float] = page.evaluate(TASKS)
    shifts: list[dict[str, Any]] = page.evaluate("() => window.shifts")
    return {
        "rounds": len(times),
        "seconds from the discard to the next turn": {
            "median": round(statistics.median(times), 2),
            "most": round(max(times), 2),
        },
        "frames of the rounds": asdict(frames) | {"a second": round(frames.a_second, 1)},
        "all frames": asdict(all_frames) | {"a second": round(all_frames.a_second, 1)},
        "long tasks of the rounds": {"number": len(tasks), "most ms": round(max(tasks, default=0))},
        "layout shift": {
            "sum": round(sum(each["value"] for each in shifts), 4),
            "unexpected": round(sum(each["value"] for each in shifts if not each["expected"]), 4),
            "moved": sorted({moved for each in shifts for moved in each["moved"]})[:12],
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--slower", type=int, default=6)
    parser.add_argument("--local", action="store_true", help="tables in the page, without the server")
    parser.add_argument("--level", help="of all bots; else some of several levels")
    parser.add_argument("--pace", nargs="+", choices=("quick", "calm"), default=("quick", "calm"))
    parser.add_argument("--window", nargs="+", choices=WINDOWS, default=tuple(WINDOWS))
    options = parser.parse_args()
    bots = [options.level] * len(BOTS) if options.level else BOTS
    for pace, window in product(options.pace, options.window):
        case = Case(pace, WINDOWS[window], bots, options.local, options.slower)
        with studio() as come, guests(come) as coming:
            visitor = coming(case.window, settings={"pace": case.pace, "flights": True, "sound": False})
            page = case.open_table(visitor)
            print(f"{case}: {json.dumps(measure(case, options.rounds, page, Tapper(page)))}", flush=True)


if __name__ == "__main__":
    main()
