"""All commands, in the order in which `skipbo --help` lists them."""

from collections.abc import Callable
from typing import Annotated

import typer

from skipbo import __version__
from skipbo.cli.play import play
from skipbo.cli.records import explain, replay, verify
from skipbo.cli.rulebook import rules
from skipbo.cli.service import backup, bot, serve
from skipbo.cli.studies import arena, bench, simulate, tune
from skipbo.i18n import translate as _

app = typer.Typer(
    help=_("Skip-Bo as five printed rule sheets describe it. An independent project."),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


def print_version(wanted: bool) -> None:
    if wanted:
        print(f"skipbo {__version__}")
        raise typer.Exit()


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help=_("Show the version and exit.")),
    ] = False,
) -> None:
    """Options that come before the command."""


COMMANDS: dict[Callable[..., None], str] = {
    play: _("Play against bots and with friends, in your browser or in the terminal. What was left goes on."),
    simulate: _("Let bots play many games and count."),
    arena: _("Let bots play each other, every deal from every seat, and tell who is stronger and how surely."),
    verify: _("Check games: every deal, move, shuffle and result."),
    replay: _("Show a recorded game, move by move."),
    explain: _("What the planner would have played at a move of a recorded game, and why."),
    tune: _("Tune the weights of the planner by play. A run that was interrupted goes on."),
    rules: _("The rules of an edition in our own words; without one, the editions."),
    serve: _("Serve tables: friends come by a link, and no move is lost."),
    backup: _("Copy all tables into a file, while people play."),
    bench: _("Measure the speed of every layer on this machine."),
    bot: _("Serve a bot on standard input and output, for programs that speak the protocol of docs/bots.md."),
}
for command, purpose in COMMANDS.items():
    app.command(help=purpose)(command)
