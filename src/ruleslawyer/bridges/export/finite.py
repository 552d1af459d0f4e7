"""A scope's rules made finite for engines that run through its states: what varies, what parameters may be.

Leaves that hold one value in all that is reached are constants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.arguments import Argument
from ruleslawyer.lifted.scoped.instances import Instance, ScopedSystem, SubstepEvents
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import (
    FALSE,
    TRUE,
    Node,
    both,
    constant,
    either,
    equal,
    negate,
    number,
    substitute,
)
from ruleslawyer.lifted.scoped.reached import ReachableSystem


@dataclass(frozen=True, slots=True)
class Step:
    """An instance as an explicit engine runs it: `parameters` with their values, outermost first.

    `guard` says besides that a parameter which means nothing (the bid of a player who is not asked) has its first
    value, so that each valuation is one choice of the game; an action's is asked at rest only, before the end. `edge`
    says, where the guard holds, that no check fails; `next` means something where both do.
    """

    instance: Instance
    parameters: tuple[tuple[Node, range], ...]
    guard: Node
    edge: Node
    next: tuple[tuple[int, Node], ...]

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
    """A model for an explicit engine: the steps that can occur from these initial states, and what varies in a state.

    varying: indices of the leaves that have more than one value, in order. duties: all that is forced, a round of
    settles first.
    """

    scoped: ScopedSystem
    initial: tuple[tuple[Scalar, ...], ...]
    varying: tuple[int, ...]
    ended: Node
    rest: Node
    settling: SubstepEvents
    duties: tuple[Step, ...]
    actions: tuple[Step, ...]


def finite(scoped: ReachableSystem, initial: Sequence[tuple[Scalar, ...]]) -> Finite:
    """The finite model of what some initial rest states lead to."""
    leaves = scoped.layout.leaves
    constants: dict[int, Scalar] = {}
    for k, held in enumerate(scoped.within):
        if held is not None and len(held) == 1:
            constants[k] = initial[0][k]
    put = {leaves[k].node: constant(v) for k, v in constants.items() if leaves[k].node.op == "leaf"}
    between = scoped.settling.where(put)
    between = replace(between, forgotten=tuple((k, v) for k, v in between.forgotten if k not in constants))
    ended, rest = substitute([scoped.ended, scoped.rest], put)
    found: list[Step] = []
    for step in scoped.steps:
        guard = both(step.guard, *canonical(scoped, step))
        changed = [(k, v) for k, v in step.next if k not in constants]
        guard, edge, *values = substitute([guard, step.edge, *(v for _, v in changed)], put)
        if step.kind == "action":  # it is only asked about at rest, before the end
            guard, edge, *values = assuming(both(rest, negate(ended)), (guard, edge, *values))
        if guard is FALSE:
            continue
        atoms = both(*filter(_is_plain, conjuncts(guard)))
        guard = both(atoms, *assuming(atoms, [guard]))
        # What is behind a guard is only asked about where it holds.
        edge, *values = assuming(guard, (edge, *values))
        after = tuple((k, v) for (k, _), v in zip(changed, values, strict=True) if v is not leaves[k].node)
        found.append(Step(step, tuple(_domains(scoped, step)), guard, edge, after))
    return Finite(
        scoped,
        tuple(initial),
        tuple(k for k in range(len(leaves)) if k not in constants),
        ended,
        rest,
        between,
        tuple(step for step in found if step.instance.kind != "action"),
        tuple(step for step in found if step.instance.kind == "action"),
    )


def conjuncts(guard: Node) -> tuple[Node, ...]:
    """The parts of a conjunction; none of TRUE."""
    return () if guard is TRUE else guard.args if guard.op == "and" else (guard,)


def _is_plain(condition: Node) -> bool:
    atom = condition.args[0] if condition.op == "not" else condition
    return not any(a.args for a in atom.args)


def assuming(condition: Node, nodes: Iterable[Node]) -> list[Node]:
    """Nodes simplified by a condition that holds wherever they are looked at."""
    put: dict[Node, Node] = {}
    for fact in conjuncts(condition):
        atom, value = (fact.args[0], FALSE) if fact.op == "not" else (fact, TRUE)
        put[atom] = value
        if value is TRUE and atom.op == "equal" and atom.args[0].op == "leaf" and atom.args[1].op == "constant":
            put[atom.args[0]] = atom.args[1]
    return substitute(nodes, put)


def _domains(scoped: ScopedSystem, instance: Instance) -> Iterator[tuple[Node, range]]:
    """Each parameter of an instance with its values, Booleans as 0 and 1."""
    function = scoped.system.actions[instance.name].function if instance.kind == "action" else None
    if function is None:
        return
    names = [p.name for p in function.parameters[len(function.parameters) - len(instance.arguments) :]]
    for name, argument in zip(names, instance.arguments, strict=True):
        for type, _, nodes in _entries(argument):
            yield from _values(scoped, f"{instance.name}.{name}", type, nodes)


def _entries(argument: Argument) -> Iterator[tuple[t.Type, Node, tuple[Node, ...]]]:
    """The parts of an argument that is made of parameters, each with its type and where somebody chooses it."""
    if argument.symbolic:
        item = argument.type.value if isinstance(argument.type, t.Map) else argument.type
        yield from ((item, present, nodes) for present, nodes in argument.value)


def _values(scoped: ScopedSystem, name: str, type: t.Type, nodes: tuple[Node, ...]) -> Iterator[tuple[Node, range]]:
    match type:
        case t.Optional(item) if not scoped.shape.is_choice(type):
            yield nodes[0], range(2)
            yield from _values(scoped, name, item, nodes[1:])
        case t.Int(low, high):
            low, high = scoped.scope.bounds.get(name, (low, high))
            assert low is not None and high is not None, f"{name} has no bounds in this scope"
            yield nodes[0], range(low, high + 1)
        case _:
            for node in nodes:
                if node.op == "parameter":
                    low, high = (0, 1) if node.sort == "bool" else (node.low, node.high)
                    assert low is not None and high is not None
                    yield node, range(low, high + 1)


def canonical(scoped: ScopedSystem, instance: Instance) -> Iterator[Node]:
    """Parameters that mean nothing have their first value."""
    domains = dict(_domains(scoped, instance))
    for argument in instance.arguments:
        for type, present, nodes in _entries(argument):
            optional = isinstance(type, t.Optional) and not scoped.shape.is_choice(type)
            for where, some in ((present, nodes), *([(nodes[0], nodes[1:])] if optional else [])):
                for node in some:
                    if node in domains:
                        first = equal(node, number(domains[node].start)) if node.sort == "int" else negate(node)
                        yield either(where, first)
