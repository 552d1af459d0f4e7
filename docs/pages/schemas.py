"""The JSON schemas as tables: each key, whether it is promised, and what it holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pages.markdown import ROOT, code, escape, prose, table

FOLDER = ROOT / "docs" / "schemas"


def page() -> str:
    """One section for each schema; a `$ref` is named and not followed."""
    lines = [
        "# JSON schemas", "",
        "The keys of every output and file, from `docs/schemas/`; keys marked with `*` are promised. "
        "[What `--json` prints](../json.md) says which verb gives which, and what versions mean.",
    ]  # fmt: skip
    for path in sorted(FOLDER.glob("*.schema.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        rows = list(_keys(schema, ""))
        for name, part in schema.get("$defs", {}).items():
            rows += _keys(part, f"#{name}")
        lines += ["", f"## {path.name.removesuffix('.schema.json')}", "", escape(schema.get("title", "")) + ".", ""]
        lines.append(table(["key", "type", "holds"], rows) if rows else prose(schema.get("description", "")))
    return "\n".join(lines) + "\n"


def _keys(part: dict[str, Any], place: str) -> Iterator[list[str]]:
    if "items" in part and isinstance(part["items"], dict):
        yield from _keys(part["items"], f"{place}[]")
    for key, inner in part.get("properties", {}).items():
        here = f"{place}.{key}".lstrip(".")
        star = "\\*" if key in part.get("required", ()) else ""
        yield [code(here) + star, code(_type(inner)), prose(inner.get("description", ""))]
        yield from _keys(inner, here)
    for inner in (*part.get("allOf", ()), *part.get("anyOf", ())):
        yield from _keys(inner, place)


def _type(part: dict[str, Any]) -> str:
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2].rpartition(":")[2]
    if "const" in part:
        return json.dumps(part["const"])
    if "enum" in part:
        return " | ".join(json.dumps(v, ensure_ascii=False) for v in part["enum"])
    found = part.get("type", "")
    return " | ".join(found) if isinstance(found, list) else str(found)
