"""Scoped nodes as z3 expressions: integers stay unbounded, a finite sort's value becomes one Boolean for each member.

A test of a finite value against a member is a single atom then, and no arithmetic is left but the rulebook's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import z3

from ruleslawyer.engines.smt.encoding.interrupts import new_context
from ruleslawyer.engines.smt.encoding.terms import all_of, any_of, no
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import SYMBOLS, Node, postorder


class Encoder:
    """Encodes nodes about a single state, each node once."""

    def __init__(self) -> None:
        self.context = new_context()  # of its own: answers do not depend on what was asked before in this process
        self._memo: dict[Node, z3.ExprRef] = {}
        self._atoms: dict[tuple[Node, int | None], z3.ExprRef] = {}

    def number(self, value: int) -> z3.IntNumRef:
        return z3.IntVal(value, self.context)

    def quotient(self, node: Node, a: z3.ArithRef, b: z3.ArithRef) -> z3.ArithRef:
        whole = a / b  # of z3: towards minus infinity where the divisor is positive
        return whole if node.args[1].op == "constant" else z3.If(b > 0, whole, -a / -b)

    def symbol(self, node: Node, member: int | None = None) -> z3.ExprRef:
        """The z3 constant of a symbol, or of a finite one's being a member."""
        key = (node, member)
        if key not in self._atoms:
            name = str(node.value) + ("" if member is None else f"={member}")
            number = node.sort == "int" and member is None
            self._atoms[key] = z3.Int(name, self.context) if number else z3.Bool(name, self.context)
        return self._atoms[key]

    def atom(self, node: Node, member: int) -> z3.BoolRef:
        """Whether a finite symbol is that member; of two members the second is the first's negation."""
        low, high = node.low, node.high
        assert low is not None and high is not None
        if high == low + 1 and member == high:
            return no(self.symbol(node, low))
        return self.symbol(node, member)

    def encode(self, root: Node) -> z3.ExprRef:
        for node in postorder([root], self._memo):
            self._memo[node] = self._one(node)
        return self._memo[root]

    def _one(self, node: Node) -> z3.ExprRef:
        match node.op:
            case "constant":
                return z3.BoolVal(node.value, self.context) if node.sort == "bool" else self.number(node.value)
            case "leaf" | "rigid" | "parameter":
                return self._finite(node) if node.finite else self.symbol(node)
            case "equal" if node.args[0].finite and node.args[0].op in SYMBOLS and node.args[1].op == "constant":
                return self.atom(node.args[0], node.args[1].value)
        args = [self._memo[a] for a in node.args]
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

    def _finite(self, node: Node) -> z3.ArithRef:
        """A finite symbol where its number itself is wanted."""
        assert node.low is not None and node.high is not None
        result = self.number(node.high)
        for member in range(node.high - 1, node.low - 1, -1):
            result = z3.If(self.atom(node, member), self.number(member), result)
        return result

    def one_member(self, node: Node) -> list[z3.BoolRef]:
        """A finite symbol of three or more members is exactly one of them."""
        if not node.finite:
            return []
        assert node.low is not None and node.high is not None
        if node.high == node.low + 1:
            return []
        atoms = [self.symbol(node, k) for k in range(node.low, node.high + 1)]
        pairs = [any_of([no(a), no(b)], self.context) for i, a in enumerate(atoms) for b in atoms[i + 1 :]]
        return [any_of(atoms, self.context), *pairs]

    def scalar(self, model: z3.ModelRef, node: Node) -> Scalar:
        """A symbol's value in a model; what the model leaves open counts as 0, or as not so."""
        if node.finite:
            assert node.low is not None and node.high is not None
            members = (k for k in range(node.low, node.high) if self._interpret(model, self.symbol(node, k)))
            return next(members, node.high)
        return self._interpret(model, self.symbol(node))

    def _interpret(self, model: z3.ModelRef, constant: z3.ExprRef) -> Scalar:
        """A constant's value by z3's C interface: a state has hundreds of them."""
        context = self.context.ref()
        found = z3.Z3_model_get_const_interp(context, model.model, z3.Z3_get_app_decl(context, constant.as_ast()))
        if z3.is_bool(constant):
            return bool(found) and z3.Z3_get_bool_value(context, found) == z3.Z3_L_TRUE
        return int(z3.Z3_get_numeral_string(context, found)) if found else 0


def symbols_of(roots: Iterable[Node]) -> Iterator[Node]:
    """The leaves, rigid symbols and parameters below some nodes."""
    return (node for node in postorder(roots) if node.op in SYMBOLS)
