"""The protocol as JSON Schema and TypeScript, for clients in other languages."""

from inspect import cleandoc
from typing import Any

import msgspec

from skipbo.game.card import Card
from skipbo.protocol.codec import VERSION
from skipbo.protocol.commands import Command
from skipbo.protocol.events import TableEvent
from skipbo.protocol.messages import (
    GoOn,
    GuestView,
    Hint,
    History,
    Lobby,
    Message,
    NewGuest,
    NewName,
    NewTable,
    NewToken,
    OwnTables,
    Proof,
    Replay,
    Server,
    Statistics,
    TableInvitation,
    TableLink,
    TableLog,
    TableSummary,
    Visitor,
)

HTTP = (
    Server,
    NewGuest,
    NewName,
    NewToken,
    GuestView,
    Visitor,
    NewTable,
    TableLink,
    TableInvitation,
    TableSummary,
    Lobby,
    OwnTables,
    Hint,
    TableLog,
    Replay,
    Proof,
    GoOn,
    History,
    Statistics,
)
UNIONS = {"Command": Command, "Message": Message, "TableEvent": TableEvent}
Schema = dict[str, Any]


def components(prefix: str) -> Schema:
    """Returns the schema of every type by name; references begin with `prefix`."""
    unions, named = msgspec.json.schema_components(
        [*UNIONS.values(), *HTTP], schema_hook=_schema_of_card, ref_template=prefix + "{name}"
    )
    for schema in named.values():
        if "description" in schema:
            schema["description"] = cleandoc(schema["description"])
    return named | dict(zip(UNIONS, unions, strict=False))


def _schema_of_card(kind: type) -> Schema:
    if kind is not Card:
        raise NotImplementedError
    return {"type": "integer"}


def json_schema() -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The protocol of skipbo's tables, version {VERSION}",
        "description": "A client sends a Command and is sent a Message, each as the text of one frame.",
        "$defs": components("#/$defs/"),
    }


def typescript() -> str:
    lines = [f"// The protocol of skipbo's tables, version {VERSION}. Made from its Python types by `make docs`.", ""]
    for name, schema in sorted(components("").items()):
        if "description" in schema:
            lines += ["/**", *(f" * {line}".rstrip() for line in schema["description"].splitlines()), " */"]
        if schema.get("type") == "object":
            lines += [f"export interface {name} {{", *_fields(schema), "}", ""]
        else:
            lines += [f"export type {name} = {_type(schema)};", ""]
    return "\n".join(lines)


def _fields(schema: Schema) -> list[str]:
    required = schema.get("required", ())
    return [
        f"  {name}{'' if name in required else '?'}: {_type(field)};"
        for name, field in schema.get("properties", {}).items()
    ]


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    kind = schema["type"]
    if kind == "array":
        item = _type(schema["items"])
        return f"({item})[]" if " | " in item else f"{item}[]"
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}[kind]
