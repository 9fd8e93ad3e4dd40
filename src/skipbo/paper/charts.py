"""Charts as SVG without scripts, in light and dark colours, readable on a phone."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from skipbo.i18n import local_number
from skipbo.paper.typeface import FAMILY
from skipbo.text import shortened

WIDTH = 420
COLOURS = 8  # a chart with more lines draws the others dashed

# The ink, lines and cards of the page (web/src/styles). In the docs a chart stands alone.
STYLE = f"""
svg {{ --ink: #20302c; --ink-soft: #51605b; --line: #cfd5cf; --accent: #1f5b4e;
  --c0: #0d6a4c; --c1: #b33c00; --c2: #0b559b; --c3: #8a6206; --c4: #7a4aa8; --c5: #0f717c; --c6: #a83366;
  --c7: #5c6b2e; font: 14px {FAMILY}; font-variant-numeric: tabular-nums; }}
@media (prefers-color-scheme: dark) {{ svg {{ --ink: #eef3f0; --ink-soft: #b4c3bd; --line: #3b4c47; --accent: #7fd1b8;
  --c0: #4cc38a; --c1: #f28b6c; --c2: #86b4f5; --c3: #e5bb58; --c4: #bf9be8; --c5: #52c5d1; --c6: #f08bb3;
  --c7: #aebf78; }} }}
svg text {{ fill: var(--ink); }}
svg .soft {{ fill: var(--ink-soft); }}
svg .grid {{ stroke: var(--line); stroke-width: 1; }}
svg .fair {{ stroke: var(--ink-soft); stroke-width: 1.5; stroke-dasharray: 2 3; }}
svg .bar {{ fill: var(--accent); }}
svg .longest {{ opacity: .5; }}
svg .trace {{ fill: none; stroke-width: 2.2; stroke-linejoin: round; stroke-linecap: round; }}
svg .whisker {{ stroke-width: 4; stroke-linecap: round; opacity: .45; }}
"""


def element(tag: str, *inside: str, **attributes: object) -> str:
    """
    >>> element("text", "a &amp; b", x=1, class_="soft")
    '<text x="1" class="soft">a &amp; b</text>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(f"{value:.6g}" if isinstance(value, float) else str(value))}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{written}>{''.join(inside)}</{tag}>"


def text(words: str, x: float, y: float, **attributes: object) -> str:
    return element("text", escape(words), x=x, y=y, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: object) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def drawing(title: str, description: str, height: float, *parts: str) -> str:
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(description)),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="img",
    )


def standalone(svg: str) -> str:
    """The chart with its style, as a file of its own."""
    return svg.replace("<title>", f"<style>{STYLE}</style><title>", 1) + "\n"


def colour(number: int) -> str:
    return f"var(--c{number % COLOURS})"


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers within a range.

    >>> ticks(0, 97)
    [0.0, 20.0, 40.0, 60.0, 80.0]
    """
    rough = max(high - low, 1e-9) / about
    power = 10.0 ** np.floor(np.log10(rough))
    step = next(power * nice for nice in (1, 2, 2.5, 5, 10) if power * nice >= rough)
    return [float(number * step) for number in range(int(np.ceil(low / step)), int(np.floor(high / step)) + 1)]


@dataclass(frozen=True, slots=True)
class Dot:
    label: str
    value: float
    low: float
    high: float
    shown: str  # the value as text
    fair: float | None = None  # the value that equal players would have


def dots(title: str, description: str, rows: Sequence[Dot], axis: Sequence[tuple[float, str]]) -> str:
    """The ladder: a row for each bot, with its interval. The axis has the place and the name of each line."""
    left, right, top, step = 120, WIDTH - 76, 8, 32
    edges = [edge for row in rows for edge in (row.low, row.high)] + [number for number, _name in axis]
    low, high = min(edges), max(edges)
    span = max(high - low, 1e-9)
    bottom = top + step * len(rows)

    def across(value: float) -> float:
        return left + (right - left) * (value - low) / span

    parts = []
    for number, name in axis:
        parts.append(line(across(number), top, across(number), bottom, class_="grid"))
        parts.append(text(name, across(number), bottom + 18, class_="soft", text_anchor="middle"))
    for place, row in enumerate(rows):
        y, paint = top + step * (place + 0.5), colour(place)
        if row.fair is not None:
            parts.append(line(across(row.fair), y - 11, across(row.fair), y + 11, class_="fair"))
        parts.append(text(shortened(row.label, 13), left - 12, y + 4, text_anchor="end"))
        parts.append(line(across(row.low), y, across(row.high), y, class_="whisker", stroke=paint))
        parts.append(element("circle", cx=across(row.value), cy=y, r=5, fill=paint))
        parts.append(text(row.shown, WIDTH - 4, y + 4, text_anchor="end", font_weight=700))
    return drawing(title, description, bottom + 26, *parts)


def bins(lengths: NDArray[np.int64], about: int = 40) -> tuple[int, NDArray[np.int64]]:
    """The width of the bins, and the games in each; the last one holds the few longest games."""
    total = np.cumsum(lengths)
    last = int(np.searchsorted(total, 0.998 * total[-1]))
    width = next(size for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 10**9) if size * about >= last)
    count = last // width + 1
    return width, np.bincount(np.minimum(np.arange(lengths.size) // width, count - 1), lengths).astype(np.int64)


def bin_name(number: int, width: int, lengths: NDArray[np.int64]) -> str:
    """The lengths of the games in a bin; the last one is open if it holds longer games, too."""
    begins = number * width
    if number == bins(lengths)[1].size - 1 and lengths[begins + width :].any():
        return f"{begins}+"
    return str(begins) if width == 1 else f"{begins}–{begins + width - 1}"


def histogram(title: str, description: str, lengths: NDArray[np.int64], below: str) -> str:
    """Games by length; a line marks the median. The last bar is pale if it holds all longer games, and says so."""
    width, counts = bins(lengths)
    left, right, top, bottom = 24, WIDTH - 24, 26, 206  # at the sides is room for numbers in the middle of an edge
    first = int(np.flatnonzero(counts)[0])
    slots = counts.size - first
    step = (right - left) / slots

    def across(value: float) -> float:
        return left + step * (value / width - first)

    parts, last = [], bin_name(counts.size - 1, width, lengths)
    is_open = last.endswith("+")
    for place, count in enumerate(counts[first:].tolist()):
        height, name = (bottom - top) * count / counts.max(), bin_name(first + place, width, lengths)
        tip = element("title", f"{name}: {local_number(count)}")
        x, kind = left + step * place, "bar longest" if is_open and place == slots - 1 else "bar"
        parts.append(
            element("rect", tip, x=x + 0.5, y=bottom - height, width=step - 1, height=height, rx=1.5, class_=kind)
        )
    parts.append(line(left, bottom, right, bottom, class_="grid"))
    numbers = [(local_number(number, "g"), across(number)) for number in ticks(first * width, counts.size * width, 6)]
    if is_open:
        numbers = [each for each in numbers if each[1] < right - 50] + [(last, right - step / 2)]
    parts += [text(name, x, bottom + 18, class_="soft", text_anchor="middle") for name, x in numbers]
    median = float(np.searchsorted(np.cumsum(lengths), lengths.sum() / 2))
    middle = across(median + 0.5)
    parts.append(line(middle, top - 6, middle, bottom, class_="fair"))
    parts.append(text(local_number(median, "g"), middle, top - 12, text_anchor="middle", font_weight=700))
    parts.append(text(below, (left + right) / 2, bottom + 40, class_="soft", text_anchor="middle"))
    return drawing(title, description, bottom + 48, *parts)


@dataclass(frozen=True, slots=True)
class Curve:
    label: str
    values: NDArray[np.float64]
    place: int  # on the ladder; decides the colour


def curves(title: str, description: str, lines: Sequence[Curve], below: str) -> str:
    """A line for each curve from 0 on, with its name at the end."""
    left, right, top, bottom = 28, WIDTH - 108, 10, 230
    longest = max(curve.values.size for curve in lines) - 1
    highest = max(float(curve.values.max()) for curve in lines)

    def across(number: float) -> float:
        return left + (right - left) * number / max(longest, 1)

    def up(value: float) -> float:
        return bottom - (bottom - top) * value / max(highest, 1e-9)

    parts = []
    for value in ticks(0, highest):
        parts.append(line(left, up(value), right, up(value), class_="grid"))
        parts.append(text(local_number(value, "g"), left - 6, up(value) + 4, class_="soft", text_anchor="end"))
    parts += [
        text(local_number(number, "g"), across(number), bottom + 18, class_="soft", text_anchor="middle")
        for number in ticks(0, longest)
    ]
    parts.append(text(below, (left + right) / 2, bottom + 40, class_="soft", text_anchor="middle"))
    names = apart([up(float(curve.values[-1])) for curve in lines], 16, bottom)
    for curve, y in zip(lines, names, strict=True):
        values, paint = curve.values, colour(curve.place)
        points = " ".join(f"{across(number):.1f},{up(value):.1f}" for number, value in enumerate(values.tolist()))
        dash = {} if curve.place < COLOURS else {"stroke_dasharray": "6 4"}
        parts.append(element("polyline", points=points, class_="trace", stroke=paint, **dash))
        end = across(values.size - 1)
        parts.append(element("circle", cx=end, cy=up(float(values[-1])), r=3.5, fill=paint))
        parts.append(text(shortened(curve.label, 12), right + 10, y + 5, style=f"fill: {paint}", font_weight=700))
    return drawing(title, description, bottom + 48, *parts)


def apart(heights: Sequence[float], least: float, bottom: float) -> list[float]:
    """The heights, moved up just enough that names do not touch and none is below the bottom.

    >>> apart([100, 104, 20], 15, 110)
    [89, 104, 20]
    """
    placed, limit = list(heights), bottom
    for place in sorted(range(len(placed)), key=lambda place: (-heights[place], place)):
        placed[place] = min(placed[place], limit)
        limit = placed[place] - least
    return placed
