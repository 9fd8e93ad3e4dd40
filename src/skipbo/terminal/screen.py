"""Output and input of the terminal. Colour is used only on a terminal, and not if NO_COLOR is set.

With SKIPBO_LEFT_HANDED set, tables are drawn for left-handed players.
"""

import contextlib
import os
import re
import sys
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from skipbo.editions import EDITIONS

LETTERS = {named.letter: named.rank for edition in EDITIONS.values() for named in edition.named_cards}
FACES = re.compile(rf"[│╎] ?(?P<face>1[0-3]|[1-9]|[W{''.join(LETTERS)}])│")
COLOURS = ("bright_blue", "green", "red")  # 1 to 4, 5 to 8 and 9 on, as the cards are printed
BOXES = "┌─┐│└┘╌╎╞═╡▒▶–…"
WILD_COLOUR = "bold yellow"
TURN = re.compile(r"^▶ .*$", re.MULTILINE)

ERROR, STRONG, QUIET = "red", "bold", "dim"


class Screen:
    """Prints lines and tables, and reads the person's lines with `read`, which takes a prompt as `input` does."""

    def __init__(self, read: Callable[[str], str] | None = None, left_handed: bool = False) -> None:
        for stream in (sys.stdin, sys.stdout):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a character that cannot be encoded must not end the game
        self.left_handed = left_handed or bool(os.environ.get("SKIPBO_LEFT_HANDED"))
        self.coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        self._console = Console(
            color_system="auto" if self.coloured else None, highlight=False, markup=False, emoji=False
        )
        self._read = read or _read_line

    @property
    def can_draw(self) -> bool:
        """Whether standard output can encode the characters of a drawn table."""
        try:
            BOXES.encode(sys.stdout.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def say(self, text: str = "", style: str = "") -> None:
        self._console.print(Text(text, style), soft_wrap=not sys.stdout.isatty())

    def draw(self, table: str) -> None:
        text = Text(table)
        for match in FACES.finditer(table):
            face = match["face"]
            text.stylize(_colour(face), *match.span("face"))
        text.highlight_regex(TURN, STRONG)
        self._console.print(text, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """Returns the person's next line; raises EOFError at the end of the input."""
        return self._read(prompt)


def _colour(face: str) -> str:
    if face == "W":
        return WILD_COLOUR
    rank = LETTERS[face] if face in LETTERS else int(face)
    return COLOURS[min(rank - 1, 8) // 4]


def _read_line(prompt: str) -> str:
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # gives `input` editing and a history
        return input(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    line = line.rstrip("\r\n")
    print(line)  # a pipe does not echo, and the line should stand behind the prompt
    return line
