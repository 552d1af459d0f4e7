"""Answers of z3, terms over the encoder's constants, read back as nodes."""

from __future__ import annotations

from functools import reduce

import z3

from ruleslawyer.engines.smt.encoding.encode import Encoder
from ruleslawyer.lifted.scoped.nodes import (
    Node,
    add,
    both,
    either,
    equal,
    ite,
    less,
    less_equal,
    multiply,
    negate,
    number,
    subtract,
    truth,
)


def node_of(encoder: Encoder, term: z3.ExprRef) -> Node | None:
    """The node that a term means; None where it uses what nodes do not have."""
    atoms = encoder.constants()
    known: dict[int, Node] = {}
    stack = [(term, False)]
    while stack:
        part, ready = stack.pop()
        if part.get_id() in known:
            continue
        if not ready and z3.is_app(part):
            stack.append((part, True))
            stack.extend((a, False) for a in part.children())
            continue
        found = atoms.get(str(part)) if z3.is_const(part) and part.decl().kind() == z3.Z3_OP_UNINTERPRETED else None
        if found is None and z3.is_app(part):
            found = _node_of(part, [known[a.get_id()] for a in part.children()])
        if found is None:
            return None
        known[part.get_id()] = found
    return known[term.get_id()]


def _node_of(part: z3.ExprRef, args: list[Node]) -> Node | None:
    match part.decl().kind():
        case z3.Z3_OP_TRUE | z3.Z3_OP_FALSE:
            return truth(bool(z3.is_true(part)))
        case z3.Z3_OP_ANUM if z3.is_int_value(part):
            return number(part.as_long())
        case z3.Z3_OP_NOT:
            return negate(*args)
        case z3.Z3_OP_AND:
            return both(*args)
        case z3.Z3_OP_OR:
            return either(*args)
        case z3.Z3_OP_IMPLIES:
            return either(negate(args[0]), args[1])
        case z3.Z3_OP_ITE:
            return ite(*args)
        case z3.Z3_OP_EQ | z3.Z3_OP_IFF if len(args) == 2:
            return equal(*args)
        case z3.Z3_OP_LE:
            return less_equal(*args)
        case z3.Z3_OP_GE:
            return less_equal(args[1], args[0])
        case z3.Z3_OP_LT:
            return less(*args)
        case z3.Z3_OP_GT:
            return less(args[1], args[0])
        case z3.Z3_OP_ADD:
            return add(*args)
        case z3.Z3_OP_SUB:
            return reduce(subtract, args)
        case z3.Z3_OP_UMINUS:
            return subtract(number(0), args[0])
        case z3.Z3_OP_MUL if len(args) == 2:
            return multiply(*args)
    return None
