"""The output of commands besides their result: a progress bar, and the error that ends them."""

import sys
from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from skipbo.errors import SkipboError
from skipbo.i18n import translate as _


def progress() -> Progress:
    """A progress bar on standard error; none if that is not a terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def stop(message: str) -> NoReturn:
    print(f"skipbo: {message}", file=sys.stderr)
    raise SystemExit(1)


def report_stop(stopped: BaseException, played: int, games: int, advice: str = "") -> None:
    """Says on standard error why there are fewer games than were asked for."""
    if isinstance(stopped, SkipboError):
        print(f"skipbo: {stopped}", file=sys.stderr)
    print(
        " ".join(filter(None, [_("Interrupted after {played} of {games} games."), advice])).format(
            played=played, games=games
        ),
        file=sys.stderr,
    )
