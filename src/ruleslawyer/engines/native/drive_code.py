"""The generated code that drives a level of a search: groups of blocks, one after the other, shared by threads.

A group is expanded, a block in each lane, and what it led to is inserted, each partition by itself. Those are tasks,
which threads take from one word of memory; nobody holds a lock. While one group is inserted the next one is expanded
into other buffers, which changes nothing that either reads. Between two groups one thread looks whether there is room
for what was met, and numbers edges: so all is as if one thread did everything in order.
"""

from __future__ import annotations

from enum import IntEnum, auto

from ruleslawyer.engines.native.arrays import PARTITIONS, Part, Worker, field
from ruleslawyer.engines.native.names import LOG_ENTRIES, Register
from ruleslawyer.engines.native.runtime import LOG_WORDS
from ruleslawyer.engines.native.states import LANES
from ruleslawyer.engines.native.text import Function

INSERTING = (1 << PARTITIONS) - 1
"""The tasks of a round, as bits: partitions that are inserted, and behind them lanes that are expanded."""
EXPANDING = (1 << LANES) - 1 << PARTITIONS
ROUND_BITS = 32
LOOKS = 4000
"""How often a thread that waits looks before it sleeps: some ten microseconds, longer than waking takes."""
LINE = 8
"""Numbers that share a line of a processor's cache."""
LOCK_BYTES = 128
"""Of what the system keeps of a lock, and of those who wait: more than any does."""


class Drive(IntEnum):
    """The cells that a search shares with its threads."""

    ROUND = 0  # the tasks of this round that nobody has taken, and the number of the round above them
    DONE = LINE  # tasks of it that are done
    WANTED = 2 * LINE  # and how many it has
    LEAVE = auto()  # whether threads are to leave
    SLEEPERS = auto()  # threads that sleep
    LOCK = 3 * LINE
    WAKING = LOCK + LOCK_BYTES // 8
    EXPAND = WAKING + LOCK_BYTES // 8  # pointers to code
    INSERT = auto()
    REHASH = auto()
    GATHER = auto()
    WORKERS = auto()  # pointer to the lanes
    VIEWS = auto()  # pointer to two of each lane, which know nothing but their buffers
    PARTS = auto()
    BLOCKS = auto()  # pointer to partition, first index and the one behind the last of each block of the level
    COUNT = auto()  # blocks
    AT = auto()  # the first of the next group
    LEFT = auto()  # groups that may be begun before somebody looks at limits
    STOP = auto()  # visited states at which no group begins
    HOLD = auto()  # states at which the set wants to look after itself
    VISITED = auto()
    LANES = auto()  # blocks of the group
    EXPANDED = auto()  # whether a group was expanded that is not accepted
    PENDING = auto()  # whether one was accepted that is not inserted
    PENDING_SIDE = auto()  # in which of the two buffers that lies
    SIDE = auto()
    TOGETHER = auto()  # whether the next group is expanded while one is inserted
    ROOMS = auto()  # pointer to the number of states for which each partition has room
    MOST = auto()  # states for which there is memory
    STALE = auto()  # pointer to what says of each partition whether its table is new
    LOG = auto()  # pointer to what lanes have logged, in the order of groups
    LOGGED = auto()
    LOG_LIMIT = auto()
    FAILED = auto()  # the first word of an entry of the log that ends searches
    LIMITS = auto()  # pointer to how far each lane's memory may be filled (`FILLED`)
    RECORDS = auto()  # pointer to what is known of the blocks whose edges are not gathered
    KEEPS = auto()  # whether edges are kept
    EDGES = auto()  # how many
    EDGE_ROOM = auto()
    TARGETS = auto()
    LABELS = auto()
    DEGREES = auto()
    PLACES = auto()  # pointer to memory for each lane
    PLACE_WORDS = auto()
    STRIDE = auto()  # words of an entry of a buffer
    STATUS = auto()
    SIZE = auto()


class Record(IntEnum):
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


