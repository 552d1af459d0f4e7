"""Generated code that walks through a graph of two arrays: breadth first, part by part, and edges grouped by an end.

The libraries that do this take a graph apart into objects of their own first, which takes thirty times as long as the
walk itself.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native.build import Library, compile_text
from ruleslawyer.engines.native.text import Function

NOWHERE = -1
UNMET = -2
"""Before a node: nothing, since the walk begins there; or it was not met."""
DONE = (1 << 31) - 1
"""The mark of a node whose part is whole."""


def group_by_key(keys: Integers, values: Integers, number: int) -> tuple[Integers, Integers]:
    """Values in the order of their keys, equal keys as they come, and where each key below a number begins."""
    begin = np.zeros(number + 1, dtype=np.int32)
    np.cumsum(np.bincount(keys, minlength=number), out=begin[1:])
    ordered = np.empty(len(values), dtype=np.int32)
    _run("group", len(keys), keys, values, begin[:-1].copy(), ordered)
    return begin, ordered


def breadth_first(begin: Integers, to: Integers, starts: Integers, late: Integers) -> tuple[Integers, Integers]:
    """The nodes in the order in which they are met, and the node before each. `late`: the step with which a walk begins
    at each start, in ascending order."""
    size = len(begin) - 1
    before, order, count = np.full(size, UNMET, np.int32), np.empty(size, np.int32), np.zeros(1, np.int32)
    _run("ahead", len(starts), begin, to, starts, late, before, order, count)
    return order[: int(count[0])], before


def strong_components(begin: Integers, to: Integers) -> Integers:
    """The number of each node's strongly connected component: no edge leads to a component of a higher number."""
    size = len(begin) - 1
    component, low, met, upto, path, held = (np.zeros(size, dtype=np.int32) for _ in range(6))
    _run("parts", size, begin, to, component, low, met, upto, path, held)
    return component


def _run(name: str, number: int, *arrays: object) -> None:
    """Call a function with a number and arrays of 32 bits; of others, which may be read alone, it gets a copy."""
    held = [np.ascontiguousarray(array, dtype=np.int32) for array in arrays]
    _library().function(name, "i" + "p" * len(held))(number, *(array.ctypes.data for array in held))


@cache
def _library() -> Library:
    return compile_text("\n".join(function.text for function in (_group(), _ahead(), _parts())))


class _Walk(Function):
    """A function of a number and arrays of 32 bits, with numbers of 64 bits inside."""

    def __init__(self, name: str, *arrays: str) -> None:
        super().__init__(name, ["i64 %number", *(f"ptr %{array}" for array in arrays)])

    def get(self, array: str, index: str) -> str:
        return self.value(f"sext i32 {self.entry('i32', f'%{array}', index)} to i64")

    def put(self, array: str, index: str, value: str) -> None:
        self.store("i32", self.value(f"trunc i64 {value} to i32"), self.at("i32", f"%{array}", index))

    def decrease(self, variable: str) -> str:
        """Gives what it is then."""
        self.increase(variable, "-1")
        return self.load("i64", variable)

    def plus(self, value: str, more: int) -> str:
        return self.value(f"add i64 {value}, {more}")

    def test(self, what: str, one: str, other: str) -> str:
        return self.value(f"icmp {what} i64 {one}, {other}")

    def whole(self) -> _Walk:
        self.end("ret void")
        return self


def _group() -> Function:
    """`next`: where the next value of each key goes."""
    code = _Walk("group", "keys", "values", "next", "ordered")
    with code.counting("0", "%number") as i:
        key = code.get("keys", i)
        place = code.get("next", key)
        code.put("next", key, code.plus(place, 1))
        code.put("ordered", place, code.get("values", i))
    return code.whole()


