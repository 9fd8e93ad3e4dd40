"""`skipbo simulate`, `arena`, `dataset`, `tune` and `bench`: many games, for an answer."""

import json
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from skipbo.cli.arguments import (
    ClusterDeviceOption,
    ClusterOption,
    DeviceOption,
    EditionOption,
    JobsOption,
    JsonOption,
    PartnersOption,
    PlayersOption,
    StockOption,
    TimeLimitOption,
    chosen_workers,
    count_cores,
    needs,
    split_names,
)
from skipbo.cli.output import progress, report_stop, stop
from skipbo.editions import DEFAULT
from skipbo.errors import Malformed, SkipboError
from skipbo.i18n import local_number
from skipbo.i18n import translate as _

if TYPE_CHECKING:
    from skipbo.batch.simulation import GameTally
    from skipbo.workers import Workers


def simulate(
    edition: EditionOption = DEFAULT,
    players: PlayersOption = 2,
    partners: PartnersOption = False,
    stock: StockOption = None,
    bots: Annotated[
        str, typer.Option(help=_("Bots by seat, separated by commas; a single bot plays all seats."))
    ] = "eager",
    games: Annotated[int, typer.Option("--games", "-g", min=1, help=_("Number of games."))] = 10_000,
    seed: Annotated[str, typer.Option(help=_("Any text: the same seed gives the same games."))] = "0",
    records: Annotated[
        Path | None, typer.Option(help=_("Write every game to this file (.jsonl or .jsonl.gz)."))
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help=_("Keep the counts in this file; the same command then goes on from there."))
    ] = None,
    jobs: JobsOption = 0,
    device: ClusterDeviceOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    from skipbo.batch.checkpoint import Checkpoint
    from skipbo.batch.simulation import check_options
    from skipbo.batch.simulation import simulate as run
    from skipbo.game.table import Table
    from skipbo.record import RecordWriter

    names = split_names(bots)
    table = Table.of(edition, players=players, partners=partners, stock=stock)
    if records and out:
        raise Malformed("out", _("Games with records are played in one go: leave out --out or --records."))
    kept = Checkpoint(out, table, names, seed) if out else None
    with chosen_workers(cluster, jobs, device) as workers:
        check_options(table, names, workers, writes=records is not None)
        with RecordWriter(records) if records else nullcontext() as writer, progress() as bar:
            task = bar.add_task(_("games"), total=games, completed=kept.tally.games if kept else 0)

            def note(count: int) -> None:
                bar.advance(task, count)
                if kept:
                    kept.save_sometimes()

            tally = run(
                table,
                names,
                games,
                seed,
                workers=workers,
                records=writer,
                tally=kept.tally if kept else None,
                on_progress=note,
            )
    if kept:
        kept.save()
    if tally.stopped is not None:
        advice = _("The same command goes on from there.") if kept else ""
        report_stop(tally.stopped, tally.games, games, advice)
    show_counts(tally, as_json)
    if isinstance(tally.stopped, SkipboError):
        raise SystemExit(1)


def show_counts(tally: "GameTally", as_json: bool) -> None:
    counted = tally.as_dict()
    if as_json:
        print(json.dumps(counted))
        return
    grid = Grid(show_header=False, box=None)
    for name, value in (
        (_("games"), local_number(tally.games)),
        (
            _("wins by seat"),
            "  ".join(
                f"{seat}: {local_number(wins / max(tally.games, 1), '.2%')}" for seat, wins in enumerate(tally.wins)
            ),
        ),
        (_("blocked"), local_number(counted["blocked_share"], ".2%")),
        (_("moves a game"), local_number(counted["moves_per_game"], ".1f")),
        (_("turns a game"), local_number(counted["turns_per_game"], ".1f")),
        (
            _("speed"),
            _("{games} games/s, {moves} moves/s").format(
                games=local_number(counted["games_per_s"], ",.0f"), moves=local_number(counted["moves_per_s"], ",.0f")
            ),
        ),
    ):
        grid.add_row(name, value)
    Console().print(grid)


