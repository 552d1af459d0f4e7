"""Writes examples/clients/messages.d.ts: the types of all messages of `serve` for TypeScript, from docs/schemas."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ruleslawyer.bridges.serve.openapi import components, requests

ROOT = Path(__file__).parents[1]
FILE = ROOT / "examples" / "clients" / "messages.d.ts"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEAD = """// The messages of `serve`, written by `python docs/typescript.py` from docs/schemas; do not edit.
"""


def text() -> str:
    """All of the file."""
    named = components()
    asked = {name: _answer_of(schema) for name, schema in requests().items()}
    parts = [HEAD]
    for name, schema in named.items():
        parts.append(f"{_comment(schema)}export type {_name(name)} = {_type(schema)};\n")
    parts.append("/** Each request, with all that it may say. */\nexport interface Requests {")
    parts += [f"{_comment(s, 2)}  {name}: {_type(_rooted(s), 2)};" for name, s in requests().items()]
    parts.append("}\n\n/** What answers each request, where it is no mistake. */\nexport interface Answers {")
    parts += [f"  {name}: {answer};" for name, answer in asked.items()]
    parts.append("}\n")
    return "\n".join(parts)


def _answer_of(schema: dict[str, Any]) -> str:
    return _type(_rooted(schema["x-answer"]))


def _rooted(part: Any) -> Any:
    """A part of the requests' schemas that refers to components, as `components` names them."""
    if isinstance(part, list):
        return [_rooted(item) for item in part]
    if not isinstance(part, dict):
        return part
    found = {key: _rooted(value) for key, value in part.items()}
    if "$ref" in found:
        file, _, definition = found["$ref"].rpartition(":")[2].partition("#/$defs/")
        found["$ref"] = f"#/components/schemas/{file}{'.' if definition else ''}{definition}"
    return found


def _name(component: str) -> str:
    """`serve-message.position`: Position; what stands in other files keeps the file's name."""
    words = component.removeprefix("serve-message.")
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]", words))


def _comment(schema: dict[str, Any], indent: int = 0) -> str:
    says = schema.get("description")
    return f"{' ' * indent}/** {says.replace('*/', '* /')} */\n" if says else ""


def _type(schema: Any, indent: int = 0) -> str:
    """A schema as a type; where it says nothing, anything."""
    if not isinstance(schema, dict):
        return "unknown"
    if "$ref" in schema:
        return _name(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one, indent) for one in schema["anyOf"]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(_type({**schema, "type": one}, indent) for one in kind)
    if kind == "array":
        return f"Array<{_type(schema.get('items'), indent)}>"
    if kind == "object":
        return _object(schema, indent)
    return _PLAIN.get(kind or "", "unknown")


def _object(schema: dict[str, Any], indent: int) -> str:
    known, required = schema.get("properties", {}), schema.get("required", ())
    if not known:
        if schema.get("maxProperties") == 0:
            return "Record<string, never>"
        more = schema.get("additionalProperties")
        return f"{{ [name: string]: {_type(more, indent)} }}"
    lines = [
        f"{_comment(inner, indent + 2) if isinstance(inner, dict) else ''}{' ' * (indent + 2)}{_key(key)}"
        f"{'' if key in required else '?'}: {_type(inner, indent + 2)};"
        for key, inner in known.items()
    ]
    if "additionalProperties" in schema:
        lines.append(f"{' ' * (indent + 2)}[name: string]: unknown;")
    return "{\n" + "\n".join(lines) + f"\n{' ' * indent}}}"


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z_]+", key) else json.dumps(key)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
