"""The generated code that drives a level of a search: groups of blocks, one after the other, shared by threads.

A group is expanded, a block in each lane, and what it led to is inserted, each partition by itself. Those are tasks,
which threads take from one word of memory; nobody holds a lock. While one group is inserted the next one is expanded
into other buffers, which changes nothing that either reads. Between two groups one thread looks whether there is room
for what was met, and numbers edges: so all is as if one thread did everything in order.
"""

from __future__ import annotations

from enum import IntEnum, auto

from ruleslawyer.engines.native import rounds
from ruleslawyer.engines.native.family_difference import is_split
from ruleslawyer.engines.native.memory import PARTITIONS, Part, Worker, field
from ruleslawyer.engines.native.names import LOG_ENTRIES, OFTEN_ENTRIES, Register
from ruleslawyer.engines.native.rounds import INSERTING, LINE, DriveCell, get, of_side, put, row_at
from ruleslawyer.engines.native.states import LANES
from ruleslawyer.engines.native.text import FunctionBuilder
from ruleslawyer.engines.native.tree import FoldCell


class BlockRecord(IntEnum):
    """A block whose successors have been accepted, and whose edges are to be gathered."""

    READY = 0
    SHIFT = auto()  # minus the first index
    STATES = auto()
    EDGE_AT = auto()
    STATE_AT = auto()
    LENGTHS = LINE  # entries in the buffer of each partition
    SIZE = LENGTHS + PARTITIONS


class Status(IntEnum):
    """The reason why the code returns."""

    LOOK = 0  # all that was expanded is inserted
    ROOM = auto()  # there may be none for what the group led to
    MET = auto()  # something that may end the search is in a lane's log
    CROWDED = auto()
    PARTS = auto()  # there is none for parts of states that are kept as trees
    SPLIT = auto()  # readings of a family come apart in what the group led to


FILLED = (
    (Register.FORCED, Register.FORCES),
    (Register.OFTEN, Register.OFTENS),
)
"""Registers of a lane's context: where entries lie, and how many the last block has added."""
DECLARATIONS = """\
declare i64 @llvm.smin.i64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"""


def text() -> str:
    """Beside `rounds.functions`: drive(cells) goes on with a level until somebody has to look, and finish(cells)
    gathers the edges that are left."""
    tasks = *is_split(), _gather_one(), _expand(), _insert(), _task()
    code = *rounds.functions(), *tasks, _accept(), _stays(), _drive(), _finish()
    return "\n\n".join([rounds.DECLARATIONS, DECLARATIONS, *(each.text for each in code)])


# --- tasks ------------------------------------------------------------------------------------------------------------


def _gather_one() -> FunctionBuilder:
    """The edges of the last block of a lane on one side, if they are not gathered."""
    code = FunctionBuilder("gather_one", ["ptr %cells", "i64 %side", "i64 %lane"], attributes="internal")
    record = of_side(code, DriveCell.RECORDS, "%side", "%lane", BlockRecord.SIZE)
    ready = field(code, record, BlockRecord.READY)
    with code.when(code.value(f"icmp ne i64 {code.load('i64', ready)}, 0")):
        code.store("i64", "0", ready)
        view = of_side(code, DriveCell.VIEWS, "%side", "%lane", Worker.SIZE)
        memory, words = get(code, DriveCell.PLACES, "ptr"), get(code, DriveCell.PLACE_WORDS)
        places = code.at("i64", memory, code.value(f"mul i64 %lane, {words}"))
        code.store("i64", "0", places)
        lengths = field(code, record, BlockRecord.LENGTHS)
        shift, states, edge, state = (
            code.load("i64", field(code, record, f))
            for f in (BlockRecord.SHIFT, BlockRecord.STATES, BlockRecord.EDGE_AT, BlockRecord.STATE_AT)
        )
        into = [
            code.at("i32", get(code, cell, "ptr"), at)
            for cell, at in ((DriveCell.TARGETS, edge), (DriveCell.LABELS, edge), (DriveCell.DEGREES, state))
        ]
        given = f"ptr {view}, ptr {lengths}, i64 {get(code, DriveCell.STRIDE)}, i64 {shift}, i64 {states}"
        more = ", ".join(f"ptr {each}" for each in [*into, places])
        code.do(f"call void {get(code, DriveCell.GATHER, 'ptr')}({given}, {more})")
    code.end("ret void")
    return code


