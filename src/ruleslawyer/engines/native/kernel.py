"""The generated program: expanding states of one ground instance; what they lead to goes to buffers, and from there
into the set (see `table`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate

from ruleslawyer.engines.native.arrays import PARTITION_BITS, PARTITIONS, Worker, field, unfit
from ruleslawyer.engines.native.emit import Emitter, with_divisions
from ruleslawyer.engines.native.layout import Packing, Slot, slots_of
from ruleslawyer.engines.native.table import equal_words, find, hash_of, insert, insert_all, rehash
from ruleslawyer.engines.native.text import Function
from ruleslawyer.ground.finite import Finite, Step, alternatives, conjuncts
from ruleslawyer.ground.nodes import FALSE, TRUE, Node, both, negate, postorder
from ruleslawyer.ground.ranges import Range, hull
from ruleslawyer.ground.split import split
from ruleslawyer.semantics.transition import SUBSTEPS

NO_DUTY = -1
RARELY = ", !prof !0"
TURN_END = 1 << 31
"""Set in an edge's label where a duty that ends a turn runs on the way."""


@dataclass(frozen=True, slots=True)
class Program:
    """LLVM assembly, and how many 64-bit numbers a successor takes in a buffer."""

    text: str
    entry_words: int
    most_successors: int
    duties: int


def program(model: Finite, packing: Packing, *, between: bool = False, edges: bool = False) -> Program:
    """The kernels for one ground instance under one reading. `between`: what is kept is not the rest states, but the
    sub-step states where a duty is due or a check fails, which lie between them. `edges`: the upper half of an entry's
    last number is the label of its edge: the number of the choice (actions in order, and for each the choices of its
    parameters, the last one fastest), and `TURN_END`.

    expand(worker, states, first, stop, partition); insert(parts, workers, how_many_workers, first, stride);
    rehash(part); find(parts, buffer, count, ids).
    """
    words = packing.words
    functions = [
        _expand(model, packing, edges),
        _settle(model, packing, between, edges),
        _rested(model, packing, between),
        _sink(words, edges),
        insert(words),
        insert_all(),
        rehash(words),
        find(words),
    ]
    text = with_divisions("\n\n".join([DECLARATIONS, *(f.text for f in functions)]))
    return Program(text, words + 1, sum(step.valuations for step in model.actions), len(model.duties))


DECLARATIONS = """\
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare i64 @llvm.umin.i64(i64, i64)
!0 = !{!"branch_weights", i32 1, i32 1000}"""


def registers(words: int) -> list[str]:
    return [f"%w{i}" for i in range(words)]


def given(words: Sequence[str]) -> str:
    return ", ".join(f"i64 {w}" for w in words)


def emitter(code: Function, model: Finite, packing: Packing, words: Sequence[str]) -> Emitter:
    """What is too large for any type ends the search, and says in which step it is."""

    def beyond(node: Node, too_large: str) -> None:
        asked = (step.index for step in (*model.duties, *model.actions) if node in set(postorder(step.nodes)))
        place = field(code, "%worker", Worker.MISFIT)
        had, said = code.load("i64", place), unfit(next(asked, emit.step))
        code.store("i64", code.value(f"select i1 {too_large}, i64 {said}, i64 {had}"), place)

    emit = Emitter(code, slots_of(model, packing), words, parameters(model), beyond)
    return emit


def parameters(model: Finite) -> dict[Node, Range]:
    """The least and the largest value of each parameter, of all instances that have it."""
    found: dict[Node, Range] = {}
    for step in model.actions:
        for node, values in step.parameters:
            mine = values.start, values.stop - 1
            found[node] = hull(found.get(node, mine), mine)
    return found


def misfit_in(code: Function, step: Step, fits: str) -> Callable[[Slot, str], None]:
    """For `Emitter.written`: a number that does not fit ends the search; `fits`: the variable that says so here."""

    def misfit(slot: Slot, too_large: str) -> None:
        with code.when(too_large):
            code.store("i64", str(unfit(step.index, slot.leaf)), field(code, "%worker", Worker.MISFIT))
            code.store("i1", "false", fits)

    return misfit


