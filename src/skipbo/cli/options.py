"""Options that several commands share, and the meaning of their values."""

import os
from pathlib import Path
from typing import Annotated

import typer

from skipbo.i18n import LANGUAGES, use_language
from skipbo.i18n import translate as _

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


def split_names(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def count_cores(jobs: int) -> int:
    """The value of `--jobs`, where 0 stands for every core that this process may use."""
    if jobs:
        return jobs
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def set_language(language: str | None) -> None:
    """Applies `--lang`; without it, the language of the environment stays in use."""
    if language is not None and language not in LANGUAGES:
        raise typer.BadParameter(_("We speak {languages}.").format(languages=", ".join(LANGUAGES)))
    if language is not None:
        use_language(language)
