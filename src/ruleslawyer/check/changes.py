"""Differences between two checks of a ruleset, a line for each: what an edit changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ruleslawyer.check.result import RulesetResult
from ruleslawyer.rulebook.claims.result import ScopeResult


def changes(before: RulesetResult, after: RulesetResult) -> list[str]:
    """The differences by name: counts, events, dead ends and verdicts of each scope, proofs, findings, clauses that are
    shown, and shortfalls."""
    return [
        *_of_scopes(before.scopes, after.scopes),
        *_word_changes(_proofs(before), _proofs(after), "{}"),
        *_word_changes(_findings(before), _findings(after), f"finding {after.name}/{{}}"),
        *_apart("scenario shows", _scenario_rules(before), _scenario_rules(after)),
        *_apart("falls short", _short(before), _short(after)),
    ]


def _of_scopes(before: Iterable[ScopeResult], after: Iterable[ScopeResult]) -> Iterator[str]:
    old, new = ({scope.scope.name: scope for scope in scopes} for scopes in (before, after))
    yield from _apart("scope", dict.fromkeys(old), dict.fromkeys(new))
    for name, scope in new.items():
        if name in old:
            yield from (f"{name}: {line}" for line in _of_scope(old[name], scope))


def _of_scope(old: ScopeResult, new: ScopeResult) -> Iterator[str]:
    for count in ("states", "transitions", "depth", "deadlocked"):
        was, now = getattr(old, count), getattr(new, count)
        if was != now:
            yield f"{count}: {now}, was {was}"
    yield from _word_changes(
        {"the exploration": old.stopped or "whole"}, {"the exploration": new.stopped or "whole"}, "{}"
    )
    yield from _apart("event", *(dict.fromkeys(one.event.title for one in scope.events) for scope in (old, new)))
    yield from _apart("dead end", *(dict.fromkeys(", ".join(d.unspoken) for d in s.deadlocks) for s in (old, new)))
    yield from _word_changes({v.name: v.word for v in old.verdicts}, {v.name: v.word for v in new.verdicts}, "{}")


def _proofs(result: RulesetResult) -> dict[str, str]:
    return {f"proof of {proof.property}": proof.verdict for proof in result.proofs}


def _findings(result: RulesetResult) -> dict[str, str]:
    return {one.finding.id: "reproduces" if one.reproduced else "no longer reproduces" for one in result.findings}


def _scenario_rules(result: RulesetResult) -> dict[str, None]:
    return dict.fromkeys(f"{site.rule} ({site.clause})" for site in result.replays)


def _short(result: RulesetResult) -> dict[str, None]:
    return dict.fromkeys(shortfall.message for shortfall in result.falls_short)


def _apart(kind: str, old: Mapping[str, None], new: Mapping[str, None]) -> Iterator[str]:
    """Lines for what is there for the first time, and for what is there no more."""
    yield from (f"new {kind}: {name}" for name in new if name not in old)
    yield from (f"no more {kind}: {name}" for name in old if name not in new)


def _word_changes(old: Mapping[str, str], new: Mapping[str, str], form: str) -> Iterator[str]:
    for name, word in new.items():
        if name not in old:
            yield f"new: {form.format(name)}: {word}"
        elif old[name] != word:
            yield f"{form.format(name)}: {word}, was {old[name]}"
    yield from (f"gone: {form.format(name)}, was {word}" for name, word in old.items() if name not in new)
