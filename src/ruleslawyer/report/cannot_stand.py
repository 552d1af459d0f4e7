"""Clauses that cannot all stand, for their page: each minimal set with the play that meets it, and what mends it."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.base.files.content import Json


def cannot_stand(r: Json) -> Iterator[Json]:
    """For each subject over which clauses clash, and each kind of dead end: its minimal sets, as rules, each with play
    and findings; and the smallest sets of clauses without which the others can stand."""
    for found in r["cores"]["clashes"]:
        told = {frozenset(s["name"] for s in e["sides"]): e for e in r["events"] if e["subject"] == found["subject"]}
        yield {
            **_common(found),
            "kind": "clash",
            "subject": found["subject"],
            "cores": [_core(found, core, told.get(frozenset(core))) for core in found["cores"]],
        }
    for found in r["cores"]["deadlocks"]:
        end = next((d for d in r["deadlocks"] if _same(d, found)), None)
        yield {
            **_common(found),
            "kind": "deadlock",
            "subject": found["scope"],
            "cores": [_core(found, core, end) for core in found["cores"]],
        }


def _common(found: Json) -> Json:
    least = min(map(len, found["corrections"]), default=0)
    return {
        "smallest": [c for c in found["corrections"] if len(c) == least],
        "complete": found["complete"],
    }


def _core(found: Json, core: list[str], met: Json | None) -> Json:
    rules = {rule["name"]: rule for rule in found["rules"]}
    return {
        "rules": [rules[name] for name in core],
        "play": met["play"] if met else None,
        "findings": met["findings"] if met else [],
    }


def _same(deadlock: Json, found: Json) -> bool:
    """Whether a dead end of the check is the one of these cores."""
    forbidden = [[f["action"], f["by"]["name"]] for f in deadlock["forbidden"]]
    unspoken = [rule["name"] for rule in deadlock["unspoken"]]
    return (deadlock["scope"], unspoken, forbidden) == (found["scope"], found["unspoken"], found["forbidden"])
