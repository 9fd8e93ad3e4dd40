"""`skipbo play`: a game for people, in the browser or in the terminal."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from skipbo.bots.levels import LEVELS
from skipbo.cli.arguments import (
    EDITION,
    PLAYERS,
    ColumnOption,
    DealerOption,
    LanguageOption,
    PartnersOption,
    StockOption,
    YoungestOption,
    needs,
    set_language,
    split_names,
)
from skipbo.i18n import translate as _


def play(
    edition: Annotated[str | None, EDITION] = None,
    players: Annotated[int | None, PLAYERS] = None,
    partners: PartnersOption = False,
    stock: StockOption = None,
    dealer: DealerOption = None,
    youngest: YoungestOption = None,
    column: ColumnOption = None,
    bots: Annotated[
        str,
        typer.Option(
            help=_(
                "Bots at the other seats, separated by commas: a level ({levels}) or the name of another bot."
            ).format(levels=", ".join(LEVELS))
        ),
    ] = "",
    points: Annotated[int | None, typer.Option(help=_("Play a match to this many points."))] = None,
    kitchen: Annotated[
        bool, typer.Option("--kitchen", help=_("Play at a kitchen table: you draw card by card and can make mistakes."))
    ] = False,
    lang: LanguageOption = None,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help=_("Browser: port to listen on (default: a free one)."))
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help=_("Browser: print the address instead of opening it."))
    ] = False,
    terminal: Annotated[
        bool, typer.Option("--terminal", help=_("Play in the terminal instead of the browser."))
    ] = False,
    position: Annotated[
        str | None, typer.Option(help=_("Terminal: start a new game at this position, a line of text."))
    ] = None,
    seed: Annotated[str | None, typer.Option(help=_("Terminal: any text; the same seed gives the same cards."))] = None,
    save: Annotated[
        Path | None,
        typer.Option(help=_("Terminal: file that the game is saved in (default: one in your data folder).")),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help=_("Terminal: start a new game, which replaces the saved one."))
    ] = False,
    words: Annotated[
        bool, typer.Option("--words", help=_("Terminal: describe the table in words, for screen readers."))
    ] = False,
    vigilance: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, help=_("Terminal, with --kitchen: probability that a bot notices a mistake (default: 0.8).")
        ),
    ] = None,
) -> None:
    set_language(lang)
    if column is not None and not kitchen and position is None:
        raise needs("--column", "--kitchen")
    if terminal:
        for_browser = {"--port": port, "--no-browser": no_browser or None}
        refuse(_("Only for the browser: {options}. Remove --terminal."), for_browser)
        if vigilance is not None and not kitchen and position is None:
            raise needs("--vigilance", "--kitchen")
        if position is not None:
            of_table = {
                "--edition": edition,
                "--players": players,
                "--partners": partners or None,
                "--stock": stock,
                "--dealer": dealer,
                "--youngest": youngest,
                "--column": column,
                "--points": points,
                "--kitchen": kitchen or None,
            }
            refuse(_("A position has its own table. Remove {options}."), of_table)

        from skipbo.terminal import play as play_in_terminal
        from skipbo.terminal.save_file import VIGILANCE

        status = play_in_terminal(
            edition=edition,
            players=players,
            partners=partners,
            stock=stock,
            dealer=dealer,
            youngest=youngest,
            column=column,
            bots=split_names(bots),
            seed=seed,
            match_points=points,
            save=save,
            new=new,
            words=words,
            kitchen=kitchen,
            vigilance=VIGILANCE if vigilance is None else vigilance,
            position=position,
        )
        raise typer.Exit(status)

    for_terminal = {
        "--position": position,
        "--seed": seed,
        "--save": save,
        "--new": new or None,
        "--words": words or None,
    }
    refuse(_("Only for the terminal: {options}. Add --terminal."), for_terminal | {"--vigilance": vigilance})

    from skipbo.server.local import first_choices
    from skipbo.server.local import play as play_in_browser

    query = first_choices(
        edition=edition,
        players=players,
        partners=partners,
        stock=stock,
        dealer=dealer,
        youngest=youngest,
        column=column,
        bots=split_names(bots),
        points=points,
        kitchen=kitchen,
        language=lang,
    )
    play_in_browser(query, port=port, browse=not no_browser, say=partial(print, flush=True))


def refuse(message: str, options: Mapping[str, object]) -> None:
    """Refuses options that would be ignored; those that are None were not given."""
    given = [name for name, value in options.items() if value is not None]
    if given:
        raise typer.BadParameter(message.format(options=", ".join(given)))
