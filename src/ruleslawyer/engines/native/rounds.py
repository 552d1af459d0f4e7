"""The generated code of work that threads share: rounds of tasks, which they take from one word of memory.

Nobody holds a lock for it. A thread that has nothing to do looks for some microseconds, and then sleeps.
"""

from __future__ import annotations

from enum import IntEnum, auto

from ruleslawyer.engines.native.memory import PARTITIONS, field
from ruleslawyer.engines.native.states import LANES
from ruleslawyer.engines.native.text import FunctionBuilder

INSERTING = (1 << PARTITIONS) - 1
"""The tasks of a round, as bits: partitions that are inserted, and behind them lanes that are expanded."""
EXPANDING = (1 << LANES) - 1 << PARTITIONS
ROUND_BITS = 32
LOOKS = 4000
"""How often a thread that waits looks before it sleeps: some ten microseconds, longer than waking takes."""
LINE = 8
"""Numbers that share a line of a processor's cache."""
LOCK_BYTES = 128
"""Room for a lock, or for a list of those who wait: more than any system takes."""


DECLARATIONS = """\
declare i32 @pthread_mutex_init(ptr, ptr)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_init(ptr, ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_broadcast(ptr)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)"""


class DriveCell(IntEnum):
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
    UNFOLD = auto()
    UNFOLD_PARENTS = auto()
    FOLD = auto()
    LEARN = auto()
    TREE = auto()  # pointer to what states are folded into, or null: they are whole
    FOLDS = auto()  # pointer to what each lane has for it (`tree.Fold`)
    WORKERS = auto()  # pointer to the lanes
    VIEWS = auto()  # pointer to two of each lane, which know nothing but their buffers
    PARTS = auto()
    BLOCKS = auto()  # pointer to partition, first index and the one behind the last of each block of the level
    LISTS = auto()  # of a family: pointer to where the indices and the masks of each partition's listed states are
    ALIKE = auto()  # pointer to sets of its readings that have not come apart, as far as anybody asks
    ALIKES = auto()  # how many
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
    LOG_WORDS = auto()  # of an entry
    FAILED = auto()  # the first word of an entry of the log that ends searches
    DEADLOCK_BYTES = auto()
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


def functions() -> tuple[FunctionBuilder, ...]:
    """begin(cells) makes locks; do_round(cells, tasks) does some tasks, each by do_task(cells, task), with the help of
    others; help(cells, number) is another thread, which does tasks until it is to leave, as leave(cells) says."""
    return _sleep(), _wake(), _claim(), _do_round(), _begin(), _help(), _leave()


def get(code: FunctionBuilder, cell: DriveCell, type: str = "i64") -> str:
    return code.load(type, field(code, "%cells", cell))


def put(code: FunctionBuilder, cell: DriveCell, value: str | int) -> None:
    code.store("i64", str(value), field(code, "%cells", cell))


def row_at(code: FunctionBuilder, pointer: str, number: str, size: int | str) -> str:
    """The address of a row of 64-bit numbers."""
    return code.at("i64", pointer, code.value(f"mul i64 {number}, {size}"))


def of_side(code: FunctionBuilder, cell: DriveCell, side: str, lane: str, size: int) -> str:
    """The same of a lane, for one of the two sides."""
    number = code.value(f"add i64 {code.value(f'mul i64 {side}, {LANES}')}, {lane}")
    return row_at(code, get(code, cell, "ptr"), number, size)


def _load(code: FunctionBuilder, cell: DriveCell) -> str:
    return code.value(f"load atomic i64, ptr {field(code, '%cells', cell)} seq_cst, align 8")


def _call(code: FunctionBuilder, name: str, *cells: DriveCell) -> None:
    given = [f"ptr {field(code, '%cells', cell)}" for cell in cells]
    code.value(f"call i32 @pthread_{name}({', '.join(given)})")


# --- waiting ----------------------------------------------------------------------------------------------------------


def _sleep() -> FunctionBuilder:
    """Sleeps until a number in memory is not what it was seen to be."""
    code = FunctionBuilder("sleep", ["ptr %cells", "ptr %place", "i64 %seen"], attributes="internal")
    sleepers, again, awake = field(code, "%cells", DriveCell.SLEEPERS), code.label(), code.label()
    _call(code, "mutex_lock", DriveCell.LOCK)
    code.value(f"atomicrmw add ptr {sleepers}, i64 1 seq_cst")
    code.begin(again)
    now = code.value("load atomic i64, ptr %place seq_cst, align 8")
    with code.when(code.value(f"icmp ne i64 {now}, %seen")):
        code.jump(awake)
    _call(code, "cond_wait", DriveCell.WAKING, DriveCell.LOCK)
    code.jump(again)
    code.begin(awake)
    code.value(f"atomicrmw sub ptr {sleepers}, i64 1 seq_cst")
    _call(code, "mutex_unlock", DriveCell.LOCK)
    code.end("ret void")
    return code


