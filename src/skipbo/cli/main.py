"""All commands, in the order in which `skipbo --help` lists them."""

from collections.abc import Callable
from typing import Annotated

import typer

from skipbo import __version__
from skipbo.cli.play import play
from skipbo.cli.records import analyse, explain, replay, verify
from skipbo.cli.rulebook import rules
from skipbo.cli.service import backup, bot, check, move_data, restore, serve, site
from skipbo.cli.studies import arena, bench, dataset, simulate, tune
from skipbo.cli.wording import WordedCommand, WordedGroup
from skipbo.i18n import translate as _

app = typer.Typer(
    cls=WordedGroup,
    options_metavar=_("[OPTIONS]"),
    subcommand_metavar=_("COMMAND [ARGUMENTS]..."),
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
        typer.Option("--version", callback=print_version, is_eager=True, help=_("Print the version.")),
    ] = False,
) -> None:
    """Options that come before the command."""


COMMANDS: dict[Callable[..., None], str] = {
    play: _("Play against bots or friends, in the browser or the terminal. Resumes unfinished games."),
    simulate: _("Play many games between bots and print the totals."),
    arena: _("Compare bots over many games, each deal from every seat. Prints win shares and Elo with error bounds."),
    dataset: _("Write every decision of many games as Parquet, for learners. Resumes an interrupted run."),
    verify: _("Check recorded games: every deal, move, shuffle and result."),
    replay: _("Show a recorded game, move by move."),
    explain: _(
        "Compare a recorded move with the planner's choice. Shows what the planner thinks of the other moves, and why."
    ),
    analyse: _("Tell luck from skill in a recorded game. Shows the chances, what decisions cost, and what was better."),
    tune: _("Tune the planner's weights by playing games. Resumes an interrupted run."),
    rules: _("Print the rules of an edition in our own words. Without an edition, lists the editions."),
    serve: _("Run a server where friends join a table by its link. Every move is stored before anybody sees it."),
    backup: _("Copy all tables into a file. The server may be running."),
    restore: _("Make a folder of tables from a backup, and check it."),
    check: _("Check all tables: every entry, game and result. The server may be running."),
    move_data: _("Move all tables from a folder to PostgreSQL, or back. No server may be running."),
    site: _("Write the page as a folder for any web space. There it plays against bots, without a server."),
    bench: _("Measure the speed of every layer on this machine."),
    bot: _("Run a bot on standard input and output. For programs that use the protocol of docs/bots.md."),
}
for command, purpose in COMMANDS.items():
    app.command(cls=WordedCommand, options_metavar=_("[OPTIONS]"), help=purpose)(command)
