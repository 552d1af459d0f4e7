"""Two members of a sort changing places: in a scoped state, in a node, and in the arguments of an instance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ruleslawyer.ir import types as t
from ruleslawyer.lifted.scoped.arguments import Argument
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import Layout, Scalar
from ruleslawyer.lifted.scoped.nodes import Node, add, both, either, equal, ite, negate, number, postorder, rebuild
from ruleslawyer.lifted.scoped.relation import Instance
from ruleslawyer.lifted.scoped.values import Maybe, Shape, Table, Value, flatten
from ruleslawyer.semantics.interchange import Swap, Token, Tokens, member_of

# --- places ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Where a scalar is. `sort`: the one whose members, as indices, are its values; `frame`: whose it is."""

    tokens: Tokens
    sort: str | None
    frame: str | None = None


def parts(shape: Shape, type: t.Type) -> Iterator[tuple[Tokens, str | None]]:
    """The scalars of a type without maps, in the order of `flatten`: how to get there, and whose members they are."""
    match type:
        case t.Sort(sort) | t.Optional(t.Sort(sort)):
            yield (), sort
        case t.Set(item) | t.Awaits(item):
            for k in range(shape.size(item)):
                yield (member_of(item, k),), None
            if isinstance(type, t.Awaits):
                yield ("chance",), None
        case t.Pile(item):
            for k in range(shape.size(type)):
                yield (k,), item.name if isinstance(item, t.Sort) else None
        case t.Optional(item) if not shape.is_choice(type):
            yield ("?",), None
            yield from parts(shape, item)
        case _:
            yield (), None


def places(layout: Layout) -> tuple[Place, ...]:
    """The place of each leaf."""
    found: list[Place] = []
    for frame in (None, *layout.system.frames):
        definition = layout.system.state if frame is None else layout.system.frames[frame]
        if frame is not None:
            found.append(Place((frame, "open"), None, None))
        types = {field.name: field.type for field in definition.fields}
        for (owner, field, keys), cell in layout.cells.items():
            if owner == frame:
                tokens: list[Token] = [frame, field]
                type_ = types[field]
                for key in keys:
                    assert isinstance(type_, t.Map)
                    tokens.append(member_of(type_.key, key))
                    type_ = type_.value
                found += [Place((*tokens, *more), sort, frame) for more, sort in parts(layout.shape, cell.type)]
    assert len(found) == len(layout.leaves)
    return tuple(found)


class Moved:
    """The effect of a swap on the leaves of a layout.

    target: for each leaf the one that gets its value. valued: the leaves whose values are members that change places,
    each with the leaf that says whether its frame is open, or None (in a closed frame they keep their defaults).
    """

    def __init__(self, layout: Layout, where: Sequence[Place], swap: Swap) -> None:
        self.layout, self.swap = layout, swap
        index = {place.tokens: i for i, place in enumerate(where)}
        self.target = tuple(index[swap.tokens(place.tokens)] for place in where)
        self.valued: Mapping[int, int | None] = {
            i: None if place.frame is None else layout.index[f"{place.frame}.open"]
            for i, place in enumerate(where)
            if place.sort == swap.sort
        }

    def vector(self, vector: Sequence[Scalar]) -> tuple[Scalar, ...]:
        """The vector of a state after the swap."""
        found = list(vector)
        for i, value in enumerate(vector):
            if i in self.valued:
                opened = self.valued[i]
                if opened is None or vector[opened]:
                    value = self.swap.member(self.swap.sort, value)
            found[self.target[i]] = value
        return tuple(found)


# --- nodes -----------------------------------------------------------------------------------------------------------


