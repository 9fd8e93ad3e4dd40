"""Which bots there are. A name is that of a compiled bot, of an entry point in the group `skipbo.bots` that another
package brings, or `process:` and a command line.
"""

import shlex
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import entry_points

from skipbo.bots.bot import KNOWN, is_compiled
from skipbo.errors import Malformed
from skipbo.external import Player
from skipbo.external.compiled import CompiledPlayer
from skipbo.i18n import translate as _

GROUP = "skipbo.bots"
PROCESS = "process:"


def known_names() -> list[str]:
    """Compiled bots, weak to strong, then those that are installed."""
    return [*KNOWN, *sorted(entry_points(group=GROUP).names - set(KNOWN))]


def check_name(name: str) -> None:
    """Raises `Malformed` for a name that stands for no bot. Whether the bot is any good shows when it plays."""
    if name.startswith(PROCESS):
        command_of(name)
    elif not is_compiled(name) and name not in known_names():
        raise Malformed(
            "bots",
            _("There is no bot “{name}”. The bots are: {known}. Any program can be one: process:COMMAND.").format(
                name=name, known=", ".join(known_names())
            ),
        )


def command_of(name: str) -> list[str]:
    """The command that starts a bot which is not compiled.

    One in Python too gets a process of its own (`skipbo bot`): there it can be stopped when it hangs, and sees no
    more than its view.
    """
    if not name.startswith(PROCESS):
        return [sys.executable, "-P", "-m", "skipbo", "bot", name]
    try:
        command = shlex.split(name.removeprefix(PROCESS))
    except ValueError:  # a quotation mark without its other
        command = []
    if not command:
        raise Malformed("bots", _("“{name}” is no command line. Write process:COMMAND.").format(name=name))
    return command


def factory_of(name: str) -> Callable[[], Player]:
    """What makes players of a bot in this very process."""
    if is_compiled(name):
        return partial(CompiledPlayer, name)
    if name.startswith(PROCESS):
        raise Malformed("bots", _("“{name}” is a process already.").format(name=name))
    check_name(name)
    found = entry_points(group=GROUP)[name]
    try:
        factory = found.load()
    except Exception as error:  # anything can happen in a stranger's module
        raise Malformed(
            "bots",
            _("The bot “{name}” cannot be loaded from {where}: {kind}: {error}").format(
                name=name, where=found.value, kind=type(error).__name__, error=error
            ),
        ) from error
    if not callable(factory):
        raise Malformed(
            "bots", _("The bot “{name}” is not callable: {where} must be a class.").format(name=name, where=found.value)
        )
    return factory  # type: ignore[no-any-return]
