"""The reasons why properties are not proved for any number of cards, kept of a whole run beside what it proved
(`lemmas`).

A reason is one of a few. `false`: a play breaks it, under the reading that the row says, in its scope. `reading`: it is
proved under the default reading alone, and no play of a small scope is known that breaks it under another. `order`:
what it says after the rule hangs on who lies in a pile below its top; `geometry`: on where the places of a grid lie.
`loop`: induction stops at a rule with a loop whose order may matter, of which only a summary is known. `lemma`: it
stops at a state that perhaps no play reaches, so that something has to be known that was not found. `time`: the solver
came to no end. Two more somebody wrote there. `number`: it is true of as many cards as the book has, not of any number.
`printed`: it is true of the cards that the book has, not of any that could be printed.
"""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.read import read_kept_json

UNPROVED = "unproved.json"
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


def load_rows(root: Path, ruleset: str) -> dict[str, Json]:
    """The rows of a ruleset's table, by property; none where there is none. A file of another form is a
    `UsageError`."""
    mend = "take it away, or write it again: python -m benchmarks any_number"
    return read_kept_json(root, f"checks/{ruleset}/{UNPROVED}", "unproved properties", mend, _rows) or {}


def _rows(found: Json) -> dict[str, Json]:
    rows: dict[str, Json] = found["unproved"]
    if not all(row["why"] in REASONS and isinstance(row["rule"], str) for row in rows.values()):
        raise ValueError
    return rows
