"""The places where a changed function says something else than the function itself: nowhere else can the mistake show.

This is weak mutation (Howden 1982). At every call of a function that has changed forms these are called too, with the
same arguments; a place at which all calls say the same gives the same look, or the same step. So one run of a place
rules out many mistakes at once. Only functions that say something are compared, not those that write.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk as inside
from ruleslawyer.play.vectors.mutants import Mutant, never
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter

_WRITES = n.Write | n.Delta | n.Effect | n.Simultaneous | n.Open | n.Close | n.Demand

Changed = Mapping[int, Sequence[tuple[str, n.Function]]]
"""By the identity of a function its changed forms, each with the name of the mistake."""


class Infection(Interpreter):
    """The interpreter, calling beside each function its changed forms, until they say something else. infected: those
    that did, or that alone end the branch, or alone do not."""

    def __init__(self, system: System, scope: Scope, changed: Changed, infected: set[str] | None = None) -> None:
        super().__init__(system, scope, apart=True)
        self.changed, self.infected = changed, set[str]() if infected is None else infected

    def make(self, function: n.Function) -> Callable[..., Any]:
        made, infected = super().make(function), self.infected
        others = [(name, Interpreter.make(self, other)) for name, other in self.changed.get(id(function), ())]
        if not others:
            return made

        def both(*args: object) -> Any:
            said, end = _result_of(made, args)
            for name, other in others:
                if name not in infected and _result_of(other, args)[0] != said:
                    infected.add(name)
            if end is not None:
                raise end
            return said

        return both


_END, _FALLS = object(), object()


def _result_of(function: Callable[..., Any], args: tuple[object, ...]) -> tuple[Any, Exception | None]:
    """The result of a function, or that it ends the branch or falls over, with the exception."""
    try:
        return function(*args), None
    except BranchEnds as end:
        return _END, end
    except Exception as error:
        return _FALLS, error


def changed_form(mutant: Mutant, known: Collection[int], clauses: Collection[int]) -> n.Function | None:
    """The function that runs instead of the one that a mistake lies in; None where it lies elsewhere, or in what
    writes.

    known: the identities of all functions of the rules without mistakes; clauses: of those with a condition, norms,
    insteads and what lifts a clause. What is changed of such a one, other than its condition, makes no difference where
    the condition does not hold: there it is as good as one whose condition never holds.
    """
    if mutant.within is None:
        return None
    if mutant.shared:
        return never(mutant.within) if id(mutant.within) in clauses else None
    new = [f for f in mutant.system.functions() if id(f) not in known]
    says = len(new) == 1 and not any(isinstance(node, _WRITES) for node in inside(mutant.within.body))
    return new[0] if says else None
