"""Tables that environments are tried at: every edition, every number of players, partners, long and short games."""

from typing import Any

import pytest

from skipbo.editions import EDITIONS

Options = dict[str, Any]

STANDARD: Options = {}
TABLES: tuple[Options, ...] = (
    STANDARD,
    *({"edition": edition, "players": players} for edition, players in zip(EDITIONS, (2, 3, 4, 5, 6), strict=True)),
    {"players": 4, "partners": True},
    {"edition": "1967", "players": 6, "partners": True},
    {"players": 2, "stock": 3},
)


def named(options: Options) -> str:
    return "-".join(f"{name}={value}" for name, value in options.items()) or "standard"


some_tables = pytest.mark.parametrize("options", TABLES, ids=named)
