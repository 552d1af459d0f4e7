"""How much the comparison of the two machines sees: the direct run against the interpreter with one mistake in the IR.

A mutant is killed when some answer differs on random states that are the same in every run. One that survives has to
be listed below with the reason why no state can tell it apart; what is listed and dies fails as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.evaluate import Reading
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import Schema, State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from tests.agree.mutants import Mutant
from tests.agree.strategies import Bundle, random_case, random_reading, random_scope
from tests.agree.test_direct_interpreter import instances_of, outcome, seen

SCOPES, STATES, BATCHES = 40, 3, 40
"""How many scopes are in a batch, how many states are looked at in each, and how many batches are tried at most."""


class Watched(Interpreter):
    """The interpreter, noting which of the author's functions run."""

    def __init__(self, system: System, scope: Scope, schema: Schema) -> None:
        super().__init__(system, scope, schema)
        self.entered: set[int] = set()

    def compiled(self, function: Function) -> Callable[..., Any]:
        made = super().compiled(function)

        def watched(*args: Any) -> Any:
            self.entered.add(id(function))
            return made(*args)

        return watched

    def forget(self) -> frozenset[int]:
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

    def tells_apart(self, mutant: Mutant, built_in: bool) -> bool:
        """Whether some answer differs, or the interpreter falls over."""
        machine = self._machine(mutant, built_in)
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

    def _machine(self, mutant: Mutant, built_in: bool) -> Interpreter | None:
        """An interpreter of the mutant; rules that are the same as in the ruleset itself are not compiled again.

        built_in: the change is in a helper, which is a part of its callers' code, or of the schema.
        """
        if not any(_reaches(mutant, entered) for entered in (self.entered, *(look.entered for look in self.looks))):
            return None
        if built_in or mutant.within is None:
            return Interpreter(mutant.system, self.machine.scope)
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
    entered = watched.forget()
    looks = tuple(_look(direct, watched, *random_case(dice, schema)) for _ in range(STATES))
    return Example(Interpreter(found.system, scope, schema), reading, begun, entered, looks)


def _look(direct: Direct, watched: Watched, state: State, reading: Reading) -> Look:
    expected, interpreted = TransitionSystem(direct, reading), TransitionSystem(watched, reading)
    instances = instances_of(interpreted, state)
    answers = seen(expected, state, instances)
    watched.forget()
    assert seen(interpreted, state, instances) == answers
    return Look(state, reading, instances, answers, watched.forget())


def _begun(system: TransitionSystem) -> list[Any]:
    return [(instance, outcome(found)) for instance, found in system.initial()]


def survivors(found: Bundle, chosen: Iterable[Mutant], least: int) -> list[Mutant]:
    """The mutants that no state tells apart: new batches are tried as long as one survives that is not explained."""
    system, explained = found.system, EQUIVALENT.get(found.config.name, {})
    built_in = {id(f) for f in (*system.helpers.values(), *(f.matters for f in system.state.fields))}
    alive = list(chosen)
    for number in range(BATCHES):
        if number >= least and all(mutant.name in explained for mutant in alive):
            break
        examples = batch(found, number)
        alive = [m for m in alive if not any(e.tells_apart(m, id(m.within) in built_in) for e in examples)]
    return alive


EQUIVALENT: Mapping[str, Mapping[str, str]] = {}