def _ahead() -> Function:
    """Level by level: first what the level before leads to, then the starts that are as late."""
    code = _Walk("ahead", "begin", "to", "starts", "late", "before", "order", "count")
    step, started, done, found = (code.variable("i64", "0") for _ in range(4))

    def meet(node: str, before: str) -> None:
        with code.when(code.test("eq", code.get("before", node), str(UNMET))):
            code.put("before", node, before)
            code.put("order", code.increase(found), node)

    head, begun, walked, after = (code.label() for _ in range(4))
    code.begin(head)
    start, more = code.label(), code.label()
    code.end(f"br i1 {code.test('slt', code.load('i64', started), '%number')}, label %{more}, label %{begun}")
    code.begin(more)
    nothing = code.test("eq", code.load("i64", done), code.load("i64", found))
    now = code.test("sle", code.get("late", code.load("i64", started)), code.load("i64", step))
    code.end(f"br i1 {code.value(f'or i1 {nothing}, {now}')}, label %{start}, label %{begun}")
    code.begin(start)
    number = code.increase(started)
    with code.when(nothing):  # nobody is on the way: the next one need not be waited for
        code.store("i64", code.get("late", number), step)
    meet(code.get("starts", number), str(NOWHERE))
    code.jump(head)
    code.begin(begun)
    whole = code.test("eq", code.load("i64", done), code.load("i64", found))
    code.end(f"br i1 {whole}, label %{after}, label %{walked}")
    code.begin(walked)
    level = code.load("i64", found)
    with code.counting(code.load("i64", done), level) as i:
        node = code.get("order", i)
        with code.counting(code.get("begin", node), code.get("begin", code.plus(node, 1))) as edge:
            meet(code.get("to", edge), node)
    code.store("i64", level, done)
    code.increase(step)
    code.jump(head)
    code.begin(after)
    code.put("count", "0", code.load("i64", found))
    return code.whole()


def _parts() -> Function:
    """Tarjan's algorithm (1972). `met`: when a node was met; `low`: the earliest of those that it leads back to;
    `upto`: its next edge; `path` from where the walk began, and `held`, what was met and has no part yet."""
    code = _Walk("parts", "begin", "to", "component", "low", "met", "upto", "path", "held")
    number, parts, depth, waiting = (code.variable("i64", "0") for _ in range(4))

    def enter(node: str) -> None:
        met = code.plus(code.increase(number), 1)
        code.put("met", node, met)
        code.put("low", node, met)
        code.put("upto", node, code.get("begin", node))
        code.put("path", code.increase(depth), node)
        code.put("held", code.increase(waiting), node)

    def lower(node: str, other: str) -> None:
        least = code.get("low", other)
        with code.when(code.test("slt", least, code.get("low", node))):
            code.put("low", node, least)

    with code.counting("0", "%number") as root, code.when(code.test("eq", code.get("met", root), "0")):
        enter(root)
        head, ahead, back, out = (code.label() for _ in range(4))
        code.begin(head)
        node = code.get("path", code.plus(code.load("i64", depth), -1))
        edge = code.get("upto", node)
        left = code.test("slt", edge, code.get("begin", code.plus(node, 1)))
        code.end(f"br i1 {left}, label %{ahead}, label %{back}")
        code.begin(ahead)
        code.put("upto", node, code.plus(edge, 1))
        other = code.get("to", edge)
        fresh = code.test("eq", code.get("met", other), "0")
        with code.when(fresh):
            enter(other)
        with code.when(code.value(f"xor i1 {fresh}, true")):
            lower(node, other)
        code.jump(head)
        code.begin(back)
        above = code.decrease(depth)
        with code.when(code.test("eq", code.get("low", node), code.get("met", node))):
            part = code.increase(parts)
            take, taken = code.label(), code.label()
            code.begin(take)
            member = code.get("held", code.decrease(waiting))
            code.put("component", member, part)
            code.put("low", member, str(DONE))
            code.end(f"br i1 {code.test('eq', member, node)}, label %{taken}, label %{take}")
            code.begin(taken)
        upwards = code.label()
        code.end(f"br i1 {code.test('eq', above, '0')}, label %{out}, label %{upwards}")
        code.begin(upwards)
        lower(code.get("path", code.plus(above, -1)), node)
        code.jump(head)
        code.begin(out)
    return code.whole()