def _move_on(code: FunctionBuilder, pointer: str, count: str, bytes_: str) -> None:
    """Puts all that the next block adds behind all that there is."""
    added = code.value(f"mul i64 {code.load('i64', count)}, {bytes_}")
    code.store("i64", code.value(f"add i64 {code.load('i64', pointer)}, {added}"), pointer)
    code.store("i64", "0", count)


def _expand() -> FunctionBuilder:
    code = FunctionBuilder("expand_lane", ["ptr %cells", "i64 %lane"], attributes="internal")
    side = get(code, DriveCell.SIDE)
    code.do(f"call void @gather_one(ptr %cells, i64 {side}, i64 %lane)")
    worker = row_at(code, get(code, DriveCell.WORKERS, "ptr"), "%lane", Worker.SIZE)
    context = code.load("ptr", field(code, worker, Worker.CONTEXT))
    row = code.value(f"add i64 {code.load('i64', field(code, context, Register.WORDS))}, 1")
    deadlock_bytes = get(code, DriveCell.DEADLOCK_BYTES)
    for (pointer, count), bytes_ in zip(FILLED, (code.value(f"shl i64 {row}, 3"), "8"), strict=True):
        _move_on(code, field(code, context, pointer), field(code, context, count), bytes_)
    _move_on(code, field(code, worker, Worker.DEADLOCKS), field(code, worker, Worker.DEADLOCKED), deadlock_bytes)
    view = of_side(code, DriveCell.VIEWS, side, "%lane", Worker.SIZE)
    for each in (Worker.BUFFERS, Worker.COUNTS):
        code.store("ptr", code.load("ptr", field(code, view, each)), field(code, worker, each))
    partition, first, stop = _block(code, "%lane")
    part = row_at(code, get(code, DriveCell.PARTS, "ptr"), partition, Part.SIZE)
    states, is_tree = code.variable("ptr"), _is_tree(code)
    code.store("ptr", code.load("ptr", field(code, part, Part.STATES)), states)
    with code.when(is_tree):
        _unfold(code, part, first, stop, states)
    given = f"ptr {worker}, ptr {code.load('ptr', states)}, i64 {first}, i64 {stop}, i64 {partition}"
    lists = get(code, DriveCell.LISTS, "ptr")
    is_family = code.value(f"icmp ne ptr {lists}, null")
    with code.when(is_family):
        listed = row_at(code, lists, partition, 2)
        indices, masks = (code.entry("ptr", listed, str(i)) for i in range(2))
        code.do(f"call void {get(code, DriveCell.EXPAND, 'ptr')}({given}, ptr {indices}, ptr {masks})")
        asked = f"ptr {get(code, DriveCell.ALIKE, 'ptr')}, i64 {get(code, DriveCell.ALIKES)}"
        split = code.value(f"call i1 @is_split(ptr {view}, i64 {get(code, DriveCell.STRIDE)}, {asked})")
        code.store("i64", code.value(f"zext i1 {split} to i64"), field(code, worker, Worker.SPLIT))
    with code.when(code.value(f"xor i1 {is_family}, true")):
        code.do(f"call void {get(code, DriveCell.EXPAND, 'ptr')}({given})")
    with code.when(is_tree):
        missing, met = code.load("ptr", _fold_cell(code, FoldCell.MISSING)), _fold_cell(code, FoldCell.MET)
        code.store("i64", "0", _fold_cell(code, FoldCell.DONE))
        folded = f"{_tree(code)}, ptr {view}, i64 {get(code, DriveCell.STRIDE)}, ptr {missing}, ptr {met}"
        code.do(f"call void {get(code, DriveCell.FOLD, 'ptr')}({folded})")
    code.end("ret void")
    return code


def _is_tree(code: FunctionBuilder) -> str:
    return code.value(f"icmp ne ptr {get(code, DriveCell.TREE, 'ptr')}, null")


