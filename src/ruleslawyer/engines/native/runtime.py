"""Functions that every ruleset's code calls, always the same text: memory, writes that wait, the log, packing,
piles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ruleslawyer.engines.native.arrays import PARTITION_BITS, Worker, field
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.greedy import note_worth
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import (
    MEMORY,
    OFTEN_ENTRIES,
    PLAY,
    Game,
    Register,
)
from ruleslawyer.engines.native.piles import PILES
from ruleslawyer.engines.native.table import HASH_FACTORS, hash_of_words

PENDING_WORDS = 4
"""Of a write that waits: where, what, of which field, whether it is a gain or a loss."""
LOG_WORDS = 4
"""Of an entry of the log: what, in which recording, the answer, at which state."""
KNOWN_WORDS = 4
"""Of what was logged: what, with which answer, how often, at which state last."""
COUNTER_BITS = 48
"""Of the numbers of transitions under each reading of a family."""


GAMES = """\
declare double @llvm.sqrt.f64(double)
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)"""
NARROW = "declare i64 @llvm.ctpop.i64(i64)\ndeclare i64 @llvm.cttz.i64(i64, i1)"


def log_words(low: Lowering) -> int:
    """The number of words of an entry of the log; in a family the readings come behind the rest."""
    return LOG_WORDS + low.family


def known_words(low: Lowering) -> int:
    return KNOWN_WORDS + low.family


def declarations(low: Lowering) -> str:
    """Declarations of LLVM's functions that those of a ruleset call."""
    return f"""\
declare {{i64, i1}} @llvm.sadd.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.ssub.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.smul.with.overflow.i64(i64, i64)
declare {low.set} @llvm.ctpop.{low.set}({low.set})
declare {low.set} @llvm.cttz.{low.set}({low.set}, i1)
{"" if low.width == 64 else NARROW}
{_gathering(low)}
{GAMES if low.games else ""}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
@no_pile = internal constant [8 x i8] zeroinitializer
!0 = !{{!"branch_weights", i32 1, i32 1000}}
!2 = !{{}}"""


def add(low: Lowering) -> list[str]:
    """The functions, each of a name that is its own without the mark in front: their names."""
    functions = (
        _same, _zero, _room, *PILES, _divide, _remainder, _begin_at_once, _later, _end_at_once, _observe, _pack,
        _unpack, _sink,
    )  # fmt: skip
    made = {function.__name__.removeprefix("_"): function for function in functions}
    for name, function in made.items():
        low.add(name, function(low))
    return list(made)


def _same(low: Lowering) -> Code:
    """Whether two pieces of memory are equal, by words; behind either there are bytes that may be read."""
    code = Code(low, "same", ["ptr %one", "ptr %other", "i64 %length"], "i1")

    def differences(index: str) -> str:
        a, b = (code.value(f"load i64, ptr {code.at('i64', p, index)}, align 1") for p in ("%one", "%other"))
        return code.value(f"xor i64 {a}, {b}")

    def unlike(differs: str) -> None:
        with code.when(code.value(f"icmp ne i64 {differs}, 0")):
            code.end("ret i1 false")

    words, left = code.value("lshr i64 %length, 3"), code.value("and i64 %length, 7")
    with code.counting("0", words) as i:
        unlike(differences(i))
    with code.when(code.value(f"icmp ne i64 {left}, 0")):
        beyond = code.value(f"sub i64 64, {code.value(f'shl i64 {left}, 3')}")
        unlike(code.value(f"shl i64 {differences(words)}, {beyond}"))
    code.end("ret i1 true")
    return code


def _zero(low: Lowering) -> Code:
    code = Code(low, "zero", ["ptr %place", "i64 %length"])
    code.do("call void @llvm.memset.p0.i64(ptr %place, i8 0, i64 %length, i1 false)")
    return code


