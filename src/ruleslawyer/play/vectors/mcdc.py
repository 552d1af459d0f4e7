"""The places where a changed function says something else than the function itself: nowhere else can the mistake show.

This is weak mutation (Howden 1982). At every call of a function that has changed forms these are called too, with the
same arguments; a place at which all calls say the same gives the same look, or the same step. So one run of a place
rules out many mistakes at once. Only functions that say something are compared, not those that write.

A decision is a function that says yes or no: a norm, what replaces a deed, what lifts a clause, when a duty or a settle
is due, when the game is over. A condition alone decides where the decision would be another had the condition stuck at
the other truth value, so both are looked for as mistakes are (`infection`). Places of the vectors are tried first, then
all others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import CONDITIONS
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk as inside
from ruleslawyer.play.vectors.mutants import Mutant, never
from ruleslawyer.play.vectors.walk import Place, Target, Walk, Way, place_result
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


STUCK: dict[bool, Way] = {False: "decides when true", True: "decides when false"}
"""What a place shows where a condition that is stuck at this value makes a difference."""


def decisions(system: System) -> Iterator[n.Function]:
    """The functions of a ruleset that decide, each once."""
    found: dict[int, n.Function] = {}  # a clause may be one of several actions
    for rule in system.rules():
        if rule.role in CONDITIONS or rule.role == "ended":
            found |= {id(function): function for function in rule.functions}
        elif rule.role in ("duty", "settle") and rule.guard:
            found[id(rule.guard)] = rule.guard
    yield from found.values()


def conditions(function: n.Function) -> Iterator[tuple[str, bool, n.Function]]:
    """Each condition of a decision, by name, with the decision in which it is stuck at this value."""
    for number, (origin, value, body) in enumerate(_block(function.body)):
        place = f"{origin.span.line}:{origin.span.column}"
        yield f"{function.name}, condition {number // 2 + 1} ({place})", value, replace(function, body=body)


def _block(body: tuple[n.Stmt, ...]) -> Iterator[tuple[Origin, bool, tuple[n.Stmt, ...]]]:
    for i, statement in enumerate(body):
        for origin, value, new in _statement(statement):
            yield origin, value, (*body[:i], new, *body[i + 1 :])


def _statement(node: n.Stmt) -> Iterator[tuple[Origin, bool, n.Stmt]]:
    match node:
        case n.Return(value=value) if value is not None:
            yield from ((origin, stuck, replace(node, value=new)) for origin, stuck, new in _expression(value))
        case n.If(condition=condition, then=then, otherwise=otherwise):
            yield from ((origin, stuck, replace(node, condition=new)) for origin, stuck, new in _expression(condition))
            yield from ((origin, stuck, replace(node, then=new)) for origin, stuck, new in _block(then))
            yield from ((origin, stuck, replace(node, otherwise=new)) for origin, stuck, new in _block(otherwise))


def _expression(node: n.Expr) -> Iterator[tuple[Origin, bool, n.Expr]]:
    """The conditions below: parts of `and`, `or` and `not` that are neither."""
    match node:
        case n.Logic(items=items):
            for i, item in enumerate(items):
                for origin, stuck, new in _expression(item):
                    yield origin, stuck, replace(node, items=(*items[:i], new, *items[i + 1 :]))
        case n.Not(value=value):
            yield from ((origin, stuck, replace(node, value=new)) for origin, stuck, new in _expression(value))
        case n.Const():
            return
        case _ if isinstance(node.type, t.Bool):
            yield from ((node.origin, stuck, n.Const(node.origin, node.type, stuck)) for stuck in (False, True))


def show_conditions(
    walks: Sequence[Walk], first: Iterable[tuple[int, Place]], tell: Callable[[str], None]
) -> tuple[str, ...]:
    """Every condition by name. For each and each value the first place at which it alone decides shows that from now
    on; of places these `first`."""
    if not walks:
        return ()
    targets: dict[str, Target] = {}
    changed: dict[int, list[tuple[str, n.Function]]] = {}
    for function in decisions(walks[0].system.system):
        for name, stuck, form in conditions(function):
            targets[f"{name} {stuck}"] = Target(name, STUCK[stuck])
            changed.setdefault(id(function), []).append((f"{name} {stuck}", form))
    infected: set[str] = set()
    machines = [Infection(walk.system.system, walk.system.scope, changed, infected) for walk in walks]
    systems = [walk.system.on(machine) for walk, machine in zip(walks, machines, strict=True)]
    tried: set[tuple[int, Place]] = set()

    def tries(at: tuple[int, Place]) -> None:
        number, place = at
        known = frozenset(infected)
        place_result(systems[number], walks[number], place)
        tried.add(at)
        if len(infected) > len(known):
            walks[number].shows[place] |= {targets[name] for name in infected - known}
        if len(tried) % 200 == 0:
            tell(f"conditions: {len(tried)} places tried, {len(targets) - len(infected)} of {len(targets)} missing")

    for at in first:
        tries(at)
    for identity, forms in changed.items():
        for number, walk in enumerate(walks):
            for place in walk.ran.get(identity, ()):
                if all(name in infected for name, _ in forms):
                    break
                if (number, place) not in tried:
                    tries((number, place))
    return tuple(dict.fromkeys(target.rule for target in targets.values()))
