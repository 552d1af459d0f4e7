"""Scoped nodes as z3 expressions: integers stay unbounded, a finite sort's value becomes one Boolean for each member.

A test of a finite value against a member is a single atom then, and no arithmetic is left but the rulebook's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import z3

from ruleslawyer.engines.smt.encoding.interrupts import new_context
from ruleslawyer.engines.smt.encoding.terms import all_of, any_of, no
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import Node, equal, equal_constant, number, postorder


class Encoder:
    """Encodes nodes at a time of a path (None: the single state of an inductive step), each node once."""

    logic: str | None = "QF_LIA"
    """That of its terms, where no number that is free is multiplied by another."""

    def __init__(self) -> None:
        self.context = new_context()  # of its own: answers do not depend on what was asked before in this process
        self._memo: dict[int | None, dict[Node, z3.ExprRef]] = {}
        self._kinds: dict[tuple[Node, int | None], list[z3.BoolRef]] = {}
        self._atoms: dict[tuple[Node, int | None, int | None], z3.ExprRef] = {}

    def flag(self, name: str) -> z3.BoolRef:
        """A Boolean that is no symbol of the scoped IR, such as a mark."""
        return z3.Bool(name, self.context)

    def number(self, value: int) -> z3.IntNumRef:
        return z3.IntVal(value, self.context)

    def integer(self, name: str) -> z3.ArithRef:
        return z3.Int(name, self.context)

    def quotient(self, node: Node, a: z3.ArithRef, b: z3.ArithRef) -> z3.ArithRef:
        whole = a / b  # of z3: towards minus infinity where the divisor is positive
        return whole if node.args[1].op == "constant" else z3.If(b > 0, whole, -a / -b)

    def symbol(self, node: Node, time: int | None, member: int | None = None) -> z3.ExprRef:
        """The z3 constant of a symbol, or of a finite one's being a member. Rigid ones have no time."""
        if node.op == "rigid":
            time = None
        key = (node, time, member)
        found = self._atoms.get(key)
        if found is None:
            name = str(node.value) + ("" if member is None else f"={member}") + ("" if time is None else f"@{time}")
            found = self.integer(name) if node.sort == "int" and member is None else self.flag(name)
            self._atoms[key] = found
        return found

    def constants(self) -> dict[str, Node]:
        """The meaning of each constant of a single state, by its name."""
        return {
            str(atom): node if member is None else equal(node, number(member))
            for (node, time, member), atom in self._atoms.items()
            if time is None
        }

    def atom(self, node: Node, member: int, time: int | None) -> z3.BoolRef:
        """Whether a finite symbol is that member; of two members the second is the first's negation."""
        low, high = node.low, node.high
        assert low is not None and high is not None
        if high == low + 1 and member == high:
            return no(self.symbol(node, time, low))
        return self.symbol(node, time, member)

    def encode(self, root: Node, time: int | None = None) -> z3.ExprRef:
        memo = self._memo.setdefault(time, {})
        for node in postorder([root], memo):
            memo[node] = self._one(node, memo, time)
        return memo[root]

    def _one(self, node: Node, memo: dict[Node, z3.ExprRef], time: int | None) -> z3.ExprRef:
        match node.op:
            case "constant":
                return z3.BoolVal(node.value, self.context) if node.sort == "bool" else self.number(node.value)
            case "leaf" | "rigid" | "parameter":
                return self._finite(node, time) if node.finite else self.symbol(node, time)
            case "equal" if node.args[0].finite and node.args[0].op in ("leaf", "rigid", "parameter"):
                assert node.args[1].op == "constant"
                return self.atom(node.args[0], node.args[1].value, time)
        args = [memo[a] for a in node.args]
        match node.op:
            case "not":
                return no(args[0])
            case "and":
                return all_of(args, self.context)
            case "or":
                return any_of(args, self.context)
            case "ite":
                return z3.If(*args)
            case "add":
                return z3.Sum(*args)
            case "subtract":
                return args[0] - args[1]
            case "multiply":
                return args[0] * args[1]
            case "quotient":
                return self.quotient(node, *args)
            case "less_equal":
                return args[0] <= args[1]
            case "equal":
                return args[0] == args[1]
        raise AssertionError(node.op)

    def _finite(self, node: Node, time: int | None) -> z3.ArithRef:
        """A finite symbol where its number itself is wanted."""
        assert node.low is not None and node.high is not None
        result = self.number(node.high)
        for member in range(node.high - 1, node.low - 1, -1):
            result = z3.If(self.atom(node, member, time), self.number(member), result)
        return result

    def one_member(self, node: Node, time: int | None) -> list[z3.BoolRef]:
        """A finite symbol of three or more members is exactly one of them."""
        if not node.finite or node.op == "constant":
            return []
        assert node.low is not None and node.high is not None
        if node.high == node.low + 1:
            return []
        key = (node, None if node.op == "rigid" else time)
        if key not in self._kinds:
            self._kinds[key] = self._exactly_one(node, time)
        return self._kinds[key]

    def _exactly_one(self, node: Node, time: int | None) -> list[z3.BoolRef]:
        assert node.low is not None and node.high is not None
        atoms = [self.symbol(node, time, k) for k in range(node.low, node.high + 1)]
        pairs = [any_of([no(a), no(b)], self.context) for i, a in enumerate(atoms) for b in atoms[i + 1 :]]
        return [any_of(atoms, self.context), *pairs]

    def variables(self, node: Node, time: int | None) -> list[z3.ExprRef]:
        """The z3 constants that stand for a symbol."""
        if node.op == "constant":
            return []
        if not node.finite:
            return [self.symbol(node, time)]
        assert node.low is not None and node.high is not None
        if node.high == node.low + 1:
            return [self.symbol(node, time, node.low)]
        return [self.symbol(node, time, k) for k in range(node.low, node.high + 1)]

    def images(self, leaf: Node, next_: Node, time: int | None) -> list[z3.ExprRef]:
        """The new values of a leaf's constants when it takes the value of a node."""
        if leaf.op == "constant":
            return []
        if not leaf.finite:
            return [self.encode(next_, time)]
        assert leaf.low is not None and leaf.high is not None
        assert next_.low is not None and next_.high is not None and leaf.low <= next_.low and next_.high <= leaf.high
        last = leaf.low + 1 if leaf.high == leaf.low + 1 else leaf.high + 1
        return [self.encode(equal_constant(next_, k), time) for k in range(leaf.low, last)]

    def scalar(self, model: z3.ModelRef, node: Node, time: int | None) -> Scalar:
        """A symbol's value in a model; what the model leaves open counts as 0, or as not so."""
        if node.op == "constant":
            value: Scalar = node.value
            return value
        if node.finite:
            assert node.low is not None and node.high is not None
            members = (k for k in range(node.low, node.high) if self._interpret(model, self.symbol(node, time, k)))
            return next(members, node.high)
        return self._interpret(model, self.symbol(node, time))

    def _interpret(self, model: z3.ModelRef, constant: z3.ExprRef) -> Scalar:
        """A constant's value by z3's C interface: a state has hundreds of them."""
        context = self.context.ref()
        found = z3.Z3_model_get_const_interp(context, model.model, z3.Z3_get_app_decl(context, constant.as_ast()))
        if z3.is_bool(constant):
            return bool(found) and z3.Z3_get_bool_value(context, found) == z3.Z3_L_TRUE
        return int(z3.Z3_get_numeral_string(context, found)) if found else 0


def symbols_of(roots: Iterable[Node]) -> Iterator[Node]:
    """The leaves, rigid symbols and parameters below some nodes."""
    return (node for node in postorder(roots) if node.op in ("leaf", "rigid", "parameter"))