def each_state(code: Function, words: int, body: Callable[[str, str, list[str]], None]) -> None:
    """A loop over ``%first`` ≤ i < ``%stop`` of ``%states``: index, pointer and words of each."""
    with code.counting("%first", "%stop") as index:
        offset = code.value(f"mul i64 {index}, {words}")
        pointer = code.at("i64", "%states", offset)
        body(index, pointer, [code.entry("i64", pointer, str(i)) for i in range(words)])


def _expand(model: Finite, packing: Packing, edges: bool) -> Function:
    """Every allowed instance in every state of a range; what it leads to goes to the buffers."""
    code = Function("expand", ["ptr %worker", "ptr %states", "i64 %first", "i64 %stop", "i64 %partition"])
    moved = code.variable("i1")
    actions = model.ground.system.actions
    numbers = dict(zip((s.index for s in model.actions), first_choices(model), strict=False))

    def state(index: str, pointer: str, words: list[str]) -> None:
        emit = emitter(code, model, packing, words)
        identity = code.value(f"mul i64 {index}, {PARTITIONS}")
        identity = code.value(f"add i64 {identity}, %partition")
        code.store("i64", identity, field(code, "%worker", Worker.PARENT))
        code.store("ptr", pointer, field(code, "%worker", Worker.CURRENT))
        code.store("i1", "false", moved)
        ended = emit.value(model.ended)
        over, after = code.label(), code.label()
        going = code.label()
        code.end(f"br i1 {ended}, label %{over}, label %{going}")
        code.begin(over)
        code.increase(field(code, "%worker", Worker.ENDED))
        code.jump(after)
        code.begin(going)

        def taken(step: Step) -> None:
            emit.step = step.index
            if edges:
                label = choice(code, emit, step, numbers[step.index])
                code.store("i64", label, field(code, "%worker", Worker.LABEL))
            action = actions[step.instance.name]
            counts = not action.outside_play
            if counts and not action.passes:
                code.store("i1", "true", moved)
            defined = emit.value(step.edge)
            with code.when(defined) if step.edge is not TRUE else _always():
                result = _substep(code, emit, packing, step, "rested" if step.settled else f"settle:0:{NO_DUTY}")
                if counts and action.passes:
                    with code.when(code.value(f"xor i1 {result}, true")):
                        code.store("i1", "true", moved)
            if counts and action.passes and step.edge is not TRUE:
                # An allowed pass whose branch ends leads nowhere, but it is a choice all the same.
                with code.when(code.value(f"xor i1 {defined}, true")):
                    code.store("i1", "true", moved)

        def reached(step: Step) -> None:
            valuations(code, emit, step, lambda: taken(step))

        emit.tree([(outside(case.guard, case), case) for s in model.actions for case in split(s)], reached)
        with code.when(code.value(f"xor i1 {code.load('i1', moved)}, true")):
            buffer = code.load("ptr", field(code, "%worker", Worker.DEADLOCKS))
            place = code.increase(field(code, "%worker", Worker.DEADLOCKED))
            code.store("i64", identity, code.at("i64", buffer, place))
        code.begin(after)

    each_state(code, packing.words, state)
    code.end("ret void")
    return code


def first_choices(model: Finite) -> list[int]:
    """The number of each action's first choice of parameters, and one more: how many choices there are."""
    return list(accumulate((step.valuations for step in model.actions), initial=0))


def choice(code: Function, emit: Emitter, step: Step, first: int) -> str:
    """The number of the choice whose parameters are known here."""
    rank = "0"
    for node, values in step.parameters:
        value, type_ = emit.value(node), emit.type(node)
        if node.sort == "bool":
            value = code.value(f"zext i1 {value} to i64")
        elif values.start:
            value = code.value(f"sub {type_} {value}, {values.start}")
        if type_ not in ("i1", "i64"):
            value = code.value(f"trunc {type_} {value} to i64")
        rank = code.value(f"add i64 {code.value(f'mul i64 {rank}, {len(values)}')}, {value}")
    return code.value(f"add i64 {rank}, {first}")


