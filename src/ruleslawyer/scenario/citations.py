"""Scenarios as citations: the worked examples and claims of a book that passing scenarios name.

They are run by the interpreter alone, so that nothing of the project is executed for a count of clauses.
"""

from __future__ import annotations

from collections.abc import Collection

from ruleslawyer.ir.scope import Scope
from ruleslawyer.origin import Origin, Span
from ruleslawyer.register.coverage import REPLAYED
from ruleslawyer.register.sites import Site
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.scenario.compare import compare
from ruleslawyer.scenario.names import Names
from ruleslawyer.scenario.run import run
from ruleslawyer.scenario.scenario import Scenario
from ruleslawyer.scenario.suite import Suite
from ruleslawyer.semantics.interpret import Interpreter


def replays(suite: Suite, wanted: Collection[str] | None = None) -> tuple[Site, ...]:
    """Each scenario that passes, for each example or claim that it names (of those that are wanted).

    A clause that a failing scenario names too has none.
    """
    found: list[Site] = []
    failing: set[str] = set()
    machines: list[tuple[tuple[Scope, dict[str, str]], Interpreter]] = []
    for ruleset, scenario in suite.scenarios:
        clauses = ruleset.register.clauses if ruleset.register else {}
        about = [id_ for id_ in scenario.clauses if id_ in clauses and clauses[id_].kind in REPLAYED]
        about = [id_ for id_ in about if wanted is None or id_ in wanted]
        if not about:
            continue
        key = (scenario.scope, scenario.rulings)
        machine = next((m for known, m in machines if known == key), None)
        if machine is None:
            machine = Interpreter(scenario.rules(ruleset.system), scenario.scope)
            machines.append((key, machine))
        if _passes(ruleset, machine, scenario):
            origin = Origin(Span(scenario.file, scenario.line, 1, scenario.line, 1), scenario.clauses)
            found += [Site(id_, "scenario", scenario.name, origin) for id_ in about]
        else:
            failing.update(about)
    return tuple(site for site in found if site.clause not in failing)


def _passes(ruleset: LoadedRuleset, machine: Interpreter, scenario: Scenario) -> bool:
    """Whether everything comes out as expected, under each of the scenario's readings."""
    names = Names(ruleset.system, scenario.scope)
    return all(
        checked.passed
        for system in scenario.systems(machine)
        for checked in compare(system, names, scenario, run(system, names.codec, scenario))
    )
