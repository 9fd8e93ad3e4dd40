"""Draws the rooms of the project for the docs: the layers, where each module is, the way of a move and of a game.

The layers come from the import contract, the descriptions from the modules themselves.
"""

import ast
import re
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from skipbo.paper.charts import STYLE, element, text

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "skipbo"
WIDTH = 860
GAP = 10
BOX_STYLE = """
svg rect { fill: none; stroke: var(--line); stroke-width: 1.5; }
svg .way { stroke: var(--accent); stroke-width: 2; fill: none; marker-end: url(#tip); }
svg .tip { fill: var(--accent); }
svg .name { font-weight: 600; }
svg .small { font-size: 11.5px; }
svg .file { fill: var(--c0); }
"""
LINE = 15  # from one line of small text to the next
LETTER = 6.0  # about the width of a small letter


@dataclass(frozen=True)
class Step:
    """A station of something that travels through the rooms."""

    title: str
    file: str  # from the root of the repository
    what: str


MOVE = (
    Step("A click", "web/src/board/controller.svelte.ts", "A card is chosen and a pile pressed: a move."),
    Step("Out of the page", "web/src/net/table-socket.svelte.ts", "The move gets an id and the version it is for."),
    Step("Into the server", "src/skipbo/server/sockets/session.py", "The message is decoded and counted."),
    Step("At the table", "src/skipbo/server/table/room.py", "Commands of a table wait in one queue."),
    Step("A command", "src/skipbo/server/table/decider.py", "It becomes an entry of the log, or a refusal."),
    Step("The game", "src/skipbo/game/game.py", "Makes the move and returns the events."),
    Step("The rules", "src/skipbo/kernel/turn.py", "Decide: legal or not; draw, build, end the turn."),
    Step("Written down", "src/skipbo/server/store/sqlite.py", "The entry is on the disk before anybody hears of it."),
    Step("What each sees", "src/skipbo/server/table/views.py", "Events and views, encoded once for all, then by seat."),
    Step("On every screen", "web/src/board/motion/stage.svelte.ts", "The events become cards in flight."),
)
GAME = (
    Step("A command", "src/skipbo/cli", "skipbo simulate --games 10000"),
    Step("In portions", "src/skipbo/batch/simulation.py", "Splits the games, shows progress, adds up results."),
    Step("Workers", "src/skipbo/workers/interface.py", "Cores, a GPU or a cluster take a portion each."),
    Step("Whole games", "src/skipbo/batch/loops.py", "Deal, then move after move until the game is over."),
    Step("A bot chooses", "src/skipbo/bots/ladder.py", "From what its seat may see, with its own dice."),
    Step("The rules", "src/skipbo/kernel/turn.py", "The same functions as at a table."),
    Step("A result", "src/skipbo/batch/loops.py", "24 bytes a game; or all of it, as a record."),
    Step("A file", "src/skipbo/record/files.py", "A game a line, for skipbo verify."),
)


