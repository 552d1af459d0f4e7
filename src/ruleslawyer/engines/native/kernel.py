"""The generated program: expanding states of one ground instance, and the set of states that they lead to.

Everything that a kernel changes lies in arrays of 64-bit numbers that the caller owns; `Worker` and `Part` name
their entries. A state's hash picks its partition (the top bits), and inside it a slot: 32 bits of the hash beside the
state's index plus one, so that a state is compared in full only where those bits agree, and the set is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum, auto
from itertools import accumulate

from ruleslawyer.engines.native.emit import Emitter
from ruleslawyer.engines.native.layout import Packing, Slot, slots_of
from ruleslawyer.engines.native.text import Function
from ruleslawyer.ground.finite import Finite, Step, alternatives, conjuncts
from ruleslawyer.ground.nodes import FALSE, TRUE, Node, both, negate, postorder
from ruleslawyer.ground.split import split
from ruleslawyer.semantics.transition import SUBSTEPS

NO_DUTY = -1
RARELY = ", !prof !0"
PARTITION_BITS = 4
PARTITIONS = 1 << PARTITION_BITS
TURN_END = 1 << 31
"""Set in an edge's label where a duty that ends a turn runs on the way."""
HASH_FACTORS = (-49064778989728563, -4265267296055464877)
"""Those of the finaliser of MurmurHash3, as signed numbers."""
BATCH = 32
"""States whose memory is asked for ahead of time."""


class Worker(IntEnum):
    """What one worker keeps: where successors go, and counts."""

    BUFFERS = 0  # one pointer for each partition
    COUNTS = auto()  # entries in each buffer
    TRANSITIONS = auto()
    MISFIT = auto()  # the leaf that got a value it cannot hold, plus one
    DEADLOCKS = auto()  # pointer to ids
    DEADLOCKED = auto()
    ENDED = auto()
    PARENT = auto()  # the id of the state being expanded
    CURRENT = auto()  # pointer to its words
    STUCK = auto()  # for each duty, and for too many of them: the first parent of a branch that ends so, plus one
    LABEL = auto()  # which instance is taken, and whether its turn has ended (only where edges are wanted)
    COUNTERS = auto()  # of a family: pointer to the transitions of each reading, bit by bit
    ENDS = auto()  # of a family: the readings under which some branch ended in a failed check
    SIZE = auto()


class Part(IntEnum):
    """What one partition of the set keeps."""

    STATES = 0  # words, in order of arrival
    PARENTS = auto()  # 32-bit ids
    TABLE = auto()
    MASK = auto()  # slots minus one
    COUNT = auto()
    MASKS = auto()  # of a family: for each state the readings that reach it
    NEW = auto()  # those of them that are still to be expanded
    FRONTIER = auto()  # 32-bit indices of the states with new readings
    WAITING = auto()  # how many those are
    SIZE = auto()


@dataclass(frozen=True, slots=True)
class Program:
    """LLVM assembly, and how many 64-bit numbers a successor takes in a buffer."""

    text: str
    entry_words: int
    most_successors: int
    duties: int


def program(
    model: Finite, packing: Packing, *, between: bool = False, edges: bool = False, canonical: str = ""
) -> Program:
    """The kernels for one ground instance under one reading. `between`: what is kept is not the rest states, but the
    sub-step states where a duty is due or a check fails, which lie between them. `edges`: the upper half of an entry's
    last number is the label of its edge: the number of the choice (actions in order, and for each the choices of its
    parameters, the last one fastest), and `TURN_END`. `canonical`: LLVM text with a function canonical(state) that puts
    the representative of a state in its place; then only representatives are kept.

    expand(worker, states, first, stop, partition); insert(parts, workers, how_many_workers, first, stride);
    rehash(part); find(parts, buffer, count, ids).
    """
    words = packing.words
    functions = [
        _expand(model, packing, edges),
        _settle(model, packing, between, edges),
        _rested(model, packing, between, canonical != ""),
        _sink(words, edges),
        _insert(words),
        insert_all(),
        rehash(words),
        find(words),
    ]
    text = "\n\n".join([DECLARATIONS, canonical, *(f.text for f in functions)])
    return Program(text, words + 1, sum(step.valuations for step in model.actions), len(model.duties))