def _room(low: Lowering) -> Code:
    """Scratch memory, until the next instance."""
    code = Code(low, "room", ["i64 %bytes"], "ptr")
    used = code.get(Register.USED)
    code.fail_if(code.value(f"icmp sgt i64 {used}, {low.rooms.scratch - (1 << 16)}"), low.names.site(MEMORY, "scratch"))
    aligned = code.value(f"and i64 {code.value('add i64 %bytes, 15')}, -16")
    code.set(Register.USED, code.value(f"add i64 {used}, {aligned}"))
    code.end(f"ret ptr {code.at_byte(code.get(Register.SCRATCH, 'ptr'), used)}")
    return code


# --- numbers --------------------------------------------------------------------------------------------------------


def _round_towards_zero(code: Code) -> tuple[str, str, str]:
    """Quotient and remainder towards zero, and whether they are to be moved towards minus infinity."""
    least = code.value("icmp eq i64 %other, -1")
    divisor = code.either(least, "1", "%other", "i64")
    quotient, rest = (code.value(f"{op} i64 %one, {divisor}") for op in ("sdiv", "srem"))
    quotient = code.either(least, code.value("sub i64 0, %one"), quotient, "i64")  # no number is the least one
    signs = code.value(f"icmp slt i64 {code.value(f'xor i64 {rest}, %other')}, 0")
    moved = code.value(f"and i1 {signs}, {code.value(f'icmp ne i64 {rest}, 0')}")
    return quotient, rest, moved


def _divide(low: Lowering) -> Code:
    code = Code(low, "divide", ["i64 %one", "i64 %other"], "i64")
    quotient, _, moved = _round_towards_zero(code)
    less = code.value(f"sub i64 {quotient}, 1")
    code.end(f"ret i64 {code.either(moved, less, quotient, 'i64')}")
    return code


def _remainder(low: Lowering) -> Code:
    code = Code(low, "remainder", ["i64 %one", "i64 %other"], "i64")
    _, rest, moved = _round_towards_zero(code)
    more = code.value(f"add i64 {rest}, %other")
    code.end(f"ret i64 {code.either(moved, more, rest, 'i64')}")
    return code


# --- writes that wait -----------------------------------------------------------------------------------------------


def _begin_at_once(low: Lowering) -> Code:
    code = Code(low, "begin_at_once", [])
    depth = code.increase(code.register(Register.DEPTH))
    with code.when(code.value(f"icmp eq i64 {depth}, 0")):
        code.set(Register.PENDING, 0)
        code.set(Register.CLASHED, -1)
    return code


def _entry(code: Code, number: str) -> list[str]:
    """The address of the words of a write that waits."""
    queue = code.get(Register.QUEUE, "ptr")
    first = code.at("i64", queue, code.value(f"mul i64 {number}, {PENDING_WORDS}"))
    return [code.at("i64", first, str(i)) for i in range(PENDING_WORDS)]


def _later(low: Lowering) -> Code:
    """A write waits; those of one place that are not the same clash, gains and losses add up."""
    code = Code(low, "later", ["ptr %place", "i64 %value", "i64 %field", "i64 %delta"])
    count = code.get(Register.PENDING)
    place = code.value("ptrtoint ptr %place to i64")
    with code.counting("0", count) as i:
        where, what, _, delta = _entry(code, i)
        with code.when(code.value(f"icmp eq i64 {code.load('i64', where)}, {place}")):
            had = code.load("i64", delta)
            both = code.value(f"and i64 {had}, %delta")
            with code.when(code.value(f"icmp ne i64 {both}, 0")):
                code.store(
                    "i64", code.exact("sadd", code.load("i64", what), "%value", "gains and losses at once"), what
                )
                code.end("ret void")
            kinds = code.value(f"icmp ne i64 {had}, %delta")
            had_said = code.load("i64", what)
            code.call(
                "clash", ["i64 %field", f"i64 {place}", f"i64 {had_said}", "i64 %value", f"i1 {kinds}"], fails=False
            )
            code.end("ret void")
    code.fail_if(code.value(f"icmp sge i64 {count}, {low.rooms.pending}"), low.names.site(MEMORY, "writes"))
    for address, word in zip(_entry(code, count), (place, "%value", "%field", "%delta"), strict=True):
        code.store("i64", word, address)
    code.set(Register.PENDING, code.value(f"add i64 {count}, 1"))
    return code


