"""The command `skipbo`: what can be typed, and how answers look. The work is done elsewhere."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from skipbo import __version__
from skipbo.bots.levels import LEVELS
from skipbo.editions import DEFAULT, EDITIONS, find_edition
from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import LANGUAGES, use_language
from skipbo.i18n import translate as _

use_language()  # before the options below are described

app = typer.Typer(
    help=_("Skip-Bo as five printed rule sheets describe it. An independent project."),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

EditionOption = Annotated[str, typer.Option("--edition", "-e", help=_("The rule sheet: an id or an alias."))]
PlayersOption = Annotated[int, typer.Option("--players", "-n", help=_("How many play: 2 to 6."))]
PartnersOption = Annotated[bool, typer.Option("--partners", help=_("Play in partnerships (4 or 6 players)."))]
StockOption = Annotated[
    int | None, typer.Option("--stock", "-k", help=_("Cards in each stock pile; without it, what the sheet says."))
]
LanguageOption = Annotated[str | None, typer.Option("--lang", "-l", help=_("Language: en, fr, es or pt."))]
JsonOption = Annotated[bool, typer.Option("--json", help=_("Print one JSON object."))]
DeviceOption = Annotated[str, typer.Option("--device", help=_("Where to play: cpu or cuda."))]
JobsOption = Annotated[int, typer.Option("--jobs", "-j", min=0, help=_("Cores to use; 0 for all."))]
DataOption = Annotated[Path | None, typer.Option("--data", help=_("The folder where tables are kept."))]
ConfigOption = Annotated[Path | None, typer.Option("--config", help=_("A file with these settings, in TOML."))]

Answer = TypeVar("Answer")
PAUSE = 0.5  # seconds before a server that was asked too much is asked again


def say(text: str = "") -> None:
    print(text)


def cores(jobs: int) -> int:
    return jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else jobs or os.cpu_count() or 1


def show_version(wanted: bool) -> None:
    if wanted:
        say(f"skipbo {__version__}")
        raise typer.Exit


@app.callback()
def skipbo(
    _version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=show_version, help=_("Print the version."))
    ] = False,
) -> None:
    """The options of the command itself."""


@app.command(help=_("Play against bots and with friends, in your browser or in the terminal. What was left goes on."))
def play(
    edition: Annotated[
        str | None, typer.Option("--edition", "-e", help=_("The rule sheet: an id or an alias."))
    ] = None,
    players: Annotated[int | None, typer.Option("--players", "-n", help=_("How many play: 2 to 6."))] = None,
    partners: PartnersOption = False,
    stock: StockOption = None,
    bots: Annotated[
        str,
        typer.Option(
            help=_("The bots of the other seats, separated by commas: a level ({levels}) or any other bot.").format(
                levels=", ".join(LEVELS)
            )
        ),
    ] = "",
    points: Annotated[int | None, typer.Option(help=_("Play a match to this many points."))] = None,
    kitchen: Annotated[
        bool, typer.Option("--kitchen", help=_("Play at a kitchen table: you draw card by card, and may err."))
    ] = False,
    lang: LanguageOption = None,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help=_("Browser: the port; without it, one that is free."))
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help=_("Browser: only tell the address."))] = False,
    terminal: Annotated[bool, typer.Option("--terminal", help=_("Play in the terminal, line by line."))] = False,
    seed: Annotated[str | None, typer.Option(help=_("Terminal: any text; the same seed gives the same cards."))] = None,
    save: Annotated[Path | None, typer.Option(help=_("Terminal: where the game is saved."))] = None,
    new: Annotated[bool, typer.Option("--new", help=_("Terminal: begin a new game even if one is saved."))] = False,
    words: Annotated[
        bool, typer.Option("--words", help=_("Terminal: tell the table in words, for screen readers."))
    ] = False,
    vigilance: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, help=_("Terminal: how surely the bots notice a mistake at a kitchen table, 0 to 1.")
        ),
    ] = None,
) -> None:
    speak(lang)
    for_page = {"--port": port, "--no-browser": no_browser}
    for_terminal = {"--seed": seed, "--save": save, "--new": new, "--words": words, "--vigilance": vigilance}
    wrong = for_page if terminal else for_terminal
    strange = [name for name, value in wrong.items() if value is not None and value is not False]
    if strange and terminal:
        raise typer.BadParameter(_("Only without --terminal: {options}").format(options=", ".join(strange)))
    if strange:
        raise typer.BadParameter(_("Only with --terminal: {options}").format(options=", ".join(strange)))
    if not terminal:
        from skipbo.server.local import first_choices
        from skipbo.server.local import play as show

        query = first_choices(
            edition=edition,
            players=players,
            partners=partners,
            stock=stock,
            bots=split(bots),
            points=points,
            kitchen=kitchen,
            language=lang,
        )
        show(query, port=port, browse=not no_browser, say=lambda line: print(line, flush=True))
        return

    from skipbo.terminal import play as sit_down
    from skipbo.terminal.save_file import VIGILANCE

    raise typer.Exit(
        sit_down(
            edition=edition,
            players=players,
            partners=partners,
            stock=stock,
            bots=split(bots),
            seed=seed,
            match_points=points,
            save=save,
            new=new,
            words=words,
            kitchen=kitchen,
            vigilance=VIGILANCE if vigilance is None else vigilance,
        )
    )


@app.command(help=_("Let bots play many games and count."))
def simulate(
    edition: EditionOption = DEFAULT,
    players: PlayersOption = 2,
    partners: PartnersOption = False,
    stock: StockOption = None,
    bots: Annotated[str, typer.Option(help=_("Bots by seat, separated by commas; one serves all seats."))] = "eager",
    games: Annotated[int, typer.Option("--games", "-g", min=1, help=_("How many games."))] = 10_000,
    seed: Annotated[str, typer.Option(help=_("Any text: the same seed gives the same games."))] = "0",
    records: Annotated[
        Path | None, typer.Option(help=_("Write every game to this file (.jsonl or .jsonl.gz)."))
    ] = None,
    jobs: JobsOption = 0,
    device: DeviceOption = "cpu",
    as_json: JsonOption = False,
) -> None:
    from contextlib import nullcontext

    from skipbo.batch.simulation import check_options
    from skipbo.batch.simulation import simulate as run
    from skipbo.game.table import Table
    from skipbo.record import RecordWriter

    table = Table.of(edition, players=players, partners=partners, stock=stock)
    check_options(table, split(bots), device, writes=records is not None)
    with RecordWriter(records) if records else nullcontext() as writer, progress(_("games")) as bar:
        task = bar.add_task(_("games"), total=games)
        tally = run(
            table,
            split(bots),
            games,
            seed,
            jobs=cores(jobs),
            device=device,
            records=writer,
            on_progress=lambda count: bar.advance(task, count),
        )
    if tally.games < games:
        print(
            _("Interrupted after {played} of {games} games.").format(played=tally.games, games=games), file=sys.stderr
        )
    counted = tally.as_dict()
    if as_json:
        say(json.dumps(counted))
        return
    grid = Grid(show_header=False, box=None)
    for name, value in (
        (_("games"), f"{tally.games:,}"),
        (
            _("wins by seat"),
            "  ".join(f"{seat}: {wins / max(tally.games, 1):.2%}" for seat, wins in enumerate(tally.wins)),
        ),
        (_("blocked"), f"{counted['blocked_share']:.2%}"),
        (_("moves a game"), f"{counted['moves_per_game']:.1f}"),
        (_("turns a game"), f"{counted['turns_per_game']:.1f}"),
        (
            _("speed"),
            _("{games:,.0f} games/s, {moves:,.0f} moves/s").format(
                games=counted["games_per_s"], moves=counted["moves_per_s"]
            ),
        ),
    ):
        grid.add_row(name, value)
    Console().print(grid)


@app.command(help=_("Let bots play each other, every deal from every seat, and tell who is stronger and how surely."))
def arena(
    bots: Annotated[list[str], typer.Argument(help=_("Two bots or more; more than there are sides: a round robin."))],
    edition: EditionOption = DEFAULT,
    players: PlayersOption = 2,
    partners: PartnersOption = False,
    stock: StockOption = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-g", min=1, help=_("Games of each match; of a sequential test at most so many.")),
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="E0,E1", help=_("Play until it is clear which Elo difference holds."))
    ] = None,
    seed: Annotated[str, typer.Option(help=_("Any text: the same seed gives the same games."))] = "arena",
    time_limit: Annotated[
        float, typer.Option(min=0.001, help=_("Seconds a move for bots that are not compiled in."))
    ] = 1.0,
    out: Annotated[
        Path | None, typer.Option(help=_("Keep the results in this folder, with a report; goes on where it stopped."))
    ] = None,
    table_format: Annotated[
        str, typer.Option("--format", help=_("How the folder keeps games: csv or parquet."))
    ] = "csv",
    jobs: JobsOption = 0,
    device: DeviceOption = "cpu",
    as_json: JsonOption = False,
) -> None:
    from contextlib import nullcontext

    from skipbo.arena import Plan, play, summarise, take_sample
    from skipbo.arena.console import show
    from skipbo.arena.folder import check_format, open_folder, write_results
    from skipbo.arena.sprt import read_hypotheses
    from skipbo.arena.tournament import check
    from skipbo.game.table import Table

    plan = Plan.of(
        bots,
        Table.of(edition, players=players, partners=partners, stock=stock),
        games=games,
        hypotheses=None if sprt is None else read_hypotheses(sprt),
        seed=seed,
        time_limit=time_limit,
    )
    check_format(table_format)
    check(plan, device)
    if games is not None and games != plan.games:
        note = _("Every deal is played {times} times: {games} games a match.")
        print(note.format(times=plan.table.teams, games=plan.games), file=sys.stderr)
    with open_folder(out, plan) if out else nullcontext() as store:
        with progress(_("games")) as bar:
            total = plan.games * plan.matches
            task = bar.add_task(_("games"), total=total)
            tournament = play(
                plan,
                jobs=cores(jobs),
                device=device,
                store=store,
                on_progress=lambda count: bar.advance(task, count),
            )
        if not tournament.is_over:
            message = _("Interrupted after {played} of {games} games.").format(played=tournament.games, games=total)
            goes_on = " " + _("The same command goes on from there.") if out else ""
            print(message + goes_on, file=sys.stderr)
        sample = take_sample(plan)
        summary = summarise(tournament, sample)
        if store and tournament.is_over:
            write_results(store, tournament, sample, summary, table_format)
    if as_json:
        say(json.dumps(summary))
    else:
        show(summary, Console())
        if store and tournament.is_over:
            say(_("The games and a report are in {folder}.").format(folder=out))


@app.command(help=_("Check games: every deal, move, shuffle and result."))
def verify(
    files: Annotated[list[Path] | None, typer.Argument(help=_("Files of records, .jsonl or .jsonl.gz."))] = None,
    table: Annotated[
        str | None, typer.Option(help=_("The link of a table: its finished games, and that nobody chose their cards."))
    ] = None,
    commitment: Annotated[
        str | None, typer.Option(help=_("What the table promised before the deal of its last game."))
    ] = None,
) -> None:
    from skipbo.record import verify_file

    if not files and table is None:
        raise typer.BadParameter(_("Name a file of records, or a table."))
    whole = bad = 0
    with progress(_("games")) as bar:
        task = bar.add_task(_("games"), total=None)
        faults = chain(*map(verify_file, files or ()), verify_table(table, commitment) if table else ())
        for fault in faults:
            bar.advance(task)
            whole += fault is None
            if fault is not None:
                bad += 1
                say(str(fault))
    say(_("{whole} games hold, {bad} do not.").format(whole=whole, bad=bad))
    raise typer.Exit(1 if bad else 0)


def verify_table(link: str, commitment: str | None) -> Iterator[str | None]:
    """For each finished game of a table what is wrong with it, or None; from public data alone."""
    from skipbo.client import Account
    from skipbo.protocol.fairness import check_proof
    from skipbo.record import check

    url, _slash, place = link.rstrip("/").rpartition("/t/")
    table = place.partition("/")[0]  # the address of one of its games is the table's too
    account = Account(url)
    games: list[dict[str, Any]] = []
    while (line := patiently(partial(account.record, table, len(games) + 1))) is not None:
        games.append(json.loads(line))
    if not games:
        raise Malformed("table", _("There is no finished game at {link}.").format(link=link))
    for number, record in enumerate(games, 1):
        proof = patiently(partial(account.proof, table, number))
        if proof is None:
            yield _("Game {number}: it goes on from another game; its cards could be known.").format(number=number)
            continue
        try:
            check(record)
            check_proof(proof, record.get("seed"), commitment if number == len(games) else None)
            yield None
        except SkipboError as error:
            yield _("Game {number}: {why}").format(number=number, why=error)


def patiently(ask: Callable[[], Answer]) -> Answer | None:
    """What a server answers, or None where it has no such thing; it is asked again when it was asked too much."""
    from skipbo.client import Refused
    from skipbo.protocol.messages import Kind

    while True:
        try:
            return ask()
        except Refused as refused:
            if refused.kind is Kind.UNKNOWN:
                return None
            if refused.kind is not Kind.LIMITED:
                raise
            time.sleep(PAUSE)


@app.command(help=_("Show a recorded game, move by move."))
def replay(
    file: Annotated[Path, typer.Argument(help=_("A file of records."))],
    game: Annotated[int, typer.Option("--game", "-g", min=1, help=_("Which game of the file, from 1."))] = 1,
    seat: Annotated[int | None, typer.Option("--seat", "-s", help=_("See it as this seat saw it."))] = None,
    lang: LanguageOption = None,
) -> None:
    from skipbo.terminal import replay as show

    speak(lang)
    raise typer.Exit(show(file, game, seat))


@app.command(help=_("What the planner would have played at a move of a recorded game, and why."))
def explain(
    file: Annotated[Path, typer.Argument(help=_("A file of records."))],
    game: Annotated[int, typer.Option("--game", "-g", min=1, help=_("Which game of the file, from 1."))] = 1,
    move: Annotated[int, typer.Option("--move", "-m", min=1, help=_("Which move of the game, from 1."))] = 1,
    lang: LanguageOption = None,
) -> None:
    from skipbo.terminal import explain as show

    speak(lang)
    raise typer.Exit(show(file, game, move))


@app.command(help=_("Tune the weights of the planner by play. A run that was interrupted goes on."))
def tune(
    bot: Annotated[str, typer.Argument(help=_("The bot to tune: planner."))],
    form: Annotated[str, typer.Option("--format", "-f", help=_("2, 3-4, 5-6, partners or 13-ranks."))] = "2",
    generations: Annotated[int, typer.Option(min=1, help=_("How many generations."))] = 40,
    population: Annotated[int, typer.Option(min=4, help=_("Candidates in a generation."))] = 64,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help=_("Games of each candidate."))] = 2400,
    seed: Annotated[str, typer.Option(help=_("Any text: the same seed gives the same run."))] = "0",
    out: Annotated[Path | None, typer.Option(help=_("Where the weights are written; the run is kept beside."))] = None,
    jobs: JobsOption = 0,
) -> None:
    from skipbo.errors import Malformed
    from skipbo.tuning import Settings, tune_planner

    if bot != "planner":
        raise Malformed("bots", _("Only the planner can be tuned."))
    settings = Settings(
        form, seed=seed, population=population, elite=population // 4, games=games, generations=generations
    )
    path = out or Path(f"planner-{form}.toml")
    with progress(_("games")) as bar:
        task = bar.add_task(_("games"), total=None)
        try:
            for now in tune_planner(settings, path, jobs=cores(jobs), on_games=lambda count: bar.advance(task, count)):
                line = _("generation {number}: wins {mean:.1%} on average, {best:.1%} the best")
                bar.console.print(line.format(number=now.generation, **now.history[-1]), highlight=False)
        except KeyboardInterrupt:
            stop(_("Interrupted. The same command goes on from the last generation."))
    say(_("Written: {path}. Try it: skipbo arena planner:{path} planner").format(path=path))


@app.command(help=_("The rules of an edition in our own words; without one, the editions."))
def rules(
    edition: Annotated[str | None, typer.Argument(help=_("The rule sheet: an id or an alias."))] = None,
    lang: LanguageOption = None,
) -> None:
    from skipbo.rules import describe, rules_of

    speak(lang)
    if edition is None:
        for sheet in EDITIONS.values():
            say(f"{sheet.id:<16} {_(sheet.title)}")
            also = _("{languages} · also called {aliases}").format(
                languages=", ".join(sheet.languages), aliases=", ".join(sheet.aliases)
            )
            say(f"{'':<16} {also}")
        return
    sheet = find_edition(edition)
    say(f"{sheet.id}: {_(sheet.title)}")
    section = ""
    for rule in rules_of(sheet):
        if rule.section != section:
            section = rule.section
            say()
            say(_(section).upper())
        marked = " [" + _("our ruling") + "]" if rule.ruling else ""
        say(f"  {describe(rule, sheet)} ({rule.id}){marked}")


@app.command(help=_("Serve tables: friends come by a link, and no move is lost."))
def serve(
    host: Annotated[
        str | None, typer.Option(help=_("The address to listen on; without it, this machine only."))
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help=_("The port; 0 takes any that is free."))] = None,
    data: DataOption = None,
    url: Annotated[str | None, typer.Option(help=_("Where people reach the server, for links."))] = None,
    origin: Annotated[list[str] | None, typer.Option(help=_("A place whose pages may speak for its visitors."))] = None,
    proxy: Annotated[list[str] | None, typer.Option(help=_("The address of a proxy whose word is believed."))] = None,
    config: ConfigOption = None,
) -> None:
    from skipbo.server.config import read_settings
    from skipbo.server.launcher import serve as run

    options = {"host": host, "port": port, "data": data and str(data), "url": url}
    settings = read_settings(options | {"origins": origin or None, "proxies": proxy or None}, file=config)
    run(settings, lambda address: print(_("Tables are served at {address}").format(address=address), flush=True))


@app.command(help=_("Copy all tables into a file, while people play."))
def backup(
    file: Annotated[Path, typer.Argument(help=_("The new file."))],
    data: DataOption = None,
    config: ConfigOption = None,
) -> None:
    from skipbo.server.config import read_settings
    from skipbo.server.store.sqlite import backup as copy

    copy(Path(read_settings({"data": data and str(data)}, file=config).data), file)


@app.command(help=_("Measure the speed of every layer on this machine."))
def bench(as_json: JsonOption = False, device: DeviceOption = "cpu", jobs: JobsOption = 0) -> None:
    from skipbo.batch.benchmark import sizes, speeds

    measured = []
    for speed in speeds(cores(jobs), device):
        measured.append(speed)
        if not as_json:
            say(f"{speed.layer:<8} {speed.what:<44} {speed.per_second:>16,.0f} {speed.unit}/s")
    if as_json:
        layers = [{"layer": s.layer, "what": s.what, "per_second": s.per_second, "unit": s.unit} for s in measured]
        say(json.dumps({"speeds": layers, "bytes": sizes()}))


@app.command(help=_("Serve a bot on standard input and output, for programs that speak the protocol of docs/bots.md."))
def bot(name: Annotated[str, typer.Argument(help=_("A bot by its name."))]) -> None:
    from skipbo.external.stdio import serve

    serve(name)


def split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def speak(language: str | None) -> None:
    if language is not None and language not in LANGUAGES:
        raise typer.BadParameter(_("We speak {languages}.").format(languages=", ".join(LANGUAGES)))
    if language is not None:
        use_language(language)


def progress(what: str) -> Progress:
    """A bar on the terminal of the person who waits; nothing where nobody looks."""
    console = Console(stderr=True)
    return Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def main(arguments: list[str] | None = None) -> None:
    """Runs the command; every error that we know is a sentence, not a traceback."""
    try:
        app(arguments)
    except SkipboError as error:
        stop(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on: not an error
    except OSError as error:
        stop(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def stop(message: Any) -> None:
    print(f"skipbo: {message}", file=sys.stderr)
    raise SystemExit(1)
