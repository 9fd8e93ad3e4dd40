"""The command `skipbo`: options in, lines out. Each command hands its work to the room that does it."""

import os
import sys

from skipbo.cli.output import stop
from skipbo.errors import SkipboError
from skipbo.i18n import use_language


def main(arguments: list[str] | None = None) -> None:
    """Runs the command; an error that we know is printed as a sentence, not as a traceback."""
    use_language()
    from skipbo.cli.main import app  # describes its options in the language that is in use when it is imported
    from skipbo.cli.wording import run

    try:
        raise SystemExit(run(app, arguments))
    except SkipboError as error:
        stop(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has left: not an error
    except OSError as error:
        stop(f"{error.filename}: {error.strerror}" if error.filename else str(error))