def _end_at_once(low: Lowering) -> Code:
    """All writes that wait, in the order of their places."""
    code = Code(low, "end_at_once", ["ptr %store"])
    depth = code.value(f"sub i64 {code.get(Register.DEPTH)}, 1")
    code.set(Register.DEPTH, depth)
    with code.when(code.value(f"icmp ne i64 {depth}, 0")):
        code.end("ret void")
    with code.when(code.value(f"icmp ne i64 {code.get(Register.CLASHED)}, -1")):
        code.call("told_clash", [])
    count = code.get(Register.PENDING)
    code.set(Register.PENDING, 0)
    last = code.variable("i64", "0")
    with code.counting("0", count):
        least, chosen = code.variable("i64", "-1"), code.variable("i64", "0")
        with code.counting("0", count) as i:
            where = code.load("i64", _entry(code, i)[0])
            beyond = code.value(f"icmp ugt i64 {where}, {code.load('i64', last)}")
            less = code.value(f"icmp ult i64 {where}, {code.load('i64', least)}")
            with code.when(code.value(f"and i1 {beyond}, {less}")):
                code.store("i64", where, least)
                code.store("i64", i, chosen)
        where, what, of, delta = (code.load("i64", p) for p in _entry(code, code.load("i64", chosen)))
        code.store("i64", where, last)
        place = code.value(f"inttoptr i64 {where} to ptr")
        code.call("put_waiting", [f"i64 {of}", "ptr %store", f"ptr {place}", f"i64 {what}", f"i64 {delta}"])
    return code


# --- what is logged -------------------------------------------------------------------------------------------------


def _observe(low: Lowering) -> Code:
    event, given = ("true", []) if low.filed else ("%event", ["i1 %event"])
    code = Code(low, "observe", ["i64 %what", "i64 %answer", *given], noinline=True)
    recording = code.get(Register.RECORDING)
    with code.when(code.value(f"icmp eq i64 {recording}, 0")):
        code.end("ret void")
    if low.filed:
        code.stop_if_told_last(recording, "%what", "%answer")
    key = code.value(f"or i64 {code.value(f'shl i64 {recording}, 32')}, {code.value('add i64 %what, 1')}")
    if low.games and not low.filed:
        with code.when(code.value(f"icmp ne i64 {code.game(Game.SILENCE)}, 0")):
            code.end("ret void")
        key = code.either(event, code.value(f"xor i64 {key}, {code.game(Game.SALT)}"), key, "i64")
    hashed = code.value(f"mul i64 {key}, {HASH_FACTORS[0]}")
    hashed = code.value(f"add i64 {hashed}, %answer")
    hashed = code.value(f"mul i64 {hashed}, {HASH_FACTORS[1]}")
    slot = code.value(f"and i64 {code.value(f'lshr i64 {hashed}, 40')}, {low.rooms.known - 1}")
    known = code.at("i64", code.get(Register.KNOWN, "ptr"), code.value(f"mul i64 {slot}, {known_words(low)}"))
    had, answer, times, where = (code.at("i64", known, str(i)) for i in range(KNOWN_WORDS))
    identity = code.get(Register.IDENTITY)
    readings = code.at("i64", known, str(KNOWN_WORDS))
    agreeing = [code.get(Register.AGREEING)] if low.family else []
    same = code.all_of([
        code.value(f"icmp eq i64 {code.load('i64', had)}, {key}"),
        code.value(f"icmp eq i64 {code.load('i64', answer)}, %answer"),
    ])  # fmt: skip
    with code.when(same):
        often = code.value(f"icmp sge i64 {code.load('i64', times)}, {code.get(Register.MOST)}")
        enough = code.value(f"or i1 {often}, {code.negate(event)}")
        if not low.games:  # at a state it is met once, however often
            again = code.value(f"icmp eq i64 {code.load('i64', where)}, {identity}")
            enough = code.value(f"or i1 {enough}, {again}")
            if not low.family:
                more = code.all_of([often, event, code.negate(again)])
                with code.when(more):
                    code.store("i64", identity, where)
                    _often(code, recording, hashed, identity)
        if agreeing:
            before = code.load("i64", readings)
            after = code.value(f"or i64 {before}, {agreeing[0]}")
            enough = code.value(f"and i1 {enough}, {code.value(f'icmp eq i64 {after}, {before}')}")
            code.store("i64", after, readings)
        with code.when(enough):
            code.end("ret void")
        code.increase(times)
        code.store("i64", identity, where)
    with code.when(code.negate(same)):
        code.store("i64", key, had)
        code.store("i64", "%answer", answer)
        code.store("i64", "1", times)
        code.store("i64", identity, where)
        if agreeing:
            code.store("i64", agreeing[0], readings)
    number = code.get(Register.LOGGED)
    with code.when(code.value(f"icmp slt i64 {number}, {low.rooms.log}")):
        entry = code.at("i64", code.get(Register.LOG, "ptr"), code.value(f"mul i64 {number}, {log_words(low)}"))
        for i, word in enumerate(("%what", recording, "%answer", identity, *agreeing)):
            code.store("i64", word, code.at("i64", entry, str(i)))
        code.set(Register.LOGGED, code.value(f"add i64 {number}, 1"))
    return code


