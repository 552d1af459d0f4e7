"""The schemas of docs/schemas: what is wrong with an output by its schema, and which of its keys no schema names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
from referencing import Registry, Resource

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
VERSIONS = {"report": 2}
"""Of what is described: all others are of the first."""
FILES: dict[str, Any] = {
    path.name.removesuffix(".schema.json"): json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.schema.json"))
}


def urn(name: str) -> str:
    """What identifies the schema of this name."""
    return f"urn:ruleslawyer:schema:{VERSIONS.get(name, 1)}:{name}"


REGISTRY: Registry[Any] = (
    Registry().with_resources((urn(name), Resource.from_contents(schema)) for name, schema in FILES.items()).crawl()
)


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    """Each remembers what its references lead to."""
    return jsonschema.Draft202012Validator({"$ref": urn(name)}, registry=REGISTRY)


def problems(name: str, value: Any) -> list[str]:
    """What the schema of this name does not allow in a value, each with its place."""
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(value)]


def undocumented(name: str, value: Any) -> list[str]:
    """The keys of an output that its schema does not name, with their places. Schemas are open, outputs are not."""
    return list(_unnamed([(FILES[name], FILES[name])], value, name))


Part = tuple[Any, Any]
"""A part of a schema, and the file that it is in."""


def _unnamed(parts: list[Part], value: Any, place: str) -> Iterator[str]:
    parts = [found for part in parts for found in _flat(*part)]
    if isinstance(value, list):
        for item in value:
            yield from _unnamed([(p["items"], file) for p, file in parts if "items" in p], item, f"{place}[]")
    elif isinstance(value, dict) and any("properties" in p or "additionalProperties" in p for p, _ in parts):
        for key, inner in value.items():
            named = [(p["properties"][key], file) for p, file in parts if key in p.get("properties", {})]
            named = named or [(p["additionalProperties"], f) for p, f in parts if "additionalProperties" in p]
            if not named:
                yield f"{place}.{key}"
            yield from _unnamed(named, inner, f"{place}.{key}")


def _flat(schema: Any, file: Any) -> Iterator[Part]:
    """A schema, and all that it refers to or is composed of."""
    yield schema, file
    if "$ref" in schema:
        name, _, pointer = schema["$ref"].partition("#")
        other = FILES[name.rpartition(":")[2]] if name else file
        found = other
        for step in filter(None, pointer.split("/")):
            found = found[step]
        yield from _flat(found, other)
    for part in (*schema.get("allOf", ()), *schema.get("anyOf", ())):
        yield from _flat(part, file)