FILLED = (
    (Register.FORCED, Register.FORCES),
    (Register.OFTEN, Register.OFTENS),
)
"""Registers of a lane's context: where entries lie, and how many the last block has added."""
DECLARATIONS = """\
declare i32 @pthread_mutex_init(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_init(ptr, ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_broadcast(ptr)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.smin.i64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"""


def text() -> str:
    """begin(cells) makes locks; drive(cells) goes on with a level until somebody has to look; help(cells, number) is
    another thread, which does tasks until it is to leave, as leave(cells) says; finish(cells) gathers the edges that
    are left."""
    waiting = _sleep(), _wake(), _claim()
    functions = _gather_one(), _expand(), _insert(), _task(), _round(), _accept(), _held(), *_entries()
    return "\n\n".join([DECLARATIONS, *(code.text for code in (*waiting, *functions))])


def _get(code: Function, cell: Drive, type: str = "i64") -> str:
    return code.load(type, field(code, "%cells", cell))


def _set(code: Function, cell: Drive, value: str | int) -> None:
    code.store("i64", str(value), field(code, "%cells", cell))


def _row(code: Function, pointer: str, number: str, size: int) -> str:
    """The address of a row of 64-bit numbers."""
    return code.at("i64", pointer, code.value(f"mul i64 {number}, {size}"))


def _of_side(code: Function, cell: Drive, side: str, lane: str, size: int) -> str:
    """The same of a lane, for one of the two sides."""
    number = code.value(f"add i64 {code.value(f'mul i64 {side}, {LANES}')}, {lane}")
    return _row(code, _get(code, cell, "ptr"), number, size)


def _atomic(code: Function, cell: Drive) -> str:
    return code.value(f"load atomic i64, ptr {field(code, '%cells', cell)} seq_cst, align 8")


def _call(code: Function, name: str, *cells: Drive) -> None:
    given = [f"ptr {field(code, '%cells', cell)}" for cell in cells]
    code.value(f"call i32 @pthread_{name}({', '.join(given)})")


# --- waiting ----------------------------------------------------------------------------------------------------------


def _sleep() -> Function:
    """Sleeps until a number in memory is not what it was seen to be."""
    code = Function("sleep", ["ptr %cells", "ptr %place", "i64 %seen"], attributes="internal")
    sleepers, again, awake = field(code, "%cells", Drive.SLEEPERS), code.label(), code.label()
    _call(code, "mutex_lock", Drive.LOCK)
    code.value(f"atomicrmw add ptr {sleepers}, i64 1 seq_cst")
    code.begin(again)
    now = code.value("load atomic i64, ptr %place seq_cst, align 8")
    with code.when(code.value(f"icmp ne i64 {now}, %seen")):
        code.jump(awake)
    _call(code, "cond_wait", Drive.WAKING, Drive.LOCK)
    code.jump(again)
    code.begin(awake)
    code.value(f"atomicrmw sub ptr {sleepers}, i64 1 seq_cst")
    _call(code, "mutex_unlock", Drive.LOCK)
    code.end("ret void")
    return code


def _wake() -> Function:
    """Wakes those who sleep, behind a number that has changed."""
    code = Function("wake", ["ptr %cells"], attributes="internal")
    with code.when(code.value(f"icmp ne i64 {_atomic(code, Drive.SLEEPERS)}, 0")):
        _call(code, "mutex_lock", Drive.LOCK)
        _call(code, "cond_broadcast", Drive.WAKING)
        _call(code, "mutex_unlock", Drive.LOCK)
    code.end("ret void")
    return code


def _wait(code: Function, place: str, seen: str, looked: str) -> None:
    """A thread has looked once more, and seen no change: after many times it sleeps."""
    times = code.increase(looked)
    with code.when(code.value(f"icmp uge i64 {times}, {LOOKS}")):
        code.do(f"call void @sleep(ptr %cells, ptr {place}, i64 {seen})")
        code.store("i64", "0", looked)


