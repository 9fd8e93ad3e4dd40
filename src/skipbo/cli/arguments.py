"""Options that several commands share, and the meaning of their values."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skipbo.i18n import LANGUAGES, use_language
from skipbo.i18n import translate as _

if TYPE_CHECKING:
    from skipbo.workers import Workers

EDITION = typer.Option("--edition", "-e", help=_("Edition, by id or alias (skipbo rules lists them)."))
PLAYERS = typer.Option("--players", "-n", help=_("Number of players, 2 to 6."))

EditionOption = Annotated[str, EDITION]
PlayersOption = Annotated[int, PLAYERS]
PartnersOption = Annotated[bool, typer.Option("--partners", help=_("Play in partnerships (4 or 6 players)."))]
StockOption = Annotated[
    int | None, typer.Option("--stock", "-k", help=_("Cards per stock pile (default: the edition's)."))
]
DealerOption = Annotated[
    int | None,
    typer.Option(
        "--dealer",
        help=_("Seat that deals first, where the edition lets you choose (default: 0, your own; 1 is at your left)."),
    ),
]
YoungestOption = Annotated[
    int | None,
    typer.Option(
        "--youngest",
        help=_("Seat of the youngest player, where the youngest begins (default: 0, your own; 1 is at your left)."),
    ),
]
ColumnOption = Annotated[
    str | None,
    typer.Option(
        "--column",
        help=_("Language of the sheet to play by, where its languages disagree about mistakes (default: its first)."),
    ),
]
LanguageOption = Annotated[
    str | None, typer.Option("--lang", "-l", help=_("Language: en, fr, es or pt (default: the system's)."))
]
JsonOption = Annotated[bool, typer.Option("--json", help=_("Print the result as one JSON object."))]
DeviceOption = Annotated[str, typer.Option("--device", help=_("Device to compute on: cpu or cuda."))]
ClusterDeviceOption = Annotated[
    str | None,
    typer.Option("--device", help=_("Device to compute on: cpu or cuda (default: cpu; with --cluster both).")),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ray",
        help=_(
            "Play on a Ray cluster: ray (that of RAY_ADDRESS or of this machine, else a new one) or ray://HOST:PORT."
        ),
    ),
]
TimeLimitOption = Annotated[
    float, typer.Option(min=0.001, help=_("Seconds per move for bots that are programs or packages of their own."))
]
JobsOption = Annotated[int, typer.Option("--jobs", "-j", min=0, help=_("CPU cores to use (0: all)."))]
DataOption = Annotated[
    str | None,
    typer.Option("--data", help=_("Folder of the tables, or address of a PostgreSQL database (default: skipbo-data).")),
]
ConfigOption = Annotated[Path | None, typer.Option("--config", help=_("TOML file with these settings."))]


def split_names(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def count_cores(jobs: int, device: str = "cpu") -> int:
    """The value of `--jobs`, where 0 stands for every core that this process may use."""
    from skipbo.workers.local import cores_here

    check_jobs(jobs, device)
    return jobs or cores_here()


def check_jobs(jobs: int, device: str | None) -> None:
    if jobs and device not in (None, "cpu"):
        raise needs("--jobs", "--device cpu")


@contextmanager
def chosen_workers(cluster: str | None, jobs: int, device: str | None = None) -> Iterator["Workers"]:
    """The workers that `--cluster`, `--jobs` and `--device` ask for."""
    from skipbo.batch.devices import check_name
    from skipbo.workers.choice import open_workers

    check_jobs(jobs, device)
    if device is not None:
        check_name(device)
    with open_workers(cluster, jobs=jobs, device=device) as workers:
        yield workers


def needs(option: str, other: str) -> typer.BadParameter:
    """The error for an option that would be ignored without another one."""
    return typer.BadParameter(_("{option} needs {other}.").format(option=option, other=other))


def set_language(language: str | None) -> None:
    """Applies `--lang`; without it, the language of the environment stays in use."""
    if language is not None and language not in LANGUAGES:
        raise typer.BadParameter(_("Choose a language: {languages}.").format(languages=", ".join(LANGUAGES)))
    if language is not None:
        use_language(language)