def _often(code: Code, recording: str, hashed: str, identity: str) -> None:
    """Notes that a possible event of the play is met once more, where it is logged no more: in which state, if somebody
    asks."""
    kept, number = code.get(Register.OFTEN, "ptr"), code.get(Register.OFTENS)
    asked, room = code.value(f"icmp ne ptr {kept}, null"), code.value(f"icmp ult i64 {number}, {OFTEN_ENTRIES}")
    with code.when(code.all_of([asked, room, code.value(f"icmp eq i64 {recording}, {PLAY}")])):
        upper = code.value(f"and i64 {hashed}, {-1 << 32}")
        code.store("i64", code.value(f"or i64 {upper}, {identity}"), code.at("i64", kept, number))
        code.increase(code.register(Register.OFTENS))


# --- states ---------------------------------------------------------------------------------------------------------


def _popcount(code: Code, word: str) -> str:
    return code.value(f"call i64 @llvm.ctpop.i64(i64 {word})")


def _gathering(low: Lowering) -> str:
    """The bits of a word under a mask, one behind the other, and back: instructions of newer processors."""
    if low.gathers:
        return "declare i64 @llvm.x86.bmi.pext.64(i64, i64)\ndeclare i64 @llvm.x86.bmi.pdep.64(i64, i64)"
    return "\n\n".join(_bit_by_bit(low, name, back).finish() for name, back in (("gather", False), ("scatter", True)))


def _bit_by_bit(low: Lowering, name: str, back: bool) -> Code:
    code = Code(low, name, ["i64 %word", "i64 %mask"], "i64")
    left, place, found = code.variable("i64", "%mask"), code.variable("i64", "1"), code.variable("i64", "0")
    with code.loop() as (_, after):
        mask, bit = code.load("i64", left), code.load("i64", place)
        going = code.label()
        code.end(f"br i1 {code.value(f'icmp eq i64 {mask}, 0')}, label %{after}, label %{going}")
        code.begin(going)
        least = code.value(f"and i64 {mask}, {code.value(f'sub i64 0, {mask}')}")
        source, target = (bit, least) if back else (least, bit)
        has = code.value(f"icmp ne i64 {code.value(f'and i64 %word, {source}')}, 0")
        more = code.value(f"or i64 {code.load('i64', found)}, {code.either(has, target, '0', 'i64')}")
        code.store("i64", more, found)
        code.store("i64", code.value(f"xor i64 {mask}, {least}"), left)
        code.store("i64", code.value(f"shl i64 {bit}, 1"), place)
    code.end(f"ret i64 {code.load('i64', found)}")
    return code


