"""What is kept of a whole run for any number of cards beside what it proved (`lemmas`): why the rest is not proved.

A reason is one of a few. `false`: a play breaks it, under the reading that the row says, in its scope. `reading`: it is
proved under the default reading alone, and no play of a small scope is known that breaks it under another. `order`:
what it says after the rule hangs on who lies in a pile below its top; `geometry`: on where the places of a grid lie.
`loop`: induction stops at a rule with a loop whose order may matter, of which only a summary is known. `lemma`: it
stops at a state that perhaps no play reaches, so that something has to be known that was not found. `time`: the solver
came to no end. Two more somebody wrote there. `number`: it is true of as many cards as the book has, not of any number.
`printed`: it is true of the cards that the book has, not of any that could be printed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.files.content import Json, is_there, json_value
from ruleslawyer.files.read import read_text

if TYPE_CHECKING:  # a row is read without a solver too
    from ruleslawyer.engines.smt.lifted.verdict import AnyNumber

FILE = "unproved.json"
REASONS = {
    "false": "a play breaks it",
    "reading": "proved under the default reading alone",
    "order": "it hangs on the order of a pile",
    "geometry": "it hangs on where the places of a grid lie",
    "loop": "it stops at a loop whose order may matter",
    "lemma": "something has to be known that was not found",
    "time": "the solver came to no end",
    "number": "it hangs on how many cards there are",
    "printed": "it hangs on what is printed on cards",
}
BY_HAND = ("number", "printed")
"""Reasons that no run finds, and that stand as long as the property is not proved."""
PLAIN = ("why", "stops", "rule", "default")
"""What a run says of a property: the reason; why induction stops, and at which rule; and whether it is proved under the
default reading. Of what is false the reading, the scope, what that has otherwise than the book, and the play come on
top."""


def load_unproved(root: Path, ruleset: str) -> dict[str, Json]:
    """The rows of a ruleset's table, by property; none where there is none."""
    shown = f"checks/{ruleset}/{FILE}"
    if not is_there(root / shown):
        return {}
    mend = "take it away, or write it again: python -m benchmarks.any_number"
    try:
        rows: dict[str, Json] = json_value(read_text(root / shown, shown, mend))["unproved"]
        if not all(row["why"] in REASONS and isinstance(row["rule"], str) for row in rows.values()):
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError("this is not what is kept of what is not proved", shown, mend) from error
    return rows


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
    if row["why"] in BY_HAND:
        return plain
    if against is not None:
        return {**plain, "why": "false", **against}
    if row.get("default"):
        return {**plain, "why": "reading"}
    why = next((kind for kind in ("order", "geometry") if kind in unknown), None)
    return {**plain, "why": why} if why else plain


def stale(table: Json, proved: Collection[str], provable: Collection[str]) -> list[str]:
    """What a table leaves out, and what it says of properties that are proved, or that there are not."""
    unproved = table["unproved"]
    return [
        *(f"{name}: no row" for name in provable if name not in unproved and name not in proved),
        *(f"{name}: no such property" for name in unproved if name not in provable),
        *(f"{name}: it is proved" for name in unproved if name in proved),
    ]
