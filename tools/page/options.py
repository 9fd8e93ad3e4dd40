"""What a table of the browser may be: the limits of its options, and tables that the server refuses, with its codes."""

import json
from typing import Any, TypeAlias

from skipbo.errors import Malformed
from skipbo.protocol.codec import decode
from skipbo.protocol.options import TableOptions
from skipbo.protocol.schema import components
from skipbo.server.table.decider import check_options

Schema: TypeAlias = dict[str, Any]
WORDS = {"title", "description", "default"}  # of a schema, that limit nothing

TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"stock": 80},
    {"stock": 81},
    {"stock": 82},
    {"stock": 100},
    {"stock": 0},
    {"stock": 2.5},
    {"stock": "3"},
    {"players": 4, "partners": True, "stock": 40},
    {"players": 4, "partners": True, "stock": 41},
    {"players": 5, "stock": 32},
    {"players": 6, "stock": 27},
    {"players": 1},
    {"players": 7},
    {"players": 3, "partners": True},
    {"players": 6, "partners": True},
    {"players": None},
    {"edition": "nothing"},
    {"edition": "constructor"},
    {"edition": "brownfield-1967", "stock": 3},
    {"edition": "brownfield-1967", "dealer": 1},
    {"edition": "brownfield-1967", "dealer": 2},
    {"edition": "mattel-2016", "youngest": 1},
    {"edition": "mattel-2016", "youngest": 2},
    {"edition": "mattel-2016", "dealer": 0},
    {"dealer": 0},
    {"youngest": 0},
    {"column": "fr"},
    {"column": "de"},
    {"points": 500},
    {"points": 0},
    {"games": 101},
    {"referee": "nobody"},
    {"bots": [None, "novice"]},
    {"bots": [None, "x"]},
    {"bots": [None, "constructor"]},
    {"bots": [None, 4]},
    {"bots": [None, None, "eager"]},
    {"bots": "eager"},
    {"substitute": "x"},
    {"pace": -1},
    {"chat": 1},
    {"another": 1},
)


def option_limits() -> Schema:
    """The schema of the options, without words."""
    found: Schema = wordless(components("")["TableOptions"])
    return found


def wordless(schema: Any) -> Any:
    if isinstance(schema, list):
        return [wordless(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    fields = {name: wordless(value) for name, value in schema.get("properties", {}).items()}
    rest = {name: wordless(value) for name, value in schema.items() if name not in WORDS | {"properties"}}
    return rest | ({"properties": fields} if fields else {})


def judged_options() -> list[dict[str, Any]]:
    """Options, each with the code of the server's refusal; None for a table that it opens."""
    return [{"options": options, "code": refusal_of(options)} for options in TABLES]


def refusal_of(options: dict[str, Any]) -> str | None:
    try:
        check_options(decode(json.dumps(options), TableOptions))
    except Malformed as error:
        return error.code
    return None
