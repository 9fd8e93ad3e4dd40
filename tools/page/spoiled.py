"""Records of strict games, most of them spoiled, each with our verifier's verdict: the page must share it."""

import hashlib
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any, TypeAlias

from skipbo import Game
from skipbo.bots import Bot
from skipbo.record import BadRecord, check_line, to_line, to_record

Fields: TypeAlias = dict[str, Any]
Spoil: TypeAlias = Callable[[Fields], None]

# What a game is played at, and the name of that
TABLES: dict[str, dict[str, Any]] = {
    "2003": {"edition": "mattel-2003", "stock": 1},
    "2003, partners": {"edition": "mattel-2003", "players": 4, "partners": True, "stock": 2},
    "2016": {"edition": "mattel-2016", "players": 3, "youngest": 1, "stock": 1},
    "1967": {"edition": "brownfield-1967", "stock": 1},
    "1967, another dealer": {"edition": "brownfield-1967", "players": 3, "dealer": 2, "stock": 1},
    "2003, the deal has moved on": {"edition": "mattel-2003", "players": 3, "dealer": 2, "stock": 1},
}
LARGEST = 100  # cards in a stock pile for two: more than any deck has for each


def spoiled_records() -> list[dict[str, Any]]:
    """The text of each record, what was done to it, and the code of its fault; None where it holds."""
    return [{"what": what, "line": line, "fault": fault_of(line)} for what, line in lines()]


def fault_of(line: str) -> str | None:
    try:
        check_line(line.encode())
    except BadRecord as fault:
        return fault.code
    return None


def lines() -> Iterator[tuple[str, str]]:
    for name, table in TABLES.items():
        record = played(**table)
        yield name, line_of(record)
        for what, spoil in spoils(record).items():
            spoilt = deepcopy(record)
            spoil(spoilt)
            yield f"{name}: {what}", line_of(spoilt)
    line = line_of(played(**TABLES["2003"]))
    yield "spaces between its fields", line.replace(",", ", ")
    yield "letters that are escaped", line.replace("strict", "\\u0073trict")
    yield "a field that occurs twice", line.replace("{", '{"stock":1,', 1)
    yield "a number that is not written as a whole one", line.replace('"stock":1,', '"stock":1.0,', 1)
    yield "a list", f"[{line}]"
    yield "half a line", line[: len(line) // 2]


def line_of(record: Fields) -> str:
    return json.dumps(record, separators=(",", ":"))


def played(**table: Any) -> Fields:
    game, bot = Game(key=bytes(range(32)), **table), Bot("eager", seed=0)
    while game.outcome is None:
        game.play(bot.choose(game.view(game.turn)))
    record: Fields = json.loads(to_line(to_record(game)))
    return record


def spoils(record: Fields) -> dict[str, Spoil]:
    """What may be wrong with a record, and some changes that do no harm."""
    fields = {
        "skipbo": (None, 0, 2, "1"),
        "edition": (None, "2003", "constructor", "mattel-2010"),
        "stock": (None, 0, 2, LARGEST, "1"),
        "house": (None, {}, {"stock": 2}, {"stock": record["stock"], "ranks": 12}, []),
        "referee": (None, "nobody"),
        "seats": (None, [], record["seats"][:-1], [*record["seats"], record["seats"][0]], [{"name": "Ann"}] * 2),
        "teams": (None, [], record["teams"][::-1], [[0], [0]], [[0, 1]], [[0, 1], [2, 3]]),
        "dealer": (None, 0, 1, 2, 7, -1, "0", True),
        "first": (None, 0, 1, 2, 7, -1, "0"),
        "deal": (None, {}, {"stocks": [], "draw": []}, {"stocks": record["deal"]["stocks"], "draw": [14]}),
        "shuffles": (None, [[]], [[1, 2, 3]], [1], [[True]], [["1"]]),
        "moves": (None, [], record["moves"][:-1], [*record["moves"], "pass"], [1], ["h1>b5"], ["0s>b1"]),
        "result": (None, {}, []),
        "seed": ("", "00" * 32, "00" * 31, record["seed"].upper(), f" {record['seed']}", 0),
        "commitment": (None, "", "00" * 32, record["commitment"].upper(), 0),
        "column": (None, "", "en", "fr", "xx", 0),
        "rulings": (None, 0, 1, 2, 3, "1"),
        "anything": ("that a later version writes",),
    }
    changes = {
        f"{field} {json.dumps(value)[:60]}": partial(change, [field], value)
        for field, values in fields.items()
        for value in values
    }
    left_out = {f"without {field}": partial(leave_out, field) for field in record if field != "seed"}
    deeper: dict[str, Spoil] = {
        "two cards that changed places": swap_cards,
        "a card more": lambda spoilt: spoilt["deal"]["draw"].append(1),
        "another winner": partial(change, ["result", "winners"], [1 - record["result"]["winners"][0] % 2]),
        "another end": partial(change, ["result", "how"], "blocked"),
        "other points": partial(change, ["result", "points"], record["result"]["points"] + 5),
        "other cards left": partial(change, ["result", "left"], [9] * len(record["seats"])),
        "another key with its own commitment": another_key,
        "another name": partial(change, ["seats", 0, "name"], "Zoë"),
        "a name that is none": partial(change, ["seats", 0, "name"], 0),
    }
    return changes | left_out | deeper


def change(path: list[str | int], value: Any, record: Any) -> None:
    *outer, last = path
    for field in outer:
        record = record[field]
    record[last] = value


def leave_out(field: str, record: Fields) -> None:
    del record[field]


def swap_cards(record: Fields) -> None:
    draw = record["deal"]["draw"]
    other = next(place for place, card in enumerate(draw) if card != draw[0])
    draw[0], draw[other] = draw[other], draw[0]


def another_key(record: Fields) -> None:
    key = bytes(32)
    record |= {"seed": key.hex(), "commitment": hashlib.sha256(key).hexdigest()}