DECLARATIONS = """\
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare i64 @llvm.umin.i64(i64, i64)
!0 = !{!"branch_weights", i32 1, i32 1000}"""


# --- running the rules -----------------------------------------------------------------------------------------------


def registers(words: int) -> list[str]:
    return [f"%w{i}" for i in range(words)]


def given(words: Sequence[str]) -> str:
    return ", ".join(f"i64 {w}" for w in words)


def emitter(code: Function, model: Finite, packing: Packing, words: Sequence[str]) -> Emitter:
    return Emitter(code, slots_of(model, packing), words)


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
        value = emit.value(node)
        if node.sort == "bool":
            value = code.value(f"zext i1 {value} to i64")
        elif values.start:
            value = code.value(f"sub i64 {value}, {values.start}")
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
        with code.counting(str(values.start), str(values.stop)) as now, emit.scope():
            emit.put(node, code.value(f"trunc i64 {now} to i1") if node.sort == "bool" else now)
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
    checked = False

    def misfit(slot: Slot, number: str) -> None:
        nonlocal checked
        checked = True
        with code.when(code.value(f"icmp ugt i64 {number}, {slot.mask}")):
            code.store("i64", str(slot.leaf + 1), field(code, "%worker", Worker.MISFIT))
            code.store("i1", "false", fits)

    with emit.scope():
        words = emit.written([(slots[k], node) for k, node in step.next], misfit)
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


def _rested(model: Finite, packing: Packing, between: bool, canonical: bool) -> Function:
    """At rest: what means nothing is forgotten, and the state, or its representative, goes to its buffer."""
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
    if not canonical:
        code.end(f"ret i1 {code.value(f'call i1 @sink(ptr %worker, {given(words)})')}")
        return code
    # A step to another state of the same orbit does change something: the state itself is compared.
    unchanged = equal_words(code, code.load("ptr", field(code, "%worker", Worker.CURRENT)), words)
    state = code.variable("i64", count=packing.words)
    for i, word in enumerate(words):
        code.store("i64", word, code.at("i64", state, str(i)))
    code.do(f"call void @canonical(ptr {state})")
    kept = [code.entry("i64", state, str(i)) for i in range(packing.words)]
    code.value(f"call i1 @sink(ptr %worker, {given(kept)})")
    code.end(f"ret i1 {unchanged}")
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


# --- the set of states -----------------------------------------------------------------------------------------------


def hash_of(code: Function, words: Iterable[str]) -> str:
    """A 64-bit hash of a state's words."""
    hashed = "0"
    for word in words:
        hashed = word if hashed == "0" else code.value(f"xor i64 {hashed}, {word}")
        hashed = code.value(f"mul i64 {hashed}, {HASH_FACTORS[0]}")
        hashed = code.value(f"xor i64 {hashed}, {code.value(f'lshr i64 {hashed}, 32')}")
    hashed = code.value(f"mul i64 {hashed}, {HASH_FACTORS[1]}")
    return code.value(f"xor i64 {hashed}, {code.value(f'lshr i64 {hashed}, 29')}")


def field(code: Function, array: str, index: int) -> str:
    return code.at("i64", array, str(int(index)))


def equal_words(code: Function, pointer: str, words: Sequence[str]) -> str:
    result = "true"
    for i, word in enumerate(words):
        same = code.value(f"icmp eq i64 {code.entry('i64', pointer, str(i))}, {word}")
        result = same if result == "true" else code.value(f"and i1 {result}, {same}")
    return result


def slot_of(code: Function, hashed: str, mask: str) -> tuple[str, str]:
    """The first slot of a hash, and the bits that are kept beside the index."""
    return code.value(f"and i64 {hashed}, {mask}"), code.value(f"and i64 {hashed}, -4294967296")


