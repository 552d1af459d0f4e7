"""A play as a film strip: for each step the table before and after it, what changed, and the clauses that did it."""

from __future__ import annotations

import re

from ruleslawyer.base.files.content import Json

_PLACE = re.compile(r"([^\[\]]+)((?:\[[^\[\]]*\])*)")
_NOTHING = frozenset({"none", "0", "no", "{}", "empty", "closed"})
"""How a place reads at which there is nothing; what starts there is not in a play's start."""


def film(play: Json) -> list[Json]:
    """The frames of a play: the start, then each step. A frame's rows are the fields of the table that are at more
    than nothing before or after it; a cell of a row is one place of the field, with its value."""
    table = {item["place"]: item["value"] for item in play["start"]["state"]}
    frames = [{"call": play["start"]["call"], "clauses": [], "rows": _rows(table, table), "did": [], "asked": False}]
    for step in play["steps"]:
        did = [{"kind": "", "name": "", "clauses": step["clauses"], "changes": step["changes"]}, *step["then"]]
        changes = [change for part in did for change in part["changes"]]
        for change in reversed(changes):
            table[change["place"]] = change["before"]
        before = dict(table)
        table.update((change["place"], change["after"]) for change in changes)
        frames.append(
            {"call": step["call"], "clauses": step["clauses"], "rows": _rows(before, table), "did": did, "asked": False}
        )
    if play["last"]:
        frames.append({"call": play["last"], "clauses": [], "rows": _rows(table, table), "did": [], "asked": True})
    return frames


def _rows(before: dict[str, str], after: dict[str, str]) -> list[Json]:
    rows: dict[str, Json] = {}
    for place in after:
        was, now = before[place], after[place]
        if was not in _NOTHING or now not in _NOTHING:
            field, key = at(place)
            row = rows.setdefault(field, {"field": field, "changed": False, "before": [], "after": []})
            row["changed"] |= was != now
            for side, value in (("before", was), ("after", now)):
                if value not in _NOTHING or was != now:
                    row[side].append({"key": key, "value": value, "changed": was != now})
    return list(rows.values())


def at(place: str) -> tuple[str, str]:
    """``coins[Ann][hand]`` is ``coins`` at ``Ann, hand``."""
    found = _PLACE.fullmatch(place)
    if found is None:
        return place, ""
    return found[1], ", ".join(re.findall(r"\[([^\[\]]*)\]", found[2]))


def parse_call(call: str) -> Json:
    """``buy(buyer=Ann, ship=Argo)`` as its name and its named choices."""
    name, bracket, rest = call.partition("(")
    inside = rest.removesuffix(")")
    pieces = re.split(r", (?=\w+=)", inside) if bracket and inside else []
    return {"name": name, "choices": [dict(zip(("name", "value"), p.split("=", 1), strict=False)) for p in pieces]}
