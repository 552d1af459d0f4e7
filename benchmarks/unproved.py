"""The table of what a run did not prove for any number of cards, as `proof/unproved.py` reads it, and why."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.smt.lifted.verdict import AnyNumber

BY_HAND = ("number", "printed")
"""Reasons that no run finds, and that stand as long as the property is not proved."""
PLAIN = ("why", "stops", "rule", "default")
"""A run's row for a property: the reason; why induction stops, and at which rule; and whether it is proved under the
default reading. Of what is false the reading, the scope, what that has otherwise than the book, and the play come on
top."""


def kept(
    found: Sequence[AnyNumber], by_default: Collection[str], loops: Collection[str], seconds: float,
    before: Json | None = None,
) -> Json:  # fmt: skip
    """The table of a run. by_default: what is proved under the default reading; loops: the rules of which only a
    summary is known; seconds: the processor's; before: the table that there was, which knows more of what this run had
    no time for."""
    rows = {} if before is None else before["unproved"]
    return {
        "seconds": round(seconds),
        "unproved": {
            one.property: _row(one, one.property in by_default, loops, rows.get(one.property, {}))
            for one in sorted(found, key=lambda one: one.property) if one.verdict != "PROVED"
        },
    }  # fmt: skip


def _row(one: AnyNumber, by_default: bool, loops: Collection[str], before: Json) -> Json:
    stops, rule = _stops(one, loops), one.rule
    if one.late and not rule and before:
        stops, rule = before["stops"], before["rule"]
        by_default = by_default or before.get("default", False)
    why = before["why"] if before.get("why") in BY_HAND else stops
    return {"why": why, "stops": stops, "rule": rule, **({"default": True} if by_default else {})}


def _stops(one: AnyNumber, loops: Collection[str]) -> str:
    if one.late or not one.rule or "gave up" in one.reason:
        return "time"
    return "loop" if one.rule.rpartition(" ")[2] in loops else "lemma"


def explained(table: Json, against: Mapping[str, Json], unknown: Mapping[str, Collection[str]]) -> Json:
    """A table with what is known besides. against: of what a play breaks its reading, scope and play; unknown: of what
    each other property hangs that is not kept."""
    return {**table, "unproved": {
        name: _explained(row, against.get(name), unknown.get(name, ())) for name, row in table["unproved"].items()
    }}  # fmt: skip


def _explained(row: Json, against: Json | None, unknown: Collection[str]) -> Json:
    plain = {key: row[key] for key in PLAIN if key in row} | {
        "why": row["why"] if row["why"] in BY_HAND else row["stops"]
    }
    if against is not None:
        return {**plain, "why": "false", **against}
    if row["why"] in BY_HAND:
        return plain
    if row.get("default"):
        return {**plain, "why": "reading"}
    why = next((kind for kind in ("order", "geometry") if kind in unknown), None)
    return {**plain, "why": why} if why else plain