def _under(code: Code, word: str, mask: str, *, back: bool = False) -> str:
    if code.low.gathers:
        name = "pdep" if back else "pext"
        return code.value(f"call i64 @llvm.x86.bmi.{name}.64(i64 {word}, i64 {mask})")
    return code.call("scatter" if back else "gather", [f"i64 {word}", f"i64 {mask}"], "i64", fails=False)


def _pack(low: Lowering) -> Code:
    """The bits of a state that its scope stores, one behind the other."""
    code = Code(low, "pack", ["ptr %state", "ptr %packed"])
    masks = code.get(Register.MASKS, "ptr")
    filled, shift, target = code.variable("i64", "0"), code.variable("i64", "0"), code.variable("ptr", "%packed")
    code.store("i64", "0", "%packed")
    with code.counting("0", code.value(f"lshr i64 {code.get(Register.BYTES)}, 3")) as i:
        mask = code.entry("i64", masks, i)
        with code.when(code.value(f"icmp ne i64 {mask}, 0")):
            word = code.value(f"load i64, ptr {code.at('i64', '%state', i)}, align 1")
            some, at = _under(code, word, mask), code.load("i64", shift)
            now = code.value(f"or i64 {code.load('i64', filled)}, {code.value(f'shl i64 {some}, {at}')}")
            end, place = code.value(f"add i64 {at}, {_popcount(code, mask)}"), code.load("ptr", target)
            code.store("i64", now, place)
            code.store("i64", now, filled)
            code.store("i64", code.value(f"and i64 {end}, 63"), shift)
            with code.when(code.value(f"icmp uge i64 {end}, 64")):
                fresh = code.value(f"icmp eq i64 {at}, 0")
                left = code.value(f"select i1 {fresh}, i64 0, i64 {code.value(f'sub i64 64, {at}')}")
                upper = code.value(f"lshr i64 {some}, {left}")
                code.store("i64", code.either(fresh, "0", upper, "i64"), filled)
                code.store("ptr", code.at("i64", place, "1"), target)
                with code.when(code.value(f"icmp ugt i64 {end}, 64")):
                    code.store("i64", code.load("i64", filled), code.at("i64", place, "1"))
    return code


@contextmanager
def _of_scope(code: Code, register: Register) -> Iterator[str]:
    """Where there is code for the scope; gives it."""
    known = code.get(register, "ptr")
    with code.when(code.value(f"icmp ne ptr {known}, null")):
        yield known


def _unpack(low: Lowering) -> Code:
    code = Code(low, "unpack", ["ptr %packed", "ptr %state"])
    with _of_scope(code, Register.UNPACK) as known:
        code.do(f"call void {known}(ptr %c, ptr %packed, ptr %state)")
        code.end("ret void")
    masks = code.get(Register.MASKS, "ptr")
    at = code.variable("i64", "0")
    with code.counting("0", code.value(f"lshr i64 {code.get(Register.BYTES)}, 3")) as i:
        mask = code.entry("i64", masks, i)
        count = _popcount(code, mask)
        some = code.variable("i64", "0")
        with code.when(code.value(f"icmp ne i64 {mask}, 0")):
            place = code.increase(at, count)
            source = code.at("i64", "%packed", code.value(f"lshr i64 {place}, 6"))
            shift = code.value(f"and i64 {place}, 63")
            code.store("i64", code.value(f"lshr i64 {code.load('i64', source)}, {shift}"), some)
            with code.when(code.value(f"icmp ugt i64 {code.value(f'add i64 {shift}, {count}')}, 64")):
                behind = code.load("i64", code.at("i64", source, "1"))
                upper = code.value(f"shl i64 {behind}, {code.value(f'sub i64 64, {shift}')}")
                code.store("i64", code.value(f"or i64 {code.load('i64', some)}, {upper}"), some)
        word = _under(code, code.load("i64", some), mask, back=True)
        code.do(f"store i64 {word}, ptr {code.at('i64', '%state', i)}, align 1")
    return code