def _announce(code: Function, tasks: str) -> None:
    """A new round with some tasks begins."""
    number = code.value(f"lshr i64 {_get(code, Drive.ROUND)}, {ROUND_BITS}")
    following = code.value(f"shl i64 {code.value(f'add i64 {number}, 1')}, {ROUND_BITS}")
    both = code.value(f"or i64 {following}, {tasks}")
    code.do(f"store atomic i64 {both}, ptr {field(code, '%cells', Drive.ROUND)} seq_cst, align 8")
    code.do("call void @wake(ptr %cells)")


# --- tasks ------------------------------------------------------------------------------------------------------------


def _claim() -> Function:
    """A task that this thread does, or -1: lanes come first, as they take longer; threads begin at different ends."""
    code = Function("claim", ["ptr %cells", "i64 %number"], "i64", "internal")
    again = code.label()
    code.begin(again)
    now = _atomic(code, Drive.ROUND)
    tasks = code.value(f"and i64 {now}, {(1 << ROUND_BITS) - 1}")
    with code.when(code.value(f"icmp eq i64 {tasks}, 0")):
        code.end("ret i64 -1")
    lanes = code.value(f"and i64 {tasks}, {EXPANDING}")
    wanted = code.value(f"select i1 {code.value(f'icmp ne i64 {lanes}, 0')}, i64 {lanes}, i64 {tasks}")
    least = code.value(f"call i64 @llvm.cttz.i64(i64 {wanted}, i1 true)")
    most = code.value(f"sub i64 63, {code.value(f'call i64 @llvm.ctlz.i64(i64 {wanted}, i1 true)')}")
    odd = code.value("trunc i64 %number to i1")
    bit = code.value(f"select i1 {odd}, i64 {most}, i64 {least}")
    left = code.value(f"xor i64 {now}, {code.value(f'shl i64 1, {bit}')}")
    place = field(code, "%cells", Drive.ROUND)
    said = code.value(f"cmpxchg ptr {place}, i64 {now}, i64 {left} acq_rel acquire")
    with code.when(code.value(f"extractvalue {{i64, i1}} {said}, 1")):
        code.end(f"ret i64 {bit}")
    code.jump(again)
    return code


def _gather_one() -> Function:
    """The edges of the last block of a lane on one side, if they are not gathered."""
    code = Function("gather_one", ["ptr %cells", "i64 %side", "i64 %lane"], attributes="internal")
    record = _of_side(code, Drive.RECORDS, "%side", "%lane", Record.SIZE)
    ready = field(code, record, Record.READY)
    with code.when(code.value(f"icmp ne i64 {code.load('i64', ready)}, 0")):
        code.store("i64", "0", ready)
        view = _of_side(code, Drive.VIEWS, "%side", "%lane", Worker.SIZE)
        memory, words = _get(code, Drive.PLACES, "ptr"), _get(code, Drive.PLACE_WORDS)
        places = code.at("i64", memory, code.value(f"mul i64 %lane, {words}"))
        code.store("i64", "0", places)
        shift, lengths = field(code, record, Record.SHIFT), field(code, record, Record.LENGTHS)
        states, edge, state = (
            code.load("i64", field(code, record, f)) for f in (Record.STATES, Record.EDGE_AT, Record.STATE_AT)
        )
        into = [
            code.at("i32", _get(code, cell, "ptr"), at)
            for cell, at in ((Drive.TARGETS, edge), (Drive.LABELS, edge), (Drive.DEGREES, state))
        ]
        given = f"ptr {view}, ptr {lengths}, i64 {_get(code, Drive.STRIDE)}, ptr {shift}, i64 1, i64 {states}"
        more = ", ".join(f"ptr {each}" for each in [*into, places])
        code.do(f"call void {_get(code, Drive.GATHER, 'ptr')}({given}, {more})")
    code.end("ret void")
    return code


def _move_on(code: Function, pointer: str, count: str, bytes_: str) -> None:
    """What the next block adds lies behind what there is."""
    added = code.value(f"mul i64 {code.load('i64', count)}, {bytes_}")
    code.store("i64", code.value(f"add i64 {code.load('i64', pointer)}, {added}"), pointer)
    code.store("i64", "0", count)