def arena(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar=_("BOTS"),
            help=_("Two or more bots. More bots than sides play a round robin. With --benchmark: one bot."),
        ),
    ],
    edition: EditionOption = DEFAULT,
    players: PlayersOption = 2,
    partners: PartnersOption = False,
    stock: StockOption = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "-g", min=1, help=_("Games per match, with --sprt at most (default: 10000, with --sprt 100000).")
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="E0,E1", help=_("Sequential test: play until one of two Elo differences is accepted.")),
    ] = None,
    seed: Annotated[str, typer.Option(help=_("Any text: the same seed gives the same games."))] = "arena",
    time_limit: TimeLimitOption = 1.0,
    luck_adjusted: Annotated[
        bool,
        typer.Option("--luck-adjusted", help=_("Count the luck of every game, and print results without it, too.")),
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help=_("Folder for the results and a report; an interrupted run resumes from it."))
    ] = None,
    benchmark: Annotated[
        str | None,
        typer.Option(
            metavar="v1", help=_("With --out: play the fixed deals of this benchmark against the ladder, with records.")
        ),
    ] = None,
    table_format: Annotated[
        str | None,
        typer.Option("--format", help=_("With --out: file format of the games, csv or parquet (default: csv).")),
    ] = None,
    jobs: JobsOption = 0,
    device: ClusterDeviceOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    from skipbo.arena import Plan, play, summarise, take_sample
    from skipbo.arena.console import show
    from skipbo.arena.folder import check_format, open_folder, write_results
    from skipbo.arena.sprt import read_hypotheses
    from skipbo.arena.tournament import check
    from skipbo.game.table import Table

    if benchmark is not None:
        own = {"--games": games, "--sprt": sprt, "--stock": stock, "--format": table_format}
        own |= {"--players": players != 2, "--partners": partners, "--luck-adjusted": luck_adjusted}
        own |= {"--edition": edition != DEFAULT, "--seed": seed != "arena"}
        run_benchmark(
            benchmark,
            bots,
            out,
            [name for name, value in own.items() if value],
            time_limit,
            as_json,
            workers=partial(chosen_workers, cluster, jobs, device),
        )
        return
    if table_format is not None and out is None:
        raise needs("--format", "--out")
    table_format = table_format or "csv"
    plan = Plan.of(
        bots,
        Table.of(edition, players=players, partners=partners, stock=stock),
        games=games,
        hypotheses=None if sprt is None else read_hypotheses(sprt),
        seed=seed,
        time_limit=time_limit,
        luck_adjusted=luck_adjusted,
    )
    check_format(table_format)
    with chosen_workers(cluster, jobs, device) as workers:
        check(plan, workers)
        if games is not None and games != plan.games:
            note = _("Every deal is played {times} times, so each match has {games} games.")
            print(note.format(times=plan.table.teams, games=plan.games), file=sys.stderr)
        with open_folder(out, plan) if out else nullcontext() as store:
            with progress() as bar:
                total = plan.games * plan.matches
                task = bar.add_task(_("games"), total=total)
                tournament = play(
                    plan,
                    workers=workers,
                    checkpoint=store,
                    on_progress=lambda count: bar.advance(task, count),
                )
            if tournament.stopped is not None:
                advice = _("Run the same command again to resume.") if out else ""
                report_stop(tournament.stopped, tournament.games, total, advice)
            sample = take_sample(plan)
            summary = summarise(tournament, sample)
            if store and tournament.is_over:
                write_results(store, tournament, sample, summary, table_format)
    if as_json:
        print(json.dumps(summary))
    else:
        show(summary, Console())
        if store and tournament.is_over:
            print(_("The games and a report are in {folder}.").format(folder=out))
    if isinstance(tournament.stopped, SkipboError):
        raise SystemExit(1)


def run_benchmark(
    version: str,
    bots: list[str],
    out: Path | None,
    refused: list[str],
    time_limit: float,
    as_json: bool,
    workers: "Callable[[], AbstractContextManager[Workers]]",
) -> None:
    """`skipbo arena BOT --benchmark v1`; its tables and deals are its own, so options for them are refused."""
    from skipbo.arena.benchmark import find_benchmark
    from skipbo.arena.benchmark_run import run_benchmark as run
    from skipbo.arena.console import show_benchmark

    if out is None:
        raise needs("--benchmark", "--out")
    if refused:
        message = _("A benchmark has its own tables and deals: leave out {options}.")
        raise typer.BadParameter(message.format(options=", ".join(refused)))
    if len(bots) != 1:
        raise Malformed("bots", _("Name one bot for a benchmark: its opponents are those of the ladder."))
    benchmark = find_benchmark(version)
    with workers() as crew, progress() as bar:
        if "cpu" not in crew.devices:
            raise Malformed("device", _("A benchmark is not played on a GPU: leave out the device."))
        played, task = [0], bar.add_task(_("games"), total=benchmark.games)

        def note(count: int) -> None:
            played[0] += count
            bar.advance(task, count)

        try:
            results = run(benchmark, bots[0], out, time_limit=time_limit, workers=crew, on_progress=note)
        except KeyboardInterrupt as stopped:
            report_stop(stopped, played[0], benchmark.games, _("Run the same command again to resume."))
            raise SystemExit(1) from None
    if as_json:
        print(json.dumps(results))
    else:
        show_benchmark(results, Console())
        print(_("The records are in {folder}. Check them: skipbo verify --benchmark {folder}").format(folder=out))