def _fold_cell(code: FunctionBuilder, cell: FoldCell, lane: str = "%lane") -> str:
    return field(code, row_at(code, get(code, DriveCell.FOLDS, "ptr"), lane, FoldCell.SIZE), cell)


def _tree(code: FunctionBuilder, lane: str = "%lane") -> str:
    return f"ptr {get(code, DriveCell.TREE, 'ptr')}, ptr {code.load('ptr', _fold_cell(code, FoldCell.SCRATCH, lane))}"


def _unfold(code: FunctionBuilder, part: str, first: str, stop: str, states: str) -> None:
    """The words of the states of a block, and of their parents, as if those of all lay where its own do."""
    worker, context = _lane_cells(code, "%lane")
    words, count = code.load("i64", field(code, context, Register.WORDS)), code.value(f"sub i64 {stop}, {first}")
    shift = code.value(f"sub i64 0, {code.value(f'mul i64 {words}, {first}')}")
    roots, parents = (
        code.at(type_, code.load("ptr", field(code, part, each)), first)
        for type_, each in (("i64", Part.STATES), ("i32", Part.PARENTS))
    )
    for function, of, rows, place in (
        (DriveCell.UNFOLD, f"ptr {roots}", FoldCell.ROWS, states),
        (DriveCell.UNFOLD_PARENTS, f"ptr {get(code, DriveCell.PARTS, 'ptr')}, ptr {parents}", FoldCell.BEFORE,
         field(code, worker, Worker.BEFORE)),
    ):  # fmt: skip
        into = code.load("ptr", _fold_cell(code, rows))
        code.do(f"call void {get(code, function, 'ptr')}({_tree(code)}, {of}, i64 {count}, ptr {into})")
        code.store("ptr", code.at("i64", into, shift), place)


def _block(code: FunctionBuilder, lane: str) -> list[str]:
    """Partition, first index and the one behind the last of a lane's block."""
    row = row_at(code, get(code, DriveCell.BLOCKS, "ptr"), code.value(f"add i64 {get(code, DriveCell.AT)}, {lane}"), 3)
    return [code.entry("i64", row, str(i)) for i in range(3)]


def _insert() -> FunctionBuilder:
    code = FunctionBuilder("insert_partition", ["ptr %cells", "i64 %partition"], attributes="internal")
    parts, stale = get(code, DriveCell.PARTS, "ptr"), code.at("i64", get(code, DriveCell.STALE, "ptr"), "%partition")
    with code.when(code.value(f"icmp ne i64 {code.load('i64', stale)}, 0")):
        code.store("i64", "0", stale)
        part = row_at(code, parts, "%partition", Part.SIZE)
        code.do(f"call void {get(code, DriveCell.REHASH, 'ptr')}(ptr {part})")
    view = of_side(code, DriveCell.VIEWS, get(code, DriveCell.PENDING_SIDE), "0", Worker.SIZE)
    given = f"ptr {parts}, ptr {view}, i64 {LANES}, i64 %partition, i64 {PARTITIONS}"
    code.do(f"call void {get(code, DriveCell.INSERT, 'ptr')}({given})")
    code.end("ret void")
    return code


def _task() -> FunctionBuilder:
    code = FunctionBuilder("do_task", ["ptr %cells", "i64 %task"], attributes="internal")
    lane = code.value(f"sub i64 %task, {PARTITIONS}")
    is_lane = code.value(f"icmp sge i64 {lane}, 0")
    with code.when(is_lane):
        code.do(f"call void @expand_lane(ptr %cells, i64 {lane})")
    with code.when(code.value(f"xor i1 {is_lane}, true")):
        code.do("call void @insert_partition(ptr %cells, i64 %task)")
    done = code.value(f"atomicrmw add ptr {field(code, '%cells', DriveCell.DONE)}, i64 1 seq_cst")
    with code.when(code.value(f"icmp eq i64 {code.value(f'add i64 {done}, 1')}, {get(code, DriveCell.WANTED)}")):
        code.do("call void @wake(ptr %cells)")
    code.end("ret void")
    return code


