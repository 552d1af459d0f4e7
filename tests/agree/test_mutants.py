"""How much the comparison of the two machines sees: the direct run against the interpreter with one mistake in the IR.

A mutant is killed when some answer differs on random states that are the same in every run. One that survives has to
be listed in `equivalent_mutants` with the reason why no state can tell it apart; what is listed and dies fails as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any
from zlib import crc32

import pytest

from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.play.vectors.mutants import Mutant, mutants
from ruleslawyer.play.vectors.score import foreign_functions
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import Reading
from ruleslawyer.semantics.state import Schema, State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from tests.agree.answers import instances_of, outcome, seen
from tests.agree.equivalent_mutants import EQUIVALENT
from tests.agree.strategies import Bundle, bundle, everywhere, random_case, random_reading, random_scope

SCOPES, STATES, BATCHES = 40, 3, 60
"""How many scopes are in a batch, how many states are looked at in each, and how many batches are tried at most."""


class Watched(Interpreter):
    """The interpreter, noting which of the author's functions run."""

    def __init__(self, system: System, scope: Scope, schema: Schema) -> None:
        super().__init__(system, scope, schema, apart=True)
        self.entered: set[int] = set()

    def make(self, function: Function) -> Callable[..., Any]:
        made = super().make(function)

        def watched(*args: Any) -> Any:
            self.entered.add(id(function))
            return made(*args)

        return watched

    def gone_through(self) -> frozenset[int]:
        """The functions that ran since the last time."""
        entered = frozenset(self.entered)
        self.entered.clear()
        return entered


@dataclass(frozen=True)
class Look:
    """What the direct run answers about a state under a reading, and the functions that it takes to answer."""

    state: State
    reading: Reading
    instances: list[Instance]
    answers: Mapping[str, Any]
    entered: frozenset[int]


@dataclass(frozen=True)
class Example:
    """A random scope and reading: what begins there, and some states."""

    machine: Interpreter
    reading: Reading
    begun: list[Any]
    entered: frozenset[int]
    looks: tuple[Look, ...]

    def tells_apart(self, mutant: Mutant, anew: bool) -> bool:
        """Whether some answer differs, or the interpreter falls over."""
        machine = self._machine(mutant, anew)
        if machine is None:
            return False
        try:
            if _reaches(mutant, self.entered) and _begun(TransitionSystem(machine, self.reading)) != self.begun:
                return True
            return any(
                seen(TransitionSystem(machine, look.reading), look.state, look.instances) != look.answers
                for look in self.looks
                if _reaches(mutant, look.entered)
            )
        except Exception:
            return True

    def _machine(self, mutant: Mutant, anew: bool) -> Interpreter | None:
        """An interpreter of the mutant; rules that are the same as in the ruleset itself are not compiled again.

        anew: the change is in a helper, which is a part of its callers' code, or of the schema.
        """
        if not any(_reaches(mutant, entered) for entered in (self.entered, *(look.entered for look in self.looks))):
            return None
        if anew or mutant.within is None:
            return Interpreter(mutant.system, self.machine.scope, apart=True)
        self.machine.system = mutant.system
        return self.machine


def _reaches(mutant: Mutant, entered: frozenset[int]) -> bool:
    return mutant.within is None or id(mutant.within) in entered


def batch(found: Bundle, number: int) -> list[Example]:
    """Scopes with states, the same in every run; on all of them the machines agree about the ruleset itself."""
    return [_example(found, Random(f"{found.config.name} {number} {i}")) for i in range(SCOPES)]


def _example(found: Bundle, dice: Random) -> Example:
    scope, reading = random_scope(dice, found.system), random_reading(dice, found.system)
    schema = Schema(found.system, scope)
    direct = Direct(found.system, scope, found.root, schema, found.modules)
    watched = Watched(found.system, scope, schema)
    begun = _begun(TransitionSystem(direct, reading))
    assert begun == _begun(TransitionSystem(watched, reading))
    entered = watched.gone_through()
    looks = tuple(_look(direct, watched, *random_case(dice, schema)) for _ in range(STATES))
    return Example(Interpreter(found.system, scope, schema, apart=True), reading, begun, entered, looks)


def _look(direct: Direct, watched: Watched, state: State, reading: Reading) -> Look:
    expected, interpreted = TransitionSystem(direct, reading), TransitionSystem(watched, reading)
    instances = instances_of(interpreted, state)
    answers = seen(expected, state, instances)
    watched.gone_through()
    assert seen(TransitionSystem(watched, reading), state, instances) == answers  # anew: domains are asked once
    return Look(state, reading, instances, answers, watched.gone_through())


