"""A grounding made finite for engines that run through its states: which leaves vary, and what each parameter may be.

Leaves that no instance writes which can occur are constants; with them guards simplify, and instances fall away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ruleslawyer.ground.instances import Ground
from ruleslawyer.ground.layout import Scalar
from ruleslawyer.ground.nodes import (
    FALSE,
    TRUE,
    Node,
    both,
    constant,
    either,
    equal,
    negate,
    number,
    postorder,
    substitute,
)
from ruleslawyer.ground.relation import Instance, Settling
from ruleslawyer.ground.values import Maybe, Table, Value, flatten
from ruleslawyer.ir import types as t


@dataclass(frozen=True, slots=True)
class Step:
    """An instance as an explicit engine runs it: `parameters` with their values, outermost first.

    `index` is that of the instance in `Ground.steps`. `guard` says besides that a parameter which means nothing (the
    bid of a player who is not asked) has its first value, so that each valuation is one choice of the game; an
    action's is asked at rest only, before the end. `edge` says, where the guard holds, that no check fails; `next`
    means something where both do. `settled`: the sub-step changes nothing that the duties and the end depend on, so
    that the state after it is at rest for sure.
    """

    index: int
    instance: Instance
    parameters: tuple[tuple[Node, range], ...]
    guard: Node
    edge: Node
    next: tuple[tuple[int, Node], ...]
    settled: bool

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All that is asked of it."""
        return self.guard, self.edge, *(value for _, value in self.next)

    @property
    def valuations(self) -> int:
        """How many choices of the parameters there are."""
        total = 1
        for _, values in self.parameters:
            total *= len(values)
        return total


@dataclass(frozen=True, slots=True)
class Finite:
    """What an explicit engine needs: the steps that can occur from these initial states, and what varies in a state.

    varying: indices of the leaves that are no constants, in order. constants: the value of each other leaf. duties: all
    that is forced, a round of settles first.
    """

    ground: Ground
    initial: tuple[tuple[Scalar, ...], ...]
    varying: tuple[int, ...]
    constants: dict[int, Scalar]
    ended: Node
    rest: Node
    settling: Settling
    duties: tuple[Step, ...]
    actions: tuple[Step, ...]

    @property
    def fixed(self) -> dict[Node, Node]:
        """The leaves that are constants, with their constants: for `substitute`."""
        leaves = self.ground.layout.leaves
        return {leaves[i].node: constant(v) for i, v in self.constants.items() if leaves[i].node.op == "leaf"}


# Long: one pass over all steps after another, each from what the one before left.
def finite(ground: Ground, initial: Sequence[tuple[Scalar, ...]]) -> Finite:
    """The finite model of a grounding made `apart`, from some initial rest states."""
    leaves = ground.layout.leaves
    steps = list(enumerate(ground.steps))
    guards = {i: both(step.guard, *canonical(ground, step)) for i, step in steps}
    edges = {i: both(step.edge, guards[i]) for i, step in steps}
    nexts = {i: dict(step.next) for i, step in steps}
    ended, rest, between = ground.ended, ground.rest, ground.settling
    first = initial[0] if initial else ()
    same = {k for k, value in enumerate(first) if all(state[k] == value for state in initial)}
    kept = _never_written(ground, [(edges[i], nexts[i]) for i, _ in steps], dict(between.forgotten), first, same)
    constants: dict[int, Scalar] = {k: first[k] for k in sorted(kept)}
    if constants:
        put = {leaves[k].node: constant(v) for k, v in constants.items() if leaves[k].node.op == "leaf"}
        between = between.after(put, between.stuck)
        between = replace(between, forgotten=tuple((k, v) for k, v in between.forgotten if k not in constants))
        roots = [ended, rest]
        for i, _ in steps:
            roots += [guards[i], edges[i], *nexts[i].values()]
        answers = iter(substitute(roots, put))
        ended, rest = next(answers), next(answers)
        for i, _ in steps:
            guards[i], edges[i] = next(answers), next(answers)
            changed = {k: next(answers) for k in nexts[i]}
            nexts[i] = {
                k: value
                for k, value in changed.items()
                if value is not (constant(constants[k]) if k in constants else leaves[k].node)
            }
    steps = [(i, step) for i, step in steps if guards[i] is not FALSE]
    support = {n for n in postorder([rest, ended, *(one.failed for one in between.asked)]) if n.op == "leaf"}
    index = {leaf.node: k for k, leaf in enumerate(leaves)}
    decides = {index[n] for n in support}

    changes = {i: sorted(nexts[i].items()) if edges[i] is not FALSE else [] for i, _ in steps}
    parts = {i: [guards[i], edges[i], *(value for _, value in changes[i])] for i, _ in steps}
    # An action is only asked about at rest, before the end. All together: what they share is simplified once.
    acting = [i for i, step in steps if step.kind == "action"]
    simpler = iter(assuming(both(rest, negate(ended)), (node for i in acting for node in parts[i])))
    parts |= {i: [next(simpler) for _ in parts[i]] for i in acting}

    def made(i: int, step: Instance) -> Step:
        """What is behind a guard is only asked about where it holds."""
        guard, *behind = parts[i]
        guard = _sharpened(guard)
        edge, *values = assuming(guard, behind)
        after = tuple((k, value) for (k, _), value in zip(changes[i], values, strict=True))
        settled = step.kind == "action" and not decides & nexts[i].keys()
        return Step(i, step, tuple(_domains(ground, step)), guard, edge, after, settled)

    return Finite(
        ground,
        tuple(initial),
        tuple(k for k in range(len(leaves)) if k not in constants),
        constants,
        ended,
        rest,
        between,
        tuple(made(i, s) for i, s in steps if s.kind != "action"),
        tuple(made(i, s) for i, s in steps if s.kind == "action"),
    )