def probe(
    code: Function,
    table: str,
    mask: str,
    states: str,
    hashed: str,
    words: Sequence[str],
    found: Callable[[str], None],
    free: Callable[[str, str], None],
) -> None:
    """Linear probing. `found(index)` where the state is there; `free(slot pointer, hash bits)` where it is not."""
    first, bits = slot_of(code, hashed, mask)
    at = code.variable("i64", first)
    head, occupied, compare, further, done = (code.label() for _ in range(5))
    vacant, hit = code.label(), code.label()
    code.begin(head)
    place = code.load("i64", at)
    pointer = code.at("i64", table, place)
    slot = code.load("i64", pointer)
    code.end(f"br i1 {code.value(f'icmp eq i64 {slot}, 0')}, label %{vacant}, label %{occupied}")
    code.begin(occupied)
    kept = code.value(f"and i64 {slot}, -4294967296")
    code.end(f"br i1 {code.value(f'icmp eq i64 {kept}, {bits}')}, label %{compare}, label %{further}")
    code.begin(compare)
    index = code.value(f"sub i64 {code.value(f'and i64 {slot}, 4294967295')}, 1")
    state = code.at("i64", states, code.value(f"mul i64 {index}, {len(words)}"))
    code.end(f"br i1 {equal_words(code, state, words)}, label %{hit}, label %{further}")
    code.begin(further)
    following = code.value(f"and i64 {code.value(f'add i64 {place}, 1')}, {mask}")
    code.store("i64", following, at)
    code.jump(head)
    code.begin(hit)
    found(index)
    code.jump(done)
    code.begin(vacant)
    free(pointer, bits)
    code.begin(done)


def batches(code: Function, count: str, body: Callable[[str, str], None]) -> None:
    """`body(first, stop)` for one batch after the other."""
    more = code.value(f"add i64 {count}, {BATCH - 1}")
    with code.counting("0", code.value(f"udiv i64 {more}, {BATCH}")) as number:
        first = code.value(f"mul i64 {number}, {BATCH}")
        stop = code.value(f"add i64 {first}, {BATCH}")
        body(first, code.value(f"call i64 @llvm.umin.i64(i64 {stop}, i64 {count})"))


def ahead(
    code: Function, first: str, stop: str, entries: str, stride: int, words: int, table: str, mask: str, states: str
) -> str:
    """Ask for the memory of a batch: the slots, then the states that they point at. The array of its hashes."""
    hashes = code.variable("i64", count=BATCH)
    with code.counting(first, stop) as i:
        entry = code.at("i64", entries, code.value(f"mul i64 {i}, {stride}"))
        hashed = hash_of(code, [code.entry("i64", entry, str(k)) for k in range(words)])
        code.store("i64", hashed, code.at("i64", hashes, code.value(f"sub i64 {i}, {first}")))
        code.prefetch(code.at("i64", table, slot_of(code, hashed, mask)[0]))
    if states:
        with code.counting(first, stop) as i:
            hashed = code.entry("i64", hashes, code.value(f"sub i64 {i}, {first}"))
            slot = code.entry("i64", table, slot_of(code, hashed, mask)[0])
            index = code.value(f"sub i64 {code.value(f'and i64 {slot}, 4294967295')}, 1")
            with code.when(code.value(f"icmp ne i64 {slot}, 0")):
                code.prefetch(code.at("i64", states, code.value(f"mul i64 {index}, {words}")))
    return hashes


def _insert(words: int) -> Function:
    """What a buffer holds into its partition; there is room for all of it."""
    code = Function("insert_buffer", ["ptr %part", "ptr %buffer", "i64 %count"], attributes="internal")
    states, parents, table = (
        code.load("ptr", field(code, "%part", f)) for f in (Part.STATES, Part.PARENTS, Part.TABLE)
    )
    mask = code.load("i64", field(code, "%part", Part.MASK))

    def batch(first: str, stop: str) -> None:
        hashes = ahead(code, first, stop, "%buffer", words + 1, words, table, mask, states)
        with code.counting(first, stop) as i:
            entry = code.at("i64", "%buffer", code.value(f"mul i64 {i}, {words + 1}"))
            state = [code.entry("i64", entry, str(k)) for k in range(words)]
            hashed = code.entry("i64", hashes, code.value(f"sub i64 {i}, {first}"))

            def free(pointer: str, bits: str) -> None:
                index = code.increase(field(code, "%part", Part.COUNT))
                code.store("i64", code.value(f"or i64 {bits}, {code.value(f'add i64 {index}, 1')}"), pointer)
                place = code.at("i64", states, code.value(f"mul i64 {index}, {words}"))
                for k, word in enumerate(state):
                    code.store("i64", word, code.at("i64", place, str(k)))
                parent = code.value(f"trunc i64 {code.entry('i64', entry, str(words))} to i32")
                code.store("i32", parent, code.at("i32", parents, index))

            probe(code, table, mask, states, hashed, state, lambda index: None, free)

    batches(code, "%count", batch)
    code.end("ret void")
    return code


