"""What a sweep has done, a line of JSON for each scope, so that it goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ruleslawyer.files.journal import Journal, Line
from ruleslawyer.sweep.met import Outcome

DEALT, BY_HAND = "scope", "by_hand"
Key: TypeAlias = tuple[str, str]
Done: TypeAlias = Journal[Key, Outcome]
"""The outcomes of scopes that were dealt, and the rules that those make live which were made by hand."""


def key_of(members: tuple[str, ...], values: Mapping[str, Any]) -> Key:
    """A scope by its cards and what is not as usual."""
    return DEALT, json.dumps([list(members), dict(sorted(values.items()))], ensure_ascii=False, sort_keys=True)


def noted(file: Path | None, header: Line) -> Done:
    """With a file, each outcome is written as it comes, and those that met nothing are read. `header`: what a sweep has
    to have in common with one that goes on: the rules, the base, and how each scope is explored."""
    return Journal(file, "sweep", header, _read, _line, "sweep")


def _line(key: Key, outcome: Outcome) -> Line:
    kind, name = key
    return {kind: name, "live": sorted(outcome.live)} if kind == BY_HAND else {kind: name, **outcome.json()}


def _read(line: Line) -> tuple[Key, Outcome] | None:
    if BY_HAND in line:
        return (BY_HAND, line[BY_HAND]), Outcome(live=tuple(line["live"]))
    key, outcome = (DEALT, line[DEALT]), Outcome.read(line)
    return None if outcome.met else (key, outcome)  # what was news is asked again: a finding may name it by now
