"""`skipbo verify`, `replay`, `explain` and `analyse`: commands for recorded games."""

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from skipbo.cli.arguments import LanguageOption, needs, set_language
from skipbo.cli.output import progress
from skipbo.draft import drafted
from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import translate as _

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
) -> None:
    from skipbo.record import verify_file

    if not files and table is None:
        raise typer.BadParameter(_("Name a record file, or a table: --table LINK."))
    if commitment is not None and table is None:
        raise needs("--commitment", "--table")
    valid = invalid = 0
    with progress() as bar:
        task = bar.add_task(_("games"), total=None)
        for fault in chain(*map(verify_file, files or ()), () if table is None else verify_table(table, commitment)):
            bar.advance(task)
            if fault is None:
                valid += 1
            else:
                invalid += 1
                print(fault)
    print(_("Valid games: {valid}; invalid: {invalid}.").format(valid=valid, invalid=invalid))
    raise typer.Exit(1 if invalid else 0)


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
    game: Annotated[int, GAME] = 1,
    worlds: Annotated[
        int, typer.Option("--worlds", "-w", min=2, max=10_000, help=_("Worlds to try every choice in: more are surer."))
    ] = 256,
    html: Annotated[
        Path | None, typer.Option(metavar=_("FILE"), help=_("Write the result as a page for a browser, too."))
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the result as one JSON object."))] = False,
    lang: LanguageOption = None,
) -> None:
    from skipbo.terminal import analysis_page, look_at_record

    set_language(lang)
    analysed = None
    try:
        with progress() as bar:
            task = bar.add_task(_("worlds"), total=None)
            for look in look_at_record(file, game, worlds, lambda done, of: bar.update(task, completed=done, total=of)):
                if analysed is None and bar.console.is_terminal:
                    look.show_curves(bar.console)
                analysed = look
    except KeyboardInterrupt:
        if analysed is None:
            raise
        note = _("Interrupted: every choice was tried in only {count} worlds.").format(count=analysed.found.worlds)
        print(f"skipbo: {note}", file=sys.stderr)
    assert analysed is not None, "there is a first look"
    if html is not None:
        with drafted(html) as draft:
            draft.write_text(analysis_page(analysed), "utf-8")
    if as_json:
        print(analysed.as_json())
    else:
        analysed.show()
