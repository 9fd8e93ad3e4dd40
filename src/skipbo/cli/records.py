"""`skipbo verify`, `replay`, `explain` and `analyse`: commands for recorded games."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from skipbo.cli.arguments import ClusterOption, JobsOption, LanguageOption, chosen_workers, needs, set_language
from skipbo.cli.output import progress, report_stop
from skipbo.draft import drafted
from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import translate as _

if TYPE_CHECKING:
    from skipbo.arena.benchmark_check import BenchmarkCheck

FILE = typer.Argument(metavar=_("FILE"), help=_("Record file (.jsonl or .jsonl.gz)."))
GAME = typer.Option("--game", "-g", min=1, help=_("Number of the game in the file, from 1."))

Response = TypeVar("Response")
PAUSE = 0.5  # seconds between two attempts at a rate-limited request


def verify(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar=_("FILES"), help=_("Record files (.jsonl or .jsonl.gz)."))
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(help=_("Link of a table: check its finished games, and that nobody chose their cards.")),
    ] = None,
    commitment: Annotated[
        str | None,
        typer.Option(
            help=_("With --table: the commitments noted before the deal of its last game, or of the one in the link.")
        ),
    ] = None,
    benchmark: Annotated[
        Path | None,
        typer.Option(
            metavar=_("FOLDER"),
            help=_("Folder of a benchmark: check its games, its opponents' moves, and its results by the records."),
        ),
    ] = None,
) -> None:
    from skipbo.record import verify_file

    if not files and table is None and benchmark is None:
        raise typer.BadParameter(_("Name a record file, or a table: --table LINK."))
    if commitment is not None and table is None:
        raise needs("--commitment", "--table")
    checked = None if benchmark is None else open_benchmark(benchmark)
    valid = invalid = 0
    with progress() as bar:
        task = bar.add_task(_("games"), total=None)
        for fault in chain(
            *map(verify_file, files or ()),
            () if table is None else verify_table(table, commitment),
            () if checked is None else checked.faults(),
        ):
            if fault is None:
                valid += 1
            else:
                invalid += 1
                print(fault)
            if (valid + invalid) % 100 == 0:  # to show it takes a part of the time of a verdict
                bar.update(task, completed=valid + invalid)
    print(_("Valid games: {valid}; invalid: {invalid}.").format(valid=valid, invalid=invalid))
    wrong = [] if checked is None else checked.differences()
    if wrong:
        print(_("The results do not follow from the records: {fields}.").format(fields=", ".join(wrong)))
    elif checked is not None:
        print(_("The results of {bot} follow from the records.").format(bot=checked.bot))
    if checked is not None and (invalid or wrong) and (explanation := checked.made_elsewhere()) is not None:
        print(explanation)
    raise typer.Exit(1 if invalid or wrong else 0)


def open_benchmark(folder: Path) -> "BenchmarkCheck":
    from skipbo.arena.benchmark_check import BenchmarkCheck

    return BenchmarkCheck(folder)


def verify_table(link: str, commitment: str | None) -> Iterator[str | None]:
    """Yields the fault of each finished game of a table, or None; uses public data only."""
    from urllib.error import URLError

    from skipbo.client import Account
    from skipbo.protocol.fairness import check_proof
    from skipbo.record import check, record_from_line

    url, separator, path = link.rpartition("/t/")
    if not separator:
        raise Malformed("table", _("“{link}” is not the link of a table, as https://HOST/t/ID is.").format(link=link))
    path, _separator, game = path.partition("/games/")  # the link of one of its games will do
    table = path.partition("/")[0]
    account = Account(url)
    games: list[bytes] = []
    try:
        while (line := retry_when_limited(partial(account.record, table, len(games) + 1))) is not None:
            games.append(line)
    except URLError as error:
        message = _("No server answers at {url} ({reason}). Check the link.").format(url=url, reason=error.reason)
        raise Malformed("table", message) from error
    noted = int(game) if game.isdecimal() else len(games)
    if not 1 <= noted <= len(games):
        raise Malformed("table", _("There is no finished game at {link}.").format(link=link))
    for number, line in enumerate(games, 1):
        proof = retry_when_limited(partial(account.proof, table, number))
        if proof is None:
            yield _("Game {number} continues an earlier game, so its cards may have been known.").format(number=number)
            continue
        try:
            record = record_from_line(line)
            check(record)
            check_proof(proof, record.seed, commitment if number == noted else None)
            yield None
        except SkipboError as error:
            yield _("Game {number}: {why}").format(number=number, why=error)


def retry_when_limited(ask: Callable[[], Response]) -> Response | None:
    """Calls `ask`, retrying while rate-limited; returns None if the server has no such resource."""
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


def replay(
    file: Annotated[Path, FILE],
    game: Annotated[int, GAME] = 1,
    seat: Annotated[
        int | None,
        typer.Option("--seat", "-s", help=_("Show what this seat saw, from 0 (default: what spectators saw).")),
    ] = None,
    lang: LanguageOption = None,
) -> None:
    from skipbo.terminal import replay as show

    set_language(lang)
    raise typer.Exit(show(file, game, seat))


def explain(
    file: Annotated[Path | None, FILE] = None,
    game: Annotated[int | None, GAME] = None,
    move: Annotated[
        int | None, typer.Option("--move", "-m", min=1, help=_("Number of the move in the game, from 1."))
    ] = None,
    position: Annotated[
        str | None, typer.Option(help=_("A position, a line of text, instead of a record file."))
    ] = None,
    lang: LanguageOption = None,
) -> None:
    from skipbo.terminal import explain as explain_move
    from skipbo.terminal import explain_position

    set_language(lang)
    if (file is None) == (position is None) or (position is not None and (game, move) != (None, None)):
        raise typer.BadParameter(_("Name a record file and a move in it, or a position: --position TEXT."))
    if position is not None:
        raise typer.Exit(explain_position(position))
    assert file is not None
    raise typer.Exit(explain_move(file, game or 1, move or 1))


def analyse(
    file: Annotated[Path, FILE],
    game: Annotated[int | None, GAME] = None,
    all_games: Annotated[
        bool, typer.Option("--all", help=_("Analyse every game of the file, and add up luck and skill by player."))
    ] = False,
    worlds: Annotated[
        int, typer.Option("--worlds", "-w", min=2, max=10_000, help=_("Worlds to try every choice in: more are surer."))
    ] = 256,
    html: Annotated[
        Path | None, typer.Option(metavar=_("FILE"), help=_("Write the result as a page for a browser, too."))
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar=_("FILE"),
            help=_("With --all: keep a line of JSON a game in this file; the same command then goes on from there."),
        ),
    ] = None,
    jobs: JobsOption = 0,
    cluster: ClusterOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help=_("Print the result as one JSON object; with --all one a game."))
    ] = False,
    lang: LanguageOption = None,
) -> None:
    set_language(lang)
    if all_games:
        if game is not None or html is not None:
            raise typer.BadParameter(_("--all is about every game: leave out --game and --html."))
        analyse_all(file, worlds, out, jobs, cluster, as_json)
    else:
        for option, value in (("--out", out), ("--cluster", cluster)):
            if value is not None:
                raise needs(option, "--all")
        analyse_one(file, game or 1, worlds, html, jobs, as_json)


def analyse_one(file: Path, game: int, worlds: int, html: Path | None, jobs: int, as_json: bool) -> None:
    from skipbo.terminal import analysis_page, look_at_record

    analysed = None
    try:
        with progress() as bar:
            task = bar.add_task(_("worlds"), total=None)

            def advance(done: int, of: int) -> None:
                bar.update(task, completed=done, total=of)

            for look in look_at_record(file, game, worlds, jobs or None, advance):
                is_first, analysed = analysed is None, look  # first of all: an interrupt may come while it is shown
                if is_first and bar.console.is_terminal:
                    look.show_curves(bar.console)
    except KeyboardInterrupt:
        if analysed is None:
            raise
        note(_("Interrupted: every choice was tried in only {count} worlds.").format(count=analysed.found.worlds))
    assert analysed is not None, "there is a first look"
    if html is not None:
        with drafted(html) as draft:
            draft.write_text(analysis_page(analysed), "utf-8")
    if as_json:
        print(analysed.as_json())
    else:
        analysed.show()


def analyse_all(file: Path, worlds: int, out: Path | None, jobs: int, cluster: str | None, as_json: bool) -> None:
    from skipbo.coach.accounts import AnalysedGames, LineFile, accounts_of, analyse_games
    from skipbo.record import read_records
    from skipbo.terminal import show_accounts
    from skipbo.workers import WorkersLost

    task = AnalysedGames(tuple(read_records(file)), worlds)
    if not task.games:
        raise Malformed("file", _("{path} has no games.").format(path=file))
    stopped: BaseException | None = None
    with LineFile(out, task) if out else nullcontext() as kept:
        lines = kept.lines if kept else []
        try:
            with chosen_workers(cluster, jobs) as workers, progress() as bar:
                shown = bar.add_task(_("games"), total=len(task.games), completed=len(lines))
                for line in analyse_games(task, workers, len(lines)):
                    kept.add(line) if kept else lines.append(line)
                    bar.advance(shown)
        except (KeyboardInterrupt, WorkersLost) as error:
            if not lines:
                raise
            stopped = error
    if stopped is not None:
        advice = _("The same command goes on from there.") if out else ""
        report_stop(stopped, len(lines), len(task.games), advice)
    faults = [line for line in lines if "fault" in line]
    for line in faults:
        note(_("Game {number}: {why}").format(number=line["game"], why=line["fault"]))
    if as_json:
        for line in lines:
            print(json.dumps(line))
    else:
        show_accounts(accounts_of(lines))
    if faults or isinstance(stopped, WorkersLost):
        raise typer.Exit(1)


def note(text: str) -> None:
    """Says on standard error what is missing in the result."""
    print(f"skipbo: {text}", file=sys.stderr)
