"""Drafting a finding: the front matter filled in from what was met, the prose left to a person under headings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.write import toml_value, write_whole
from ruleslawyer.check.evidence.finding import FENCE, Finding, next_id
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult, ScopeResult
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.trace import Trace

_KIND = {
    "contradiction": "contradiction", "place": "contradiction", "gap": "gap", "unresolved": "gap", "unspoken": "gap",
    "unending": "non-termination", "idle": "non-termination", "violation": "loophole",
}  # fmt: skip
_PROSE = """
## What the text says

Say in your own words what each clause demands.

## Why it matters

Say who gains or loses by it, and when a table would notice.

## The shortest play

The report recomputes it from the evidence above.
"""
_TOLD = """
# The page opens with these: what happens, the question, two answers or more, and the sentence to print.
# crux = ""
# ask = ""
# wording = ""

# [[answer]]
# says = ""
# then = ""
"""


def draft(
    folder: Path,
    known: Collection[Finding],
    met: EventResult | DeadlockResult | Verdict,
    scope: str,
    reading: Mapping[str, str],
) -> Path:
    """Write a new finding about what was met in a scope under a reading; gives its file."""
    path, text = draft_finding(folder, next_id([f.id for f in known]), met, scope, reading)
    expect_new(path)
    write_whole(path, text)
    return path


def draft_met(
    ruleset: LoadedRuleset,
    result: ScopeResult,
    number: int,
    scope: str,
    reading: Mapping[str, str],
    known: Collection[Finding],
) -> Path:
    """Write a new finding about the event or deadlock that has this number in an exploration; gives its file."""
    met: list[EventResult | DeadlockResult] = [*result.events, *result.deadlocks]
    if not 1 <= number <= len(met):
        raise UsageError(f"there is no event {number}", None, f"`explore` lists {len(met)}")
    return draft(ruleset.config.findings, known, met[number - 1], scope, reading)


def at_home(path: Path, root: Path) -> str:
    """A finding's file as it is shown: from the project's root, or by its name where it lies elsewhere."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def expect_new(path: Path) -> None:
    """Nothing is overwritten."""
    if path.exists():
        raise UsageError("this file exists already", "/".join(path.parts[-3:]))


def draft_finding(
    folder: Path, id_: str, met: EventResult | DeadlockResult | Verdict, scope: str, reading: Mapping[str, str]
) -> tuple[Path, str]:
    """The file of a new finding, and what it says."""
    title, kind, clauses, questions, about = _about(met)
    severity = "high" if isinstance(met, DeadlockResult) else "medium"
    evidence = [
        "[[evidence]]",
        f"scope = {toml_value(scope)}",
        f"reading = {toml_value(dict(reading))}",
        f"ask = {toml_value(_ASK[type(met)])}",
        f"about = {toml_value(about)}",
        *([f"expect = {toml_value({'actions': len(met.trace)})}"] if met.trace is not None else []),
    ]
    return folder / f"{id_}-{slug(title)}.md", page(id_, title, kind, severity, clauses, questions, evidence)


def page(
    id_: str, title: str, kind: str, severity: str, clauses: Iterable[str], questions: list[str], evidence: list[str]
) -> str:
    """The text of a new finding's file. evidence: its lines."""
    lines = [
        FENCE,
        f"id = {toml_value(id_)}",
        f"title = {toml_value(title)}",
        f"kind = {toml_value(kind)}",
        f"severity = {toml_value(severity)}",
        'state = "open"',
        f"clauses = {toml_value(list(clauses))}",
        f"questions = {toml_value(questions)}",
        _TOLD,
        *evidence,
        FENCE,
    ]
    return "\n".join(lines) + "\n" + _PROSE


_ASK = {EventResult: "event", DeadlockResult: "deadlock", Verdict: "verdict"}


def _about(
    met: EventResult | DeadlockResult | Verdict,
) -> tuple[str, str, tuple[str, ...], list[str], dict[str, object]]:
    """The title, kind, clauses and questions of a finding, and what its query names."""
    if isinstance(met, DeadlockResult):
        unspoken, forbidden = list(met.unspoken), list(dict.fromkeys(n for _, n in met.forbidden))
        about: dict[str, object] = {"unspoken": unspoken} if unspoken or not forbidden else {}
        if forbidden:
            about["forbidden"] = forbidden
        return "nobody may act, and the game is not over", "gap", _last_clauses(met.trace), [], about
    if isinstance(met, Verdict):
        return met.name.replace("_", " "), "loophole", met.cites, [], {"property": met.name}
    event = met.event
    about = {"kind": event.kind, "subject": event.subject}
    if event.pair and event.kind == "contradiction":
        about["pair"] = list(event.pair)
    questions = [event.choice] if event.choice and ":" not in event.choice else []
    clauses = tuple(dict.fromkeys(event.cites)) or _last_clauses(met.trace)
    return event.title, _KIND.get(event.kind, "ambiguity"), clauses, questions, about


def _last_clauses(trace: Trace) -> tuple[str, ...]:
    """The clauses behind the last thing that happened, where what is wrong cites none."""
    last = trace.steps[-1] if trace.steps else trace.start
    return tuple(dict.fromkeys((*last.clauses, *(c for s in last.substeps for c in s.cites))))


def slug(title: str) -> str:
    """A title as the name of a file."""
    words = re.findall(r"[a-z0-9]+", title.lower())
    return "-".join(words)[:60].strip("-") or "unnamed"