# --- between two groups -----------------------------------------------------------------------------------------------


def _lane_cells(code: FunctionBuilder, lane: str) -> tuple[str, str]:
    """A lane, and its context."""
    worker = row_at(code, get(code, DriveCell.WORKERS, "ptr"), lane, Worker.SIZE)
    return worker, code.load("ptr", field(code, worker, Worker.CONTEXT))


def _accept() -> FunctionBuilder:
    """`Status.LOOK` where the group that was expanded may be inserted, or the reason why it may not yet."""
    code = FunctionBuilder("accept", ["ptr %cells"], "i64", "internal")
    lanes, words = get(code, DriveCell.LANES), get(code, DriveCell.LOG_WORDS)
    with code.counting("0", lanes) as lane:
        worker, _ = _lane_cells(code, lane)
        crowded = code.load("i64", field(code, worker, Worker.CROWDED))
        with code.when(code.value(f"icmp ne i64 {crowded}, 0")):
            code.end(f"ret i64 {Status.CROWDED}")
    with code.counting("0", lanes) as lane:
        _, context = _lane_cells(code, lane)
        count, log = code.load("i64", field(code, context, Register.LOGGED)), field(code, context, Register.LOG)
        with code.when(code.value(f"icmp eq i64 {count}, {LOG_ENTRIES}")):
            code.end(f"ret i64 {Status.MET}")
        rows = code.load("ptr", log)
        with code.counting("0", count) as i:
            what = code.load("i64", row_at(code, rows, i, words))
            with code.when(code.value(f"icmp eq i64 {what}, {get(code, DriveCell.FAILED)}")):
                code.end(f"ret i64 {Status.MET}")
    _stop_at_splits(code, lanes)
    _take_logs(code, lanes, words)
    _learn(code, lanes)
    led = _room(code)
    _note_blocks(code, lanes, led)
    code.end(f"ret i64 {Status.LOOK}")
    return code


def _stop_at_splits(code: FunctionBuilder, lanes: str) -> None:
    """Returns where readings of a family come apart in what a lane has met, and nobody has looked at that."""
    with code.counting("0", lanes) as lane:
        split = field(code, _lane_cells(code, lane)[0], Worker.SPLIT)
        with code.when(code.value(f"icmp ne i64 {code.load('i64', split)}, 0")):
            with code.counting("0", lanes) as each:
                code.store("i64", "0", field(code, _lane_cells(code, each)[0], Worker.SPLIT))
            code.end(f"ret i64 {Status.SPLIT}")


def _take_logs(code: FunctionBuilder, lanes: str, words: str) -> None:
    """Rows that lanes have logged, put into one place in order."""
    with code.counting("0", lanes) as lane:
        _, context = _lane_cells(code, lane)
        logged = field(code, context, Register.LOGGED)
        count = code.load("i64", logged)
        with code.when(code.value(f"icmp ne i64 {count}, 0")):
            there = code.increase(field(code, "%cells", DriveCell.LOGGED), count)
            into = row_at(code, get(code, DriveCell.LOG, "ptr"), there, words)
            rows = code.load("ptr", field(code, context, Register.LOG))
            bytes_ = code.value(f"shl i64 {code.value(f'mul i64 {count}, {words}')}, 3")
            code.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {into}, ptr {rows}, i64 {bytes_}, i1 false)")
            code.store("i64", "0", logged)


def _learn(code: FunctionBuilder, lanes: str) -> None:
    """Numbers the parts of states that no lane knew, in order; returns where there is no room for them."""
    with code.when(_is_tree(code)), code.counting("0", lanes) as lane:
        missing, done = (
            code.load("ptr", _fold_cell(code, FoldCell.MISSING, lane)),
            _fold_cell(code, FoldCell.DONE, lane),
        )
        met = code.load("i64", _fold_cell(code, FoldCell.MET, lane))
        code.do(
            f"call void {get(code, DriveCell.LEARN, 'ptr')}({_tree(code, lane)}, ptr {missing}, i64 {met}, ptr {done})"
        )
        with code.when(code.value(f"icmp slt i64 {code.load('i64', done)}, {met}")):
            code.end(f"ret i64 {Status.PARTS}")


