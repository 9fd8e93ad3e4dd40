"""The report: one HTML page that needs no server, no script and no network."""

import shlex
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

import skipbo
from skipbo.arena import charts, format
from skipbo.arena.charts import Curve, Dot
from skipbo.arena.console import best_first
from skipbo.arena.sample import Sample
from skipbo.arena.summary import wins_between
from skipbo.arena.tournament import Plan, Tournament
from skipbo.arena.typeface import FAMILY, font_face
from skipbo.i18n import current_language, local_number
from skipbo.i18n import translate as _

ROWS = 12  # of the table below a chart
NAME = 16  # letters of a bot's name in a table; the tooltip has all of them

# The colours have the names and values of the page's: web/src/styles
STYLE = (
    f"""
:root {{ color-scheme: light dark; --page: #f4f1ea; --panel: #ffffff; --ink: #20302c; --ink-soft: #51605b;
  --line: #cfd5cf; --accent: #1f5b4e; --danger: #a5281b; --focus: #b3500a; --felt: #2b6a50; --felt-ink: #ffffff;
  --font: {FAMILY}; }}
@media (prefers-color-scheme: dark) {{ :root {{ --page: #14201d; --panel: #1e2c28; --ink: #eef3f0; --ink-soft: #b4c3bd;
  --line: #3b4c47; --accent: #7fd1b8; --danger: #ffb4a8; --focus: #ffc46b; --felt: #1f4d3b; }} }}
"""
    """
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 400 100%/1.45 var(--font); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
header { background: var(--felt); color: var(--felt-ink); padding: 2.5rem max(1.2rem, calc(50vw - 32.8rem)) 5rem; }
header p { margin: 0; opacity: .9; overflow-wrap: anywhere; }
header .eyebrow { letter-spacing: .14em; text-transform: uppercase; font-size: .8rem; }
h1 { margin: .4rem 0 .8rem; font-size: clamp(1.5rem, 4.5vw, 2.3rem); line-height: 1.2; text-wrap: balance;
  overflow-wrap: anywhere; }
main { max-width: 68rem; margin: -3.2rem auto 3rem; padding: 0 1.2rem; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: 1.2rem 1.3rem;
  margin-bottom: 1.2rem; break-inside: avoid; }
.charts { display: grid; gap: 0 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
.charts > section { min-width: 0; }
.charts > :last-child:nth-child(odd) { grid-column: 1 / -1; }
h2 { margin: 0 0 .2rem; font-size: 1.2rem; }
section > p { margin: 0 0 .8rem; color: var(--ink-soft); font-size: .92rem; max-width: 46rem; }
dl.figures { margin: 0; display: grid; gap: .8rem 1.5rem; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); }
dl.figures div { display: flex; flex-direction: column-reverse; }
dl.figures dt { color: var(--ink-soft); font-size: .85rem; }
dl.figures dd { margin: 0; font-size: 1.45rem; font-weight: 700; font-variant-numeric: tabular-nums; }
svg { width: 100%; max-width: 31rem; height: auto; display: block; margin: 0 auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child { text-align: left; }
.words :is(td, th):last-child { text-align: left; white-space: normal; overflow-wrap: anywhere; }
thead th { color: var(--ink-soft); font-weight: 500; vertical-align: bottom; }
tbody th { font-weight: 700; }
tbody tr:last-child > * { border-bottom: 0; }
.matrix td { text-align: center; border: 2px solid var(--panel); border-radius: .6rem; min-width: 3.4rem;
  background: color-mix(in oklab, var(--tone) var(--depth), var(--panel)); }
.matrix thead th { text-align: center; }
details { margin-top: .8rem; font-size: .92rem; }
summary { cursor: pointer; color: var(--ink-soft); }
pre { margin: .8rem 0 0; padding: .8rem 1rem; border-radius: .6rem; background: var(--page); white-space: pre-wrap;
  overflow-wrap: anywhere; font: .88rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
footer { text-align: center; color: var(--ink-soft); font-size: .85rem; padding: 0 1.2rem 2rem; }
@media print { header { color: #000; background: none; padding: 0; } main { margin-top: 1rem; } }
""" + charts.STYLE
)


def report(tournament: Tournament, sample: Sample, summary: dict[str, Any]) -> str:
    plan, lengths = tournament.plan, all_lengths(tournament)
    eyebrow = _("Skip-Bo arena")
    sections = [
        figures(summary),
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
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{current_language()}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(headline(summary))}</title>",
            f"<style>{font_face()}{STYLE}</style>",
            "</head>",
            "<body>",
            "<header>",
            f'<p class="eyebrow">{escape(eyebrow)}</p>',
            f"<h1>{escape(headline(summary))}</h1>",
            f"<p>{escape(format.table_line(summary))}</p>",
            *(f"<p>{escape(line)}</p>" for line in format.adjusted_lines(summary)),
            "</header>",
            "<main>",
            *sections,
            "</main>",
            f"<footer>skipbo {skipbo.__version__}</footer>",
            "</body>",
            "</html>",
            "",
        ]
    )


def section(title: str, about: str, *inside: str) -> str:
    head = f"<h2>{escape(title)}</h2>"
    lead = f"<p>{escape(about)}</p>" if about else ""
    return "\n".join(["<section>", head, lead, *inside, "</section>"])


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "numbers") -> str:
    """A table whose rows begin with a name; in one of kind “words” the last cell is text."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "\n".join(
        f"<tr>{name_cell(first)}" + "".join(f"<td>{escape(cell)}</td>" for cell in rest) + "</tr>"
        for first, *rest in rows
    )
    head = f"<thead><tr>{top}</tr></thead>" if heads else ""
    return f'<div class="scroll" tabindex="0"><table class="{kind}">{head}<tbody>\n{body}\n</tbody></table></div>'


def name_cell(label: str, scope: str = "row") -> str:
    return f'<th scope="{scope}" title="{escape(label)}">{escape(format.shortened(label, NAME))}</th>'


def in_numbers(inside: str) -> str:
    name = _("In numbers")
    return f"<details><summary>{escape(name)}</summary>{inside}</details>"


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


def figures(summary: dict[str, Any]) -> str:
    shown = [
        (_("games"), local_number(summary["games"])),
        (_("blocked"), format.percent(summary["blocked"])),
        (_("moves a game"), local_number(summary["moves_per_game"], ".1f")),
        (_("turns a game"), local_number(summary["turns_per_game"], ".1f")),
        (_("games a second"), format.speed(summary["games_per_s"])),
    ]
    cells = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in shown)
    return f'<section><dl class="figures">{cells}</dl></section>'


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
