"""Functions that every ruleset's code calls, always the same text: memory, writes that wait, the log, packing,
piles."""

from __future__ import annotations

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import BEHIND
from ruleslawyer.engines.native.names import (
    MEMORY,
    OFTEN_ENTRIES,
    PLAY,
    Game,
    Register,
)
from ruleslawyer.engines.native.packing import gathering, pack, sink, unpack
from ruleslawyer.engines.native.piles import PILES
from ruleslawyer.engines.native.table import HASH_FACTORS

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
{gathering(low)}
{GAMES if low.games else ""}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
@no_pile = internal constant [{2 + BEHIND} x i8] zeroinitializer
!0 = !{{!"branch_weights", i32 1, i32 1000}}
!2 = !{{}}"""


def add(low: Lowering) -> list[str]:
    """The functions, each of a name that is its own without the mark in front: their names."""
    functions = (
        _same, _zero, _room, *PILES, _divide, _remainder, _begin_at_once, _later, _end_at_once, _observe, pack,
        unpack, sink,
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
