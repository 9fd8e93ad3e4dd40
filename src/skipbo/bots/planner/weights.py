"""The planner's weights: reads, checks and writes the file of each format."""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Protocol

from skipbo.bots.planner.features import CERTAIN, FEATURES
from skipbo.bots.planner.parameters import POINT, Parameters, new_parameters, unit
from skipbo.draft import drafted
from skipbo.editions import Edition
from skipbo.errors import Malformed
from skipbo.i18n import translate as _
from skipbo.kernel.layout import States

Weights = dict[str, float]

FOLDER = Path(__file__).parent / "data"
FORMATS = ("2", "3-4", "5-6", "partners", "13-ranks")
DIGITS = 3
HEAVIEST = 1000  # a stock card is ten; heavier weights could add up to more than winning is worth
MOST_RANKS = 13


class Seated(Protocol):
    """A table or a view of one."""

    @property
    def edition(self) -> Edition: ...
    @property
    def players(self) -> int: ...
    @property
    def teams(self) -> int: ...


def format_of(table: Seated) -> str:
    """The format whose weights the planner uses at a table."""
    if table.teams < table.players:
        return "partners"
    if table.edition.ranks == 13:
        return "13-ranks"
    if table.players == 2:
        return "2"
    return "3-4" if table.players <= 4 else "5-6"


def check_format(name: str) -> None:
    if name not in FORMATS:
        raise Malformed(
            "format", _("There is no format “{name}”: choose {known}.").format(name=name, known=", ".join(FORMATS))
        )


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.toml"


@cache
def weights_of(name: str) -> Weights:
    """The weights of a format, from the package."""
    return read_weights(file_of(name))


def read_weights(path: Path) -> Weights:
    try:
        weights = tomllib.loads(path.read_text("utf-8"))["weights"]
        read = {name: float(weights[name]) for name in FEATURES}
        unknown = set(weights) - set(FEATURES)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise Malformed(
            "weights", _("{path} does not hold the planner's weights: {error}").format(path=path, error=error)
        ) from error
    if unknown:
        raise Malformed(
            "weights",
            _("{path} has weights of unknown features: {names}.").format(path=path, names=", ".join(sorted(unknown))),
        )
    for name, weight in read.items():
        if not abs(weight) <= HEAVIEST:
            raise Malformed(
                "weights",
                _("{path}: the weight of {name} must be a number from −{most} to {most}, not {weight}.").format(
                    path=path, name=name, most=HEAVIEST, weight=weight
                ),
            )
    return read


def write_weights(path: Path, weights: Weights, made: Mapping[str, str | int | float]) -> None:
    """Writes weights and how they were made. Replaces the file only when everything is written."""
    lines = ["[made]"]
    lines += [
        f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in made.items()
    ]  # TOML quotes strings like JSON
    lines += ["", "[weights]"]
    lines += [f"{name} = {round(weights[name], DIGITS)}" for name in FEATURES]
    with drafted(path) as draft:
        draft.write_text("\n".join(lines) + "\n", "utf-8")


def parameters_with(kind: int, weights: Weights | None = None, temperature: float = 0) -> States:
    """The parameters of a bot of this kind; weights and temperature are in points."""
    parameters = new_parameters(1)
    parameters["kind"] = kind
    parameters["temperature"] = round(temperature * POINT)
    for name, weight in (weights or {}).items():
        parameters[name] = round(weight * POINT / unit(name))
    parameters["discard_bound"] = discard_bound(parameters[0])
    return parameters


def discard_bound(parameters: Parameters) -> int:
    """An upper bound of what a discard, with the way to the stock card after it, adds to the value of a position."""
    path = max(
        0, parameters.path_ready, parameters.path_with_wilds, parameters.path_missing_one, parameters.path_missing_two
    )
    orders = (parameters.wilds_buried, parameters.equals, parameters.runs, parameters.steps)
    buried = (parameters.burials + gap * parameters.burial_gap for gap in (1, MOST_RANKS))
    tops = (0, parameters.piles_empty, parameters.wilds_shown, parameters.height, parameters.height * MOST_RANKS)
    kept = (
        abs(parameters.playable_kept)
        + abs(parameters.useful_kept)
        + abs(parameters.twins_kept)
        + abs(parameters.wilds_held)
    )
    return int(
        path
        + max(0, parameters.path_chance) * CERTAIN
        + max(0, *orders, *buried)
        + abs(parameters.depth)
        + max(tops)
        - min(tops)
        + 2 * abs(parameters.tops_useful)
        + kept
    )