def _expand() -> Function:
    code = Function("expand_lane", ["ptr %cells", "i64 %lane"], attributes="internal")
    side = _get(code, Drive.SIDE)
    code.do(f"call void @gather_one(ptr %cells, i64 {side}, i64 %lane)")
    worker = _row(code, _get(code, Drive.WORKERS, "ptr"), "%lane", Worker.SIZE)
    context = code.load("ptr", field(code, worker, Worker.CONTEXT))
    row = code.value(f"add i64 {code.load('i64', field(code, context, Register.WORDS))}, 1")
    for (pointer, count), bytes_ in zip(FILLED, (code.value(f"shl i64 {row}, 3"), "8"), strict=True):
        _move_on(code, field(code, context, pointer), field(code, context, count), bytes_)
    _move_on(code, field(code, worker, Worker.DEADLOCKS), field(code, worker, Worker.DEADLOCKED), "8")
    view = _of_side(code, Drive.VIEWS, side, "%lane", Worker.SIZE)
    for each in (Worker.BUFFERS, Worker.COUNTS):
        code.store("ptr", code.load("ptr", field(code, view, each)), field(code, worker, each))
    partition, first, stop = _block(code, "%lane")
    part = _row(code, _get(code, Drive.PARTS, "ptr"), partition, Part.SIZE)
    states = code.load("ptr", field(code, part, Part.STATES))
    given = f"ptr {worker}, ptr {states}, i64 {first}, i64 {stop}, i64 {partition}"
    code.do(f"call void {_get(code, Drive.EXPAND, 'ptr')}({given})")
    code.end("ret void")
    return code


def _block(code: Function, lane: str) -> list[str]:
    """Partition, first index and the one behind the last of a lane's block."""
    row = _row(code, _get(code, Drive.BLOCKS, "ptr"), code.value(f"add i64 {_get(code, Drive.AT)}, {lane}"), 3)
    return [code.entry("i64", row, str(i)) for i in range(3)]


def _insert() -> Function:
    code = Function("insert_partition", ["ptr %cells", "i64 %partition"], attributes="internal")
    parts, stale = _get(code, Drive.PARTS, "ptr"), code.at("i64", _get(code, Drive.STALE, "ptr"), "%partition")
    with code.when(code.value(f"icmp ne i64 {code.load('i64', stale)}, 0")):
        code.store("i64", "0", stale)
        part = _row(code, parts, "%partition", Part.SIZE)
        code.do(f"call void {_get(code, Drive.REHASH, 'ptr')}(ptr {part})")
    view = _of_side(code, Drive.VIEWS, _get(code, Drive.PENDING_SIDE), "0", Worker.SIZE)
    given = f"ptr {parts}, ptr {view}, i64 {LANES}, i64 %partition, i64 {PARTITIONS}"
    code.do(f"call void {_get(code, Drive.INSERT, 'ptr')}({given})")
    code.end("ret void")
    return code


def _task() -> Function:
    code = Function("do_task", ["ptr %cells", "i64 %task"], attributes="internal")
    lane = code.value(f"sub i64 %task, {PARTITIONS}")
    is_lane = code.value(f"icmp sge i64 {lane}, 0")
    with code.when(is_lane):
        code.do(f"call void @expand_lane(ptr %cells, i64 {lane})")
    with code.when(code.value(f"xor i1 {is_lane}, true")):
        code.do("call void @insert_partition(ptr %cells, i64 %task)")
    done = code.value(f"atomicrmw add ptr {field(code, '%cells', Drive.DONE)}, i64 1 seq_cst")
    with code.when(code.value(f"icmp eq i64 {code.value(f'add i64 {done}, 1')}, {_get(code, Drive.WANTED)}")):
        code.do("call void @wake(ptr %cells)")
    code.end("ret void")
    return code


