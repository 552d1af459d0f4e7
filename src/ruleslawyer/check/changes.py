"""Differences between two checks of a ruleset, a line for each: what an edit changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ruleslawyer.check.glance import COUNTS, Glance
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.register.sites import Site


def changes(before: RulesetResult, after: RulesetResult) -> list[str]:
    """The differences by name: outcomes of scenarios, verdicts, counts, events and dead ends of each scope, proofs,
    findings, clauses that are shown, and shortfalls."""
    return [
        *changes_of_scenarios(before.scenarios, after.scenarios),
        *_of_scopes(before.scopes, after.scopes),
        *_word_changes(_proofs(before), _proofs(after), "{}"),
        *_word_changes(_findings(before), _findings(after), f"finding {after.name}/{{}}"),
        *changes_of_replays(before, after.scenarios, after.replays),
        *_apart("falls short", _short(before), _short(after)),
    ]


def changes_of_scenarios(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The scenarios that come out otherwise: what was expected, and what is found. They are given as in a result."""
    old, new = ({name: f"FAILS: {one}" if one else "passes" for name, one in some.items()} for some in (before, after))
    return list(_word_changes(old, new, "scenario {}"))


def changes_of_replays(before: RulesetResult, scenarios: Mapping[str, str], after: Iterable[Site]) -> list[str]:
    """The clauses that are shown, or shown no more, by scenarios that come out as before."""
    same = {name.partition(": ")[2] for name, one in scenarios.items() if before.scenarios.get(name) == one}
    old, new = (
        dict.fromkeys(f"{site.rule} ({site.clause})" for site in sites if site.rule in same)
        for sites in (before.replays, after)
    )
    return list(_apart("scenario shows", old, new))


def changes_of_scope(old: ScopeResult, new: ScopeResult) -> list[str]:
    """The differences of one scope."""
    return [f"{new.scope.name}: {line}" for line in _of_scope(old, new)]


def changes_at_a_glance(old: ScopeResult, new: Glance) -> list[str]:
    """The same as far as a glance goes: verdicts and counts."""
    was = {verdict.name: verdict.word for verdict in old.verdicts if verdict.name in new.words}
    now = {name: word for name, word in new.words.items() if name in was}
    lines = (*_word_changes(was, now, "{}"), *_count_changes({name: getattr(old, name) for name in COUNTS}, new.counts))
    return [f"{new.scope.name}: {line}" for line in lines]


def _of_scopes(before: Iterable[ScopeResult], after: Iterable[ScopeResult]) -> Iterator[str]:
    old, new = ({scope.scope.name: scope for scope in scopes} for scopes in (before, after))
    yield from _apart("scope", dict.fromkeys(old), dict.fromkeys(new))
    for name, scope in new.items():
        if name in old:
            yield from changes_of_scope(old[name], scope)


def _of_scope(old: ScopeResult, new: ScopeResult) -> Iterator[str]:
    yield from _word_changes({v.name: v.word for v in old.verdicts}, {v.name: v.word for v in new.verdicts}, "{}")
    yield from _count_changes(*({name: getattr(scope, name) for name in COUNTS} for scope in (old, new)))
    yield from _word_changes(
        {"the exploration": old.stopped or "whole"}, {"the exploration": new.stopped or "whole"}, "{}"
    )
    yield from _apart("event", *(dict.fromkeys(one.event.title for one in scope.events) for scope in (old, new)))
    yield from _apart("dead end", *(dict.fromkeys(", ".join(d.unspoken) for d in s.deadlocks) for s in (old, new)))


def _count_changes(old: Mapping[str, int], new: Mapping[str, int]) -> Iterator[str]:
    yield from (f"{name}: {now}, was {old[name]}" for name, now in new.items() if now != old[name])


def _proofs(result: RulesetResult) -> dict[str, str]:
    return {f"proof of {proof.property}": proof.verdict for proof in result.proofs}


def _findings(result: RulesetResult) -> dict[str, str]:
    return {one.finding.id: "reproduces" if one.reproduced else "no longer reproduces" for one in result.findings}


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