def layers() -> list[list[str]]:
    """Returns the rooms of each layer, from the top down."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    return [re.split(r"\s*[|:]\s*", layer) for layer in contract["layers"] if not layer.startswith("__")]


def docstring(path: Path) -> str:
    """Returns the first paragraph of a module's or package's docstring, on one line."""
    source = path / "__init__.py" if path.is_dir() else path
    documented = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
    return " ".join(documented.partition("\n\n")[0].split())


def path_of(room: str) -> Path:
    folder = PACKAGE / room
    return folder if folder.is_dir() else folder.with_suffix(".py")


def rooms_picture() -> str:
    """The rooms in their layers; imports point downwards."""
    parts: list[str] = []
    y: float = GAP
    for rooms in layers():
        width = (WIDTH - GAP * (len(rooms) + 1)) / len(rooms)
        signs = [sign(room, width) for room in rooms]
        height = 34 + LINE * max(map(len, signs))
        for place, (room, lines) in enumerate(zip(rooms, signs, strict=True)):
            parts += box(GAP + place * (width + GAP), y, width, height, room, lines)
        y += height + GAP
    return picture("The rooms of skipbo, in layers", "Imports point downwards only.", y, parts)


def sign(room: str, width: float) -> list[str]:
    first = docstring(path_of(room)).partition(". ")[0].rstrip(".").replace("`", "")
    return textwrap.wrap(first, int((width - 20) / LETTER))


def box(x: float, y: float, width: float, height: float, name: str, lines: Sequence[str]) -> Iterator[str]:
    yield element("rect", x=x, y=y, width=width, height=height, rx=8)
    yield text(name, x + 10, y + 21, class_="name")
    for number, line in enumerate(lines):
        yield text(line, x + 10, y + 39 + LINE * number, class_="small soft")


def way_picture(title: str, steps: Sequence[Step], columns: int = 4) -> str:
    """The steps as boxes in rows, which are read like a text: an arrow leads from each to the next."""
    width, height, gap = (WIDTH - 2 * GAP - (columns - 1) * 24) / columns, 126, 24
    parts = [TIP]
    for number, step in enumerate(steps):
        if not (ROOT / step.file).exists():
            raise FileNotFoundError(f"The way of “{title}” leads through {step.file}, which does not exist.")
        row, column = divmod(number, columns)
        x, y = GAP + column * (width + gap), GAP + row * (height + gap)
        lines = textwrap.wrap(step.what, int((width - 20) / LETTER))
        parts += box(x, y, width, height, f"{number + 1}  {step.title}", lines)
        for place, line in enumerate(reversed(file_lines(step.file, width))):
            parts.append(text(line, x + 10, y + height - 10 - LINE * place, class_="small file"))
        if number + 1 < len(steps):
            last = column == columns - 1
            path = (
                f"M{x + width / 2} {y + height}v8H{GAP + width / 2}v12"
                if last
                else f"M{x + width} {y + height / 2}h{gap - 4}"
            )
            parts.append(element("path", d=path, class_="way"))
    rows = -(-len(steps) // columns)
    description = "; ".join(f"{number}: {step.title}, {step.file}" for number, step in enumerate(steps, 1))
    return picture(title, description, GAP + rows * (height + gap), parts)


def file_lines(file: str, width: float) -> list[str]:
    """A path on as few lines as it needs, broken after a slash."""
    lines = [""]
    for part in re.findall(r"[^/]+/?", file.removeprefix("src/skipbo/")):
        if len(lines[-1] + part) > (width - 20) / LETTER:
            lines.append("")
        lines[-1] += part
    return lines


TIP = element(
    "defs",
    element(
        "marker",
        element("path", d="M0 0L8 4L0 8Z", class_="tip"),
        id="tip",
        viewBox="0 0 8 8",
        refX=7,
        refY=4,
        markerWidth=5,
        markerHeight=5,
        orient="auto",
    ),
)


def picture(title: str, description: str, height: float, parts: Sequence[str]) -> str:
    return (
        element(
            "svg",
            element("style", STYLE + BOX_STYLE),
            element("title", title),
            element("desc", description),
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {height:g}",
            role="img",
        )
        + "\n"
    )


def modules() -> str:
    """Returns a section for each room, with a line for each of its modules."""
    sections = []
    for room in (room for rooms in layers() for room in rooms):
        path = path_of(room)
        if path.is_file():
            sections.append(f"## `{room}.py`\n{docstring(path)}\n")
            continue
        files = [file for file in sorted(path.rglob("*.py")) if file.name != "__init__.py"]
        rows = "".join(f"| `{file.relative_to(path).as_posix()}` | {docstring(file)} |\n" for file in files)
        sections.append(f"## `{room}/`\n{docstring(path)}\n\n| module | what it holds |\n| --- | --- |\n{rows}")
    return "\n".join(sections)
