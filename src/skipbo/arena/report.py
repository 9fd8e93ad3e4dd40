"""The report: one HTML page that needs no server, no script and no network."""

import shlex
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipbo.arena import format
from skipbo.arena.console import best_first
from skipbo.arena.sample import Sample
from skipbo.arena.summary import wins_between
from skipbo.arena.tournament import Plan, Tournament
from skipbo.i18n import local_number
from skipbo.i18n import translate as _
from skipbo.paper import charts
from skipbo.paper.charts import Curve, Dot
from skipbo.paper.page import figures, in_numbers, name_cell, page, section, table

ROWS = 12  # of the table below a chart


def report(tournament: Tournament, sample: Sample, summary: dict[str, Any]) -> str:
    plan, lengths = tournament.plan, all_lengths(tournament)
    sections = [
        totals(summary),
        '<div class="charts">',
        ladder(summary),
        win_matrix(tournament, summary),
        *([game_lengths(lengths)] if lengths.any() else []),
        *([stock_race(sample, summary)] if sample.stocks else []),
        "</div>",
        bots_table(summary),
        *([forfeits(tournament)] if any(tally.offences for tally in tournament.tallies) else []),
        settings(plan),
    ]
    lines = [format.table_line(summary), *format.adjusted_lines(summary)]
    return page(_("Skip-Bo arena"), headline(summary), lines, sections)