def _round() -> Function:
    """Does some tasks, with the help of others, until all of them are done."""
    code = Function("do_round", ["ptr %cells", "i64 %tasks"], attributes="internal")
    with code.when(code.value("icmp eq i64 %tasks, 0")):
        code.end("ret void")
    wanted, looked = code.value("call i64 @llvm.ctpop.i64(i64 %tasks)"), code.variable("i64", "0")
    _set(code, Drive.DONE, 0)
    _set(code, Drive.WANTED, wanted)
    _announce(code, "%tasks")
    more, wait, over = code.label(), code.label(), code.label()
    code.begin(more)
    task = code.value("call i64 @claim(ptr %cells, i64 0)")
    with code.when(code.value(f"icmp sge i64 {task}, 0")):
        code.do(f"call void @do_task(ptr %cells, i64 {task})")
        code.jump(more)
    code.begin(wait)
    done = _atomic(code, Drive.DONE)
    with code.when(code.value(f"icmp eq i64 {done}, {wanted}")):
        code.jump(over)
    _wait(code, field(code, "%cells", Drive.DONE), done, looked)
    code.jump(wait)
    code.begin(over)
    code.end("ret void")
    return code


# --- between two groups -----------------------------------------------------------------------------------------------


def _lane_cells(code: Function, lane: str) -> tuple[str, str]:
    """A lane, and its context."""
    worker = _row(code, _get(code, Drive.WORKERS, "ptr"), lane, Worker.SIZE)
    return worker, code.load("ptr", field(code, worker, Worker.CONTEXT))


def _accept() -> Function:
    """Whether the group that was expanded may be inserted (`Status.LOOK`), or why not yet."""
    code = Function("accept", ["ptr %cells"], "i64", "internal")
    lanes = _get(code, Drive.LANES)
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
            what = code.load("i64", _row(code, rows, i, LOG_WORDS))
            with code.when(code.value(f"icmp eq i64 {what}, {_get(code, Drive.FAILED)}")):
                code.end(f"ret i64 {Status.MET}")
    _take_logs(code, lanes)
    led = _room(code)
    _note_blocks(code, lanes, led)
    code.end(f"ret i64 {Status.LOOK}")
    return code


def _take_logs(code: Function, lanes: str) -> None:
    """What lanes have logged lies in one place, in order."""
    with code.counting("0", lanes) as lane:
        _, context = _lane_cells(code, lane)
        logged = field(code, context, Register.LOGGED)
        count = code.load("i64", logged)
        with code.when(code.value(f"icmp ne i64 {count}, 0")):
            there = code.increase(field(code, "%cells", Drive.LOGGED), count)
            into = _row(code, _get(code, Drive.LOG, "ptr"), there, LOG_WORDS)
            rows = code.load("ptr", field(code, context, Register.LOG))
            bytes_ = code.value(f"mul i64 {count}, {8 * LOG_WORDS}")
            code.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {into}, ptr {rows}, i64 {bytes_}, i1 false)")
            code.store("i64", "0", logged)


def _room(code: Function) -> str:
    """Returns where there may be no room for what a group led to; gives how many that are. Where the set wants to look
    after itself behind it, it is the last one."""
    size, led = code.variable("i64", "0"), code.variable("i64", "0")
    side = _get(code, Drive.SIDE)
    with code.counting("0", str(PARTITIONS)) as partition:
        more = code.variable("i64", "0")
        with code.counting("0", str(LANES)) as lane:
            code.increase(more, _length(code, side, lane, partition))
        part = _row(code, _get(code, Drive.PARTS, "ptr"), partition, Part.SIZE)
        count, now = code.load("i64", field(code, part, Part.COUNT)), code.load("i64", more)
        room = code.entry("i64", _get(code, Drive.ROOMS, "ptr"), partition)
        with code.when(code.value(f"icmp sgt i64 {code.value(f'add i64 {count}, {now}')}, {room}")):
            code.end(f"ret i64 {Status.ROOM}")
        code.increase(size, count)
        code.increase(led, now)
    found = code.load("i64", led)
    behind = code.value(f"add i64 {code.load('i64', size)}, {found}")
    with code.when(code.value(f"icmp sgt i64 {behind}, {_get(code, Drive.MOST)}")):
        code.end(f"ret i64 {Status.ROOM}")
    with code.when(code.value(f"icmp sge i64 {behind}, {_get(code, Drive.HOLD)}")):
        _set(code, Drive.LEFT, 1)  # this group itself
    return found


