"""Requests of `serve` in OpenAPI, by the schemas of docs/schemas."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import ruleslawyer
from ruleslawyer.base.files.content import Json

REQUEST, ANSWER = "serve-request", "serve-message"
"""The schemas of both sides."""


def requests() -> dict[str, Json]:
    """Each request's schema."""
    found: dict[str, Json] = _schema(REQUEST)["$defs"]
    return found


def operation(name: str) -> Json:
    """OpenAPI's operation for one request: it is posted under its name, the rest of it is the body."""
    asked = requests()[name]
    rest = {key: value for key, value in asked["properties"].items() if key != "request"}
    required = [key for key in asked["required"] if key != "request"]
    body = {"type": "object", "properties": rest, **({"required": required} if required else {})}

    def response(schema: object, says: str) -> Json:
        return {"description": says, "content": {"application/json": {"schema": _point_to_components(schema, REQUEST)}}}

    mistake = response({"$ref": f"{_urn(ANSWER)}#/$defs/error"}, "a mistake, and what mends it; nothing was changed")
    return {
        "operationId": name,
        "requestBody": {"content": {"application/json": {"schema": _point_to_components(body, REQUEST)}}},
        "responses": {"200": response(asked["x-answer"], asked["description"]), "default": mistake},
    }


def events_operation() -> Json:
    """OpenAPI's operation for the events of a game; the data of each is a component, which generators of clients then
    know."""
    game = {**requests()["state"]["properties"]["game"]}
    says = "Server-sent events, each with data in JSON by the schema serve-message.event."
    schema = {"type": "string", "description": says, "x-data": {"$ref": f"{_urn(ANSWER)}#/$defs/event"}}
    mistake = {"$ref": f"{_urn(ANSWER)}#/$defs/error"}
    return {
        "operationId": "events",
        "parameters": [{"name": "game", "in": "query", "required": False, "schema": game}],
        "responses": {
            "200": {
                "description": "Where the game stands, and then each change.",
                "content": {"text/event-stream": {"schema": _point_to_components(schema, ANSWER)}},
            },
            "default": {
                "description": "a mistake, such as a game that is not there",
                "content": {"application/json": {"schema": _point_to_components(mistake, ANSWER)}},
            },
        },
    }


def components() -> dict[str, Json]:
    """Every schema that the operations point at, however far away."""
    found: dict[str, Json] = {}
    waiting = [(ANSWER, "error"), (ANSWER, "event"), *(_target(part, REQUEST) for part in _references(requests()))]
    while waiting:
        file, definition = waiting.pop()
        name = _name(file, definition)
        if name not in found:
            schema = _schema(file)
            part = schema["$defs"][definition] if definition else {k: v for k, v in schema.items() if k[0] != "$"}
            found[name] = _point_to_components(part, file)
            waiting += [_target(reference, file) for reference in _references(part)]
    return dict(sorted(found.items()))


def components_for_generators() -> dict[str, Json]:
    """The same, with any value in place of one that has values of its own kind in it: generators of clients cannot make
    a type of those, and leave out all that leads there."""
    found = components()
    return {
        name: {"description": part["description"]} if f"#/components/schemas/{name}" in _references(part) else part
        for name, part in found.items()
    }


@cache
def _schema(name: str) -> Json:
    """A schema: inside the package where that is installed, else in its repository."""
    package = Path(ruleslawyer.__file__).parent
    inside = package / "bundled" / "schemas"
    folder = inside if inside.is_dir() else package.parents[1] / "docs" / "schemas"
    found: Json = json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


def _urn(name: str) -> str:
    return f"urn:ruleslawyer:schema:1:{name}"


def _references(part: object) -> list[str]:
    """All that a part of a schema refers to."""
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    found = [reference for item in inner for reference in _references(item)]
    return [*found, part["$ref"]] if isinstance(part, dict) and "$ref" in part else found


def _target(reference: str, file: str) -> tuple[str, str]:
    """The file and the definition that a reference means; no definition where it is all of the file."""
    urn, _, pointer = reference.partition("#")
    return urn.rpartition(":")[2] or file, pointer.removeprefix("/$defs/")


def _name(file: str, definition: str) -> str:
    return f"{file}.{definition}" if definition else file


def _point_to_components(part: object, file: str) -> Any:
    """A part of a schema that refers to components."""
    if isinstance(part, list):
        return [_point_to_components(item, file) for item in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        part = {**part, "$ref": f"#/components/schemas/{_name(*_target(part['$ref'], file))}"}
    return {key: _point_to_components(value, file) for key, value in part.items()}