def _sink(low: Lowering) -> Code:
    """A rest state to the buffer of its partition, if it is a search; whether it is the state that was expanded."""
    code = Code(low, "sink", ["ptr %state"], "i1")
    if low.games:
        code.set_game(Game.ARRIVED, 1)
        if not low.filed:
            note_worth(code, "%state")
        current, bytes_ = code.get(Register.CURRENT, "ptr"), code.get(Register.BYTES)
        same = code.call("same", [f"ptr {current}", "ptr %state", f"i64 {bytes_}"], "i1", fails=False)
        if low.filed:
            with code.when(code.value(f"icmp ne ptr {code.game(Game.SEARCHED, 'ptr')}, null")):
                code.call("arrive", ["ptr %state"], fails=False)
        code.end(f"ret i1 {same}")
        return code
    with _of_scope(code, Register.SINK) as known:
        code.end(f"ret i1 {code.value(f'call i1 {known}(ptr %c, ptr %state)')}")
    packed, words, worker = code.get(Register.PACKED, "ptr"), code.get(Register.WORDS), code.get(Register.WORKER, "ptr")
    code.call("pack", ["ptr %state", f"ptr {packed}"], fails=False)
    code.increase(field(code, worker, Worker.TRANSITIONS))
    if low.family:
        _count(code, worker)
    current = code.load("ptr", field(code, worker, Worker.CURRENT))
    length = code.value(f"shl i64 {words}, 3")
    same = code.call("same", [f"ptr {packed}", f"ptr {current}", f"i64 {length}"], "i1", fails=False)
    canonical = code.get(Register.CANONICAL, "ptr")
    with code.when(code.value(f"icmp ne ptr {canonical}, null")):
        # A step to another state of the same orbit does change something: the state itself is compared.
        code.do(f"call void {canonical}(ptr {packed})")
    now = hash_of_words(code, packed, words)
    partition = code.value(f"lshr i64 {now}, {64 - PARTITION_BITS}")
    counts = code.load("ptr", field(code, worker, Worker.COUNTS))
    number = code.increase(code.at("i64", counts, partition))
    with code.when(code.value(f"icmp sge i64 {number}, {code.get(Register.ROOM)}")):  # it says so, and writes nowhere
        code.store("i64", number, code.at("i64", counts, partition))
        code.store("i64", "1", field(code, worker, Worker.CROWDED))
        code.end("ret i1 false")
    buffer = code.entry("ptr", code.load("ptr", field(code, worker, Worker.BUFFERS)), partition)
    size = code.value(f"add i64 {words}, {1 + low.family}")
    entry = code.at("i64", buffer, code.value(f"mul i64 {number}, {size}"))
    code.copy(entry, packed, length)
    label = code.value(f"shl i64 {code.get(Register.LABEL)}, 32")
    parent = code.value(f"or i64 {code.get(Register.IDENTITY)}, {label}")
    behind = code.at("i64", entry, words)
    if low.family:
        code.store("i64", code.get(Register.AGREEING), behind)
        behind = code.at("i64", behind, "1")
    code.store("i64", parent, behind)
    code.end(f"ret i1 {same}")
    return code


def _count(code: Code, worker: str) -> None:
    """One transition for each reading that agrees: 64 counters that lie across the words, added to with a carry."""
    counters = code.load("ptr", field(code, worker, Worker.COUNTERS))
    carry, bit = code.variable("i64", code.get(Register.AGREEING)), code.variable("i64", "0")
    with code.loop() as (_, after):
        now, going = code.load("i64", carry), code.label()
        code.end(f"br i1 {code.value(f'icmp ne i64 {now}, 0')}, label %{going}, label %{after}")
        code.begin(going)
        place = code.at("i64", counters, code.increase(bit))
        held = code.load("i64", place)
        code.store("i64", code.value(f"xor i64 {held}, {now}"), place)
        code.store("i64", code.value(f"and i64 {held}, {now}"), carry)