def _length(code: Function, side: str, lane: str, partition: str) -> str:
    view = _of_side(code, Drive.VIEWS, side, lane, Worker.SIZE)
    return code.entry("i64", code.load("ptr", field(code, view, Worker.COUNTS)), partition)


def _note_blocks(code: Function, lanes: str, led: str) -> None:
    """The blocks of the group count as visited, and what is needed for their edges is noted."""
    edges = field(code, "%cells", Drive.EDGES)
    behind = code.value(f"add i64 {code.load('i64', edges)}, {led}")
    many = code.value(f"icmp sgt i64 {behind}, {_get(code, Drive.EDGE_ROOM)}")
    with code.when(many):
        _set(code, Drive.KEEPS, 0)
    keeps, side = code.value(f"icmp ne i64 {_get(code, Drive.KEEPS)}, 0"), _get(code, Drive.SIDE)
    with code.counting("0", lanes) as lane:
        _, first, stop = _block(code, lane)
        states = code.value(f"sub i64 {stop}, {first}")
        before = code.increase(field(code, "%cells", Drive.VISITED), states)
        with code.when(keeps):
            record = _of_side(code, Drive.RECORDS, side, lane, Record.SIZE)
            begun = code.load("i64", edges)
            for cell, value in (
                (Record.READY, "1"), (Record.SHIFT, code.value(f"sub i64 0, {first}")), (Record.STATES, states),
                (Record.EDGE_AT, begun), (Record.STATE_AT, before),
            ):  # fmt: skip
                code.store("i64", value, field(code, record, cell))
            lengths = field(code, record, Record.LENGTHS)
            with code.counting("0", str(PARTITIONS)) as partition:
                length = _length(code, side, lane, partition)
                code.store("i64", length, code.at("i64", lengths, partition))
                code.increase(edges, length)


def _held() -> Function:
    """Whether no group may begin before somebody has looked."""
    code = Function("held", ["ptr %cells"], "i1", "internal")
    for one, comparison, other in (
        (Drive.LEFT, "sle", None), (Drive.VISITED, "sge", Drive.STOP), (Drive.LOGGED, "sge", Drive.LOG_LIMIT)
    ):  # fmt: skip
        bound = "0" if other is None else _get(code, other)
        with code.when(code.value(f"icmp {comparison} i64 {_get(code, one)}, {bound}")):
            code.end("ret i1 true")
    with code.counting("0", str(LANES)) as lane:
        worker, context = _lane_cells(code, lane)
        limits = _row(code, _get(code, Drive.LIMITS, "ptr"), lane, len(FILLED) + 1)
        pointers = *(field(code, context, pointer) for pointer, _ in FILLED), field(code, worker, Worker.DEADLOCKS)
        for number, pointer in enumerate(pointers):
            limit = code.entry("i64", limits, str(number))
            with code.when(code.value(f"icmp ugt i64 {code.load('i64', pointer)}, {limit}")):
                code.end("ret i1 true")
    code.end("ret i1 false")
    return code


# --- what is called from outside --------------------------------------------------------------------------------------


def _entries() -> tuple[Function, ...]:
    return _begin(), _drive(), _help(), _leave(), _finish()


def _begin() -> Function:
    code = Function("begin", ["ptr %cells"])
    for name, cell in (("mutex_init", Drive.LOCK), ("cond_init", Drive.WAKING)):
        code.value(f"call i32 @pthread_{name}(ptr {field(code, '%cells', cell)}, ptr null)")
    code.end("ret void")
    return code


