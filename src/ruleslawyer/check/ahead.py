"""The part of a check that an edit bears on, ahead of the rest: scenarios, and scopes in which a changed rule acted."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from ruleslawyer.check.changes import changes_of_replays, changes_of_scenarios, changes_of_scope
from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.check.explorations import Explorations, Watch
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.check.scenarios import Scenarios
from ruleslawyer.exploration.explore import SMALL
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.rulebook.answers.canonical import Digest
from ruleslawyer.rulebook.answers.inputs import inputs
from ruleslawyer.rulebook.answers.meaning import meaning
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

AHEAD = 5.0
"""Seconds after which no further scope is explored ahead: all of them together are quicker side by side."""


@dataclass(frozen=True, slots=True)
class Read:
    """A ruleset that was read, with a digest of its files at that time."""

    ruleset: LoadedRuleset
    files: Digest


def note_rules(ruleset: LoadedRuleset) -> Read:
    """Read all rules of a ruleset as they are now, so that what is edited later can be held against them."""
    found = Read(ruleset, inputs(ruleset.root, ruleset.config))
    meaning(ruleset).functions()
    return found


def changes_ahead(was: Read, before: RulesetResult, now: Read, answers: Answers, watch: Watch) -> Iterator[list[str]]:
    """The first differences from the check of a ruleset as it was, a few lines at a time as they are known: scenarios
    by turns with scopes that take no code, then the other scopes. Nothing comes where nothing is edited, or no answer
    is kept: all of it would be made twice."""
    if answers.folder is None or was.files == now.files:
        return
    ruleset = now.ruleset
    rules = changed_rules(was.ruleset, ruleset)
    clauses, scopes = {clause for rule in rules for clause in rule.cites}, _scopes(before, rules, ruleset.system)
    coming, small = _of_scopes(scopes, ruleset, answers, watch), sum(1 for _ in takewhile(_is_small, scopes))
    for turn, lines in enumerate(_of_scenarios(before, ruleset, answers, clauses, watch)):
        yield lines
        if turn < small:
            yield next(coming, [])
    yield from coming


def changed_rules(before: LoadedRuleset, now: LoadedRuleset) -> tuple[Rule, ...]:
    """The rules, of before and of now, that say something else in the other one, and those that they are exceptions
    to; of a function that is no rule's, the rules that run it."""
    was, is_ = meaning(before).functions(), meaning(now).functions()
    changed = {name for name in was.keys() | is_.keys() if was.get(name) != is_.get(name)}
    return tuple(rule for each in (before, now) for rule in _resting_on(each.system, changed)) if changed else ()


def _resting_on(system: System, changed: Collection[str]) -> Iterator[Rule]:
    rules, functions = system.rules(), Functions(system)
    of_rules = {function.name for rule in rules for function in rule.functions}
    found = set[str]()
    for rule in rules:
        run = rule.functions if of_rules.issuperset(changed) else functions.behind(rule.functions)
        if any(function.name in changed for function in run):
            found.add(rule.name)
    yield from (rule for rule in rules if rule.name in found or not found.isdisjoint(rule.exceptions))


def _of_scenarios(
    before: RulesetResult, ruleset: LoadedRuleset, answers: Answers, clauses: Collection[str], watch: Watch
) -> Iterator[list[str]]:
    """The differences in scenarios: of each file, of those first that name one of some clauses."""
    scenarios, old = Scenarios(ruleset, answers), before.scenarios
    scenarios.want(findings_of(ruleset))
    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in scenarios.files()}
    for path in sorted(texts, key=lambda path: not any(f'"{clause}"' in texts[path] for clause in clauses)):
        with watch(f"{ruleset.name}, scenarios"):
            found = scenarios.play_file(path)
        yield changes_of_scenarios({name: old[name] for name in found if name in old}, found)
    yield changes_of_scenarios(old, scenarios.outcomes())
    yield changes_of_replays(before, scenarios.outcomes(), scenarios.replays())


def _of_scopes(
    scopes: Iterable[ScopeResult], ruleset: LoadedRuleset, answers: Answers, watch: Watch
) -> Iterator[list[str]]:
    """The differences in scopes that are still there, until they have taken a while."""
    spent, explorations = 0.0, Explorations(ruleset, watch, answers=answers)
    for old in scopes:
        if spent > AHEAD:
            return
        name, began = old.scope.name, time.perf_counter()
        if name in ruleset.scopes() and ruleset.is_explored(name):
            found = changes_of_scope(old, explorations.result(name, {}))
            spent += time.perf_counter() - began
            yield found


def _is_small(scope: ScopeResult) -> bool:
    """True for a scope that takes no code: after an edit that is made anew."""
    return scope.states <= SMALL


def _scopes(result: RulesetResult, rules: Collection[Rule], system: System) -> list[ScopeResult]:
    """The scopes in which a verdict hangs on one of some rules, then those in which one did something, what it hangs
    on, or another that hangs there; of each what had least states first. Those that take no code go before the rest of
    which the rules themselves did something, and so it is again with what is near them."""
    names, bases = {rule.name for rule in rules}, {rule.base for rule in rules}
    near = {rule.name for rule in system.rules() if rule.base in bases}
    found = []
    for one in result.scopes:
        seen = one.live | one.decisive | one.effects
        hanging = one.decisive | {verdict.name for verdict in one.verdicts}
        tiers = [bool(some) for some in (names & hanging, names & seen, bases & seen, near & seen)]
        if any(tiers):
            tier = tiers.index(True)
            found.append((tier > 1, not _is_small(one), tier, one.states, one.scope.name, one))
    return [one for *_, one in sorted(found, key=lambda row: row[:5])]