def _room(code: FunctionBuilder) -> str:
    """Returns where there may be no room for what a group led to; gives how many that are. Where the set wants to look
    after itself behind it, it is the last one."""
    size, led = code.variable("i64", "0"), code.variable("i64", "0")
    side = get(code, DriveCell.SIDE)
    with code.counting("0", str(PARTITIONS)) as partition:
        more = code.variable("i64", "0")
        with code.counting("0", str(LANES)) as lane:
            code.increase(more, _length(code, side, lane, partition))
        part = row_at(code, get(code, DriveCell.PARTS, "ptr"), partition, Part.SIZE)
        count, now = code.load("i64", field(code, part, Part.COUNT)), code.load("i64", more)
        room = code.entry("i64", get(code, DriveCell.ROOMS, "ptr"), partition)
        with code.when(code.value(f"icmp sgt i64 {code.value(f'add i64 {count}, {now}')}, {room}")):
            code.end(f"ret i64 {Status.ROOM}")
        code.increase(size, count)
        code.increase(led, now)
    found = code.load("i64", led)
    behind = code.value(f"add i64 {code.load('i64', size)}, {found}")
    with code.when(code.value(f"icmp sgt i64 {behind}, {get(code, DriveCell.MOST)}")):
        code.end(f"ret i64 {Status.ROOM}")
    with code.when(code.value(f"icmp sge i64 {behind}, {get(code, DriveCell.HOLD)}")):
        put(code, DriveCell.LEFT, 1)  # this group itself
    return found


def _length(code: FunctionBuilder, side: str, lane: str, partition: str) -> str:
    view = of_side(code, DriveCell.VIEWS, side, lane, Worker.SIZE)
    return code.entry("i64", code.load("ptr", field(code, view, Worker.COUNTS)), partition)


def _note_blocks(code: FunctionBuilder, lanes: str, led: str) -> None:
    """The blocks of the group count as visited, and what is needed for their edges is noted."""
    edges = field(code, "%cells", DriveCell.EDGES)
    behind = code.value(f"add i64 {code.load('i64', edges)}, {led}")
    many = code.value(f"icmp sgt i64 {behind}, {get(code, DriveCell.EDGE_ROOM)}")
    with code.when(many):
        put(code, DriveCell.KEEPS, 0)
    keeps, side = code.value(f"icmp ne i64 {get(code, DriveCell.KEEPS)}, 0"), get(code, DriveCell.SIDE)
    with code.counting("0", lanes) as lane:
        _, first, stop = _block(code, lane)
        states = code.value(f"sub i64 {stop}, {first}")
        before = code.increase(field(code, "%cells", DriveCell.VISITED), states)
        with code.when(keeps):
            record = of_side(code, DriveCell.RECORDS, side, lane, BlockRecord.SIZE)
            begun = code.load("i64", edges)
            for cell, value in (
                (BlockRecord.READY, "1"), (BlockRecord.SHIFT, code.value(f"sub i64 0, {first}")), (BlockRecord.STATES,
                states),
                (BlockRecord.EDGE_AT, begun), (BlockRecord.STATE_AT, before),
            ):  # fmt: skip
                code.store("i64", value, field(code, record, cell))
            lengths = field(code, record, BlockRecord.LENGTHS)
            with code.counting("0", str(PARTITIONS)) as partition:
                length = _length(code, side, lane, partition)
                code.store("i64", length, code.at("i64", lengths, partition))
                code.increase(edges, length)


