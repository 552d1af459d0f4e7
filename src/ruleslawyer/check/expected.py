"""Verdicts that are expected although they are not the best one: `checks/<ruleset>/expected.toml`, each with a reason.

    [tiny.nobody_goes_broke]
    verdict = "VIOLATED"
    reason = "upkeep may take the last coin"

`[every.property]` speaks of all scopes that have no entry of their own for it, and of proofs.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from ruleslawyer.claims.readings import nearest
from ruleslawyer.claims.verdict import Word
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.files.places import Places
from ruleslawyer.files.read import parse_toml, read_text

OPEN = "open"
"""The scope of proofs, whose properties are more than the declared checks: the ranges of every write too."""

EVERY = "every"

GOOD: tuple[Word, ...] = ("PROVED", "HOLDS IN SCOPE")
_EXAMPLE = 'write `[scope.property]` with verdict = "VIOLATED" and reason = "…"'


@dataclass(frozen=True, slots=True)
class Expectation:
    verdict: str
    reason: str


Expectations = Mapping[tuple[str, str], Expectation]
"""(scope, property) → what is expected there."""


def load_expected(root: Path, ruleset: str, properties: Mapping[str, object]) -> Expectations:
    """The file of a ruleset; nothing where there is none."""
    place = f"checks/{ruleset}/expected.toml"
    path = root / place
    if not os.path.lexists(path):
        return {}
    text = read_text(path, place)
    places = Places(place, text)

    def at(*keys: str) -> str:
        return f"{place}:{places.find(keys).line}"

    found = {}
    for scope, table in parse_toml(text, place, _EXAMPLE).items():
        if not isinstance(table, dict):
            raise UsageError(f"`{scope}` must be a table", at(scope), _EXAMPLE)
        for name, entry in table.items():
            if scope != OPEN and name not in properties:
                raise UsageError(f"`{scope}.{name}` is no property", at(scope, name), nearest(name, properties))
            found[scope, name] = _entry(entry, at(scope, name))
    return found


def _entry(entry: object, place: str) -> Expectation:
    if not isinstance(entry, dict) or set(entry) != {"verdict", "reason"}:
        raise UsageError("an expectation has exactly `verdict` and `reason`", place, _EXAMPLE)
    verdict, reason = entry["verdict"], entry["reason"]
    if verdict not in get_args(Word):
        raise UsageError(f"`{verdict}` is no verdict", place, nearest(str(verdict), get_args(Word)))
    if not isinstance(reason, str) or not reason.strip():
        raise UsageError("the reason is empty", place, "say why this verdict is the right one")
    return Expectation(verdict, reason)


def expectation_of(expected: Expectations, scope: str, name: str) -> Expectation | None:
    """What is expected of a property in a scope: its own entry, or the one for every scope."""
    return expected.get((scope, name)) or expected.get((EVERY, name))


def falls_short(word: str, expectation: Expectation | None) -> bool:
    """Whether a verdict is not what was expected: by default, a good one."""
    return word not in GOOD if expectation is None else word != expectation.verdict
