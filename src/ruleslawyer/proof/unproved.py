"""What is kept of a whole run for any number of cards beside what it proved (`lemmas`): why the rest is not proved.

A reason is one of a few. `false`: a play breaks it, as expected.toml says. `reading`: proved under the default reading
alone. `loop`: induction stops at a rule with a loop whose order may matter, of which only a summary is known. `lemma`:
it stops at a state that perhaps no play reaches, so that something has to be known that was not found. `time`: the
solver came to no end. Two more somebody wrote there. `number`: it is true of as many cards as the book has, not of any
number. `printed`: it is true of the cards that the book has, not of any that could be printed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from ruleslawyer.claims.as_json import Json

if TYPE_CHECKING:
    from ruleslawyer.engines.smt.lifted.verdict import AnyNumber

FILE = "unproved.json"
REASONS = {
    "false": "a play breaks it",
    "reading": "proved under the default reading alone",
    "loop": "it stops at a loop whose order may matter",
    "lemma": "something has to be known that was not found",
    "time": "the solver came to no end",
    "number": "it hangs on how many cards there are",
    "printed": "it hangs on what is printed on cards",
}
BY_HAND = ("number", "printed")
"""Reasons that no run finds, and that stand as long as the property is not proved."""


def kept(
    found: Sequence[AnyNumber], broken: Collection[str], by_default: Collection[str], loops: Collection[str],
    seconds: float, before: Json | None = None,
) -> Json:  # fmt: skip
    """The table of a run. broken: what a play breaks; by_default: what is proved under the default reading; loops: the
    rules of which only a summary is known; seconds: the processor's; before: the table that there was."""
    rows = {} if before is None else before["unproved"]
    by_hand = {name: row["why"] for name, row in rows.items() if row["why"] in BY_HAND}
    return {
        "seconds": round(seconds),
        "unproved": {
            one.property: {
                "why": by_hand.get(one.property) or _why(one, broken, by_default, loops), "rule": one.rule,
            }
            for one in sorted(found, key=lambda one: one.property) if one.verdict != "PROVED"
        },
    }  # fmt: skip


def _why(one: AnyNumber, broken: Collection[str], by_default: Collection[str], loops: Collection[str]) -> str:
    if one.property in broken:
        return "false"
    if one.property in by_default:
        return "reading"
    if one.late or not one.rule or "gave up" in one.reason:
        return "time"
    return "loop" if one.rule.rpartition(" ")[2] in loops else "lemma"


def stale(table: Json, proved: Collection[str], provable: Collection[str]) -> list[str]:
    """What a table leaves out, and what it says of properties that are proved, or that there are not."""
    unproved = table["unproved"]
    return [
        *(f"{name}: no row" for name in provable if name not in unproved and name not in proved),
        *(f"{name}: no such property" for name in unproved if name not in provable),
        *(f"{name}: it is proved" for name in unproved if name in proved),
    ]