def _never_written(
    ground: Ground,
    steps: Sequence[tuple[Node, dict[int, Node]]],
    forgotten: dict[int, Node],
    first: Sequence[Scalar],
    same: set[int],
) -> set[int]:
    """The leaves that keep their first value: it is assumed of all, and given up of those that a step writes which can
    occur then, until there is none. (What writes a leaf only where it has been written already never does.)"""
    leaves, kept = ground.layout.leaves, set(same)
    possible: list[dict[int, Node]] = [forgotten]
    waiting = list(steps)
    while True:
        put = {leaves[k].node: constant(first[k]) for k in kept if leaves[k].node.op == "leaf"}
        occurs = substitute([edge for edge, _ in waiting], put)
        possible += [changes for (_, changes), edge in zip(waiting, occurs, strict=True) if edge is not FALSE]
        waiting = [step for step, edge in zip(waiting, occurs, strict=True) if edge is FALSE]
        writes = [(k, value) for changes in possible for k, value in changes.items() if k in kept]
        values = substitute([value for _, value in writes], put)
        written = {k for (k, _), value in zip(writes, values, strict=True) if value is not constant(first[k])}
        if not written:
            return kept
        kept -= written


def conjuncts(guard: Node) -> tuple[Node, ...]:
    """The parts of a conjunction; none of TRUE."""
    return () if guard is TRUE else guard.args if guard.op == "and" else (guard,)


def _sharpened(guard: Node) -> Node:
    """The same guard, its longer conjuncts simplified by the short ones."""
    short = [c for c in conjuncts(guard) if _is_short(c)]
    return both(*short, *assuming(both(*short), (c for c in conjuncts(guard) if not _is_short(c))))


def _is_short(conjunct: Node) -> bool:
    atom = conjunct.args[0] if conjunct.op == "not" else conjunct
    return all(a.op in ("leaf", "constant", "parameter") for a in atom.args)


def assuming(condition: Node, nodes: Iterable[Node]) -> list[Node]:
    """Nodes simplified by a condition that holds wherever they are looked at."""
    put: dict[Node, Node] = {}
    for fact in conjuncts(condition):
        atom, value = (fact.args[0], FALSE) if fact.op == "not" else (fact, TRUE)
        put[atom] = value
        if value is TRUE and atom.op == "equal" and atom.args[0].op == "leaf" and atom.args[1].op == "constant":
            put[atom.args[0]] = atom.args[1]
    return substitute(nodes, put)


def _domains(ground: Ground, instance: Instance) -> Iterator[tuple[Node, range]]:
    """Each parameter of an instance with its values, Booleans as 0 and 1."""
    function = ground.system.actions[instance.name].function if instance.kind == "action" else None
    if function is None:
        return
    names = [p.name for p in function.parameters[len(function.parameters) - len(instance.arguments) :]]
    for name, argument in zip(names, instance.arguments, strict=True):
        if argument.symbolic:
            yield from _values(ground, f"{instance.name}.{name}", argument.type, argument.value)


def _values(ground: Ground, name: str, type: t.Type, value: Any) -> Iterator[tuple[Node, range]]:
    match type:
        case t.Map(_, item):
            assert isinstance(value, Table)
            for entry in value.entries:
                assert isinstance(entry, Maybe)
                yield from _values(ground, name, item, entry.value)
        case t.Optional(item) if isinstance(value, Maybe):
            yield value.present, range(2)
            yield from _values(ground, name, item, value.value)
        case t.Int(low, high):
            low, high = ground.scope.bounds.get(name, (low, high))
            assert low is not None and high is not None, f"{name} has no bounds in this scope"
            yield value, range(low, high + 1)
        case _:
            for node in flatten(value):
                if node.op == "parameter":
                    low, high = (0, 1) if node.sort == "bool" else (node.low, node.high)
                    assert low is not None and high is not None
                    yield node, range(low, high + 1)


def canonical(ground: Ground, instance: Instance) -> Iterator[Node]:
    """Parameters that mean nothing have their first value."""
    domains = dict(_domains(ground, instance))
    for argument in instance.arguments:
        if argument.symbolic:
            for present, value in _optional(argument.type, argument.value):
                for node in flatten(value):
                    if node in domains:
                        first = equal(node, number(domains[node].start)) if node.sort == "int" else negate(node)
                        yield either(present, first)


def _optional(type: t.Type, value: Any) -> Iterator[tuple[Node, Value]]:
    """The parts of an argument that may be absent, each with when it is there."""
    match type, value:
        case t.Map(_, item), Table(entries):
            for entry in entries:
                assert isinstance(entry, Maybe)
                yield entry.present, entry.value
                yield from _optional(item, entry.value)
        case t.Optional(item), Maybe(present, inner):
            yield present, inner
            yield from _optional(item, inner)
        case _:
            return