def _stays() -> FunctionBuilder:
    """True where no group may begin before somebody has looked."""
    code = FunctionBuilder("stays", ["ptr %cells"], "i1", "internal")
    for one, comparison, other in (
        (DriveCell.LEFT, "sle", None), (DriveCell.VISITED, "sge", DriveCell.STOP), (DriveCell.LOGGED, "sge",
        DriveCell.LOG_LIMIT)
    ):  # fmt: skip
        bound = "0" if other is None else get(code, other)
        with code.when(code.value(f"icmp {comparison} i64 {get(code, one)}, {bound}")):
            code.end("ret i1 true")
    with code.counting("0", str(LANES)) as lane:
        worker, context = _lane_cells(code, lane)
        last = code.load("i64", field(code, context, Register.OFTENS))
        with code.when(code.value(f"icmp uge i64 {last}, {OFTEN_ENTRIES}")):  # some may be lost: that has to be seen
            code.end("ret i1 true")
        limits = row_at(code, get(code, DriveCell.LIMITS, "ptr"), lane, len(FILLED) + 1)
        pointers = *(field(code, context, pointer) for pointer, _ in FILLED), field(code, worker, Worker.DEADLOCKS)
        for number, pointer in enumerate(pointers):
            limit = code.entry("i64", limits, str(number))
            with code.when(code.value(f"icmp ugt i64 {code.load('i64', pointer)}, {limit}")):
                code.end("ret i1 true")
    code.end("ret i1 false")
    return code


# --- what is called from outside --------------------------------------------------------------------------------------


def _drive() -> FunctionBuilder:
    code = FunctionBuilder("drive", ["ptr %cells"])
    group, accepting = code.label(), code.label()
    code.begin(group)
    with code.when(code.value(f"icmp ne i64 {get(code, DriveCell.EXPANDED)}, 0")):
        code.jump(accepting)
    is_pending = code.value(f"icmp ne i64 {get(code, DriveCell.PENDING)}, 0")
    pending = code.value(f"select i1 {is_pending}, i64 {INSERTING}, i64 0")
    put(code, DriveCell.PENDING, 0)
    left = code.value(f"sub i64 {get(code, DriveCell.COUNT)}, {get(code, DriveCell.AT)}")
    none, held = code.value(f"icmp sle i64 {left}, 0"), code.value("call i1 @stays(ptr %cells)")
    with code.when(code.value(f"or i1 {none}, {held}")):
        code.do(f"call void @do_round(ptr %cells, i64 {pending})")
        put(code, DriveCell.STATUS, Status.LOOK)
        code.end("ret void")
    lanes = code.value(f"call i64 @llvm.smin.i64(i64 {left}, i64 {LANES})")
    put(code, DriveCell.LANES, lanes)
    some = code.value(f"sub i64 {code.value(f'shl i64 1, {lanes}')}, 1")
    expanding = code.value(f"shl i64 {some}, {PARTITIONS}")
    together = code.value(f"icmp ne i64 {get(code, DriveCell.TOGETHER)}, 0")
    with code.when(together):
        both = code.value(f"or i64 {expanding}, {pending}")
        code.do(f"call void @do_round(ptr %cells, i64 {both})")
    with code.when(code.value(f"xor i1 {together}, true")):
        code.do(f"call void @do_round(ptr %cells, i64 {pending})")
        code.do(f"call void @do_round(ptr %cells, i64 {expanding})")
    put(code, DriveCell.EXPANDED, 1)
    code.begin(accepting)
    status = code.value("call i64 @accept(ptr %cells)")
    with code.when(code.value(f"icmp ne i64 {status}, {Status.LOOK}")):
        put(code, DriveCell.STATUS, status)
        code.end("ret void")
    side = get(code, DriveCell.SIDE)
    put(code, DriveCell.PENDING, 1)
    put(code, DriveCell.PENDING_SIDE, side)
    put(code, DriveCell.SIDE, code.value(f"xor i64 {side}, {get(code, DriveCell.TOGETHER)}"))
    code.increase(field(code, "%cells", DriveCell.AT), get(code, DriveCell.LANES))
    code.increase(field(code, "%cells", DriveCell.LEFT), "-1")
    put(code, DriveCell.EXPANDED, 0)
    code.jump(group)
    return code


def _finish() -> FunctionBuilder:
    code = FunctionBuilder("finish", ["ptr %cells"])
    with code.counting("0", "2") as side, code.counting("0", str(LANES)) as lane:
        code.do(f"call void @gather_one(ptr %cells, i64 {side}, i64 {lane})")
    code.end("ret void")
    return code
