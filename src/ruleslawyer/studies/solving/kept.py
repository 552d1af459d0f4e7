"""Best play as it is kept in `checks/RULESET/solved.json`, so that a check does not have to solve anything."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, is_there, json_value
from ruleslawyer.base.files.read import read_text

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
    shown = f"checks/{ruleset}/{FILE}"
    if not is_there(root / shown):
        return None
    mend = f"take it away, or write it again: ruleslawyer games {ruleset} --best --keep"
    try:
        found: Json = json_value(read_text(root / shown, shown, mend))
        fits = isinstance(found["scope"], str) and isinstance(found["readings"], list)
        fits = fits and all(isinstance(found["solved"][key], type_) for key, type_ in _PARTS.items())
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError("this is no file of kept figures of best play", shown, mend) from error
    if not fits:
        raise UsageError("this is no file of kept figures of best play", shown, mend)
    return found
