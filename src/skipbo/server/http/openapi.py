"""The OpenAPI document of the HTTP API, made from the list of endpoints."""

import re
from http import HTTPStatus
from typing import Any

from skipbo.protocol.codec import VERSION
from skipbo.protocol.schema import components
from skipbo.server.http.endpoints import API, ENDPOINTS, MOST_GAMES, Endpoint

SCHEMAS = "#/components/schemas/"
PARAMETERS: dict[str, dict[str, Any]] = {
    "table": {"type": "string", "minLength": 1},
    "game": {"type": "integer", "minimum": 1, "maximum": MOST_GAMES},
}


def document() -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        path = API + re.sub(r"{(\w+):\w+}", r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = describe(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "skipbo",
            "version": str(VERSION),
            "description": f"Tables are played at {API}/tables/{{table}}/socket, a WebSocket: see docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components(SCHEMAS),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "skipbo"},
            },
        },
    }


def describe(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.summary,
        "responses": {
            str(endpoint.status.value): answer(endpoint),
            "4XX": refusal("Refused; nothing has changed."),
            "503": refusal("The server is starting, or cannot store anything at the moment. Nothing has changed."),
        },
    }
    if endpoint.status is HTTPStatus.CREATED:
        operation["responses"]["507"] = refusal("There is no room for new guests and tables. Nothing has changed.")
    if endpoint.has_etag:
        operation["responses"]["304"] = {"description": "Not modified: If-None-Match named the ETag of this answer."}
    names = re.findall(r"{(\w+)", endpoint.path)
    if names:
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]} for name in names
        ]
    if endpoint.takes is not None:
        operation["requestBody"] = {"required": True, "content": content(endpoint.takes.__name__)}
    if endpoint.known:
        operation["security"] = [{"token": []}, {"cookie": []}]
    return operation


def answer(endpoint: Endpoint) -> dict[str, Any]:
    response: dict[str, Any] = {"description": HTTPStatus(endpoint.status).phrase}
    if endpoint.gives is not None:
        response["content"] = content(endpoint.gives.__name__)
    elif endpoint.status != HTTPStatus.NO_CONTENT:
        response["content"] = {"application/json": {"schema": {"type": "object"}}}
    return response


def refusal(description: str) -> dict[str, Any]:
    return {"description": description, "content": content("Refusal")}


def content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": SCHEMAS + name}}}
