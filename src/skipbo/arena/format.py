"""Numbers and verdicts as text, for the terminal and the report."""

from typing import Any

from skipbo.i18n import NO_BREAK_SPACE, local_number
from skipbo.i18n import translate as _

MINUS = "−"


def percent(share: float) -> str:
    """A percentage, with one more digit near 0 and 100.

    >>> percent(0.5), percent(0.98765), percent(1.0), percent(0.0004)
    ('50.0%', '98.77%', '100%', '0.04%')
    """
    if share in (0, 1):
        return local_number(share, ".0%")
    return local_number(share, ".1%" if 0.05 <= share <= 0.95 else ".2%")


def interval(low: float, high: float) -> str:
    """
    >>> interval(0.61, 0.625)
    '61.0–62.5%'
    """
    return f"{percent(low).rstrip(f'{NO_BREAK_SPACE}%')}–{percent(high)}"


def signed(value: float) -> str:
    """
    >>> signed(12.4), signed(-3.0), signed(0.2)
    ('+12', '−3', '0')
    """
    rounded = round(value)
    return "0" if rounded == 0 else f"{'+' if rounded > 0 else MINUS}{local_number(abs(rounded))}"


def points(share: float) -> str:
    """A change of a share in points of a hundred.

    >>> points(-0.00123), points(0.0)
    ('−0.12', '0.00')
    """
    return local_number(100 * share, "+.2f").replace("-", MINUS) if round(100 * share, 2) else local_number(0, ".2f")


def elo(bot: dict[str, Any]) -> str:
    """Elo with its interval, which is open if everything was won or lost.

    >>> elo({"elo": 100.0, "elo_low": 80.0, "elo_high": 121.0}), elo({"elo": None, "elo_low": 80.0, "elo_high": None})
    ('+100 (+80…+121)', '> +80')
    """
    low, high = bot["elo_low"], bot["elo_high"]
    if low is None and high is None:
        return "–"
    if high is None:
        return f"> {signed(low)}"
    if low is None:
        return f"< {signed(high)}"
    return f"{signed(bot['elo'])} ({signed(low)}…{signed(high)})"


def seconds(time: float | None) -> str:
    """
    >>> seconds(2.4e-6), seconds(0.0123), seconds(1.5), seconds(None)
    ('2.4 µs', '12.3 ms', '1.5 s', '–')
    """
    if time is None:
        return "–"
    for scale, unit in ((1e-6, "µs"), (1e-3, "ms")):
        if time < 1000 * scale:
            return f"{local_number(time / scale, '.1f')} {unit}"
    return f"{local_number(time, '.1f')} s"


def speed(games_per_s: float | None) -> str:
    """
    >>> speed(12345.6), speed(1.26), speed(None)
    ('12,346', '1.3', '–')
    """
    if games_per_s is None:
        return "–"
    return local_number(games_per_s, ",.0f" if games_per_s >= 100 else ".1f")


def table_line(summary: dict[str, Any]) -> str:
    """The options of a tournament in one line."""
    parts = [
        summary["edition"],
        _("{players} players").format(players=summary["players"]),
        *([_("partners")] if summary["partners"] else []),
        _("stock {cards}").format(cards=summary["stock"]),
        _("seed “{seed}”").format(seed=summary["seed"]),
    ]
    return " · ".join(parts)


def fair_share(summary: dict[str, Any], label: str) -> float:
    """The share of one match that equal bots would win, with as many drawn games."""
    won = sum(bot["share"] for bot in summary["bots"].values())
    return float(won * summary["bots"][label]["seats"] / summary["players"])


def is_above_fair(summary: dict[str, Any], label: str) -> bool:
    """Whether a bot won more than chance explains."""
    return bool(summary["bots"][label]["low"] > fair_share(summary, label))


def verdict(summary: dict[str, Any]) -> str:
    """One sentence about a match of two bots, or about a sequential test."""
    one, other = summary["bots"]
    if "sprt" in summary:
        return sprt_verdict(summary, one, other)
    if is_above_fair(summary, other):
        one, other = other, one
    if not is_above_fair(summary, one):
        return _("These games show no difference between {one} and {other}. More games may show one.").format(
            one=one, other=other
        )
    first = summary["bots"][one]
    return _("{one} beats {other}: it wins {share} of the games ({interval}).").format(
        one=one,
        other=other,
        share=percent(first["share"]),
        interval=interval(first["low"], first["high"]),
    )


def adjusted_lines(summary: dict[str, Any]) -> list[str]:
    """A sentence for each bot about its share less its luck; none if luck was not counted."""
    lines = []
    for label, bot in summary.get("luck_adjusted", {}).items():
        shown = {"bot": label, "share": percent(bot["share"]), "interval": interval(bot["low"], bot["high"])}
        if bot["worth_games"] is None:
            adjusted = _("Adjusted for luck, {bot} wins {share} ({interval}).").format(**shown)
        else:
            text = _("Adjusted for luck, {bot} wins {share} ({interval}), as sure as after {games} games.")
            adjusted = text.format(**shown, games=local_number(bot["worth_games"], ",.0f"))
        luck, low, high = (points(bot[name]) for name in ("luck", "luck_low", "luck_high"))
        taken = _("The luck that was taken off is {luck} points of a hundred in the mean of a game ({low} to {high}).")
        lines.append(f"{adjusted} {taken.format(luck=luck, low=low, high=high)}")
    return lines


def sprt_verdict(summary: dict[str, Any], one: str, other: str) -> str:
    test = summary["sprt"]
    numbers = {
        "one": one,
        "other": other,
        "low": signed(test["elo0"]),
        "high": signed(test["elo1"]),
        "llr": local_number(test["llr"], "+.2f").replace("-", MINUS),
        "games": local_number(summary["games"]),
    }
    if test["accepted"] == "H1":
        text = _("H1 is accepted: {one} is {high} Elo above {other} rather than {low} (LLR {llr}, {games} games).")
    elif test["accepted"] == "H0":
        text = _("H0 is accepted: {one} is {low} Elo above {other} rather than {high} (LLR {llr}, {games} games).")
    else:
        text = _("Undecided between {low} and {high} Elo of {one} over {other} (LLR {llr}, {games} games).")
    return text.format(**numbers)