def insert_all() -> Function:
    """Every stride-th partition from the first: the buffers of all workers, in their order; they are empty after."""
    code = Function("insert", ["ptr %parts", "ptr %workers", "i64 %number", "i64 %first", "i64 %stride"])
    rounds = code.value(f"sub i64 {PARTITIONS - 1}, %first")
    rounds = code.value(f"add i64 {code.value(f'udiv i64 {rounds}, %stride')}, 1")
    with code.counting("0", rounds) as k:
        partition = code.value(f"add i64 %first, {code.value(f'mul i64 {k}, %stride')}")
        part = code.at("i64", "%parts", code.value(f"mul i64 {partition}, {Part.SIZE}"))
        with code.counting("0", "%number") as number:
            worker = code.at("i64", "%workers", code.value(f"mul i64 {number}, {Worker.SIZE}"))
            buffers = code.load("ptr", field(code, worker, Worker.BUFFERS))
            counts = code.load("ptr", field(code, worker, Worker.COUNTS))
            count = code.at("i64", counts, partition)
            buffer = code.entry("ptr", buffers, partition)
            code.do(f"call void @insert_buffer(ptr {part}, ptr {buffer}, i64 {code.load('i64', count)})")
            code.store("i64", "0", count)
    code.end("ret void")
    return code


def rehash(words: int) -> Function:
    """All states of a partition into its new, empty table."""
    code = Function("rehash", ["ptr %part"])
    states, table = (code.load("ptr", field(code, "%part", f)) for f in (Part.STATES, Part.TABLE))
    mask, count = (code.load("i64", field(code, "%part", f)) for f in (Part.MASK, Part.COUNT))

    def batch(first: str, stop: str) -> None:
        hashes = ahead(code, first, stop, states, words, words, table, mask, "")
        with code.counting(first, stop) as i:
            hashed = code.entry("i64", hashes, code.value(f"sub i64 {i}, {first}"))
            begin, bits = slot_of(code, hashed, mask)
            at = code.variable("i64", begin)
            head, further, vacant = code.label(), code.label(), code.label()
            code.begin(head)
            place = code.load("i64", at)
            pointer = code.at("i64", table, place)
            empty = code.value(f"icmp eq i64 {code.load('i64', pointer)}, 0")
            code.end(f"br i1 {empty}, label %{vacant}, label %{further}")
            code.begin(further)
            code.store("i64", code.value(f"and i64 {code.value(f'add i64 {place}, 1')}, {mask}"), at)
            code.jump(head)
            code.begin(vacant)
            code.store("i64", code.value(f"or i64 {bits}, {code.value(f'add i64 {i}, 1')}"), pointer)

    batches(code, count, batch)
    code.end("ret void")
    return code


def find(words: int, more: int = 1) -> Function:
    """The id of each entry of a partition's buffer, which must be there (all bits set where it is not). `more`: how
    many numbers an entry has besides the state."""
    code = Function("find", ["ptr %part", "i64 %partition", "ptr %buffer", "i64 %count", "ptr %ids"])
    states, table = (code.load("ptr", field(code, "%part", f)) for f in (Part.STATES, Part.TABLE))
    mask = code.load("i64", field(code, "%part", Part.MASK))

    def batch(first: str, stop: str) -> None:
        hashes = ahead(code, first, stop, "%buffer", words + more, words, table, mask, states)
        with code.counting(first, stop) as i:
            entry = code.at("i64", "%buffer", code.value(f"mul i64 {i}, {words + more}"))
            state = [code.entry("i64", entry, str(k)) for k in range(words)]
            hashed = code.entry("i64", hashes, code.value(f"sub i64 {i}, {first}"))
            goal = code.at("i32", "%ids", i)

            def found(index: str) -> None:
                identity = code.value(f"add i64 {code.value(f'mul i64 {index}, {PARTITIONS}')}, %partition")
                code.store("i32", code.value(f"trunc i64 {identity} to i32"), goal)

            probe(code, table, mask, states, hashed, state, found, lambda p, b: code.store("i32", "-1", goal))

    batches(code, "%count", batch)
    code.end("ret void")
    return code
