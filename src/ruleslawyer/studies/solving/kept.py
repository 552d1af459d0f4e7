"""Best play as it is kept in `checks/RULESET/solved.json`, so that a check does not have to solve anything."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.read import read_kept_json

FILE = "solved.json"
_PARTS = {
    "positions": int,
    "players": list,
    "assumptions": list,
    "beginnings": list,
    "first_turn": dict,
    "never_best": list,
    "decisive": list,
}
"""What must be there of the solution, since a report shows it."""


def load_solution(root: Path, ruleset: str) -> Json | None:
    """The kept solution of a ruleset, as `games --best --json` prints it; None where none is. A file of another form is
    a `UsageError`."""
    mend = f"take it away, or write it again: ruleslawyer games {ruleset} --best --keep"
    return read_kept_json(root, f"checks/{ruleset}/{FILE}", "kept figures of best play", mend, _solution)


def _solution(found: Json) -> Json:
    fits = isinstance(found["scope"], str) and isinstance(found["readings"], list)
    if not fits or not all(isinstance(found["solved"][key], type_) for key, type_ in _PARTS.items()):
        raise TypeError
    return found
