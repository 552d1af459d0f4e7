"""MC/DC of decisions (Chilenski, Miller 1994): each condition of a guard shown true and shown false where it alone
makes the guard what it is.

A decision is a function that says yes or no: a norm, what replaces a deed, what lifts a clause, when a duty or a settle
is due, when the game is over. A condition alone decides where the decision would be another had the condition stuck at
the other truth value, so both are looked for as mistakes are (`infection`). Places of the vectors are tried first, then
all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import CONDITIONS
from ruleslawyer.ir.system import System
from ruleslawyer.play.vectors.walk import Place, Target, Walk, Way, gives
from ruleslawyer.play.vectors.weak_mutation import Infection

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
        gives(systems[number], walks[number], place)
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
