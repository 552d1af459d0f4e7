"""The part of a check that an edit bears on, ahead of the rest: scenarios in which a changed function ran, and beside
them scopes in which a changed rule acted."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.processes.executor import Executor, Job, processors
from ruleslawyer.base.processes.pool import Workers
from ruleslawyer.check.changes import changes_at_a_glance, changes_of_replays, changes_of_scenarios
from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.check.evidence.known_limits import limits_of
from ruleslawyer.check.explorations import Watch
from ruleslawyer.check.glance import Glance, Look, ReadRules, Rehearsal, glance
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.check.scenarios import Scenarios
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.rulebook.answers.meaning import inputs, meaning
from ruleslawyer.rulebook.answers.store import Answers, Digest
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

AHEAD = 10.0
"""Seconds after the scenarios in which scopes are looked at ahead: all of a check is quicker on all cores."""
LIKELIER = 4
"""A file of scenarios that names a clause of the edit goes before another one so many times shorter."""


@dataclass(frozen=True, slots=True)
class Read:
    """A ruleset that was read, with a digest of its files at that time."""

    ruleset: LoadedRuleset
    files: Digest


@dataclass(frozen=True, slots=True)
class Checked:
    """A ruleset as it was read, the result of its check, and of each file of scenarios the functions that ran in it
    (None: any may have)."""

    read: Read
    result: RulesetResult
    ran: Mapping[Path, frozenset[str] | None]


@contextmanager
def ready(checked: Iterable[Checked]) -> Iterator[Executor | None]:
    """A process that has loaded what it needs to look at scopes, and waits; None where there is one core."""
    scopes = [(one, scope) for one in checked for scope in one.result.scopes]
    if not scopes or processors() == 1:
        yield None
        return
    some, scope = min(scopes, key=lambda each: each[1].states)
    with Workers(width=1) as workers:
        workers.want(Rehearsal(some.read.ruleset.root, some.result.name, scope.scope.name))
        workers.start()
        yield workers


def note_rules(ruleset: LoadedRuleset, was: Read | None = None, beside: Executor | None = None) -> Read:
    """Read all rules of a ruleset as they are now, so that what is edited later can be held against them; who works
    beside reads them meanwhile. What was read of the ruleset before is most of it."""
    found = Read(ruleset, inputs(ruleset.root, ruleset.config))
    if beside is not None and was is not None and was.files != found.files:
        beside.want(ReadRules(ruleset.root, ruleset.name))
        beside.start()
    meaning(ruleset).functions(None if was is None else meaning(was.ruleset))
    return found


def note_check(read: Read, result: RulesetResult, answers: Answers) -> Checked:
    """Note of a check what an edit will be held against."""
    scenarios = Scenarios(read.ruleset, answers)
    scenarios.want((*findings_of(read.ruleset), *limits_of(read.ruleset)))
    return Checked(read, result, {path: scenarios.ran(path) for path in scenarios.files()})


def changes_ahead(
    was: Checked, now: Read, answers: Answers, watch: Watch, beside: Executor | None
) -> Iterator[list[str]]:
    """The first differences from the check of a ruleset as it was, a few lines at a time as they are known: scenarios,
    and scopes, which others look at `beside`; by turns where nobody does. Nothing comes where nothing is edited, or no
    answer is kept: all of it would be made twice."""
    if answers.folder is None or was.read.files == now.files:
        return
    before, ruleset = was.read.ruleset, now.ruleset
    changed = changed_functions(before, ruleset)
    rules = rules_resting_on(before, ruleset, changed)
    scopes = _Scopes(_scopes(was.result, rules, ruleset.system), ruleset, beside)
    for lines in _of_scenarios(
        was, ruleset, answers, changed, {clause for rule in rules for clause in rule.cites}, watch
    ):
        yield lines
        yield from scopes.come()
    with watch(f"{ruleset.name}, scopes"):
        yield from scopes.rest()


def changed_functions(before: LoadedRuleset, now: LoadedRuleset) -> set[str]:
    """The functions, of before and of now, that say something else in the other one."""
    was, is_ = meaning(before).functions(), meaning(now).functions()
    return {name for name in was.keys() | is_.keys() if was.get(name) != is_.get(name)}


def rules_resting_on(before: LoadedRuleset, now: LoadedRuleset, changed: Collection[str]) -> tuple[Rule, ...]:
    """The rules of such functions, and those that they are exceptions to; of a function that is no rule's, the rules
    that run it."""
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
    was: Checked, ruleset: LoadedRuleset, answers: Answers, changed: Collection[str], clauses: Collection[str],
    watch: Watch,
) -> Iterator[list[str]]:  # fmt: skip
    """The differences in scenarios, file by file: in which something changed ran, the short ones first, and of these
    rather those that name one of some clauses."""
    scenarios, old = Scenarios(ruleset, answers), was.result.scenarios
    scenarios.want((*findings_of(ruleset), *limits_of(ruleset)))
    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in scenarios.files()}

    def when(path: Path) -> tuple[bool, float]:
        ran, text = was.ran.get(path), texts[path]
        names = any(f'"{clause}"' in text for clause in clauses)
        return ran is not None and ran.isdisjoint(changed), len(text) / (LIKELIER if names else 1)

    for path in sorted(texts, key=when):
        with watch(f"{ruleset.name}, scenarios"):
            found = scenarios.play_file(path)
        yield changes_of_scenarios({name: old[name] for name in found if name in old}, found)
    yield changes_of_scenarios(old, scenarios.outcomes())
    yield changes_of_replays(was.result, scenarios.outcomes(), scenarios.replays())


class _Scopes:
    """Scopes that are looked at in their order, each held against what it was."""

    def __init__(self, scopes: Iterable[ScopeResult], ruleset: LoadedRuleset, beside: Executor | None) -> None:
        self._ruleset, self._beside, there = ruleset, beside, ruleset.scopes()
        names = {one.scope.name: one for one in scopes if one.scope.name in there}
        self._left: dict[Job[Glance | None], ScopeResult] = {
            Look(ruleset.root, ruleset.name, name): one for name, one in names.items() if ruleset.is_explored(name)
        }
        if beside is not None:
            for look in self._left:
                beside.want(look)
            beside.start()

    def come(self) -> Iterator[list[str]]:
        """The differences in those that are known by now; in the next one, where it has to be looked at here."""
        while self._left and (lines := self._next(0.0)) is not None:
            yield lines
            if self._beside is None:
                return

    def rest(self) -> Iterator[list[str]]:
        """The differences in what is left, as far as there is time."""
        until = time.perf_counter() + AHEAD
        while self._left and (left := until - time.perf_counter()) > 0:
            yield self._next(left) or []

    def _next(self, seconds: float) -> list[str] | None:
        """The differences in one; None where none is known after so many seconds."""
        look = next(iter(self._left)) if self._beside is None else self._beside.first(self._left, seconds)
        if look is None:
            return None
        old = self._left.pop(look)
        found = glance(self._ruleset, old.scope.name) if self._beside is None else self._beside.result(look)
        return changes_at_a_glance(old, found) if found is not None and found.is_of(self._ruleset) else []


def _scopes(result: RulesetResult, rules: Collection[Rule], system: System) -> list[ScopeResult]:
    """The scopes in which a verdict hangs on one of some rules, then those in which one did something, what it hangs
    on, or another that hangs there; of each what had least states first."""
    names, bases = {rule.name for rule in rules}, {rule.base for rule in rules}
    near = {rule.name for rule in system.rules() if rule.base in bases}
    found = []
    for one in result.scopes:
        seen = one.live | one.decisive | one.effects
        hanging = one.decisive | {verdict.name for verdict in one.verdicts}
        tiers = [bool(some) for some in (names & hanging, names & seen, bases & seen, near & seen)]
        if any(tiers):
            found.append((tiers.index(True), one.states, one.scope.name, one))
    return [one for *_, one in sorted(found, key=lambda row: row[:3])]
