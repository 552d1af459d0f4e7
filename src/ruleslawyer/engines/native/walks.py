"""Generated code that walks through a graph of two arrays: breadth first, part by part, and edges grouped by an end.

The libraries that do this take a graph apart into objects of their own first, which takes thirty times as long as the
walk itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.base.processes.executor import processors
from ruleslawyer.engines.native.build import Library, compile_text
from ruleslawyer.engines.native.memory import PARTITION_BITS, PARTITIONS
from ruleslawyer.engines.native.text import FunctionBuilder

NOWHERE = -1
UNMET = -2
BARRED = -3
"""Before a node: nothing, since the walk begins there; or it was not met; or nobody goes there."""
OUTSIDE = -1
"""The part of a node to which nobody goes."""
SWEEPS = 3
"""So many looks at each edge take as long as finding the parts and looking at each once."""
DONE = (1 << 31) - 1
"""The mark of a node whose part is whole."""


def group_by_key(keys: Integers, values: Integers, number: int) -> tuple[Integers, Integers]:
    """Values in the order of their keys, equal keys as they come, and where each key below a number begins."""
    begin = np.zeros(number + 1, dtype=np.int32)
    np.cumsum(np.bincount(keys, minlength=number), out=begin[1:])
    ordered = np.empty(len(values), dtype=np.int32)
    _run("group", len(keys), keys, values, begin[:-1].copy(), ordered)
    return begin, ordered


def breadth_first(
    begin: Integers, to: Integers, starts: Integers, late: Integers, barred: Flags | None = None
) -> tuple[Integers, Integers]:
    """The nodes in the order in which they are met, and the node before each. `late`: the step with which a walk begins
    at each start, in ascending order. `barred`: for each node whether nobody goes there."""
    size = len(begin) - 1
    before, order, count = np.full(size, UNMET, np.int32), np.empty(size, np.int32), np.zeros(1, np.int32)
    if barred is not None:
        before[barred] = BARRED
    _run("ahead", len(starts), begin, to, starts, late, before, order, count)
    return order[: int(count[0])], before


@dataclass(frozen=True, slots=True)
class StrongComponents:
    """The strongly connected parts of a graph. component: the number of each node's, so that no edge leads to one of a
    higher number; `OUTSIDE` where nobody goes. order: the other nodes, by that. circling: for each node, whether it
    lies on a circle."""

    component: Integers
    order: Integers
    circling: Flags


def strong_parts(begin: Integers, to: Integers, barred: Flags | None = None) -> StrongComponents:
    """The parts of the graph of those nodes that are not `barred`."""
    size = len(begin) - 1
    component, order, circling, path, held = (np.zeros(size, dtype=np.int32) for _ in range(5))
    nodes, count = np.zeros((size, len(NODE)), dtype=np.int32), np.zeros(1, dtype=np.int32)
    if barred is not None:
        component[barred] = OUTSIDE
        nodes[barred] = 1, DONE, 0
    _run("parts", size, begin, to, nodes, component, order, circling, path, held, count)
    return StrongComponents(component, order[: int(count[0])], circling != 0)


def spread(begin: Integers, to: Integers, parts: StrongComponents, own: Integers) -> Integers:
    """For each node the bits that it, or any that can be reached from it, has of its `own`, below 2^31."""
    found = np.zeros(len(own), dtype=np.int32)
    _run("spread", len(parts.order), begin, to, parts.component, parts.order, own, found)
    return found[parts.component]


def sweep(begin: Integers, to: Integers, own: Integers, bits: int) -> Integers | None:
    """The same by going through all nodes until nothing is new, those first that were met last by a walk in the order
    of their numbers: most edges are looked at once then, or never. None where that takes longer than `spread`. `bits`:
    how many there are."""
    found, count = own.copy(), np.zeros(1, dtype=np.int32)
    _run("sweep", len(found), begin, to, found, np.array([(1 << bits) - 1]), count)
    return None if count[0] else found


def first_circle(begin: Integers, to: Integers, order: Integers, barred: Flags) -> tuple[int, Integers] | None:
    """The first of some nodes that lies on a circle without `barred` nodes, and all nodes to which as many steps lead
    from there as a shortest such circle has, or fewer; `OUTSIDE` where there is none. None where it takes longer than
    finding all parts. `order`: with a node all that follow it without barred ones."""
    live, met = np.where(barred, 0, 1).astype(np.int32), np.zeros(len(begin) - 1, dtype=np.int32)
    queue, found = np.empty(len(begin) - 1, dtype=np.int32), np.array([OUTSIDE, 0, len(to)], dtype=np.int32)
    _run("trim", len(live), begin, to, live)
    left = order[live[order] != 0]
    _run("circle", len(left), begin, to, left, live, met, queue, found)
    node, count, late = found.tolist()
    return None if late else (node, np.sort(queue[:count]))


def induced_subgraph(begin: Integers, to: Integers, nodes: Integers) -> tuple[Integers, Integers, Integers]:
    """The edges between some nodes (in ascending order): where those of each begin, the place of the node to which each
    leads, and its number."""
    place = np.full(len(begin) - 1, OUTSIDE, dtype=np.int32)
    place[nodes] = np.arange(len(nodes))
    first, room = np.zeros(len(nodes) + 1, dtype=np.int32), int((begin[nodes + 1] - begin[nodes]).sum())
    there, numbers = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    _run("among", len(nodes), begin, to, nodes, place, first, there, numbers)
    return first, there[: int(first[-1])], numbers[: int(first[-1])]


def numbers_of_states(ids: Sequence[Integers], numbers: Integers, offsets: Integers) -> Integers:
    """The numbers of states, some ids at a time. `offsets`: where those of each partition begin in `numbers`."""
    ends = np.cumsum([0, *map(len, ids)])
    found = np.empty(int(ends[-1]), dtype=np.int32)

    def enter(some: Integers, first: int) -> None:
        given = some.view(np.int32), offsets.view(np.int32), numbers, found[first : first + len(some)]
        _run("renumber", len(some), *given)

    try:
        with ThreadPoolExecutor(processors()) as pool:
            list(pool.map(enter, ids, ends.tolist()[:-1]))
    except RuntimeError:  # no thread is to be had
        list(map(enter, ids, ends.tolist()[:-1]))
    return found


def _run(name: str, number: int, *arrays: object) -> None:
    """Call a function with a number and arrays of 32 bits; of others, which may be read alone, it gets a copy."""
    held = [np.ascontiguousarray(array, dtype=np.int32) for array in arrays]
    walk_library().function(name, "i" + "p" * len(held))(number, *(array.ctypes.data for array in held))


@cache
def walk_library() -> Library:
    """The code, made or found when it is first asked for."""
    return compile_text(
        "\n".join(made().text for made in (_group, _ahead, _parts, _spread, _sweep, _trim, _circle, _among, _renumber))
    )


def graph_walks() -> str:
    """The walks that a file needs of a graph, as code; their names begin with ``graph_``."""
    return "\n\n".join(made().text.replace("@", "@graph_") for made in (_ahead, _parts, _spread))


class _Walk(FunctionBuilder):
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


def _group() -> FunctionBuilder:
    """`next`: where the next value of each key goes."""
    code = _Walk("group", "keys", "values", "next", "ordered")
    with code.counting("0", "%number") as i:
        key = code.get("keys", i)
        place = code.get("next", key)
        code.put("next", key, code.plus(place, 1))
        code.put("ordered", place, code.get("values", i))
    return code.whole()


def _ahead() -> FunctionBuilder:
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


NODE = MET, LOW, UPTO = range(3)
"""Of a node, side by side: when it was met, the earliest of those that it leads back to, and its next edge."""


# Long: one algorithm, whose steps share what they hold.
def _parts() -> FunctionBuilder:
    """Tarjan's algorithm (1972). `path` leads from where the walk began; `held`: what was met and has no part yet;
    `order`: what has one."""
    code = _Walk("parts", "begin", "to", "nodes", "component", "order", "circling", "path", "held", "count")
    number, parts, depth, waiting, whole = (code.variable("i64", "0") for _ in range(5))

    def of(node: str, what: int) -> str:
        return code.plus(code.value(f"mul i64 {node}, {len(NODE)}"), what)

    def enter(node: str) -> None:
        met = code.plus(code.increase(number), 1)
        code.put("nodes", of(node, MET), met)
        code.put("nodes", of(node, LOW), met)
        code.put("nodes", of(node, UPTO), code.get("begin", node))
        code.put("path", code.increase(depth), node)
        code.put("held", code.increase(waiting), node)

    def lower(node: str, other: str) -> None:
        least = code.get("nodes", of(other, LOW))
        with code.when(code.test("slt", least, code.get("nodes", of(node, LOW)))):
            code.put("nodes", of(node, LOW), least)

    with code.counting("0", "%number") as root, code.when(code.test("eq", code.get("nodes", of(root, MET)), "0")):
        enter(root)
        head, ahead, back, out = (code.label() for _ in range(4))
        code.begin(head)
        node = code.get("path", code.plus(code.load("i64", depth), -1))
        edge = code.get("nodes", of(node, UPTO))
        left = code.test("slt", edge, code.get("begin", code.plus(node, 1)))
        code.end(f"br i1 {left}, label %{ahead}, label %{back}")
        code.begin(ahead)
        code.put("nodes", of(node, UPTO), code.plus(edge, 1))
        other = code.get("to", edge)
        with code.when(code.test("eq", other, node)):
            code.put("circling", node, "1")
        fresh = code.test("eq", code.get("nodes", of(other, MET)), "0")
        with code.when(fresh):
            enter(other)
        with code.when(code.value(f"xor i1 {fresh}, true")):
            lower(node, other)
        code.jump(head)
        code.begin(back)
        above = code.decrease(depth)
        with code.when(code.test("eq", code.get("nodes", of(node, LOW)), code.get("nodes", of(node, MET)))):
            part = code.increase(parts)
            last = code.get("held", code.plus(code.load("i64", waiting), -1))
            several = code.value(f"zext i1 {code.test('ne', last, node)} to i64")
            take, taken = code.label(), code.label()
            code.begin(take)
            member = code.get("held", code.decrease(waiting))
            code.put("component", member, part)
            code.put("order", code.increase(whole), member)
            code.put("circling", member, code.value(f"or i64 {several}, {code.get('circling', member)}"))
            code.put("nodes", of(member, LOW), str(DONE))
            code.end(f"br i1 {code.test('eq', member, node)}, label %{taken}, label %{take}")
            code.begin(taken)
        upwards = code.label()
        code.end(f"br i1 {code.test('eq', above, '0')}, label %{out}, label %{upwards}")
        code.begin(upwards)
        lower(code.get("path", code.plus(above, -1)), node)
        code.jump(head)
        code.begin(out)
    code.put("count", "0", code.load("i64", whole))
    return code.whole()


def _spread() -> FunctionBuilder:
    """Part by part: what one has is known before any edge leads to it from another one. `found`: of each part."""
    code = _Walk("spread", "begin", "to", "component", "order", "own", "found")
    with code.counting("0", "%number") as place:
        node = code.get("order", place)
        part, bits = code.get("component", node), code.variable("i64", "0")
        code.store("i64", code.value(f"or i64 {code.get('own', node)}, {code.get('found', part)}"), bits)
        with code.counting(code.get("begin", node), code.get("begin", code.plus(node, 1))) as edge:
            there = code.get("component", code.get("to", edge))
            code.store("i64", code.value(f"or i64 {code.load('i64', bits)}, {code.get('found', there)}"), bits)
        code.put("found", part, code.load("i64", bits))
    return code.whole()


def _sweep() -> FunctionBuilder:
    """`count`: whether it was given up, as it took three times as long as one look at each edge."""
    code = _Walk("sweep", "begin", "to", "found", "full", "count")
    full, looked, some = code.get("full", "0"), code.variable("i64", "0"), code.variable("i64", "0")
    most = code.value(f"mul i64 {code.get('begin', '%number')}, {SWEEPS}")
    head, late, over = (code.label() for _ in range(3))
    code.begin(head)
    code.store("i64", "0", some)
    with code.counting("0", "%number") as i:
        node = code.value(f"sub i64 {code.plus('%number', -1)}, {i}")
        before = code.get("found", node)
        with code.when(code.test("ne", before, full)):
            bits, whole = code.variable("i64", "0"), code.label()
            code.store("i64", before, bits)
            with code.counting(code.get("begin", node), code.get("begin", code.plus(node, 1))) as edge:
                code.increase(looked)
                there = code.get("found", code.get("to", edge))
                code.store("i64", code.value(f"or i64 {code.load('i64', bits)}, {there}"), bits)
                with code.when(code.test("eq", code.load("i64", bits), full)):
                    code.jump(whole)
            code.begin(whole)
            with code.when(code.test("ne", code.load("i64", bits), before)):
                code.put("found", node, code.load("i64", bits))
                code.store("i64", "1", some)
    again = code.label()
    code.end(f"br i1 {code.test('eq', code.load('i64', some), '0')}, label %{over}, label %{again}")
    code.begin(again)
    code.end(f"br i1 {code.test('sgt', code.load('i64', looked), most)}, label %{late}, label %{head}")
    code.begin(late)
    code.put("count", "0", "1")
    code.jump(over)
    code.begin(over)
    return code.whole()


def _trim() -> FunctionBuilder:
    """Takes nodes out of the `live` ones that lead to no others: `SWEEPS` times, so that some may be left."""
    code = _Walk("trim", "begin", "to", "live")

    def is_live(node: str) -> str:
        return code.test("ne", code.get("live", node), "0")

    with code.counting("0", str(SWEEPS)), code.counting("0", "%number") as i:
        node = code.value(f"sub i64 {code.plus('%number', -1)}, {i}")
        with code.when(is_live(node)):
            after, stop = code.label(), code.get("begin", code.plus(node, 1))
            with code.counting(code.get("begin", node), stop) as edge, code.when(is_live(code.get("to", edge))):
                code.jump(after)
            code.put("live", node, "0")
            code.jump(after)
            code.begin(after)
    return code.whole()


def _circle() -> FunctionBuilder:
    """Walks from each of the nodes in `order`, by breadth, until one leads back to where it began. `met`: by which walk
    last; `found`: the node, how many are in the queue, and whether it was given up; at first how many looks at an edge
    it may take."""
    code = _Walk("circle", "begin", "to", "order", "live", "met", "queue", "found")
    looked, most, over = code.variable("i64", "0"), code.get("found", "2"), code.label()
    code.put("found", "2", "0")
    with code.counting("0", "%number") as i:
        start, walk = code.get("order", i), code.plus(i, 1)
        done, waiting = code.variable("i64", "0"), code.variable("i64", "1")
        code.store("i64", "0", done)
        code.store("i64", "1", waiting)
        code.put("queue", "0", start)
        code.put("met", start, walk)
        head, step, after = (code.label() for _ in range(3))
        code.begin(head)
        left = code.test("slt", code.load("i64", done), code.load("i64", waiting))
        code.end(f"br i1 {left}, label %{step}, label %{after}")
        code.begin(step)
        node = code.get("queue", code.increase(done))
        with code.counting(code.get("begin", node), code.get("begin", code.plus(node, 1))) as edge:
            other = code.get("to", edge)
            with code.when(code.test("eq", other, start)):
                code.put("found", "0", start)
                code.put("found", "1", code.load("i64", waiting))
                code.jump(over)
            fresh = code.test("ne", code.get("met", other), walk)
            with code.when(code.value(f"and i1 {fresh}, {code.test('ne', code.get('live', other), '0')}")):
                code.put("met", other, walk)
                code.put("queue", code.increase(waiting), other)
            code.increase(looked)
        with code.when(code.test("sgt", code.load("i64", looked), most)):
            code.put("found", "2", "1")
            code.jump(over)
        code.jump(head)
        code.begin(after)
    code.jump(over)
    code.begin(over)
    return code.whole()


def _among() -> FunctionBuilder:
    """`place`: of each node among some; `first`: as many zeros and one more."""
    code = _Walk("among", "begin", "to", "nodes", "place", "first", "there", "numbers")
    kept = code.variable("i64", "0")
    with code.counting("0", "%number") as i:
        node = code.get("nodes", i)
        with code.counting(code.get("begin", node), code.get("begin", code.plus(node, 1))) as edge:
            other = code.get("place", code.get("to", edge))
            with code.when(code.test("ne", other, str(OUTSIDE))):
                at = code.increase(kept)
                code.put("there", at, other)
                code.put("numbers", at, edge)
        code.put("first", code.plus(i, 1), code.load("i64", kept))
    return code.whole()


def _renumber() -> FunctionBuilder:
    """The id of a state says its partition and its place there."""
    code = _Walk("renumber", "ids", "offsets", "numbers", "to")
    with code.counting("0", "%number") as i:
        identity = code.value(f"and i64 {code.get('ids', i)}, {0xFFFFFFFF}")
        offset = code.get("offsets", code.value(f"and i64 {identity}, {PARTITIONS - 1}"))
        place = code.value(f"add i64 {offset}, {code.value(f'lshr i64 {identity}, {PARTITION_BITS}')}")
        code.put("to", i, code.get("numbers", place))
    return code.whole()
