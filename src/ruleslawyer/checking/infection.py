"""Where a changed function says something else than the function itself: nowhere else can the mistake show.

This is weak mutation (Howden 1982). At every call of a function that has changed forms these are called too, with the
same arguments; a place at which all calls say the same gives the same look, or the same step. So one run of a place
rules out many mistakes at once. Only functions that say something are compared, not those that write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ruleslawyer.checking.mutants import Mutant
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk as inside
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter

_WRITES = n.Write | n.Delta | n.Effect | n.Simultaneous | n.Open | n.Close | n.Demand

Changed = Mapping[int, Sequence[tuple[str, n.Function]]]
"""By the identity of a function its changed forms, each with the name of the mistake."""


class Beside(Interpreter):
    """The interpreter, calling beside each function its changed forms. infected: the mistakes that said something
    else; where the function itself ends the branch, all of them."""

    def __init__(self, system: System, scope: Scope, changed: Changed) -> None:
        super().__init__(system, scope, apart=True)
        self.changed, self.infected = changed, set[str]()

    def make(self, function: n.Function) -> Callable[..., Any]:
        made, infected = super().make(function), self.infected
        others = [(name, Interpreter.make(self, other)) for name, other in self.changed.get(id(function), ())]
        if not others:
            return made

        def both(*args: Any) -> Any:
            try:
                said = made(*args)
            except BranchEnds:
                infected.update(name for name, _ in others)
                raise
            for name, other in others:
                if name not in infected:
                    try:
                        if other(*args) != said:
                            infected.add(name)
                    except Exception:  # a model that falls over is told apart
                        infected.add(name)
            return said

        return both


def changed_form(mutant: Mutant, known: frozenset[int]) -> n.Function | None:
    """The changed form of the function that a mistake lies in; None where it lies elsewhere, or in what writes.

    known: the identities of all functions of the rules without mistakes.
    """
    if mutant.within is None or mutant.shared:
        return None
    new = [f for f in mutant.system.functions() if id(f) not in known]
    says = len(new) == 1 and not any(isinstance(node, _WRITES) for node in inside(mutant.within.body))
    return new[0] if says else None
