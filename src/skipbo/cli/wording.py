"""The words of Typer itself, in the user's language: its help, and its errors.

Typer asks gettext for some of them and writes the others in English. Those of the help are replaced where it is put
together; an error is known by its English sentence.
"""

import gettext
import io
import re
import sys
from typing import Any

from typer import Abort, Typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from skipbo.i18n import CATALOGUES, DOMAIN, mark
from skipbo.i18n import translate as _

ASKED_OF_GETTEXT = (
    mark("Commands"),
    mark("default: {default}"),
    mark("required"),
    mark("Missing command."),
    mark("No such command {name!r}."),
)
VALUES = {
    "<str>": mark("TEXT"),
    "<int>": mark("NUMBER"),
    "<int range>": mark("NUMBER"),
    "<float>": mark("NUMBER"),
    "<float range>": mark("NUMBER"),
    "<path>": mark("PATH"),
    "<list[str]>": mark("TEXT"),
}
ERRORS = (
    mark("Try '{command}' for help."),
    mark("Error: {error}"),
    mark("Missing argument '{name}'."),
    mark("Missing option '{name}'."),
    mark("No such option: {name} (Possible options: {known})"),
    mark("No such option: {name}"),
    mark("Option '{name}' requires an argument."),
    mark("Option '{name}' does not take a value."),
    mark("Got unexpected extra argument(s) ({arguments})"),
    mark("Invalid value: {error}"),
    mark("Invalid value for {name}: {error}"),
    mark("Input should be a valid integer, unable to parse string as an integer"),
    mark("Input should be a valid number, unable to parse string as a number"),
    mark("Input should be greater than or equal to {least}"),
    mark("Input should be less than or equal to {most}"),
    mark("{error}. Did you mean {known}?"),
)
SLOT = re.compile(r"\\\{(\w+)\\\}")


class _Worded:
    """The parts of a command's help that Typer writes in English."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, pieces, prefix=_("Usage: "))

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        option.help = _("Show this message and exit.")
        return option

    def get_params(self, ctx: Any) -> Any:
        params = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            value = VALUES.get(param.display_type(ctx))
            if param.param_type_name == "option" and not param.is_flag and param.metavar is None and value:
                param.metavar = _(value)
        return params

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """As Typer does, but for the Python type of an argument."""
        for kind, title in (("argument", _("Arguments")), ("option", _("Options"))):
            params = [param for param in self.get_params(ctx) if param.param_type_name == kind]
            rows = [row for param in params if (row := param.get_help_record(ctx)) is not None]
            if rows:
                with formatter.section(title):
                    formatter.write_dl([(re.sub(r" <.*>$", "", name), about) for name, about in rows])


class WordedCommand(_Worded, TyperCommand):
    """A command whose help is all in the user's language."""


class WordedGroup(_Worded, TyperGroup):
    """The commands together; their help is all in the user's language."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


def run(app: Typer, arguments: list[str] | None) -> int:
    """Runs a command. Prints what Typer says about a wrong one; returns the exit status."""
    gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
    gettext.textdomain(DOMAIN)
    try:
        return app(arguments, standalone_mode=False) or 0
    except TyperException as error:
        printed = io.StringIO()
        error.show(file=printed)  # type: ignore[attr-defined]
        print("\n".join(map(_worded, printed.getvalue().splitlines())), file=sys.stderr)
        return error.exit_code
    except Abort:
        print(_("Aborted!"), file=sys.stderr)
        return 1


def _worded(line: str) -> str:
    for text in ERRORS:
        found = re.fullmatch(SLOT.sub(r"(?P<\1>.+)", re.escape(text)), line)
        if found:
            return _(text).format(**{name: _worded(value) for name, value in found.groupdict().items()})
    return line
