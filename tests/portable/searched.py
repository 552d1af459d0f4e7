"""A search in a module held against `explore`, scope by scope: counts, verdicts, the lengths of shortest plays."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ruleslawyer.api import Ruleset
from ruleslawyer.exploration.native import explore_natively
from ruleslawyer.rulebook.claims.caveats import qualify, shown_by_a_play
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.verdict import Verdict

SEARCH = Path(__file__).parent / "search.cjs"
FOLLOWED = ("possible", "leads_to")
Asked = tuple[str, Mapping[str, str]]
"""A scope, and a reading."""


def in_node(folder: Path, name: str, asked: Sequence[Asked], limit: int | None = None) -> list[Any]:
    """The results of the client, of each of them."""
    return _lines(folder, name, ({"scope": scope, "limit": limit, "reading": reading} for scope, reading in asked))


def breaches_in_node(folder: Path, name: str, scope: str, states: Iterable[Any]) -> list[list[str]]:
    """The properties that each of some states breaks."""
    return [said["breaches"] for said in _lines(folder, name, ({"scope": scope, "state": one} for one in states))]


def _lines(folder: Path, name: str, asked: Iterable[Any]) -> list[Any]:
    lines = map(json.dumps, asked)
    words = ["node", str(SEARCH), str(folder), name]
    done = subprocess.run(words, input="\n".join(lines), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def natively(ruleset: Ruleset, scope: str, reading: Mapping[str, str], limit: int = 100_000) -> Any:
    """The same of generated code for this machine; None where the scope has more states."""
    found = explore_natively(ruleset.transition_system(scope, dict(reading)), Limits(limit), workers=1)
    counts, system = found.counts, found.system
    if counts.stopped:
        return None
    verdicts = found.verdicts()
    return {
        "states": counts.states, "transitions": counts.transitions, "depth": counts.depth, "ended": counts.ended,
        "deadlocks": counts.deadlocked, "initial": counts.initial,
        "verdicts": {v.name: (v.word, _length(v)) for v in qualify(verdicts, system.system, system.scope)},
    }  # fmt: skip


def _length(verdict: Verdict) -> int | None:
    """How long the play is that shows it."""
    shown = shown_by_a_play(verdict.word, verdict.kind)
    return verdict.trace.length if shown and verdict.trace is not None else None


def said(found: Any) -> Any:
    """The result of a client, put the same way."""
    of = ("states", "transitions", "depth", "ended", "initial")
    return {**{key: found[key] for key in of}, "deadlocks": found["deadlocks"]["states"], "verdicts": {
        v["name"]: (v["word"], None if v["play"] is None else len(v["play"]["actions"]))
        for v in found["verdicts"]
    }}  # fmt: skip


def differences(folder: Path, ruleset: Ruleset, asked: Sequence[Asked]) -> Iterator[tuple[Asked, Any, Any]]:
    """The answers of both for each scope and reading, where they differ; where it has more states, a search has to
    stop, too."""
    for one, found in zip(asked, in_node(folder, ruleset.name, asked), strict=True):
        expected, whole = natively(ruleset, *one), None
        if "refused" in found:
            whole = found
        elif found["complete"]:
            whole = said(found)
        if whole != expected:
            yield one, whole, expected