@contextmanager
def _always() -> Iterator[None]:
    yield


def outside(guard: Node, step: Step) -> Node:
    """The conjuncts of a guard that do not depend on parameters: tested before those are chosen."""
    own = {node for node, _ in step.parameters}
    return both(*(c for c in conjuncts(guard) if not _uses(c, own)))


def valuations(code: Function, emit: Emitter, step: Step, body: Callable[[], None]) -> None:
    """`body` once for each choice of the parameters with which the rest of the guard holds."""
    left = list(step.parameters)
    waiting = [c for c in conjuncts(step.guard) if _uses(c, {n for n, _ in step.parameters})]

    def choose() -> None:
        nonlocal waiting
        if not left:
            assert not waiting
            body()
            return
        node, values = left.pop(0)
        type_ = emit.type(node)
        first = values.start if type_ == "i64" else 0
        with code.counting(str(first), str(first + len(values))) as now, emit.scope():
            if type_ == "i1":
                now = code.value(f"trunc i64 {now} to i1")
            elif type_ != "i64":
                now = code.value(f"add {type_} {code.value(f'zext i64 {now} to {type_}')}, {values.start}")
            emit.put(node, now)
            open_ones = {n for n, _ in left}
            ready = [c for c in waiting if not _uses(c, open_ones)]
            waiting = [c for c in waiting if _uses(c, open_ones)]
            if ready:
                with code.when(emit.value(both(*ready))), emit.scope():
                    choose()
            else:
                choose()

    choose()


def _uses(node: Node, symbols: set[Node]) -> bool:
    return bool(symbols) and any(n in symbols for n in postorder([node]))


def _substep(code: Function, emit: Emitter, packing: Packing, step: Step, then: str) -> str:
    """The state after a step, given on to `then`: "rested", or "settle:depth:last duty"; gives its answer (an i1)."""
    slots = {s.leaf: s for s in packing.slots}
    fits = code.variable("i1", "true")
    misfit = misfit_in(code, step, fits)
    checked = False

    def told(slot: Slot, too_large: str) -> None:
        nonlocal checked
        checked = True
        misfit(slot, too_large)

    with emit.scope():
        words = emit.written([(slots[k], node) for k, node in step.next], told)
    name, *more = then.split(":")
    call = f"call i1 @{name}({', '.join(['ptr %worker', given(words), *(f'i64 {m}' for m in more)])})"
    if not checked:
        return code.value(call)
    answer = code.variable("i1", "false")
    with code.when(code.load("i1", fits)):
        code.store("i1", code.value(call), answer)
    return code.load("i1", answer)


def _settle(model: Finite, packing: Packing, between: bool, edges: bool) -> Function:
    """Duties until the state is at rest, or a check fails. Whether it is the state that was expanded.

    `last` is the number of the duty that has just run: where it stays due, the branch ends.
    """
    words = registers(packing.words)
    parameters = ["ptr %worker", *(f"i64 {w}" for w in words), "i64 %depth", "i64 %last"]
    code = Function("settle", parameters, "i1", "internal")
    emit = emitter(code, model, packing, words)
    if between:
        stays = both(model.rest, negate(model.settling.failed), negate(model.settling.lost))
        with code.when(emit.value(negate(stays))):
            code.do(f"call i1 @sink(ptr %worker, {given(words)})")
    emit.tree([(case, None) for case in alternatives(model.settling.failed)], lambda _: code.end("ret i1 false"))
    stuck = {k: model.settling.stuck[step.instance.name] for k, step in enumerate(model.duties)}
    stuck = {k: node for k, node in stuck.items() if node is not FALSE}
    for k in code.cases("%last", "i64", list(stuck)):
        with emit.scope():
            emit.tree([(stuck[k], k)], lambda number: _unending(code, number))
    if model.duties:
        deep = code.value(f"icmp uge i64 %depth, {SUBSTEPS}")
        with code.when(deep, RARELY), emit.scope(), code.when(emit.value(negate(model.rest))):
            for number in code.cases("%last", "i64", model.rounds):
                _unending(code, number)
            _unending(code, len(model.duties))
        deeper = code.value("add i64 %depth, 1")
        duties = model.ground.system.duties

        def reached(duty: tuple[int, Step]) -> None:
            number, step = duty
            emit.step = step.index
            with code.when(emit.value(step.edge)), emit.scope():
                if edges and step.instance.kind == "duty" and duties[step.instance.name].turn_end:
                    place = field(code, "%worker", Worker.LABEL)
                    code.store("i64", code.value(f"or i64 {code.load('i64', place)}, {TURN_END}"), place)
                result = _substep(code, emit, packing, step, f"settle:{deeper}:{number}")
                code.end(f"ret i1 {result}")
            code.end("ret i1 false")

        emit.tree([(case.guard, (k, case)) for k, step in enumerate(model.duties) for case in split(step)], reached)
    code.end(f"ret i1 {code.value(f'call i1 @rested(ptr %worker, {given(words)})')}")  # nothing is due: at rest
    return code


