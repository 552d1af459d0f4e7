"""The impact matrix: the readings that were explored, against the properties on which they do not agree."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def matrix(r: Json) -> list[Json]:
    """For each scope that was explored under several readings: a row for each reading, the default first, a column
    for each property whose verdict is not the same in all rows, or that is violated in one."""
    by_default: dict[str, dict[str, Json]] = {}
    for p in r["properties"]:
        by_default.setdefault(p["scope"], {})[p["property"]] = p
    states = {s["scope"]: s for s in r["scopes"]}
    others: dict[str, list[Json]] = {}
    for o in r["others"]:
        others.setdefault(o["scope"], []).append(o)
    return [_of_scope(scope, states.get(scope), by_default.get(scope, {}), rows) for scope, rows in others.items()]


def _of_scope(scope: str, default: Json | None, verdicts: dict[str, Json], others: list[Json]) -> Json:
    rows = []
    if default is not None:
        counted = {key: default[key] for key in ("states", "complete")}
        rows.append({"reading": {}, "told": verdicts, **counted})
    rows += [{**o, "told": {v["property"]: v for v in o["verdicts"]}} for o in others]
    names = list(dict.fromkeys(name for row in rows for name in row["told"]))
    words = {name: {row["told"][name]["verdict"] for row in rows if name in row["told"]} for name in names}
    shown = [name for name in names if len(words[name]) > 1 or "VIOLATED" in words[name]]
    for row in rows:
        row["cells"] = [row["told"].get(name) for name in shown]
    return {"scope": scope, "properties": shown, "rows": rows, "same": len(names) - len(shown)}