class Renaming:
    """Nodes as they are said of the state after a swap: `node(f)` there is what `f` is in the state before."""

    def __init__(self, scoped: Scoped, moved: Moved, constants: Mapping[Node, Node]) -> None:
        """`constants`: leaves that have one value in every state, so before the swap and after it."""
        self.scoped, self.swap, self.constants = scoped, moved.swap, constants
        self._put: dict[Node, tuple[Node, bool, Node | None]] = {}
        leaves = scoped.layout.leaves
        for i, leaf in enumerate(leaves):
            if leaf.node.op == "leaf":
                opened = moved.valued.get(i)
                frame = None if opened is None else leaves[opened].node
                there = leaves[moved.target[i]].node
                self._put[leaf.node] = (constants.get(there, there), i in moved.valued, frame)
        for instance in scoped.steps:
            self._put |= self._parameters(instance)
        self._done: dict[Node, Node] = dict(constants)
        self._images: dict[Node, tuple[Node, bool] | None] = {}

    def _parameters(self, instance: Instance) -> dict[Node, tuple[Node, bool, Node | None]]:
        """The parameters of an instance; those of all instances of an action have the same names."""
        found: dict[Tokens, tuple[Node, str | None]] = {}
        for position, argument in enumerate(instance.arguments):
            if argument.symbolic:
                for tokens, node, sort in _scalars(self.scoped.shape, (position,), argument.type, argument.value):
                    found[tokens] = (node, sort)
        return {
            node: (found[self.swap.tokens(tokens)][0], sort == self.swap.sort, None)
            for tokens, (node, sort) in found.items()
        }

    def nodes(self, roots: Iterable[Node]) -> list[Node]:
        """Nodes after the swap, in normal form."""
        roots = tuple(roots)
        for node in postorder(roots, self._done):
            self._done[node] = self._rename(node)
        return [self._done[root] for root in roots]

    def settle(self, node: Node, after: Node) -> None:
        """Say what a node is after the swap, for what is made of it from now on."""
        self._done[node] = after

    def _rename(self, node: Node) -> Node:
        if node in self._put:
            there, valued, frame = self._put[node]
            if not valued:
                return there
            before = self._member(there)
            return before if frame is None else ite(self._put[frame][0], before, there)
        if node.op == "equal":
            images = [self._image(a) for a in node.args]
            if any(i is not None and i[1] for i in images) and None not in images:
                return ordered(equal(*(i[0] for i in images if i is not None)))
            there, valued, frame = self._put.get(node.args[0], (node, False, None))
            if valued and frame is not None and node.args[1].op == "constant":
                value = node.args[1].value
                inside = both(self._put[frame][0], equal(there, number(self.swap.member(self.swap.sort, value))))
                return ordered(either(inside, both(negate(self._put[frame][0]), equal(there, node.args[1]))))
        return ordered(rebuild(node, tuple(self._done[a] for a in node.args)))

    def _image(self, node: Node) -> tuple[Node, bool] | None:
        """The image of a node whose value is a member, and whether it surely is one of this sort (a constant alone may
        be of any sort); None where it cannot be told. That of two members equality is kept by a swap."""
        found = self._images
        for part in postorder([node], found):
            constant = self.constants.get(part, part)
            there, valued, frame = self._put.get(part, (part, False, None))
            found[part] = None
            if constant.op == "constant" and part.sort == "int":
                found[part] = (number(self.swap.member(self.swap.sort, constant.value)), False)
            elif valued and frame is None:
                found[part] = (there, True)
            elif part.op == "ite" and part.sort == "int":
                then, otherwise = found[part.args[1]], found[part.args[2]]
                if then is not None and otherwise is not None:
                    together = ite(self._done[part.args[0]], then[0], otherwise[0])
                    found[part] = (together, then[1] or otherwise[1])
        return found[node]

    def _member(self, node: Node) -> Node:
        """The member of which a node is what became."""
        a, b = number(self.swap.first), number(self.swap.second)
        return ite(equal(node, a), b, ite(equal(node, b), a, node))


def identity(instance: Instance, swap: Swap | None = None) -> tuple[Any, ...]:
    """A key that tells an instance from all others; after a swap, if one is given."""
    return (instance.kind, instance.name, *(_argument(a, swap) for a in instance.arguments))


def _argument(argument: Argument, swap: Swap | None) -> Any:
    if argument.symbolic:
        return "·"
    return argument.value if swap is None else swap.value(argument.type, argument.value)


def _scalars(shape: Shape, tokens: Tokens, type: t.Type, value: Value) -> Iterator[tuple[Tokens, Node, str | None]]:
    """The parameters that a symbolic argument is made of, each with its place."""
    if isinstance(type, t.Map):
        assert isinstance(value, Table)
        for k, entry in enumerate(value.entries):
            assert isinstance(entry, Maybe)
            yield from _scalars(shape, (*tokens, member_of(type.key, k)), type.value, entry.value)
        return
    for (more, sort), node in zip(parts(shape, type), flatten(value), strict=True):
        if node.op == "ite":  # a number that is 0 where it is not there
            node = node.args[1]
        if node.op == "parameter":
            yield (*tokens, *more), node, sort


class Normal:
    """Nodes in normal form: the arguments of a junction or a sum in an order that depends on themselves alone."""

    def __init__(self, constants: Mapping[Node, Node]) -> None:
        self._done: dict[Node, Node] = dict(constants)

    def nodes(self, roots: Iterable[Node]) -> list[Node]:
        roots = tuple(roots)
        for node in postorder(roots, self._done):
            self._done[node] = ordered(rebuild(node, tuple(self._done[a] for a in node.args)))
        return [self._done[root] for root in roots]


def ordered(node: Node) -> Node:
    """A junction or a sum with its arguments in order."""
    if node.op not in ("and", "or", "add"):
        return node
    args = sorted(node.args, key=lambda a: a.key)
    make = both if node.op == "and" else either if node.op == "or" else add
    return make(*args) if tuple(args) != node.args else node
