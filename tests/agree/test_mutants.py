"""How much the comparison of the two machines sees: the direct run against the interpreter with one mistake in the IR.

A mutant is killed when some answer differs on random states that are the same in every run. One that survives has to
be listed below with the reason why no state can tell it apart; what is listed and dies fails as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.evaluate import Reading
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import Schema, State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from tests.agree.mutants import Mutant, mutants
from tests.agree.strategies import Bundle, bundle, everywhere, random_reading, random_scope, random_state
from tests.agree.test_direct_interpreter import instances_of, outcome, seen


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
    """What the direct run answers about a state, and the functions that it takes to answer."""

    state: State
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
        system = TransitionSystem(machine, self.reading)
        try:
            if _reaches(mutant, self.entered) and [(i, outcome(o)) for i, o in system.initial()] != self.begun:
                return True
            return any(
                seen(system, look.state, look.instances) != look.answers
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


@cache
def examples(root: Path, name: str, count: int, per: int, seed: int = 0) -> tuple[Example, ...]:
    """Scopes with states, the same in every run; on all of them the machines agree about the ruleset itself."""
    found = bundle(root, name)
    return tuple(_example(found, Random(f"{name} {seed} {i}"), per) for i in range(count))


def _example(found: Bundle, dice: Random, per: int) -> Example:
    scope, reading = random_scope(dice, found.system), random_reading(dice, found.system)
    schema = Schema(found.system, scope)
    direct = TransitionSystem(Direct(found.system, scope, found.root, schema, found.modules), reading)
    watched = Watched(found.system, scope, schema)
    interpreted = TransitionSystem(watched, reading)
    begun = [(i, outcome(o)) for i, o in direct.initial()]
    assert begun == [(i, outcome(o)) for i, o in interpreted.initial()]
    entered, looks = watched.forget(), []
    for _ in range(per):
        state = random_state(dice, schema)
        instances = instances_of(interpreted, state)
        answers = seen(direct, state, instances)
        watched.forget()
        assert seen(interpreted, state, instances) == answers
        looks.append(Look(state, instances, answers, watched.forget()))
    return Example(Interpreter(found.system, scope, schema), reading, begun, entered, tuple(looks))


def survivors(root: Path, name: str, chosen: list[Mutant], where: tuple[Example, ...]) -> Iterator[Mutant]:
    system = bundle(root, name).system
    built_in = {id(f) for f in (*system.helpers.values(), *(f.matters for f in system.state.fields))}
    for mutant in chosen:
        if not any(example.tells_apart(mutant, id(mutant.within) in built_in) for example in where):
            yield mutant
