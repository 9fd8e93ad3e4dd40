"""The output of commands besides their result: a progress bar, and the error that ends them."""

import sys
from typing import NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


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
