"""The two tables of a dataset, as Arrow has them: decisions, and the games that they belong to."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import pyarrow
from numpy.typing import NDArray

from skipbo.dataset.plan import DatasetPlan
from skipbo.game.outcome import How
from skipbo.kernel.actions import Packed
from skipbo.kernel.layout import BLOCKED, BY_STOCK, GOING_ON, NO_SEAT, States

UNFINISHED = "unfinished"
HOW = {GOING_ON: UNFINISHED, BY_STOCK: How.STOCK.value, BLOCKED: How.BLOCKED.value}

# Lists of bytes lie byte beside byte, so that the compressor finds that a row resembles the one before it.
OBSERVATION, LEGAL, DECK = "observation", "legal", "deck"
IN_BYTES = (OBSERVATION, LEGAL, DECK)
LEAF = ".list.element"
ENCODING: dict[str, Any] = {
    "compression": "zstd",
    "compression_level": 1,
    "write_page_checksum": True,
    "column_encoding": {name + LEAF: "BYTE_STREAM_SPLIT" for name in IN_BYTES} | {"step": "DELTA_BINARY_PACKED"},
}


@dataclass(frozen=True)
class PlayedGames:
    """Some games, and all their decisions one after another."""

    first: int  # the number of the first game
    dealt: States
    decks: NDArray[np.uint8]
    results: States
    rows: NDArray[np.uint8]  # observations
    legal: Packed
    seats: NDArray[np.uint8]
    actions: NDArray[np.uint8]
    payoffs: NDArray[np.float32]

    @classmethod
    def of(cls, parts: Sequence["PlayedGames"]) -> "PlayedGames":
        """Games one after another, from parts in their order."""
        arrays = [field.name for field in fields(cls) if field.name != "first"]
        joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in arrays}
        return cls(first=parts[0].first, **joined)


def bytes_of(width: int) -> pyarrow.DataType:
    return pyarrow.list_(pyarrow.field("element", pyarrow.uint8(), nullable=False), width)


def schema_of(plan: DatasetPlan, kinds: dict[str, pyarrow.DataType], nullable: tuple[str, ...] = ()) -> pyarrow.Schema:
    made = [pyarrow.field(name, kind, nullable=name in nullable) for name, kind in kinds.items()]
    return pyarrow.schema(made, {"skipbo": json.dumps(plan.manifest())})


def decisions_schema(plan: DatasetPlan) -> pyarrow.Schema:
    kinds = {
        "game": pyarrow.int64(),
        "step": pyarrow.int32(),
        "seat": pyarrow.uint8(),
        OBSERVATION: bytes_of(plan.interface.width),
        LEGAL: bytes_of(packed_width(plan)),
        "action": pyarrow.uint8(),
        "payoff": pyarrow.float32(),
    }
    return schema_of(plan, kinds)


def games_schema(plan: DatasetPlan) -> pyarrow.Schema:
    kinds = {
        "game": pyarrow.int64(),
        "key": pyarrow.string(),
        DECK: bytes_of(deck_width(plan)),
        "dealer": pyarrow.uint8(),
        "first": pyarrow.uint8(),
        "how": pyarrow.string(),
        "winner": pyarrow.uint8(),
        "left": bytes_of(plan.table.players),
        "moves": pyarrow.int32(),
        "turns": pyarrow.int32(),
    }
    return schema_of(plan, kinds, nullable=("dealer", "winner"))


def packed_width(plan: DatasetPlan) -> int:
    """The bytes that have a bit for every action."""
    return -(-plan.interface.actions // 8)


def deck_width(plan: DatasetPlan) -> int:
    """The cards of the deck."""
    return plan.table.edition.cards


def encoding_of(schema: pyarrow.Schema) -> dict[str, Any]:
    """The options of a Parquet writer for a table."""
    encoded = {
        name: how for name, how in ENCODING["column_encoding"].items() if name.removesuffix(LEAF) in schema.names
    }
    others = [name for name in schema.names if name not in encoded and name + LEAF not in encoded]
    return {**ENCODING, "column_encoding": encoded, "use_dictionary": others, "write_statistics": others}


def lists(rows: NDArray[np.uint8], kind: pyarrow.DataType) -> pyarrow.Array:
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(rows.reshape(-1)), type=kind)


def decisions_table(plan: DatasetPlan, played: PlayedGames) -> pyarrow.Table:
    schema, moves = decisions_schema(plan), played.results["moves"].astype(np.int64)
    numbers = np.arange(played.first, played.first + moves.size)
    begins = np.repeat(np.cumsum(moves) - moves, moves)
    columns = {
        "game": np.repeat(numbers, moves),
        "step": np.arange(begins.size) - begins,
        "seat": played.seats,
        OBSERVATION: lists(played.rows, schema.field(OBSERVATION).type),
        LEGAL: lists(played.legal, schema.field(LEGAL).type),
        "action": played.actions,
        "payoff": played.payoffs,
    }
    return pyarrow.table(columns, schema=schema)


def games_table(plan: DatasetPlan, played: PlayedGames) -> pyarrow.Table:
    schema, players, results = games_schema(plan), plan.table.players, played.results
    columns = {
        "game": np.arange(played.first, played.first + results.size),
        "key": [key.tobytes().hex() for key in played.dealt["key"]],
        DECK: lists(played.decks, schema.field(DECK).type),
        "dealer": seats_or_none(played.dealt["dealer"]),
        "first": results["first"],
        "how": [HOW[how] for how in results["how"].tolist()],
        "winner": seats_or_none(results["winner"]),
        "left": lists(np.ascontiguousarray(results["left"][:, :players]), schema.field("left").type),
        "moves": results["moves"],
        "turns": results["turns"],
    }
    return pyarrow.table(columns, schema=schema)


def seats_or_none(numbers: NDArray[np.uint8]) -> pyarrow.Array:
    return pyarrow.array(numbers, mask=numbers == NO_SEAT)
