"""`skipbo serve`, `backup`, `restore`, `check`, `move-data`, `site` and `bot`: tables for people, bots for programs."""

from pathlib import Path
from typing import Annotated

import typer

from skipbo.cli.arguments import ConfigOption, DataOption
from skipbo.cli.output import progress, stop
from skipbo.i18n import translate as _


def serve(
    host: Annotated[str | None, typer.Option(help=_("Address to listen on (default: this machine only)."))] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help=_("Port to listen on (default: 8470; 0: any free one)."))
    ] = None,
    data: DataOption = None,
    url: Annotated[str | None, typer.Option(help=_("Public address of the server, for links."))] = None,
    origin: Annotated[list[str] | None, typer.Option(help=_("Another origin whose pages may use our cookies."))] = None,
    proxy: Annotated[list[str] | None, typer.Option(help=_("Trust forwarded headers from this address."))] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help=_("Processes that serve together (with PostgreSQL; default: 1)."))
    ] = None,
    bell: Annotated[
        str | None,
        typer.Option(help=_("Address of a Redis through which the servers of a database wake up.")),
    ] = None,
    config: ConfigOption = None,
) -> None:
    from skipbo.server.config import read_settings
    from skipbo.server.workers import serve as run

    options = {"host": host, "port": port, "data": data, "url": url, "workers": workers, "bell": bell}
    settings = read_settings(options | {"origins": origin or None, "proxies": proxy or None}, file=config)
    run(settings, lambda address: print(_("Tables are served at {address}").format(address=address), flush=True))


def backup(
    file: Annotated[Path, typer.Argument(metavar=_("FILE"), help=_("File to create."))],
    data: DataOption = None,
    config: ConfigOption = None,
) -> None:
    from skipbo.server.config import read_settings
    from skipbo.server.store.backup import backup as copy

    copy(read_settings({"data": data}, file=config).data, file)


def restore(
    file: Annotated[Path, typer.Argument(metavar=_("FILE"), help=_("Backup to restore."))],
    data: Annotated[Path, typer.Argument(metavar=_("DATA"), help=_("Folder to create, without tables so far."))],
) -> None:
    from skipbo.server.store.backup import restore as fill

    fill(file, data)
    check(str(data))


def check(
    data: Annotated[
        str, typer.Argument(metavar=_("DATA"), help=_("Folder of the tables, or address of a PostgreSQL database."))
    ],
) -> None:
    from skipbo.server.inspection import count_tables, inspect

    tables = damaged = 0
    with progress() as bar:
        task = bar.add_task(_("tables"), total=count_tables(data) or None)
        try:
            for inspected in inspect(data):
                bar.advance(task, inspected.tables)
                tables += inspected.tables
                for damage in inspected.damage:
                    damaged += 1
                    print(damage)
        except KeyboardInterrupt:
            stop(_("Interrupted after {tables} tables.").format(tables=tables))
    print(_("Tables checked: {tables}; damage found: {damaged}.").format(tables=tables, damaged=damaged))
    raise typer.Exit(1 if damaged else 0)


def move_data(
    source: Annotated[str, typer.Argument(metavar=_("FROM"), help=_("Folder or PostgreSQL address of the tables."))],
    target: Annotated[str, typer.Argument(metavar=_("TO"), help=_("Empty folder, or address of an empty database."))],
) -> None:
    from skipbo.server.store.address import without_password
    from skipbo.server.store.transfer import move

    shown, total = without_password(target), 0
    with progress() as bar:
        moved, compared = bar.add_task(_("moved"), total=None), bar.add_task(_("compared"), total=None)
        try:
            for step in move(source, target):
                total = step.total
                bar.update(compared if step.compared else moved, completed=step.rows, total=total)
        except KeyboardInterrupt:
            stop(_("Interrupted: {target} has only a part. Run the same command again.").format(target=shown))
    print(_("Rows moved and compared: {rows}. Serve {target} from now on.").format(rows=total, target=shown))


def site(folder: Annotated[Path, typer.Argument(metavar=_("FOLDER"), help=_("Folder to write."))]) -> None:
    from skipbo.server.http.site import write_site

    files = write_site(folder)
    print(_("{count} files are in {folder}. Copy them to any web space.").format(count=len(files), folder=folder))
    print(_("To try it: python -m http.server --directory {folder}").format(folder=folder))


def bot(name: Annotated[str, typer.Argument(metavar=_("BOT"), help=_("Name of the bot."))]) -> None:
    from skipbo.external.stdio import serve

    serve(name)
