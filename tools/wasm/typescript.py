"""The door of the kernel in TypeScript: what can be called, where every field of a record lies, and the constants.

All of it is read from what the compiler reads, so that the two cannot drift apart.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from skipbo.bots.ladder import NAMES, PLANNER
from skipbo.bots.levels import LEVELS, TEMPERATURES, WORLDS
from skipbo.bots.planner.parameters import PARAMETERS, POINT
from skipbo.bots.planner.weights import FORMATS, format_of, parameters_with, weights_of
from skipbo.bots.planner.workspace import STEPS, WORKSPACE
from skipbo.bots.searcher import searcher, strength
from skipbo.bots.searcher.memory import CANDIDATES, SEARCH, WORLDS_A_TRIAL
from skipbo.bots.searcher.strength import STANDING, key_of, strengths_of
from skipbo.coach import analysis, decision
from skipbo.coach.advice import ADVICE
from skipbo.coach.course import COURSE
from skipbo.coach.decision import DECISION
from skipbo.coach.sentences import TEXTS
from skipbo.editions import EDITIONS, Dealer, Edition
from skipbo.errors import Malformed
from skipbo.game.game import Game
from skipbo.game.kitchen import act
from skipbo.game.kitchen.game import SHUFFLES, KitchenGame
from skipbo.game.table import FIRST_RULINGS, RULINGS, Table
from skipbo.game.table import KITCHEN as KITCHEN_TABLE
from skipbo.kernel import event, layout, moves, replay
from skipbo.kernel.chance import DICE
from skipbo.kernel.deal import MOST_ROUNDS
from skipbo.kernel.event import EVENT
from skipbo.kernel.kitchen import state
from skipbo.kernel.kitchen.state import KITCHEN, SHEET_FIELDS
from tools.wasm.doors import Address, signatures

RECORDS = {
    "STATE": layout.STATE,
    "KITCHEN": KITCHEN,
    "EVENT": EVENT,
    "PARAMETERS": PARAMETERS,
    "COURSE": COURSE,
    "ADVICE": ADVICE,
    "SEARCH": SEARCH,
    "DECISION": DECISION,
}
BYTES = {"STATE", "KITCHEN", "EVENT"}
"""The records of which the page reads bytes. Of the others it reads bytes and numbers of eight bytes."""
PASSED_ON = {"key", "words", "blocks", "seed", "now", "before", "seen", "search"}
"""Fields of other widths, which the page copies or hands on, but reads no number from."""
SIZES = {"DICE": DICE.itemsize, "WORKSPACE": WORKSPACE.itemsize}
TYPES: dict[Any, str] = {Address: "Address", int: "number", bool: "number", None: "void"}
CONSTANTS = {
    layout: (
        *("SEATS", "FULL_HAND", "BUILDINGS", "DISCARDS", "CARDS", "NO_CARD", "NO_RANK", "NO_SEAT"),
        *("SPENT_PILE", "DRAW_PILE", "SEAT_PILES", "PILES_PER_SEAT", "GOING_ON", "BY_STOCK"),
    ),
    moves: ("KINDS", "MOVES", "FROM_PILE", "FROM_HAND", "END_TURN", "PASS"),
    event: (
        *("DEALT", "TURN_BEGAN", "DREW", "SHUFFLED", "PLAYED", "COMPLETED", "TURNED", "DISCARDED", "PASSED", "ENDED"),
        *("HAND", "STOCK", "DISCARD", "MOST_EVENTS"),
    ),
    replay: ("OTHER_DEAL", "DEALER_KNOWN"),
    state: ("ACT_KINDS", "CALL"),
    strength: ("CHANCE", "ROWS", "MOST_CARDS", "ONE", "WEIGHT_ROW"),
    searcher: ("TRIED",),
    decision: ("SURENESS",),
    analysis: ("FIRST_LOOK", "WORLDS", "BEYOND_DOUBT", "LEAST_COST"),
}


def typescript() -> str:
    parts = ["/** The kernel's records and doors. Written by tools/wasm/typescript.py; never edited. */"]
    parts += ["/** A place in the module's memory. */\nexport type Address = number;", doors()]
    parts += [record(name, dtype) for name, dtype in RECORDS.items()]
    numbers = {name: getattr(module, name) for module, names in CONSTANTS.items() for name in names}
    numbers |= {f"{name}_SIZE": size for name, size in SIZES.items()} | {
        "MOST_ROUNDS": MOST_ROUNDS,
        "SHUFFLES": SHUFFLES,
        "STEPS": STEPS,
        "CANDIDATES": CANDIDATES,
        "WORLDS_A_TRIAL": WORLDS_A_TRIAL,
        "STANDING": len(STANDING),
    }
    parts += [constant(name, value) for name, value in numbers.items()]
    parts += [constant("RANKS", layout.RANKS), constant("WORDS", act.CODES), constant("TEXTS", TEXTS)]
    return "\n\n".join(parts) + "\n"


def doors() -> str:
    lines = [f"  {name}({parameters(types)}): {TYPES[types['return']]};" for name, types in signatures().items()]
    own = [
        "  readonly memory: WebAssembly.Memory;",
        "  /** Where memory is free. */",
        "  readonly free: WebAssembly.Global;",
    ]
    return "\n".join(["export interface Doors {", *own, *lines, "}"])


def parameters(types: dict[str, Any]) -> str:
    return ", ".join(f"{name}: {TYPES[kind]}" for name, kind in types.items() if name != "return")


def record(name: str, dtype: "np.dtype[Any]") -> str:
    """Where the fields of a record begin, and its size in bytes. Raises `TypeError` for one that the page misreads."""
    assert dtype.fields is not None
    widths = {1} if name in BYTES else {1, 8}
    for field, place in dtype.fields.items():
        if field not in PASSED_ON and place[0].base.itemsize not in widths:
            raise TypeError(f"{name}.{field} is {place[0].base}: the page reads it as a number of {widths} bytes.")
    lines = [f"  {field}: {place[1]}," for field, place in dtype.fields.items()]
    return "\n".join([f"export const {name} = {{", f"  size: {dtype.itemsize},", *lines, "} as const;"])


def constant(name: str, value: object) -> str:
    return f"export const {name} = {json.dumps(value)};"


def sheets() -> dict[str, Any]:
    """The numbers of every edition that a record of a game has: those of the table, and those about mistakes."""
    return {row.id: sheet_numbers(row) for row in EDITIONS.values()}


def sheet_numbers(edition: Edition) -> dict[str, Any]:
    table = Table.of(edition)
    blank = table.states()
    numbers: dict[str, Any] = {name: int(blank[name][0]) for name in ("ranks", "packs", "partner_discards", "begins")}
    numbers["dealer"] = table.known_dealer  # where nobody has chosen one
    if not edition.special_situations:
        return numbers
    return numbers | {
        "mistakes": {
            column: {rulings: mistakes(edition, column, rulings) for rulings in range(FIRST_RULINGS, RULINGS + 1)}
            for column in edition.languages
        }
    }


def mistakes(edition: Edition, column: str, rulings: int) -> dict[str, int]:
    game = Game(edition, column=column, rulings=rulings, key=bytes(32), referee=KITCHEN_TABLE)
    assert isinstance(game, KitchenGame)
    return {name: int(game.kitchens[name][0]) for name in SHEET_FIELDS}


def recorded_tables() -> dict[str, Any]:
    """The tables that each edition allows, as records describe them: by the number of players and of sides."""
    return {
        row.id: {
            "columns": list(row.languages),
            "has_dealer": row.dealer is not Dealer.NONE,
            "tables": {key_of_table(table): recorded_stocks(table) for table in tables(row)},
        }
        for row in EDITIONS.values()
    }


def recorded_stocks(table: Table) -> dict[str, Any]:
    """The sizes of stock piles that the sheet names, and the largest of a record and of a table that is opened now."""
    edition, players = table.edition, table.players
    return {
        "stocks": list(edition.stock_sizes(players)),
        "most": edition.most_stock(players, needs_draw_pile=False),
        "most_to_open": edition.most_stock(players),
    }


def key_of_table(table: Table) -> str:
    return f"{table.players}/{table.teams}"


def bots() -> dict[str, Any]:
    """The parameters of the compiled bots: the planner's for every format, then what each bot changes in them."""
    planner = {name: parameters_with(PLANNER, weights_of(name))[0].tolist() for name in FORMATS}
    kinds = {name: kind for kind, name in enumerate(NAMES)}
    return {
        "planner": planner,
        "kinds": kinds | dict.fromkeys(LEVELS, PLANNER),
        "temperatures": {name: round(temperature * POINT) for name, temperature in TEMPERATURES.items()},
        "worlds": WORLDS,
        "formats": {row.id: formats(row) for row in EDITIONS.values()},
    }


def formats(edition: Edition) -> dict[str, str]:
    """The format of each table of an edition."""
    return {key_of_table(table): format_of(table) for table in tables(edition)}


def tables(edition: Edition) -> Iterator[Table]:
    """A table for each number of players, alone and as partners."""
    for players in range(edition.fewest_players, edition.most_players + 1):
        yield Table.of(edition, players=players)
        with suppress(Malformed):
            yield Table.of(edition, players=players, partners=True)


def strengths() -> dict[str, list[int]]:
    """The strengths by key, each number less the one before it, because small numbers compress well."""
    found = {key_of(table): strengths_of(table) for row in EDITIONS.values() for table in tables(row)}
    return {key: np.diff(numbers.ravel(), prepend=0).tolist() for key, numbers in found.items()}
