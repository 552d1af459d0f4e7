"""A search in a module held against `explore`, scope by scope: counts, verdicts, the lengths of shortest plays."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ruleslawyer.api import Ruleset
from ruleslawyer.exploration.native import explore_natively
from ruleslawyer.ir.rules import Check
from ruleslawyer.play.replay import wait_problem
from ruleslawyer.play.rules import Rules
from ruleslawyer.rulebook.claims.cone import qualify
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.promised import member_of
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import ReplayError, play, replay
from ruleslawyer.semantics.transition import TransitionSystem

SEARCH = Path(__file__).parent / "search.cjs"
Asked = tuple[str, Mapping[str, str]]
"""A scope, and a reading."""


def in_node(folder: Path, name: str, asked: Sequence[Asked], limit: int | None = None) -> list[Any]:
    """The results of the client, of each of them."""
    return _lines(folder, name, ({"scope": scope, "limit": limit, "reading": reading} for scope, reading in asked))


def with_memory(folder: Path, name: str, scope: str, pages: Sequence[int]) -> list[Any]:
    """The results of a search of ten states at most, with so many pages of memory each."""
    return _lines(folder, name, ({"scope": scope, "limit": 10, "pages": most} for most in pages))


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
    """The same of generated code for this machine, but for promises of answers; None: it has more states."""
    found = explore_natively(ruleset.transition_system(scope, dict(reading)), Limits(limit), workers=1)
    counts, system = found.counts, found.system
    if counts.stopped:
        return None
    verdicts = found.verdicts()
    return {
        "states": counts.states, "transitions": counts.transitions, "depth": counts.depth, "ended": counts.ended,
        "deadlocks": counts.deadlocked, "initial": counts.initial,
        "verdicts": {
            v.name: (v.word, dict(v.member), _length(v))
            for v in qualify(verdicts, system.system, system.scope)
            if v.name not in ruleset.system.promises  # of answers a file asks none
        },
    }  # fmt: skip


def _length(verdict: Verdict) -> int | None:
    """How long the play is that shows it: a way round may have any length."""
    shown = verdict.word == ("HOLDS IN SCOPE" if verdict.kind == "sometimes" else "VIOLATED")
    return verdict.trace.length if shown and verdict.trace is not None and verdict.trace.back is None else None


def why_not_shown(system: TransitionSystem, check: Check, verdict: Any) -> str:
    """The reason why the play of a client does not violate what must come; empty where it does."""
    codec, shown = Codec(system.system, system.scope), verdict["play"]
    start = list(Rules(system).starts())[shown["start"]][0]
    taken = tuple(codec.parse_instance(action, "action") for action in shown["actions"])
    trace = play(system, start, taken, back=shown.get("back"))
    try:
        replay(system, trace)
    except ReplayError as error:
        return str(error)
    member = verdict.get("member", {})
    whom = next(one for one in system.members_of(check) if dict(member_of(system, check, one)) == member)
    return wait_problem(system, check, whom, trace)


def said(found: Any) -> Any:
    """The result of a client, put the same way."""
    of = ("states", "transitions", "depth", "ended", "initial")
    return {**{key: found[key] for key in of}, "deadlocks": found["deadlocks"]["states"], "verdicts": {
        v["name"]: (
            v["word"], v.get("member", {}),
            None if v["play"] is None or "back" in v["play"] else len(v["play"]["actions"]),
        )
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
