"""The result of a tournament in the terminal."""

from typing import Any

from rich.bar import Bar
from rich.box import ROUNDED
from rich.console import Console
from rich.table import Table as Grid

from skipbo.arena import words
from skipbo.language import translate as _

MOST_IN_A_MATRIX = 8


def show(summary: dict[str, Any], console: Console) -> None:
    console.print(_("Arena"), style="bold", end="  ")
    console.print(words.table_line(summary), style="dim", highlight=False)
    console.print(ladder(summary) if "ratings" in summary else shares(summary))
    if "ratings" in summary and summary["ratings"]["model"] == "Bradley–Terry":
        console.print(matrix(summary) if len(summary["bots"]) <= MOST_IN_A_MATRIX else matches(summary))
    if len(summary["bots"]) == 2:
        console.print(words.verdict(summary), style="bold", highlight=False)
    console.print(
        _("{games} games · blocked {blocked} · {moves:.1f} moves and {turns:.1f} turns a game · {speed} games/s").format(
            games=f"{summary['games']:,}",
            blocked=words.percent(summary["blocked"]),
            moves=summary["moves_per_game"],
            turns=summary["turns_per_game"],
            speed="–" if summary["games_per_s"] is None else f"{summary['games_per_s']:,.0f}",
        ),
        style="dim",
        highlight=False,
    )


def grid(title: str, *columns: str) -> Grid:
    """The first column is words, the others are numbers."""
    made = Grid(title=title, title_justify="left", title_style="bold", box=ROUNDED, border_style="dim")
    for number, column in enumerate(columns):
        made.add_column(column, justify="right" if number else "left", no_wrap=number > 0, overflow="fold")
    return made


def shares(summary: dict[str, Any]) -> Grid:
    """Of one match, the best first."""
    forfeits = any(bot["forfeits"] for bot in summary["bots"].values())
    table = grid("", _("bot"), _("won"), _("95% interval"), "", "Elo", *([_("forfeits")] if forfeits else []), _("a move"), _("slowest"))
    for label, bot in best_first(summary["bots"], "share"):
        table.add_row(
            label if bot["seats"] == 1 else f"{label} ×{bot['seats']}",
            words.percent(bot["share"]),
            words.interval(bot["low"], bot["high"]),
            Bar(size=1, begin=0, end=bot["share"], width=12, color="green" if words.is_above_fair(bot) else "blue"),
            words.elo(bot),
            *([str(bot["forfeits"])] if forfeits else []),
            words.seconds(bot["seconds_per_move"]),
            words.seconds(bot["slowest_seconds"]),
        )
    return table


def ladder(summary: dict[str, Any]) -> Grid:
    """Of a round robin, the best first."""
    ratings = summary["ratings"]
    digits = 0 if ratings["model"] == "Bradley–Terry" else 2
    table = grid("", _("bot"), _("rating"), _("95% interval"), _("won"), _("games"), _("forfeits"), _("a move"), _("slowest"))
    for label, rating in best_first(ratings["bots"], "rating"):
        bot = summary["bots"][label]
        table.add_row(
            label,
            f"{rating['rating']:.{digits}f}",
            f"{rating['low']:.{digits}f} … {rating['high']:.{digits}f}",
            words.percent(bot["share"]),
            f"{bot['games']:,}",
            str(bot["forfeits"]),
            words.seconds(bot["seconds_per_move"]),
            words.seconds(bot["slowest_seconds"]),
        )
    table.caption = _("Ratings by {model}; 95% intervals.").format(model=ratings["model"])
    return table


def matrix(summary: dict[str, Any]) -> Grid:
    """What the bot of the row won against that of the column, the best first."""
    order = [label for label, _rating in best_first(summary["ratings"]["bots"], "rating")]
    won = {
        (label, other): bot["share"]
        for match in summary["matches"]
        for label, bot in match["bots"].items()
        for other in match["bots"]
        if other != label and match["games"]
    }
    table = grid("", _("won against"), *order)
    for label in order:
        table.add_row(label, *(words.percent(won[label, other]) if (label, other) in won else "·" for other in order))
    return table


def matches(summary: dict[str, Any]) -> Grid:
    table = grid("", _("match"), _("won"), _("95% interval"), _("games"))
    for match in summary["matches"]:
        one, other = match["bots"]
        bot = match["bots"][one]
        table.add_row(f"{one} – {other}", words.percent(bot["share"]), words.interval(bot["low"], bot["high"]), f"{match['games']:,}")
    return table


def best_first(bots: dict[str, Any], by: str) -> list[tuple[str, Any]]:
    return sorted(bots.items(), key=lambda item: -item[1][by])
