"""The impact matrix: the readings that were explored, against the properties on which they do not agree."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json


def matrix(r: Json) -> list[Json]:
    """For each scope that was explored under several readings, or whose answers were asked: a row for each reading,
    the default first, a column for each property on which two rows are known to differ, or that is violated in one;
    how many a reading leaves unknown that the default decides; whether they differ; and the choices that were asked,
    those that change something and those that do not."""
    by_default: dict[str, dict[str, Json]] = {}
    for p in r["properties"]:
        by_default.setdefault(p["scope"], {})[p["property"]] = p
    states = {s["scope"]: s for s in r["scopes"]}
    asked = {one["scope"]: one for one in r["impact"]["scopes"]} if r["impact"] else {}
    others: dict[str, list[Json]] = {scope: _rows_without_play(one) for scope, one in asked.items()}
    for o in r["others"]:
        others.setdefault(o["scope"], []).append(o)
    return [
        {
            **_of_scope(scope, states.get(scope), by_default.get(scope, {}), rows),
            **_answers(asked.get(scope) or {"choices": {}, "changes": [], "stopped": ""}),
        }
        for scope, rows in others.items()
    ]


def _rows_without_play(asked: Json) -> list[Json]:
    """Rows of the answers of which it is known that they change something, and not by which play."""
    return [
        {
            "reading": {c["choice"]: c["option"]}, "states": None, "complete": False,
            "verdicts": [
                {"property": name, "verdict": v["after"], "play": None} for name, v in c["verdicts"].items()
            ],
        }
        for c in asked["changes"] if not c["explored"]
    ]  # fmt: skip


def _answers(asked: Json) -> Json:
    changing = {c["choice"] for c in asked["changes"]}
    idle = [name for name in asked["choices"] if name not in changing]
    return {"asked": asked["choices"], "changing": changing, "idle": idle, "stopped": asked["stopped"]}


def _of_scope(scope: str, default: Json | None, verdicts: dict[str, Json], others: list[Json]) -> Json:
    rows = []
    if default is not None:
        counted = {key: default[key] for key in ("states", "complete")}
        rows.append({"reading": {}, "told": verdicts, **counted})
    rows += [{**o, "told": {v["property"]: v for v in o["verdicts"]}} for o in others]
    names = list(dict.fromkeys(name for row in rows for name in row["told"]))
    words = {name: {row["told"][name]["verdict"] for row in rows if name in row["told"]} for name in names}
    known = {name: found - {"UNKNOWN"} for name, found in words.items()}
    shown = [name for name in names if len(known[name]) > 1 or "VIOLATED" in known[name]]
    shown.sort(key=lambda name: (len(known[name]) == 1, "VIOLATED" not in known[name]))
    own = {name: v["verdict"] for name, v in verdicts.items()}
    for row in rows:
        told = ((name, row["told"].get(name)) for name in shown)
        row["cells"] = [v and {**v, "changed": v["verdict"] != own.get(name, v["verdict"])} for name, v in told]
        row["unknown"] = sum(
            v["verdict"] == "UNKNOWN" and own.get(name, "UNKNOWN") != "UNKNOWN" for name, v in row["told"].items()
        )
    differs = any(len(found) > 1 for found in known.values())
    return {"scope": scope, "properties": shown, "rows": rows, "same": len(names) - len(shown), "differs": differs}
