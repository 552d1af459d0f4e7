"""The nodes of the scoped IR: hash-consed Boolean and integer terms, the constructors that simplify them, and how large
numbers become.

Fourteen kinds. A finite sort's value is an integer with static bounds (`low`, `high`); a promised range is no
bound: it is proved. Equal terms are one object, so `is` compares them; `key` is a hash that depends on the
structure alone, so that an order made from it is the same in every process.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias
from weakref import WeakValueDictionary
from zlib import crc32

Op: TypeAlias = Literal[
    "leaf", "parameter", "constant", "not", "and", "or", "ite", "add", "subtract", "multiply", "quotient", "less_equal",
    "equal",
]  # fmt: skip
SortName: TypeAlias = Literal["bool", "int"]


class Node:
    """One term. `value` is a constant's value or a symbol's name; `low` and `high` are static bounds of an integer."""

    __slots__ = ("__weakref__", "args", "high", "key", "low", "op", "sort", "value")

    def __init__(
        self, op: Op, sort: SortName, args: tuple[Node, ...], value: Any, low: int | None, high: int | None, key: int
    ) -> None:
        self.op, self.sort, self.args, self.value = op, sort, args, value
        self.low, self.high, self.key = low, high, key

    @property
    def finite(self) -> bool:
        return self.low is not None and self.high is not None

    def __repr__(self) -> str:
        return str(self.value) if not self.args else f"{self.op}({', '.join(map(repr, self.args))})"


_table: WeakValueDictionary[tuple[Any, ...], Node] = WeakValueDictionary()


def _node(
    op: Op, sort: SortName, args: tuple[Node, ...] = (), value: Any = None, low: int | None = None,
    high: int | None = None,
) -> Node:  # fmt: skip
    identity = (op, *args) if args else (op, sort, value, low, high)
    found = _table.get(identity)
    if found is None:
        salt = crc32(value.encode()) if isinstance(value, str) else int(value or 0)
        key = hash((crc32(op.encode()), crc32(sort.encode()), salt, *(a.key for a in args)))
        found = _table[identity] = Node(op, sort, args, value, low, high, key)
    return found


TRUE = _node("constant", "bool", (), True)
FALSE = _node("constant", "bool", (), False)


def number(value: int) -> Node:
    return _node("constant", "int", (), int(value), value, value)


def truth(value: bool) -> Node:
    return TRUE if value else FALSE


def constant(value: bool | int) -> Node:
    return truth(value) if isinstance(value, bool) else number(value)


def symbol(
    op: Literal["leaf", "parameter"], sort: SortName, name: str, low: int | None = None, high: int | None = None
) -> Node:
    """A leaf of the state or a parameter; bounds are given for values of finite sorts only."""
    if low is not None and low == high:
        return number(low)
    return _node(op, sort, (), name, low, high)


def negate(a: Node) -> Node:
    if a.op == "constant":
        return truth(not a.value)
    return a.args[0] if a.op == "not" else _node("not", "bool", (a,))


def _junction(op: Literal["and", "or"], items: Iterable[Node]) -> Node:
    # Whoever makes a scope's rules spends much time here: each part is looked at once.
    unit, zero, dual = (TRUE, FALSE, "or") if op == "and" else (FALSE, TRUE, "and")
    found: dict[Node, None] = {}
    denied: list[Node] = []
    mixed = False
    for item in items:
        for part in item.args if item.op == op else (item,):
            if part is zero:
                return zero
            if part is unit or part in found:
                continue
            found[part] = None
            if part.op == "not":
                denied.append(part.args[0])
            elif part.op == dual:
                mixed = True
    for part in denied:
        if part in found:
            return zero
    if mixed and len(found) > 1:
        # Absorption of one level: a ∧ (a ∨ b) is a, and a ∧ (¬a ∨ b) is a ∧ b.
        return _absorb(op, tuple(found), dual)
    return unit if not found else next(iter(found)) if len(found) == 1 else _node(op, "bool", tuple(found))


def _absorb(op: Literal["and", "or"], parts: tuple[Node, ...], dual: str) -> Node:
    held = set(parts)
    denied = {part.args[0] for part in parts if part.op == "not"}
    kept: list[Node] = []
    changed = False
    for part in parts:
        if part.op == dual:
            if not held.isdisjoint(part.args):
                changed = True
                continue
            rest = tuple(a for a in part.args if not (a.args[0] in held if a.op == "not" else a in denied))
            if len(rest) != len(part.args):
                changed = True
                kept.append(_junction("or" if op == "and" else "and", rest))
                continue
        kept.append(part)
    if changed:
        return _junction(op, kept)
    return _node(op, "bool", tuple(kept))


def both(*items: Node) -> Node:
    return _junction("and", items)


def either(*items: Node) -> Node:
    return _junction("or", items)


def ite(condition: Node, then: Node, otherwise: Node) -> Node:
    """If-then-else, of either sort."""
    if condition.op == "constant":
        return then if condition.value else otherwise
    if condition.op == "not":
        condition, then, otherwise = condition.args[0], otherwise, then
    if then.op == "ite" and then.args[0] is condition:
        then = then.args[1]
    if otherwise.op == "ite" and otherwise.args[0] is condition:
        otherwise = otherwise.args[2]
    if then is otherwise:
        return then
    if then.sort == "bool":
        if then is TRUE or then is condition:
            return either(condition, otherwise)
        if then is FALSE:
            return both(negate(condition), otherwise)
        if otherwise is FALSE or otherwise is condition:
            return both(condition, then)
        if otherwise is TRUE:
            return either(negate(condition), then)
        return _node("ite", "bool", (condition, then, otherwise))
    low = None if then.low is None or otherwise.low is None else min(then.low, otherwise.low)
    high = None if then.high is None or otherwise.high is None else max(then.high, otherwise.high)
    return _node("ite", "int", (condition, then, otherwise), None, low, high)


def add(*items: Node) -> Node:
    total = 0
    parts: list[Node] = []
    for item in items:
        for part in item.args if item.op == "add" else (item,):
            if part.op == "constant":
                total += part.value
            else:
                parts.append(part)
    if not parts:
        return number(total)
    if total:
        parts.append(number(total))
    if len(parts) == 1:
        return parts[0]
    return _node("add", "int", tuple(parts), None, _sum(p.low for p in parts), _sum(p.high for p in parts))


def _sum(bounds: Iterable[int | None]) -> int | None:
    total = 0
    for bound in bounds:
        if bound is None:
            return None
        total += bound
    return total


def subtract(a: Node, b: Node) -> Node:
    if a is b:
        return number(0)
    if b.op == "constant":
        return add(a, number(-b.value))
    low = None if a.low is None or b.high is None else a.low - b.high
    high = None if a.high is None or b.low is None else a.high - b.low
    return _node("subtract", "int", (a, b), None, low, high)


def multiply(a: Node, b: Node) -> Node:
    if b.op == "constant":
        a, b = b, a
    if a.op == "constant":
        if b.op == "constant" or a.value == 0:
            return number(a.value * (b.value if b.op == "constant" else 0))
        if a.value == 1:
            return b
    elif a.key > b.key:
        a, b = b, a
    ends = [x for x in (a.low, a.high, b.low, b.high) if x is not None]
    corners = [x * y for x in ends[:2] for y in ends[2:]] if len(ends) == 4 else []
    return _node("multiply", "int", (a, b), None, min(corners, default=None), max(corners, default=None))


def quotient(a: Node, b: Node) -> Node:
    """`a // b`, rounded towards minus infinity; it means nothing where `b` is 0."""
    if b.op != "constant":
        return _node("quotient", "int", (a, b))
    if b.value == 0:
        return number(0)
    if b.value < 0:
        return quotient(subtract(number(0), a), number(-b.value))
    if a.op == "constant":
        return number(a.value // b.value)
    if b.value == 1:
        return a
    low, high = (None if x is None else x // b.value for x in (a.low, a.high))
    return _node("quotient", "int", (a, b), None, low, high)


def less_equal(a: Node, b: Node) -> Node:
    if a is b:
        return TRUE
    if a.high is not None and b.low is not None and a.high <= b.low:
        return TRUE
    if a.low is not None and b.high is not None and a.low > b.high:
        return FALSE
    if a.op == "add" and a.args[-1].op == "constant":  # constants to the right: x + 2 <= y is x <= y - 2
        return less_equal(add(*a.args[:-1]), add(b, number(-a.args[-1].value)))
    return _node("less_equal", "bool", (a, b))


def equal(a: Node, b: Node) -> Node:
    """Equality of two terms of one sort."""
    if a is b:
        return TRUE
    if a.sort == "bool":
        if a.op == "constant" or b.op == "constant":
            a, b = (a, b) if b.op == "constant" else (b, a)
            return a if b.value else negate(a)
        if a is negate(b):
            return FALSE
    elif _apart(a, b) or _apart(b, a):
        return FALSE
    if a.op == "constant" or (b.op != "constant" and a.key > b.key):
        a, b = b, a
    if b.op == "constant" and a.op == "ite" and a.sort == "int":
        _, then, otherwise = a.args
        if then.op == "constant" or otherwise.op == "constant":
            return _equal_constant(a, b)
    if b.op == "constant" and b.sort == "int":
        return _plain_equal(a, b)
    return _node("equal", "bool", (a, b))


def _apart(a: Node, b: Node) -> bool:
    return a.high is not None and b.low is not None and a.high < b.low


def _equal_constant(node: Node, goal: Node) -> Node:
    """Whether a node is a constant, pushed through if-then-else, each shared part once."""
    memo: dict[Node, Node] = {}
    stack = [node]
    while stack:
        a = stack[-1]
        if a in memo:
            stack.pop()
        elif a.op != "ite":
            memo[stack.pop()] = _plain_equal(a, goal)
        else:
            missing = [x for x in a.args[1:] if x not in memo]
            if missing:
                stack.extend(missing)
            else:
                memo[stack.pop()] = ite(a.args[0], memo[a.args[1]], memo[a.args[2]])
    return memo[node]


def _plain_equal(a: Node, goal: Node) -> Node:
    if a.op == "constant":
        return truth(a.value == goal.value)
    if _apart(a, goal) or _apart(goal, a):
        return FALSE
    if a.op in ("leaf", "parameter") and a.low is not None and a.high == goal.value == a.low + 1:
        return negate(_plain_equal(a, number(a.low)))  # one of two: a single atom
    return _node("equal", "bool", (a, goal))


def postorder(roots: Iterable[Node], known: Container[Node] = ()) -> Iterator[Node]:
    """Every node below the roots once, arguments first; no recursion, so that depth does not matter.

    What is `known` is left out, with what is only below it.
    """
    seen: set[Node] = set()
    stack: list[Any] = [*roots][::-1]
    while stack:
        node = stack.pop()
        if node is None:  # the arguments of the next one came before it
            yield stack.pop()
        elif node not in seen and node not in known:
            seen.add(node)
            stack += (node, None, *node.args[::-1])


MADE: Mapping[str, Callable[..., Node]] = {
    "not": negate, "and": both, "or": either, "ite": ite, "add": add, "subtract": subtract, "multiply": multiply,
    "quotient": quotient, "less_equal": less_equal, "equal": equal,
}  # fmt: skip
"""By each operation what makes it of its arguments, simplified."""


def substitute(roots: Iterable[Node], put: Mapping[Node, Node]) -> list[Node]:
    """The roots with some nodes replaced by others. What has nothing of them below it stays as it is."""
    roots = tuple(roots)
    done = dict(put)
    for node in postorder(roots, put):
        if not done.keys().isdisjoint(node.args):
            done[node] = MADE[node.op](*[done.get(a, a) for a in node.args])
    return [done.get(root, root) for root in roots]


Range: TypeAlias = tuple[int, int]
"""The least value and the largest."""
MOST_BITS = 1024
"""Bits of the widest number, signed, up to which ranges are told apart."""
WIDEST: Range = (-(1 << MOST_BITS - 1), (1 << MOST_BITS - 1) - 1)


def hull(*ranges: Range) -> Range:
    return min(low for low, _ in ranges), max(high for _, high in ranges)


class Ranges:
    """Ranges of nodes over symbols with known ranges. Where one leaves `WIDEST` it is cut off there."""

    def __init__(self, symbols: Mapping[Node, Range]) -> None:
        self._symbols = symbols
        self._known: dict[Node, Range] = {}

    def of(self, root: Node) -> Range:
        """The range of an integer node."""
        if root not in self._known:
            for node in postorder([root], self._known):
                if node.sort == "int":
                    whole = self.whole(node)
                    self._known[node] = max(whole[0], WIDEST[0]), min(whole[1], WIDEST[1])
        return self._known[root]

    def whole(self, node: Node) -> Range:
        """The range of a node by those of its arguments, not cut off."""
        match node.op:
            case "constant":
                return node.value, node.value
            case "leaf" | "parameter":
                return self._of_symbol(node)
            case "ite":
                return hull(self.of(node.args[1]), self.of(node.args[2]))
            case "add":
                lows, highs = zip(*(self.of(a) for a in node.args), strict=True)
                return sum(lows), sum(highs)
            case "subtract":
                return self._difference(*node.args)
            case "multiply":
                (a, b), (c, d) = (self.of(x) for x in node.args)
                corners = (a * c, a * d, b * c, b * d)
                return min(corners), max(corners)
            case "quotient":
                return _quotient(self.of(node.args[0]), self.of(node.args[1]))
        raise AssertionError(f"{node.op} {node.value} is no number")

    def _of_symbol(self, node: Node) -> Range:
        low, high = self._symbols.get(node, (None, None))
        low = node.low if low is None or (node.low is not None and node.low > low) else low
        high = node.high if high is None or (node.high is not None and node.high < high) else high
        assert low is not None and high is not None, f"nothing bounds {node.value}"
        return low, high

    def _difference(self, a: Node, b: Node) -> Range:
        (low, high), (least, most) = self.of(a), self.of(b)
        divisor = _divisor(a, b)
        if divisor is None:
            return low - most, high - least
        first, last = self.of(divisor)  # what is left lies between 0 and the divisor
        rest = min(0, first + 1), max(0, last - 1)
        return hull(rest, (low, high)) if first <= 0 <= last else rest


def _divisor(a: Node, b: Node) -> Node | None:
    """The divisor of a, where `a - b` is the remainder."""
    if b.op == "multiply":
        for divisor, whole in (b.args, b.args[::-1]):
            if whole.op == "quotient" and whole.args == (a, divisor):
                return divisor
    return None


def _quotient(dividend: Range, divisor: Range) -> Range:
    """Rounded towards minus infinity; a divisor 0, which means nothing, counts as 1."""
    low, high = divisor
    divisors = {x for x in (low, high, -1, 1) if low <= x <= high and x}
    if low <= 0 <= high:
        divisors.add(1)
    corners = [a // b for a in dividend for b in divisors]
    return min(corners), max(corners)