def _begun(system: TransitionSystem) -> list[Any]:
    return [(instance, outcome(found)) for instance, found in system.initial()]


def survivors(found: Bundle, chosen: Iterable[Mutant], least: int) -> list[Mutant]:
    """The mutants that no state tells apart: new batches are tried as long as one survives that is not explained."""
    system, known = found.system, explained(found.config.name)
    others = foreign_functions(system)
    alive = list(chosen)
    for number in range(BATCHES):
        if number >= least and all(mutant.name in known for mutant in alive):
            break
        examples = batch(found, number)
        alive = [m for m in alive if not any(e.tells_apart(m, id(m.within) in others) for e in examples)]
    return alive


# --- the tests ----------------------------------------------------------------------------------------------------

EVERYWHERE = {name: root for root, name in everywhere()}
TINY = [
    "t04_over",
    "t05_permit_over",
    "t07_over_action",
    "t10_exception_of_exception",
    "t13_domain",
    "t15_term_clash",
    "t17_term_lifted",
    "t20_answers_differ",
    "t22_gap",
    "t25_answer_over",
    "t28_nested",
    "t29_joint",
    "t32_rebid",
    "t35_duties",
    "t37_gain_lose",
    "t40_until",
    "t42_matters_map",
    "t43_the",
    "t44_promised",
    "t47_pile",
    "t49_member",
    "t50_optional",
    "t51_ranged",
    "t59_attributes",
    "t61_initial",
    "t65_duty_in_frame",
    "t70_nested_map",
    "t72_member_clash",
    "t73_chance_in_frame",
    "t75_arithmetic",
    "t80_settle",
    "t85_trigger",
    "t100_deed",
    "t103_instead",
    "t106_deed_precedence",
    "t109_adjust",
    "t188_times",
]
"""Whose mutants are all tried in every run of the tests; of the bundled ruleset one in `SAMPLE`, in a campaign."""
QUICK, SAMPLE = tuple(TINY), 12
SHARE = 0.05
"""The greatest part of the mutants that may survive."""


def enumerated(name: str) -> list[Mutant]:
    found = bundle(EVERYWHERE[name], name)
    return list(mutants(found.system, found.root))


def sampled(name: str) -> list[Mutant]:
    """The same ones in every run, and after a change elsewhere in the ruleset."""
    one_in = SAMPLE if name == "megacorp" else 1
    return [mutant for mutant in enumerated(name) if crc32(mutant.name.encode()) % one_in == 0]


def explained(name: str) -> Mapping[str, str]:
    """Why a mutant cannot be told apart, by its name."""
    return {mutant: reason for reason, group in EQUIVALENT.get(name, {}).items() for mutant in group}


def check(name: str, chosen: list[Mutant], least: int = 1) -> None:
    """All that survives is explained, and all that is explained survives."""
    alive, known = survivors(bundle(EVERYWHERE[name], name), chosen, least), explained(name)
    assert [f"{m.name} ({m.span})" for m in alive if m.name not in known] == [], "survivors to be killed or explained"
    names = {mutant.name for mutant in alive}
    assert [m.name for m in chosen if m.name in known and m.name not in names] == [], "not equivalent after all"


def share(selected: Mapping[str, list[Mutant]]) -> float:
    """The part of some mutants that is explained, so survives."""
    total = sum(len(chosen) for chosen in selected.values())
    return sum(mutant.name in explained(name) for name, chosen in selected.items() for mutant in chosen) / total


@pytest.mark.parametrize("name", QUICK)
def test_mutants_are_killed(name: str) -> None:
    check(name, sampled(name))


def test_few_are_equivalent() -> None:
    assert share({name: sampled(name) for name in QUICK}) <= SHARE


@pytest.mark.campaign
@pytest.mark.parametrize("name", EVERYWHERE)
def test_all_mutants_are_killed(name: str) -> None:
    check(name, enumerated(name), least=6)


@pytest.mark.campaign
def test_few_of_all_are_equivalent() -> None:
    every = {name: enumerated(name) for name in EVERYWHERE}
    assert share(every) <= SHARE
    assert {name: explained(name).keys() - {m.name for m in every[name]} for name in EQUIVALENT} == {
        name: set() for name in EQUIVALENT
    }, "explained, but no longer a mutant"