def _unending(code: Function, number: int) -> None:
    """A branch that ends because duties do not; where it began is taken down."""
    place = code.at("i64", code.load("ptr", field(code, "%worker", Worker.STUCK)), str(number))
    known = code.load("i64", place)
    parent = code.value(f"add i64 {code.load('i64', field(code, '%worker', Worker.PARENT))}, 1")
    new = code.value(f"icmp eq i64 {known}, 0")
    code.store("i64", code.value(f"select i1 {new}, i64 {parent}, i64 {known}"), place)
    code.end("ret i1 false")


def _rested(model: Finite, packing: Packing, between: bool) -> Function:
    """At rest: what means nothing is forgotten, and the state goes to its buffer."""
    words = registers(packing.words)
    code = Function("rested", ["ptr %worker", *(f"i64 {w}" for w in words)], "i1", "internal")
    emit = emitter(code, model, packing, words)
    if model.settling.lost is not FALSE:
        with code.when(emit.value(model.settling.lost)):
            code.end("ret i1 false")
    if between:
        code.end("ret i1 false")
        return code
    slots = {s.leaf: s for s in packing.slots}
    groups: dict[Node, list[tuple[Slot, int]]] = {}
    for leaf, matters in model.settling.matters:
        groups.setdefault(matters, []).append((slots[leaf], model.default(leaf)))
    words = emit.forgotten(groups)
    code.end(f"ret i1 {code.value(f'call i1 @sink(ptr %worker, {given(words)})')}")
    return code


def _sink(words: int, edges: bool) -> Function:
    """A rest state to its buffer, with its parent (and the edge's label). Whether it is the state that was expanded."""
    state = registers(words)
    code = Function("sink", ["ptr %worker", *(f"i64 {w}" for w in state)], "i1", "internal")
    code.increase(field(code, "%worker", Worker.TRANSITIONS))
    hashed = hash_of(code, state)
    partition = code.value(f"lshr i64 {hashed}, {64 - PARTITION_BITS}")
    counts = code.load("ptr", field(code, "%worker", Worker.COUNTS))
    place = code.increase(code.at("i64", counts, partition))
    buffers = code.load("ptr", field(code, "%worker", Worker.BUFFERS))
    buffer = code.entry("ptr", buffers, partition)
    entry = code.at("i64", buffer, code.value(f"mul i64 {place}, {words + 1}"))
    for i, word in enumerate(state):
        code.store("i64", word, code.at("i64", entry, str(i)))
    parent = code.load("i64", field(code, "%worker", Worker.PARENT))
    if edges:
        label = code.value(f"shl i64 {code.load('i64', field(code, '%worker', Worker.LABEL))}, 32")
        parent = code.value(f"or i64 {parent}, {label}")
    code.store("i64", parent, code.at("i64", entry, str(words)))
    current = code.load("ptr", field(code, "%worker", Worker.CURRENT))
    code.end(f"ret i1 {equal_words(code, current, state)}")
    return code