def dataset(
    out: Annotated[
        Path, typer.Argument(metavar=_("OUT"), help=_("Folder for the dataset; an interrupted run resumes from it."))
    ],
    bots: Annotated[
        list[str], typer.Argument(metavar=_("BOTS"), help=_("Bots by seat; a single bot plays all seats."))
    ],
    edition: EditionOption = DEFAULT,
    players: PlayersOption = 2,
    partners: PartnersOption = False,
    stock: StockOption = None,
    games: Annotated[
        int, typer.Option("--games", "-g", min=1, help=_("Number of games; more than before let a dataset grow."))
    ] = 10_000,
    seed: Annotated[str, typer.Option(help=_("Any text: the same seed gives the same games."))] = "0",
    depth: Annotated[
        int | None, typer.Option(min=1, help=_("Cards of each discard pile in an observation (default: 4)."))
    ] = None,
    shard: Annotated[int | None, typer.Option(min=1, help=_("Games per file (default: 10000)."))] = None,
    time_limit: TimeLimitOption = 1.0,
    jobs: JobsOption = 0,
    as_json: JsonOption = False,
) -> None:
    from skipbo.dataset.plan import SHARD, DatasetPlan
    from skipbo.env.interface import DEPTH
    from skipbo.game.table import Table

    plan = DatasetPlan.of(
        bots,
        Table.of(edition, players=players, partners=partners, stock=stock),
        games=games,
        seed=seed,
        depth=depth or DEPTH,
        shard=shard or SHARD,
        time_limit=time_limit,
    )
    from skipbo.dataset.writer import write_dataset  # after the plan, which says what to install if Parquet is missing

    with progress() as bar:
        task = bar.add_task(_("games"), total=games)
        written = write_dataset(plan, out, jobs=count_cores(jobs), on_progress=lambda count: bar.advance(task, count))
    if written.stopped is not None:
        report_stop(written.stopped, written.games, games, _("Run the same command again to resume."))
        raise SystemExit(1)
    if as_json:
        print(json.dumps(written.as_dict()))
        return
    line = _("{games} games with {decisions} decisions ({megabytes} MB) are in {folder}.")
    print(
        line.format(
            games=local_number(written.games),
            decisions=local_number(written.decisions),
            megabytes=local_number(written.bytes / 1e6, ",.1f"),
            folder=out,
        )
    )


def tune(
    bot: Annotated[str, typer.Argument(metavar=_("BOT"), help=_("The bot to tune: planner."))],
    form: Annotated[
        str, typer.Option("--format", "-f", help=_("Kind of table to tune for: 2, 3-4, 5-6, partners or 13-ranks."))
    ] = "2",
    generations: Annotated[int, typer.Option(min=1, help=_("Number of generations."))] = 40,
    population: Annotated[int, typer.Option(min=4, help=_("Candidates per generation."))] = 64,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help=_("Games per candidate."))] = 2400,
    seed: Annotated[str, typer.Option(help=_("Any text: the same seed gives the same run."))] = "0",
    out: Annotated[
        Path | None,
        typer.Option(
            help=_("File for the weights (default: planner-FORMAT.toml); the state of the run is kept beside it.")
        ),
    ] = None,
    jobs: JobsOption = 0,
    cluster: ClusterOption = None,
) -> None:
    from skipbo.tuning import TuningSettings, tune_planner
    from skipbo.workers import WorkersLost

    if bot != "planner":
        raise Malformed("bots", _("Only the planner can be tuned: skipbo tune planner"))
    settings = TuningSettings(
        form, seed=seed, population=population, elite=population // 4, games=games, generations=generations
    )
    path = out or Path(f"planner-{form}.toml")
    with chosen_workers(cluster, jobs) as workers, progress() as bar:
        task = bar.add_task(_("games"), total=None)
        try:
            for now in tune_planner(settings, path, workers=workers, on_games=lambda count: bar.advance(task, count)):
                line = _("generation {number}: {mean} of games won on average, {best} by the best")
                won = {name: local_number(share, ".1%") for name, share in now.history[-1].items()}
                bar.console.print(line.format(number=now.generation, **won), highlight=False)
        except KeyboardInterrupt:
            stop(_("Interrupted. Run the same command again to resume after the last generation."))
        except WorkersLost as lost:
            stop(f"{lost} " + _("Run the same command again to resume after the last generation."))
    print(_("Weights written to {path}. Try them: skipbo arena planner:{path} planner").format(path=path))


def bench(as_json: JsonOption = False, device: DeviceOption = "cpu", jobs: JobsOption = 0) -> None:
    from skipbo.batch.benchmark import sizes, speeds

    measured = []
    for speed in speeds(count_cores(jobs), device):
        measured.append(speed)
        if not as_json:
            print(f"{speed.layer:<8} {speed.what:<44} {speed.per_second:>16,.0f} {speed.unit}/s")
    if as_json:
        layers = [{"layer": s.layer, "what": s.what, "per_second": s.per_second, "unit": s.unit} for s in measured]
        print(json.dumps({"speeds": layers, "bytes": sizes()}))
