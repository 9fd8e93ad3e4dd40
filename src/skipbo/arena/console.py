"""The result of a tournament in the terminal."""

from typing import Any

from rich.bar import Bar
from rich.box import ROUNDED
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from skipbo.arena import format
from skipbo.arena.summary import BRADLEY_TERRY
from skipbo.i18n import local_number
from skipbo.i18n import translate as _
from skipbo.text import shortened

MOST_IN_A_MATRIX = 8
NAME, LONG_NAME, COLUMN = 14, 36, 12  # letters of a bot's name in a row, in a wide row, and in a column
ROOMY = 100  # columns of a wide terminal


def show(summary: dict[str, Any], console: Console) -> None:
    roomy = console.width >= ROOMY
    console.print(format.table_line(summary), style="dim", highlight=False, markup=False)
    console.print(ladder(summary, roomy) if "ratings" in summary else shares(summary, roomy))
    if "ratings" in summary and summary["ratings"]["model"] == BRADLEY_TERRY:
        console.print(matrix(summary) if len(summary["bots"]) <= MOST_IN_A_MATRIX else matches(summary))
    if len(summary["bots"]) == 2:
        console.print(format.verdict(summary), style="bold", highlight=False, markup=False)
    for line in format.adjusted_lines(summary):
        console.print(line, highlight=False, markup=False)
    counted = _("{games} games · blocked {blocked} · {moves} moves, {turns} turns a game · {speed} games/s")
    console.print(
        counted.format(
            games=local_number(summary["games"]),
            blocked=format.percent(summary["blocked"]),
            moves=local_number(summary["moves_per_game"], ".1f"),
            turns=local_number(summary["turns_per_game"], ".1f"),
            speed=format.speed(summary["games_per_s"]),
        ),
        style="dim",
        highlight=False,
    )


def show_benchmark(results: dict[str, Any], console: Console) -> None:
    """The shares of one bot, by table and opponent."""
    table = grid(_("table"), _("opponent"), _("won"), _("95% interval"), _("games"))
    for condition in results["conditions"]:
        table.add_row(
            condition["table"],
            condition["opponent"],
            format.percent(condition["share"]),
            format.interval(condition["low"], condition["high"]),
            local_number(condition["games"]),
        )
    console.print(table)
    line = _("{bot}, benchmark {version}: score {score} · {games} games · {forfeits} without a result")
    console.print(
        line.format(
            bot=results["bot"],
            version=results["benchmark"],
            score=local_number(results["score"], ".2f"),
            games=local_number(sum(condition["games"] for condition in results["conditions"])),
            forfeits=results["forfeits"],
        ),
        style="bold",
        highlight=False,
        markup=False,
    )


def short(label: str, letters: int) -> str:
    return escape(shortened(label, letters))


def grid(*columns: str) -> Grid:
    """A table whose first column is text and whose others are numbers."""
    made = Grid(box=ROUNDED, border_style="dim", caption_justify="left")
    for number, column in enumerate(columns):
        if number == 0:
            made.add_column(column, style="bold", min_width=10, no_wrap=True, overflow="ellipsis")
        else:
            made.add_column(column, justify="right", no_wrap=True)
    return made


def shares(summary: dict[str, Any], roomy: bool) -> Grid:
    """The bots of one match, the best first."""
    table = grid(_("bot"), _("won"), _("95% interval"), *([""] if roomy else []), "Elo", *asides(summary, roomy))
    for label, bot in best_first(summary["bots"], "share"):
        letters = LONG_NAME if roomy else NAME
        paint = "green" if format.is_above_fair(summary, label) else "blue"
        table.add_row(
            short(label, letters) if bot["seats"] == 1 else f"{short(label, letters)} ×{bot['seats']}",
            format.percent(bot["share"]),
            format.interval(bot["low"], bot["high"]),
            *([Bar(size=1, begin=0, end=bot["share"], width=20, color=paint)] if roomy else []),
            format.elo(bot),
            *asides(summary, roomy, bot),
        )
    return table


def ladder(summary: dict[str, Any], roomy: bool) -> Grid:
    """The bots of a round robin with their ratings, the best first."""
    ratings = summary["ratings"]
    table = grid(_("bot"), _("rating"), _("95% interval"), _("won"), _("games"), *asides(summary, roomy))
    table.caption = _("Ratings by {model}.").format(model=ratings["model"])
    for label, rating in best_first(ratings["bots"], "rating"):
        bot = summary["bots"][label]
        table.add_row(
            short(label, LONG_NAME if roomy else NAME),
            format.signed(rating["rating"]),
            f"{format.signed(rating['low'])} … {format.signed(rating['high'])}",
            format.percent(bot["share"]),
            local_number(bot["games"]),
            *asides(summary, roomy, bot),
        )
    return table


def asides(summary: dict[str, Any], roomy: bool, bot: dict[str, Any] | None = None) -> list[str]:
    """The last cells of a bot's row, or of the header without a bot: forfeits if there are any, and thinking time."""
    cells = []
    if any(other["forfeits"] for other in summary["bots"].values()):
        cells.append(str(bot["forfeits"]) if bot else _("forfeits"))
    cells.append(format.seconds(bot["seconds_per_move"]) if bot else _("a move"))
    if roomy:
        cells.append(format.seconds(bot["slowest_seconds"]) if bot else _("slowest"))
    return cells


def matrix(summary: dict[str, Any]) -> Grid:
    """The share that the bot of the row won against the bot of the column, the best first."""
    order = [label for label, _rating in best_first(summary["ratings"]["bots"], "rating")]
    won = {
        (label, other): bot["share"]
        for match in summary["matches"]
        for label, bot in match["bots"].items()
        for other in match["bots"]
        if other != label and match["games"]
    }
    table = grid(_("won against"), *(short(label, COLUMN) for label in order))
    for label in order:
        table.add_row(
            short(label, COLUMN),
            *(format.percent(won[label, other]) if (label, other) in won else "·" for other in order),
        )
    return table


def matches(summary: dict[str, Any]) -> Grid:
    table = grid(_("match"), _("won"), _("95% interval"), _("games"))
    for match in summary["matches"]:
        one, other = match["bots"]
        bot = match["bots"][one]
        interval = format.interval(bot["low"], bot["high"])
        table.add_row(
            f"{short(one, NAME)} – {short(other, NAME)}",
            format.percent(bot["share"]),
            interval,
            local_number(match["games"]),
        )
    return table


def best_first(bots: dict[str, Any], by: str) -> list[tuple[str, Any]]:
    return sorted(bots.items(), key=lambda item: -item[1][by])
