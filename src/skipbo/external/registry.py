"""The registry of bots. A name is that of a compiled bot, that of an entry point in the group `skipbo.bots` of an
installed package, or `process:` and a command line.
"""

import shlex
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import entry_points

from skipbo.bots.bot import KNOWN, is_ours
from skipbo.errors import Malformed
from skipbo.external import Player
from skipbo.external.compiled import CompiledPlayer
from skipbo.i18n import translate as _

GROUP = "skipbo.bots"
PROCESS = "process:"


def known_names() -> list[str]:
    """Compiled bots, weak to strong, then those of installed packages."""
    return [*KNOWN, *sorted(entry_points(group=GROUP).names - set(KNOWN))]


def check_name(name: str) -> None:
    """Raises `Malformed` for an unknown name. Whether the bot works shows when it plays."""
    if name.startswith(PROCESS):
        command_of(name)
    elif not is_ours(name) and name not in known_names():
        raise Malformed(
            "bots",
            _("There is no bot “{name}”. The bots are: {known}. Any program can be one: process:COMMAND.").format(
                name=name, known=", ".join(known_names())
            ),
        )


def command_of(name: str) -> list[str]:
    """The command that starts a bot which is not compiled.

    A bot in Python gets a process of its own, too (`skipbo bot`), where it can be stopped when it hangs and sees only
    its view.
    """
    if not name.startswith(PROCESS):
        return [sys.executable, "-P", "-m", "skipbo", "bot", name]
    try:
        command = shlex.split(name.removeprefix(PROCESS))
    except ValueError:  # an unclosed quotation mark
        command = []
    if not command:
        raise Malformed("bots", _("“{name}” is not a command line. Write process:COMMAND.").format(name=name))
    return command


def factory_of(name: str) -> Callable[[], Player]:
    """Returns the class, or another callable, that makes players of a bot in this process."""
    if is_ours(name):
        return partial(CompiledPlayer, name)
    if name.startswith(PROCESS):
        raise Malformed("bots", _("“{name}” is already a process.").format(name=name))
    check_name(name)
    found = entry_points(group=GROUP)[name]
    try:
        factory = found.load()
    except Exception as error:  # importing a stranger's module may raise anything
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
