"""The generated program of a family: up to 64 readings at once, one bit of a mask for each.

Where a rule depends on the reading, its code stands once for each way that the readings decide it, and runs with the
bits of those readings. A state is expanded again only for readings that have not reached it before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ruleslawyer.engines.native.arrays import PARTITION_BITS, PARTITIONS, Part, Worker, field
from ruleslawyer.engines.native.emit import Emitter, signed, with_divisions
from ruleslawyer.engines.native.kernel import (
    DECLARATIONS,
    NO_DUTY,
    Program,
    choice,
    emitter,
    first_choices,
    given,
    misfit_in,
    outside,
    registers,
    valuations,
)
from ruleslawyer.engines.native.layout import Packing
from ruleslawyer.engines.native.table import Arrived, Beside, equal_words, find, hash_of, insert, insert_all, rehash
from ruleslawyer.engines.native.text import Function
from ruleslawyer.ground.finite import Finite, Step
from ruleslawyer.ground.nodes import FALSE, TRUE, Node, negate, postorder, substitute
from ruleslawyer.semantics.transition import SUBSTEPS

MOST_READINGS = 64
COUNTER_BITS = 48


class Readings:
    """The readings of a family: what each rigid symbol is under each, as constants."""

    def __init__(self, values: Sequence[Mapping[Node, Node]]) -> None:
        assert 0 < len(values) <= MOST_READINGS
        self.values = tuple(values)
        self.all = (1 << len(self.values)) - 1

    def variants(self, nodes: Sequence[Node]) -> list[tuple[int, tuple[Node, ...]]]:
        """The different forms that nodes take, each with the mask of the readings that give it."""
        symbols = [n for n in postorder(nodes) if n.op == "rigid"]
        if not symbols:
            return [(self.all, tuple(nodes))]
        groups: dict[tuple[Node, ...], int] = {}
        for number, values in enumerate(self.values):
            key = tuple(values[s] for s in symbols)
            groups[key] = groups.get(key, 0) | 1 << number
        forms: dict[tuple[Node, ...], int] = {}
        for key, mask in groups.items():
            form = tuple(substitute(nodes, dict(zip(symbols, key, strict=True))))
            forms[form] = forms.get(form, 0) | mask
        return [(mask, form) for form, mask in forms.items()]

    def steps(self, step: Step) -> list[tuple[int, Step]]:
        """The different forms of a step that can be taken at all."""
        leaves = [leaf for leaf, _ in step.next]
        found = []
        for mask, (guard, edge, *values) in self.variants([step.guard, step.edge, *(v for _, v in step.next)]):
            if guard is not FALSE:
                changed = tuple(zip(leaves, values, strict=True))
                found.append((mask, replace(step, guard=guard, edge=edge, next=changed)))
        return found


def family_program(model: Finite, packing: Packing, readings: Readings) -> Program:
    """The kernels of a family. expand(worker, states, first, stop, partition, indices, masks) expands the states of
    these indices for the readings of their masks; an entry is a state, a mask, and the parent with the number of the
    choice above (see `kernel.program`). insert, rehash and find are as there."""
    words = packing.words
    functions = [
        _expand(model, packing, readings),
        _settle(model, packing, readings),
        _rested(model, packing, readings),
        _sink(words),
        insert(words, 2, _arrivals(words)),
        insert_all(),
        rehash(words),
        find(words, more=2),
    ]
    text = with_divisions("\n\n".join([DECLARATIONS, *(f.text for f in functions)]))
    # Each form of an action may lead somewhere else, and so may each form of a duty after it; seldom all of them do.
    most = sum(step.valuations * len(readings.steps(step)) for step in model.actions)
    return Program(text, words + 2, most * 4, len(model.duties))


class _Mask:
    """A mask in a variable of the function."""

    def __init__(self, code: Function, start: str) -> None:
        self.code, self.place = code, code.variable("i64", start)

    @property
    def now(self) -> str:
        return self.code.load("i64", self.place)

    @property
    def some(self) -> str:
        return self.code.value(f"icmp ne i64 {self.now}, 0")

    def add(self, bits: str) -> None:
        self.code.store("i64", self.code.value(f"or i64 {self.now}, {bits}"), self.place)

    def drop(self, bits: str) -> None:
        others = self.code.value(f"xor i64 {bits}, -1")
        self.code.store("i64", self.code.value(f"and i64 {self.now}, {others}"), self.place)

    def among(self, mask: int) -> str:
        return self.code.value(f"and i64 {self.now}, {signed(mask)}")


def _where(code: Function, emit: Emitter, readings: Readings, node: Node) -> str:
    """The bits of the readings under which a condition holds."""
    result = "0"
    for mask, (form,) in readings.variants([node]):
        if form is not FALSE:
            bits = str(signed(mask))
            if form is not TRUE:
                bits = code.value(f"select i1 {emit.value(form)}, i64 {bits}, i64 0")
            result = bits if result == "0" else code.value(f"or i64 {result}, {bits}")
    return result


def _expand(model: Finite, packing: Packing, readings: Readings) -> Function:
    parameters = ["ptr %worker", "ptr %states", "i64 %first", "i64 %stop", "i64 %partition", "ptr %indices"]
    code = Function("expand", [*parameters, "ptr %masks"])
    actions = model.ground.system.actions
    numbers = dict(zip((s.index for s in model.actions), first_choices(model), strict=False))
    with code.counting("%first", "%stop") as k:
        index = code.value(f"zext i32 {code.entry('i32', '%indices', k)} to i64")
        pointer = code.at("i64", "%states", code.value(f"mul i64 {index}, {packing.words}"))
        words = [code.entry("i64", pointer, str(i)) for i in range(packing.words)]
        emit = emitter(code, model, packing, words)
        identity = code.value(f"add i64 {code.value(f'mul i64 {index}, {PARTITIONS}')}, %partition")
        code.store("i64", identity, field(code, "%worker", Worker.PARENT))
        code.store("ptr", pointer, field(code, "%worker", Worker.CURRENT))
        mask, moved = _Mask(code, code.entry("i64", "%masks", k)), _Mask(code, "0")
        mask.drop(_where(code, emit, readings, model.ended))
        with code.when(mask.some), emit.scope():

            def taken(bits: int, step: Step) -> None:
                emit.step = step.index
                mine = mask.among(bits)
                with code.when(code.value(f"icmp ne i64 {mine}, 0")), emit.scope():
                    label = choice(code, emit, step, numbers[step.index])
                    code.store("i64", label, field(code, "%worker", Worker.LABEL))
                    action = actions[step.instance.name]
                    back = _Mask(code, "0")
                    defined = emit.value(step.edge)
                    if step.edge is not TRUE:
                        _ends(code, code.value(f"select i1 {defined}, i64 0, i64 {mine}"))
                    with code.when(defined), emit.scope():
                        then = f"settle:0:{NO_DUTY}:{mine}" if not step.settled else f"rested:{mine}"
                        _substep(code, emit, packing, step, then, back)
                    if not action.outside_play:
                        stayed = code.value(f"xor i64 {back.now}, -1") if action.passes else "-1"
                        moved.add(code.value(f"and i64 {mine}, {stayed}"))

            def reached(form: tuple[int, Step]) -> None:
                bits, step = form
                valuations(code, emit, step, lambda: taken(bits, step))

            forms = [form for step in model.actions for form in readings.steps(step)]
            emit.tree([(outside(step.guard, step), (bits, step)) for bits, step in forms], reached)
            mask.drop(moved.now)
            with code.when(mask.some):
                buffer = code.load("ptr", field(code, "%worker", Worker.DEADLOCKS))
                place = code.value(f"mul i64 {code.increase(field(code, '%worker', Worker.DEADLOCKED))}, 2")
                code.store("i64", identity, code.at("i64", buffer, place))
                code.store("i64", mask.now, code.at("i64", buffer, code.value(f"add i64 {place}, 1")))
    code.end("ret void")
    return code


def _substep(code: Function, emit: Emitter, packing: Packing, step: Step, then: str, back: _Mask) -> None:
    """The state after a step, given on to `then`; the bits that come back to the state being expanded are added."""
    slots = {s.leaf: s for s in packing.slots}
    fits = code.variable("i1", "true")
    with emit.scope():
        words = emit.written([(slots[k], node) for k, node in step.next], misfit_in(code, step, fits))
    name, *more = then.split(":")
    with code.when(code.load("i1", fits)):
        arguments = ", ".join(["ptr %worker", given(words), *(f"i64 {m}" for m in more)])
        back.add(code.value(f"call i64 @{name}({arguments})"))


def _settle(model: Finite, packing: Packing, readings: Readings) -> Function:
    words = registers(packing.words)
    parameters = ["ptr %worker", *(f"i64 {w}" for w in words), "i64 %depth", "i64 %last", "i64 %mask"]
    code = Function("settle", parameters, "i64", "internal")
    emit = emitter(code, model, packing, words)
    mask, back, taken = _Mask(code, "%mask"), _Mask(code, "0"), _Mask(code, "0")
    _drop(code, mask, _where(code, emit, readings, model.settling.failed))
    stuck = {k: model.settling.stuck[step.instance.name] for k, step in enumerate(model.duties)}
    stuck = {k: node for k, node in stuck.items() if node is not FALSE}
    for k in code.cases("%last", "i64", list(stuck)):
        with emit.scope():
            _drop(code, mask, _where(code, emit, readings, stuck[k]))
    if model.duties:
        with code.when(code.value(f"icmp uge i64 %depth, {SUBSTEPS}")), emit.scope():
            _drop(code, mask, _where(code, emit, readings, negate(model.rest)))
        deeper = code.value("add i64 %depth, 1")

        def reached(form: tuple[int, int, Step]) -> None:
            number, bits, step = form
            emit.step = step.index
            mine = mask.among(bits)
            with code.when(code.value(f"icmp ne i64 {mine}, 0")), emit.scope():
                taken.add(mine)
                defined = emit.value(step.edge)
                if step.edge is not TRUE:
                    _ends(code, code.value(f"select i1 {defined}, i64 0, i64 {mine}"))
                with code.when(defined), emit.scope():
                    _substep(code, emit, packing, step, f"settle:{deeper}:{number}:{mine}", back)

        forms = [(k, bits, step) for k, duty in enumerate(model.duties) for bits, step in readings.steps(duty)]
        emit.tree([(step.guard, (k, bits, step)) for k, bits, step in forms], reached)
    mask.drop(taken.now)
    with code.when(mask.some):
        back.add(code.value(f"call i64 @rested(ptr %worker, {given(words)}, i64 {mask.now})"))
    code.end(f"ret i64 {back.now}")
    return code


def _drop(code: Function, mask: _Mask, bits: str) -> None:
    """Branches that end here for some readings."""
    if bits != "0":
        _ends(code, code.value(f"and i64 {mask.now}, {bits}"))
        mask.drop(bits)


def _ends(code: Function, bits: str) -> None:
    place = field(code, "%worker", Worker.ENDS)
    code.store("i64", code.value(f"or i64 {code.load('i64', place)}, {bits}"), place)


def _rested(model: Finite, packing: Packing, readings: Readings) -> Function:
    words = registers(packing.words)
    code = Function("rested", ["ptr %worker", *(f"i64 {w}" for w in words), "i64 %mask"], "i64", "internal")
    emit = emitter(code, model, packing, words)
    mask, back = _Mask(code, "%mask"), _Mask(code, "0")
    _drop(code, mask, _where(code, emit, readings, model.settling.lost))
    slots = {s.leaf: s for s in packing.slots}
    leaves = [leaf for leaf, _ in model.settling.forgotten]
    for bits, values in readings.variants([value for _, value in model.settling.forgotten]):
        mine = mask.among(bits)
        with code.when(code.value(f"icmp ne i64 {mine}, 0")), emit.scope():
            changes = [(slots[leaf], value) for leaf, value in zip(leaves, values, strict=True)]
            after = emit.written(changes, lambda slot, too_large: None)
            back.add(code.value(f"call i64 @sink(ptr %worker, {given(after)}, i64 {mine})"))
    code.end(f"ret i64 {back.now}")
    return code


def _sink(words: int) -> Function:
    """A rest state to its buffer, with the readings that reach it. Those for which it is the state being expanded."""
    state = registers(words)
    code = Function("sink", ["ptr %worker", *(f"i64 {w}" for w in state), "i64 %mask"], "i64", "internal")
    _count(code)
    hashed = hash_of(code, state)
    partition = code.value(f"lshr i64 {hashed}, {64 - PARTITION_BITS}")
    counts = code.load("ptr", field(code, "%worker", Worker.COUNTS))
    place = code.increase(code.at("i64", counts, partition))
    buffer = code.entry("ptr", code.load("ptr", field(code, "%worker", Worker.BUFFERS)), partition)
    entry = code.at("i64", buffer, code.value(f"mul i64 {place}, {words + 2}"))
    for i, word in enumerate(state):
        code.store("i64", word, code.at("i64", entry, str(i)))
    code.store("i64", "%mask", code.at("i64", entry, str(words)))
    parent = code.load("i64", field(code, "%worker", Worker.PARENT))
    label = code.value(f"shl i64 {code.load('i64', field(code, '%worker', Worker.LABEL))}, 32")
    parent = code.value(f"or i64 {parent}, {label}")
    code.store("i64", parent, code.at("i64", entry, str(words + 1)))
    current = code.load("ptr", field(code, "%worker", Worker.CURRENT))
    code.end(f"ret i64 {code.value(f'select i1 {equal_words(code, current, state)}, i64 %mask, i64 0')}")
    return code


def _count(code: Function) -> None:
    """One transition for each reading of the mask: 64 counters that lie across the words, added to with a carry."""
    counters = code.load("ptr", field(code, "%worker", Worker.COUNTERS))
    carry, bit = code.variable("i64", "%mask"), code.variable("i64", "0")
    head, inside, done = code.label(), code.label(), code.label()
    code.begin(head)
    now = code.load("i64", carry)
    code.end(f"br i1 {code.value(f'icmp ne i64 {now}, 0')}, label %{inside}, label %{done}")
    code.begin(inside)
    place = code.at("i64", counters, code.load("i64", bit))
    held = code.load("i64", place)
    code.store("i64", code.value(f"xor i64 {held}, {now}"), place)
    code.store("i64", code.value(f"and i64 {held}, {now}"), carry)
    code.increase(bit)
    code.jump(head)
    code.begin(done)


def _arrivals(words: int) -> Beside:
    """The readings of a state that arrives; those that are new to it put it on the frontier."""

    def head(code: Function) -> Arrived:
        pointers = (Part.MASKS, Part.NEW, Part.FRONTIER)
        masks, new, frontier = (code.load("ptr", field(code, "%part", f)) for f in pointers)

        def waits(index: str) -> None:
            place = code.increase(field(code, "%part", Part.WAITING))
            code.store("i32", code.value(f"trunc i64 {index} to i32"), code.at("i32", frontier, place))

        def arrived(entry: str, index: str, first: bool) -> None:
            bits = code.entry("i64", entry, str(words))
            place, pending = code.at("i64", masks, index), code.at("i64", new, index)
            if first:
                code.store("i64", bits, place)
                code.store("i64", bits, pending)
                waits(index)
                return
            had = code.load("i64", place)
            more = code.value(f"and i64 {bits}, {code.value(f'xor i64 {had}, -1')}")
            with code.when(code.value(f"icmp ne i64 {more}, 0")):
                code.store("i64", code.value(f"or i64 {had}, {more}"), place)
                before = code.load("i64", pending)
                code.store("i64", code.value(f"or i64 {before}, {more}"), pending)
                with code.when(code.value(f"icmp eq i64 {before}, 0")):
                    waits(index)

        return arrived

    return head