def _drive() -> Function:
    code = Function("drive", ["ptr %cells"])
    group, accepting = code.label(), code.label()
    code.begin(group)
    with code.when(code.value(f"icmp ne i64 {_get(code, Drive.EXPANDED)}, 0")):
        code.jump(accepting)
    is_pending = code.value(f"icmp ne i64 {_get(code, Drive.PENDING)}, 0")
    pending = code.value(f"select i1 {is_pending}, i64 {INSERTING}, i64 0")
    _set(code, Drive.PENDING, 0)
    left = code.value(f"sub i64 {_get(code, Drive.COUNT)}, {_get(code, Drive.AT)}")
    none, held = code.value(f"icmp sle i64 {left}, 0"), code.value("call i1 @held(ptr %cells)")
    with code.when(code.value(f"or i1 {none}, {held}")):
        code.do(f"call void @do_round(ptr %cells, i64 {pending})")
        _set(code, Drive.STATUS, Status.LOOK)
        code.end("ret void")
    lanes = code.value(f"call i64 @llvm.smin.i64(i64 {left}, i64 {LANES})")
    _set(code, Drive.LANES, lanes)
    some = code.value(f"sub i64 {code.value(f'shl i64 1, {lanes}')}, 1")
    expanding = code.value(f"shl i64 {some}, {PARTITIONS}")
    together = code.value(f"icmp ne i64 {_get(code, Drive.TOGETHER)}, 0")
    with code.when(together):
        both = code.value(f"or i64 {expanding}, {pending}")
        code.do(f"call void @do_round(ptr %cells, i64 {both})")
    with code.when(code.value(f"xor i1 {together}, true")):
        code.do(f"call void @do_round(ptr %cells, i64 {pending})")
        code.do(f"call void @do_round(ptr %cells, i64 {expanding})")
    _set(code, Drive.EXPANDED, 1)
    code.begin(accepting)
    status = code.value("call i64 @accept(ptr %cells)")
    with code.when(code.value(f"icmp ne i64 {status}, {Status.LOOK}")):
        _set(code, Drive.STATUS, status)
        code.end("ret void")
    side = _get(code, Drive.SIDE)
    _set(code, Drive.PENDING, 1)
    _set(code, Drive.PENDING_SIDE, side)
    _set(code, Drive.SIDE, code.value(f"xor i64 {side}, {_get(code, Drive.TOGETHER)}"))
    code.increase(field(code, "%cells", Drive.AT), _get(code, Drive.LANES))
    code.increase(field(code, "%cells", Drive.LEFT), "-1")
    _set(code, Drive.EXPANDED, 0)
    code.jump(group)
    return code


def _help() -> Function:
    code = Function("help", ["ptr %cells", "i64 %number"])
    looked, again = code.variable("i64", "0"), code.label()
    code.begin(again)
    seen = _atomic(code, Drive.ROUND)
    task = code.value("call i64 @claim(ptr %cells, i64 %number)")
    with code.when(code.value(f"icmp sge i64 {task}, 0")):
        code.do(f"call void @do_task(ptr %cells, i64 {task})")
        code.store("i64", "0", looked)
        code.jump(again)
    with code.when(code.value(f"icmp ne i64 {_atomic(code, Drive.LEAVE)}, 0")):
        code.end("ret void")
    _wait(code, field(code, "%cells", Drive.ROUND), seen, looked)
    code.jump(again)
    return code


def _leave() -> Function:
    code = Function("leave", ["ptr %cells"])
    code.do(f"store atomic i64 1, ptr {field(code, '%cells', Drive.LEAVE)} seq_cst, align 8")
    _announce(code, "0")
    code.end("ret void")
    return code


def _finish() -> Function:
    code = Function("finish", ["ptr %cells"])
    with code.counting("0", "2") as side, code.counting("0", str(LANES)) as lane:
        code.do(f"call void @gather_one(ptr %cells, i64 {side}, i64 {lane})")
    code.end("ret void")
    return code