def ranking(summary: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The bots by rating, or by share if there is none, the best first."""
    if "ratings" in summary:
        return best_first(summary["ratings"]["bots"], "rating")
    return best_first(summary["bots"], "share")


def headline(summary: dict[str, Any]) -> str:
    if len(summary["bots"]) == 2:
        return format.verdict(summary)
    ranked = ranking(summary)
    leaders = [label for label, numbers in ranked if numbers["high"] >= ranked[0][1]["low"]]
    if len(leaders) == 1:
        return _("{one} comes first of {count}.").format(one=leaders[0], count=len(ranked))
    return _("Too close to tell who comes first of {count}: {bots}.").format(count=len(ranked), bots=", ".join(leaders))


def totals(summary: dict[str, Any]) -> str:
    shown = [
        (_("games"), local_number(summary["games"])),
        (_("blocked"), format.percent(summary["blocked"])),
        (_("moves a game"), local_number(summary["moves_per_game"], ".1f")),
        (_("turns a game"), local_number(summary["turns_per_game"], ".1f")),
        (_("games a second"), format.speed(summary["games_per_s"])),
    ]
    return figures(shown)


def ladder(summary: dict[str, Any]) -> str:
    """The ratings of a round robin, or the shares of a single match."""
    if "ratings" in summary:
        rows = [
            Dot(label, rating["rating"], rating["low"], rating["high"], format.signed(rating["rating"]))
            for label, rating in best_first(summary["ratings"]["bots"], "rating")
        ]
        low, high = min(row.low for row in rows), max(row.high for row in rows)
        axis = [(number, format.signed(number)) for number in charts.ticks(low, high, 4)]
        about = _("Elo by {model}, the mean of all being 0; the bars are 95% intervals.").format(
            model=summary["ratings"]["model"]
        )
    else:
        rows = []
        for label, bot in best_first(summary["bots"], "share"):
            shown = format.percent(bot["share"])
            rows.append(Dot(label, bot["share"], bot["low"], bot["high"], shown, format.fair_share(summary, label)))
        axis = [(quarter / 4, local_number(quarter / 4, ".0%")) for quarter in range(5)]
        about = _("Games won, with 95% intervals; the dotted mark is the share of equal bots.")
    title = _("The ladder")
    description = "; ".join(f"{row.label} {row.shown}" for row in rows)
    return section(title, about, charts.dots(title, description, rows, axis))


def win_matrix(tournament: Tournament, summary: dict[str, Any]) -> str:
    order = [label for label, _numbers in ranking(summary)]
    place = {entrant.label: number for number, entrant in enumerate(tournament.plan.entrants)}
    wins = wins_between(tournament)
    rows = []
    for label in order:
        cells = [matrix_cell(wins, place[label], place[other]) for other in order]
        rows.append(f"<tr>{name_cell(label)}{''.join(cells)}</tr>")
    heads = "".join(name_cell(other, "col") for other in order)
    return section(
        _("Who beats whom"),
        _("Of the games that one of the two won, the share of the bot of the row against the bot of the column."),
        f'<div class="scroll" tabindex="0"><table class="matrix"><thead><tr><td></td>{heads}</tr></thead>',
        f"<tbody>{''.join(rows)}</tbody></table></div>",
    )


def matrix_cell(wins: NDArray[np.float64], row: int, column: int) -> str:
    decided = wins[row, column] + wins[column, row]
    if decided == 0:
        return "<td>·</td>"
    share = wins[row, column] / decided
    tone, depth = ("accent" if share >= 0.5 else "danger"), 8 + 74 * abs(share - 0.5)
    return f'<td style="--tone: var(--{tone}); --depth: {depth:.0f}%">{format.percent(float(share))}</td>'


def all_lengths(tournament: Tournament) -> NDArray[np.int64]:
    lengths = np.zeros(max(tally.lengths.size for tally in tournament.tallies), np.int64)
    for tally in tournament.tallies:
        lengths[: tally.lengths.size] += tally.lengths
    return lengths


def game_lengths(lengths: NDArray[np.int64]) -> str:
    title = _("How long games are")
    width, counts = charts.bins(lengths)
    mean = float((lengths * np.arange(lengths.size)).sum() / lengths.sum())
    middle = int(np.searchsorted(np.cumsum(lengths), lengths.sum() / 2))
    about = _(
        "Turns of all players together. Half of the games have at most {median} turns; the mean is {mean}."
    ).format(median=middle, mean=local_number(mean, ".1f"))
    rows = [
        (charts.bin_name(number, width, lengths), local_number(count))
        for number, count in enumerate(counts.tolist())
        if count
    ]
    return section(
        title,
        about,
        charts.histogram(title, about, lengths, _("turns")),
        in_numbers(table([_("turns"), _("games")], rows)),
    )


def stock_race(sample: Sample, summary: dict[str, Any]) -> str:
    title = _("The race of the stock piles")
    turns = int(np.percentile([len(game) - 1 for games in sample.stocks.values() for game in games], 95)) + 1
    races = [
        Curve(label, sample.race(label)[: turns + 1], place)
        for place, (label, _numbers) in enumerate(ranking(summary))
        if label in sample.stocks
    ]
    about = _("Cards left in a bot’s stock pile after each of its turns, the mean of {games} sampled games.").format(
        games=max(map(len, sample.stocks.values()))
    )
    description = "; ".join(f"{race.label} {local_number(race.values[-1], '.1f')}" for race in races)
    steps = range(0, turns + 1, max(1, -(-turns // ROWS)))
    rows = [
        [race.label, *(local_number(race.values[min(step, race.values.size - 1)], ".1f") for step in steps)]
        for race in races
    ]
    return section(
        title,
        about,
        charts.curves(title, description, races, _("turns of its own")),
        in_numbers(table([_("turns of its own"), *map(str, steps)], rows)),
    )


def bots_table(summary: dict[str, Any]) -> str:
    rows = [
        (
            label,
            str(bot["seats"]),
            local_number(bot["games"]),
            format.percent(bot["share"]),
            format.interval(bot["low"], bot["high"]),
            elo_of(summary, label),
            str(bot["forfeits"]),
            format.seconds(bot["seconds_per_move"]),
            format.seconds(bot["slowest_seconds"]),
        )
        for label, bot in best_first(summary["bots"], "share")
    ]
    heads = [
        _("bot"),
        _("seats"),
        _("games"),
        _("won"),
        _("95% interval"),
        "Elo",
        _("forfeits"),
        _("a move"),
        _("slowest"),
    ]
    counted = _("A deal is played from every seat; the intervals count deals, not games.")
    if "ratings" in summary:
        rated = _("Elo is that of the ladder, which counts how strong the opponents were.")
    else:
        rated = _("Elo compares the share of the games won with that of equal bots.")
    return section(_("Bot by bot"), f"{counted} {rated}", table(heads, rows))


def elo_of(summary: dict[str, Any], label: str) -> str:
    """The one rating of a bot: in a round robin that of the ladder, else the one that follows from its share."""
    if "ratings" not in summary:
        return format.elo(summary["bots"][label])
    rating = summary["ratings"]["bots"][label]
    return format.elo({"elo": rating["rating"], "elo_low": rating["low"], "elo_high": rating["high"]})


def forfeits(tournament: Tournament) -> str:
    offences: dict[tuple[str, str], int] = {}
    for tally in tournament.tallies:
        for offence, count in tally.offences.items():
            offences[offence.label, offence.why] = offences.get((offence.label, offence.why), 0) + count
    often = sorted(offences.items(), key=lambda item: -item[1])
    rows = [(label, local_number(count), why) for (label, why), count in often]
    about = _("A bot that crashes, stalls or makes an illegal move loses the game; the other sides share it.")
    return section(_("Forfeited games"), about, table([_("bot"), _("games"), _("why")], rows, "words"))


def command(plan: Plan) -> str:
    """The command that plays the same games again."""
    table = plan.table
    typed = ["skipbo", "arena", *(entrant.name for entrant in plan.entrants), "--edition", table.edition.id]
    typed += ["--players", str(table.players), *(["--partners"] if table.partners else [])]
    typed += ["--stock", str(table.stock), "--games", str(plan.games)]
    if plan.hypotheses is not None:
        typed += ["--sprt", ",".join(f"{elo:g}" for elo in plan.hypotheses)]
    if plan.luck_adjusted:
        typed.append("--luck-adjusted")
    return shlex.join([*typed, "--seed", plan.seed, "--time-limit", f"{plan.time_limit:g}"])


def settings(plan: Plan) -> str:
    seats = ", ".join(entrant.label for entrant in plan.meetings[0].seats(0))
    if plan.is_round_robin:
        seats = _("a round robin of {count} matches").format(count=plan.matches)
    deals = _("{deals} a match, each played {times} times, every side from every seat").format(
        deals=local_number(plan.deals), times=plan.table.teams
    )
    rows = [
        (_("rules"), f"{plan.table.edition.id}: {_(plan.table.edition.title)}"),
        (_("seats"), seats),
        (_("deals"), deals),
    ]
    return section(_("To play it again"), "", table([], rows, "words"), f"<pre>{escape(command(plan))}</pre>")