def _wake() -> FunctionBuilder:
    """Wakes those who sleep, behind a number that has changed."""
    code = FunctionBuilder("wake", ["ptr %cells"], attributes="internal")
    with code.when(code.value(f"icmp ne i64 {_load(code, DriveCell.SLEEPERS)}, 0")):
        _call(code, "mutex_lock", DriveCell.LOCK)
        _call(code, "cond_broadcast", DriveCell.WAKING)
        _call(code, "mutex_unlock", DriveCell.LOCK)
    code.end("ret void")
    return code


def _wait(code: FunctionBuilder, place: str, seen: str, looked: str) -> None:
    """A thread has looked once more, and seen no change: after many times it sleeps."""
    times = code.increase(looked)
    with code.when(code.value(f"icmp uge i64 {times}, {LOOKS}")):
        code.do(f"call void @sleep(ptr %cells, ptr {place}, i64 {seen})")
        code.store("i64", "0", looked)


def _announce(code: FunctionBuilder, tasks: str) -> None:
    """A new round with some tasks begins."""
    number = code.value(f"lshr i64 {get(code, DriveCell.ROUND)}, {ROUND_BITS}")
    following = code.value(f"shl i64 {code.value(f'add i64 {number}, 1')}, {ROUND_BITS}")
    both = code.value(f"or i64 {following}, {tasks}")
    code.do(f"store atomic i64 {both}, ptr {field(code, '%cells', DriveCell.ROUND)} seq_cst, align 8")
    code.do("call void @wake(ptr %cells)")


# --- rounds -----------------------------------------------------------------------------------------------------------


def _claim() -> FunctionBuilder:
    """A task that this thread does, or -1: lanes come first, as they take longer; threads begin at different ends."""
    code = FunctionBuilder("claim", ["ptr %cells", "i64 %number"], "i64", "internal")
    again = code.label()
    code.begin(again)
    now = _load(code, DriveCell.ROUND)
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
    place = field(code, "%cells", DriveCell.ROUND)
    swapped = code.value(f"cmpxchg ptr {place}, i64 {now}, i64 {left} acq_rel acquire")
    with code.when(code.value(f"extractvalue {{i64, i1}} {swapped}, 1")):
        code.end(f"ret i64 {bit}")
    code.jump(again)
    return code


def _do_round() -> FunctionBuilder:
    """Does some tasks, with the help of others, until all of them are done."""
    code = FunctionBuilder("do_round", ["ptr %cells", "i64 %tasks"], attributes="internal")
    with code.when(code.value("icmp eq i64 %tasks, 0")):
        code.end("ret void")
    wanted, looked = code.value("call i64 @llvm.ctpop.i64(i64 %tasks)"), code.variable("i64", "0")
    put(code, DriveCell.DONE, 0)
    put(code, DriveCell.WANTED, wanted)
    _announce(code, "%tasks")
    more, wait, over = code.label(), code.label(), code.label()
    code.begin(more)
    task = code.value("call i64 @claim(ptr %cells, i64 0)")
    with code.when(code.value(f"icmp sge i64 {task}, 0")):
        code.do(f"call void @do_task(ptr %cells, i64 {task})")
        code.jump(more)
    code.begin(wait)
    done = _load(code, DriveCell.DONE)
    with code.when(code.value(f"icmp eq i64 {done}, {wanted}")):
        code.jump(over)
    _wait(code, field(code, "%cells", DriveCell.DONE), done, looked)
    code.jump(wait)
    code.begin(over)
    code.end("ret void")
    return code


def _begin() -> FunctionBuilder:
    code = FunctionBuilder("begin", ["ptr %cells"])
    for name, cell in (("mutex_init", DriveCell.LOCK), ("cond_init", DriveCell.WAKING)):
        code.value(f"call i32 @pthread_{name}(ptr {field(code, '%cells', cell)}, ptr null)")
    code.end("ret void")
    return code


def _help() -> FunctionBuilder:
    code = FunctionBuilder("help", ["ptr %cells", "i64 %number"])
    looked, again = code.variable("i64", "0"), code.label()
    code.begin(again)
    seen = _load(code, DriveCell.ROUND)
    task = code.value("call i64 @claim(ptr %cells, i64 %number)")
    with code.when(code.value(f"icmp sge i64 {task}, 0")):
        code.do(f"call void @do_task(ptr %cells, i64 {task})")
        code.store("i64", "0", looked)
        code.jump(again)
    with code.when(code.value(f"icmp ne i64 {_load(code, DriveCell.LEAVE)}, 0")):
        code.end("ret void")
    _wait(code, field(code, "%cells", DriveCell.ROUND), seen, looked)
    code.jump(again)
    return code


def _leave() -> FunctionBuilder:
    code = FunctionBuilder("leave", ["ptr %cells"])
    code.do(f"store atomic i64 1, ptr {field(code, '%cells', DriveCell.LEAVE)} seq_cst, align 8")
    _announce(code, "0")
    code.end("ret void")
    return code
