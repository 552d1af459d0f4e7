"""Whether the choices of every action can be gone through at all: where several choose at once, they multiply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Parameter
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.sizes import count

MOST = 1 << 24
"""Choices of sets and of everybody at once that one action may have in a state."""
SHOWN = 10**15
"""Larger numbers are said to be larger."""


def expect_few_choices(system: System, scope: Scope) -> None:
    """A `UsageError` where an explorer would list the choices of one state for ever."""
    for owner, parameters in _owners(system, scope):
        many = [p for p in parameters if isinstance(p.type, t.Set | t.Map)]
        size = prod(count(system, scope, f"{owner}.{p.name}", p.type) for p in many)
        if size > MOST:
            names = " and ".join(p.name for p in many)
            number = f"{size:,}".replace(",", " ") if size <= SHOWN else "more than 10^15"
            raise UsageError(
                f"{owner} has {number} choices of {names} in one state, more than can be gone through",
                f"scope {scope.name}",
                f"let fewer members take part, or give {owner} narrower [bounds]; `--simulate` draws some of them",
            )


def most_in_a_state(system: System, scope: Scope) -> int:
    """How many choices of arguments all actions together have; whoever lists what may be done looks at each."""
    return sum(
        prod(count(system, scope, f"{action.name}.{p.name}", p.type) for p in action.chosen_parameters)
        for action in scope.on(system.actions)
    )


def _owners(system: System, scope: Scope) -> Iterator[tuple[str, Sequence[Parameter]]]:
    yield system.initial.function.name, system.initial.function.parameters[1:]
    for action in scope.on(system.actions):
        yield action.name, action.chosen_parameters
