"""Scenarios as citations: the worked examples and claims of a book that passing scenarios name.

They are run by the interpreter alone, so that nothing of the project is executed for a count of clauses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from ruleslawyer.base.origin import Origin, Span
from ruleslawyer.check.scenario.compare import compare
from ruleslawyer.check.scenario.names import Names
from ruleslawyer.check.scenario.run import run
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import Suite, difference
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.register.coverage import REPLAYED
from ruleslawyer.rulebook.register.sites import Site
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.interpret import Interpreter

Machines: TypeAlias = list[tuple[tuple[Scope, dict[str, str]], Interpreter]]
"""Of each scope and rulings."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A scenario with the examples and claims that it names, and what came otherwise than it says; empty where it
    shows them to hold."""

    name: str
    file: str
    line: int
    clauses: tuple[str, ...]
    about: tuple[str, ...]
    instead: str

    @property
    def passes(self) -> bool:
        return not self.instead


def replays(suite: Suite, wanted: Collection[str] | None = None) -> tuple[Site, ...]:
    """Each scenario that passes, for each example or claim that it names (of those that are wanted).

    A clause that a failing scenario names too has none.
    """
    return sites(citing_plays(suite.scenarios, wanted))


def sites(found: Iterable[Cited]) -> tuple[Site, ...]:
    """The same of scenarios that were played."""
    found = tuple(found)
    failing = {clause for one in found if not one.passes for clause in one.about}
    return tuple(
        Site(clause, "scenario", one.name, Origin(Span(one.file, one.line, 1, one.line, 1), one.clauses))
        for one in found
        if one.passes
        for clause in one.about
        if clause not in failing
    )


def citing_plays(
    scenarios: Iterable[tuple[LoadedRuleset, Scenario]],
    wanted: Collection[str] | None = None,
    machines: Machines | None = None,
    entered: set[int] | None = None,
) -> tuple[Cited, ...]:
    """The scenarios that name examples or claims, played; `machines`: those that there are already. entered: where the
    identity of each function that runs is noted."""
    found: list[Cited] = []
    machines = [] if machines is None else machines
    for ruleset, scenario in scenarios:
        clauses = ruleset.register.clauses if ruleset.register else {}
        about = [id_ for id_ in scenario.clauses if id_ in clauses and clauses[id_].kind in REPLAYED]
        about = [id_ for id_ in about if wanted is None or id_ in wanted]
        if not about:
            continue
        key = (scenario.scope, scenario.rulings)
        machine = next((m for known, m in machines if known == key), None)
        if machine is None:
            machine = Interpreter(scenario.rules(ruleset.system), scenario.scope, entered=entered, brief=True)
            machines.append((key, machine))
        instead = _instead(ruleset, machine, scenario)
        found.append(Cited(scenario.name, scenario.file, scenario.line, scenario.clauses, tuple(about), instead))
    return tuple(found)


def _instead(ruleset: LoadedRuleset, machine: Interpreter, scenario: Scenario) -> str:
    """The first expectation that is not met, under any of the scenario's readings; empty where all are."""
    names = Names(ruleset.system, scenario.scope)
    return difference(
        checked
        for system in scenario.systems(machine)
        for checked in compare(system, names, scenario, run(system, names.codec, scenario))
    )
