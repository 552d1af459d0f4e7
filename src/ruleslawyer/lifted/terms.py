"""First-order terms over sorts of any size: hash-consed, with the variables that are free in each.

A sort is ``Bool``, ``Int``, or a name: a sort or an enum of the ruleset. An enum's members, and those of a sort that
the book numbers, are constants; of any other sort nothing is known but that it has a member. Equal terms are one
object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Literal, TypeAlias
from weakref import WeakValueDictionary

Op: TypeAlias = Literal[
    "constant", "symbol", "variable", "not", "and", "or", "ite", "add", "multiply", "quotient", "less_equal", "equal"
]
BOOL, INT = "Bool", "Int"
Name: TypeAlias = str | int | bool


class Term:
    """value: a constant's value (of a finite sort: its member's number), or the name of a symbol or a variable. rank:
    which term was made first in this process, for an order of search. size: how long it is when written out."""

    __slots__ = ("__weakref__", "args", "free", "op", "rank", "size", "sort", "value")

    def __init__(self, op: Op, sort: str, args: tuple[Term, ...], value: Name | None) -> None:
        self.op, self.sort, self.args, self.value = op, sort, args, value
        self.rank = next(_ranks)
        self.size: int = 1 + sum([a.size for a in args])
        self.free: frozenset[Term] = frozenset((self,)) if op == "variable" else _CLOSED
        for a in args:
            if a.free:
                self.free = self.free | a.free if self.free else a.free

    @property
    def constant(self) -> bool:
        return self.op == "constant"

    def __repr__(self) -> str:
        if not self.args:
            return f"{self.sort}.{self.value}" if self.op == "constant" and self.sort not in _PLAIN else str(self.value)
        return f"{self.value or self.op}({', '.join(map(repr, self.args))})"


_ranks = count()
_CLOSED: frozenset[Term] = frozenset()
_PLAIN = (BOOL, INT)
_table: WeakValueDictionary[tuple[object, ...], Term] = WeakValueDictionary()


def _term(op: Op, sort: str, args: tuple[Term, ...] = (), value: Name | None = None) -> Term:
    identity = (op, sort, value, *map(id, args))
    found = _table.get(identity)
    if found is None:
        found = _table[identity] = Term(op, sort, args, value)
    return found


TRUE = _term("constant", BOOL, (), True)
FALSE = _term("constant", BOOL, (), False)


def truth(value: bool) -> Term:
    return TRUE if value else FALSE


def number(value: int) -> Term:
    return _term("constant", INT, (), int(value))


ZERO, ONE = number(0), number(1)


def member(sort: str, value: int) -> Term:
    """A member of a finite sort."""
    return _term("constant", sort, (), value)


def variable(sort: str, name: str) -> Term:
    return _term("variable", sort, (), name)


def symbol(sort: str, name: str, args: Sequence[Term] = ()) -> Term:
    """An application of an uninterpreted function; a free constant where it has no arguments."""
    return _term("symbol", sort, tuple(args), name)


def negate(a: Term) -> Term:
    if a.op == "constant":
        return truth(not a.value)
    return a.args[0] if a.op == "not" else _term("not", BOOL, (a,))


def _junction(op: Literal["and", "or"], items: Iterable[Term]) -> Term:
    unit, zero = (TRUE, FALSE) if op == "and" else (FALSE, TRUE)
    found: dict[Term, None] = {}
    for item in items:
        for part in item.args if item.op == op else (item,):
            if part is zero:
                return zero
            if part is not unit:
                found[part] = None
    for part in found:
        if part.op == "not" and part.args[0] in found:
            return zero
    if len(found) > 1:
        return _term(op, BOOL, tuple(found))
    return next(iter(found)) if found else unit


def both(*items: Term) -> Term:
    return _junction("and", items)


def either(*items: Term) -> Term:
    return _junction("or", items)


def implies(a: Term, b: Term) -> Term:
    return either(negate(a), b)


def ite(condition: Term, a: Term, b: Term) -> Term:
    if condition.op == "constant":
        return a if condition.value else b
    if a is b:
        return a
    if condition.op == "not":
        return ite(condition.args[0], b, a)
    if a.sort == BOOL:
        if a.op == "constant":
            return either(condition, b) if a.value else both(negate(condition), b)
        if b.op == "constant":
            return either(negate(condition), a) if b.value else both(condition, a)
    if a.op == "ite" and a.args[0] is condition:
        a = a.args[1]
    if b.op == "ite" and b.args[0] is condition:
        b = b.args[2]
    return a if a is b else _term("ite", a.sort, (condition, a, b))


def add(*items: Term) -> Term:
    parts: list[Term] = []
    rest = 0
    for item in items:
        for part in item.args if item.op == "add" else (item,):
            if part.op == "constant":
                rest += int(part.value or 0)
            else:
                parts.append(part)
    if rest or not parts:
        parts.append(number(rest))
    return parts[0] if len(parts) == 1 else _term("add", INT, tuple(parts))


def multiply(a: Term, b: Term) -> Term:
    if b.op == "constant":
        a, b = b, a
    if a.op == "constant":
        factor = int(a.value or 0)
        if factor in (0, 1):
            return b if factor else ZERO
        if b.op == "constant":
            return number(factor * int(b.value or 0))
        if b.op == "add":
            return add(*(multiply(a, part) for part in b.args))
        if b.op == "multiply" and b.args[0].op == "constant":
            return multiply(number(factor * int(b.args[0].value or 0)), b.args[1])
    return _term("multiply", INT, (a, b))


def subtract(a: Term, b: Term) -> Term:
    return ZERO if a is b else add(a, multiply(number(-1), b))


def quotient(a: Term, b: Term) -> Term:
    """Rounded towards minus infinity, as the language has it."""
    if a.op == b.op == "constant" and b.value:
        return number(int(a.value or 0) // int(b.value))
    return _term("quotient", INT, (a, b))


def less_equal(a: Term, b: Term) -> Term:
    if a is b:
        return TRUE
    if a.op == b.op == "constant":
        return truth(int(a.value or 0) <= int(b.value or 0))
    return _term("less_equal", BOOL, (a, b))


def less(a: Term, b: Term) -> Term:
    return negate(less_equal(b, a))


def equal(a: Term, b: Term) -> Term:
    if a is b:
        return TRUE
    if a.op == b.op == "constant":
        return FALSE
    if a.sort == BOOL:
        if a.op == "constant":
            return b if a.value else negate(b)
        if b.op == "constant":
            return a if b.value else negate(a)
    for one, other in ((a, b), (b, a)):  # which of two constants is a question of the condition alone
        if one.op == "ite" and other.op == "constant" and (one.args[1].constant or one.args[2].constant):
            return ite(one.args[0], equal(one.args[1], other), equal(one.args[2], other))
    return _term("equal", BOOL, (a, b) if _before(a, b) else (b, a))


def _before(a: Term, b: Term) -> bool:
    """An order of different terms by what they say, so that it is the same in every process."""
    while True:
        one, other = _look(a), _look(b)
        if one != other:
            return one < other
        a, b = next((x, y) for x, y in zip(a.args, b.args, strict=True) if x is not y)


def _look(term: Term) -> tuple[int, int, str, str, str]:
    return term.size, len(term.args), term.op, term.sort, str(term.value)


def in_order(variables: Iterable[Term]) -> list[Term]:
    """Variables by name, in the order in which a walk makes them."""
    return sorted(variables, key=lambda v: (len(str(v.value)), str(v.value), v.sort))


MADE: Mapping[str, Callable[..., Term]] = {
    "not": negate, "and": both, "or": either, "ite": ite, "add": add, "multiply": multiply, "quotient": quotient,
    "less_equal": less_equal, "equal": equal,
}  # fmt: skip
"""By each operation what makes it of its arguments, simplified."""


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """The same operation on other arguments, simplified."""
    if term.op == "symbol":
        return symbol(term.sort, str(term.value), args)
    return MADE[term.op](*args) if args else term


def substitute(term: Term, put: Mapping[Term, Term], known: dict[Term, Term] | None = None) -> Term:
    """The term with others in place of some of its variables. known: what is found on the way."""
    known = {} if known is None else known
    names = put.keys()

    def walk(t: Term) -> Term:
        if t.free.isdisjoint(names):
            return t
        if t.op == "variable":
            return put[t]
        found = known.get(t)
        if found is None:
            found = known[t] = rebuild(t, tuple([walk(a) for a in t.args]))
        return found

    return walk(term)


def subterms(terms: Iterable[Term], seen: set[Term] | None = None) -> Iterator[Term]:
    """Every subterm once; what is in `seen` already is left out, and what is found is put there."""
    seen = set() if seen is None else seen
    waiting = list(terms)
    while waiting:
        term = waiting.pop()
        if term not in seen:
            seen.add(term)
            yield term
            waiting.extend(term.args)


def conjuncts(term: Term) -> tuple[Term, ...]:
    """The parts of a condition that all have to hold; none of them has parts of its own."""
    if term.op == "not" and term.args[0].op == "or":
        return tuple(part for a in term.args[0].args for part in conjuncts(negate(a)))
    if term.op == "and":
        return tuple(part for a in term.args for part in conjuncts(a))
    return (term,)


def in_postorder(term: Term, known: Mapping[Term, object]) -> list[Term]:
    """The parts of a term that are not known yet, each after its own."""
    found: dict[Term, None] = {}
    waiting = [term]
    while waiting:
        top = waiting[-1]
        left = [] if top in known else [a for a in reversed(top.args) if a not in known and a not in found]
        if left:
            waiting += left
            continue
        waiting.pop()
        if top not in known:
            found[top] = None
    return list(found)
