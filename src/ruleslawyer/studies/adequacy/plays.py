"""The faults that the scenarios of a ruleset notice: one of these does not end as it says any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.scenario.compare import compare
from ruleslawyer.check.scenario.names import Names
from ruleslawyer.check.scenario.run import run
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import suite_of
from ruleslawyer.play.vectors.score import built_in
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.studies.adequacy.faults import Fault

FALLS = (AssertionError, TypeError, KeyError, IndexError, AttributeError, ValueError)
"""What the interpreter meets in a ruleset that nobody could have written."""


@dataclass(frozen=True)
class _Play:
    scenario: Scenario
    names: Names
    machine: Interpreter
    ran: frozenset[int]
    """The functions that ran, by their identity."""


class Plays:
    """The scenarios that pass without any fault."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        self.system, self.built_in = ruleset.system, built_in(ruleset.system)
        self.every = list(self._plays(ruleset))

    def _plays(self, ruleset: LoadedRuleset) -> Iterator[_Play]:
        entered, machines = set[int](), list[Interpreter]()
        for _, scenario in suite_of(ruleset).scenarios:
            if scenario.rulings:  # its rules are others
                continue
            machine = next((m for m in machines if m.scope == scenario.scope), None)
            if machine is None:
                machine = Interpreter(ruleset.system, scenario.scope, entered=entered)
                machines.append(machine)
            entered.clear()
            play = _Play(scenario, Names(ruleset.system, scenario.scope), machine, frozenset())
            if _passes(play, machine):
                yield _Play(scenario, play.names, machine, frozenset(entered))

    def failing_scenario(self, fault: Fault) -> str:
        """The first scenario that fails with a fault; empty where none does."""
        function, machines = fault.form.function, dict[int, Interpreter]()
        for play in self.every:
            if function is not None and id(function[0]) not in play.ran:
                continue
            if function is not None and id(function[0]) not in self.built_in:
                with play.machine.instead(*function):
                    passes = _passes(play, play.machine)
            else:
                if id(play.machine) not in machines:
                    machines[id(play.machine)] = Interpreter(fault.form.system, play.scenario.scope)
                passes = _passes(play, machines[id(play.machine)])
            if not passes:
                return f"{play.scenario.file}: {play.scenario.name}"
        return ""


def _passes(play: _Play, machine: Interpreter) -> bool:
    """Whether the play ends as its scenario says, under each of its readings."""
    for system in play.scenario.systems(machine):
        try:
            played = run(system, play.names.codec, play.scenario)
            if not all(checked.passed for checked in compare(system, play.names, play.scenario, played)):
                return False
        except (UsageError, *FALLS):  # what is given cannot be given any more
            return False
    return True
