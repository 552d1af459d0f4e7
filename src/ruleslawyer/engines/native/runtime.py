"""Functions that every ruleset's code calls, always the same text: memory, waiting writes, the log, packing, piles."""

from __future__ import annotations

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import BEHIND
from ruleslawyer.engines.native.names import MEMORY, OFTEN_ENTRIES, PLAY, PlayCell, Register
from ruleslawyer.engines.native.packing import gathering, pack, sink, unpack
from ruleslawyer.engines.native.table import HASH_FACTORS

LANE_COUNT = BEHIND // 2
"""Members that are looked at together: as many as may be read behind a pile that ends a state."""
LANES = f"<{LANE_COUNT} x i16>"


def _length(code: Code, pile: str) -> str:
    return code.value(f"zext i16 {code.load('i16', pile)} to i64")


def _bytes(code: Code, length: str) -> str:
    """The bytes that a pile of this length takes."""
    return code.value(f"shl i64 {code.value(f'add i64 {length}, 1')}, 1")


def copied_pile(low: Lowering) -> Code:
    code = Code(low, "copied_pile", ["ptr %pile"], "ptr")
    length = _bytes(code, _length(code, "%pile"))
    made = code.call("room", [f"i64 {length}"], "ptr")
    code.copy(made, "%pile", length)
    code.end(f"ret ptr {made}")
    return code


def same_piles(low: Lowering) -> Code:
    code = Code(low, "same_piles", ["ptr %one", "ptr %other"], "i1")
    length = _bytes(code, _length(code, "%one"))
    with code.when(code.value(f"icmp ne i16 {code.load('i16', '%one')}, {code.load('i16', '%other')}")):
        code.end("ret i1 false")
    same = code.call("same", ["ptr %one", "ptr %other", f"i64 {length}"], "i1", fails=False)
    code.end(f"ret i1 {same}")
    return code


def on_pile(low: Lowering) -> Code:
    """True where a thing lies on a pile: several members are looked at together; what lies behind the last is none."""
    code = Code(low, "on_pile", ["ptr %pile", "i64 %item"], "i1")
    length, first = _length(code, "%pile"), code.at("i16", "%pile", "1")
    item, found = _everywhere(code, code.value("trunc i64 %item to i16")), code.variable(LANES)
    code.store(LANES, "zeroinitializer", found)

    def equal(block: str) -> str:
        here = code.value(f"load {LANES}, ptr {code.at(LANES, first, block)}, align 2")
        return code.value(f"icmp eq {LANES} {here}, {item}")

    def note(same: str) -> None:
        more = code.value(f"sext <{LANE_COUNT} x i1> {same} to {LANES}")
        code.store(LANES, code.value(f"or {LANES} {code.load(LANES, found)}, {more}"), found)

    whole = code.value(f"udiv i64 {length}, {LANE_COUNT}")
    with code.counting("0", whole) as block:
        note(equal(block))
    left = code.value(f"trunc i64 {code.value(f'urem i64 {length}, {LANE_COUNT}')} to i16")
    numbers = ", ".join(f"i16 {number}" for number in range(LANE_COUNT))
    is_there = code.value(f"icmp ult {LANES} <{numbers}>, {_everywhere(code, left)}")
    note(code.value(f"and <{LANE_COUNT} x i1> {equal(whole)}, {is_there}"))
    bits = f"i{16 * LANE_COUNT}"
    some = code.value(f"icmp ne {bits} {code.value(f'bitcast {LANES} {code.load(LANES, found)} to {bits}')}, 0")
    is_thing = code.value("icmp ult i64 %item, 65536")  # None is none
    code.end(f"ret i1 {code.value(f'and i1 {some}, {is_thing}')}")
    return code


def _everywhere(code: Code, number: str) -> str:
    """A number in each lane."""
    one = code.value(f"insertelement {LANES} poison, i16 {number}, i64 0")
    return code.value(f"shufflevector {LANES} {one}, {LANES} poison, <{LANE_COUNT} x i32> zeroinitializer")


def pile_of(low: Lowering) -> Code:
    """The function that makes a pile of a single thing."""
    code = Code(low, "pile_of", ["i64 %item"], "ptr")
    made = code.call("room", ["i64 4"], "ptr")
    code.store("i16", "1", made)
    code.store("i16", code.value("trunc i64 %item to i16"), code.at("i16", made, "1"))
    code.end(f"ret ptr {made}")
    return code


def pile_on(low: Lowering) -> Code:
    """One pile on another; nothing may be in both, unless equal things may lie there `again`."""
    code = Code(low, "pile_on", ["ptr %upper", "ptr %lower", "i1 %again"], "ptr")
    upper, lower = _length(code, "%upper"), _length(code, "%lower")
    with code.when(code.negate("%again")):
        longer = code.value(f"icmp ugt i64 {upper}, {lower}")
        few, many = (code.either(longer, f"%{a}", f"%{b}", "ptr") for a, b in (("lower", "upper"), ("upper", "lower")))
        with code.counting("0", code.either(longer, lower, upper, "i64")) as i:
            here = code.value(f"zext i16 {code.entry('i16', few, code.value(f'add i64 {i}, 1'))} to i64")
            there = code.call("on_pile", [f"ptr {many}", f"i64 {here}"], "i1", fails=False)
            code.fail_if(there, low.names.site("broken"))
    both = code.value(f"add i64 {upper}, {lower}")
    made = code.call("room", [f"i64 {_bytes(code, both)}"], "ptr")
    code.store("i16", code.value(f"trunc i64 {both} to i16"), made)
    code.copy(code.at("i16", made, "1"), code.at("i16", "%upper", "1"), code.value(f"shl i64 {upper}, 1"))
    behind = code.at("i16", made, code.value(f"add i64 {upper}, 1"))
    code.copy(behind, code.at("i16", "%lower", "1"), code.value(f"shl i64 {lower}, 1"))
    code.end(f"ret ptr {made}")
    return code


def pile_cut(low: Lowering) -> Code:
    """The function that gives a pile without its top (`first` is 1) or its bottom."""
    code = Code(low, "pile_cut", ["ptr %pile", "i64 %first"], "ptr")
    less = code.value(f"sub i64 {_length(code, '%pile')}, 1")
    made = code.call("room", [f"i64 {_bytes(code, less)}"], "ptr")
    code.store("i16", code.value(f"trunc i64 {less} to i16"), made)
    source = code.at("i16", "%pile", code.value("add i64 %first, 1"))
    code.copy(code.at("i16", made, "1"), source, code.value(f"shl i64 {less}, 1"))
    code.end(f"ret ptr {made}")
    return code


def pile_reversed(low: Lowering) -> Code:
    code = Code(low, "pile_reversed", ["ptr %pile"], "ptr")
    length = _length(code, "%pile")
    made = code.call("room", [f"i64 {_bytes(code, length)}"], "ptr")
    code.store("i16", code.value(f"trunc i64 {length} to i16"), made)
    with code.counting("0", length) as i:
        here = code.entry("i16", "%pile", code.value(f"add i64 {i}, 1"))
        code.store("i16", here, code.at("i16", made, code.value(f"sub i64 {length}, {i}")))
    code.end(f"ret ptr {made}")
    return code


def pile_without(low: Lowering) -> Code:
    """The function that gives a pile without the uppermost of the things that are equal to one."""
    code = Code(low, "pile_without", ["ptr %pile", "i64 %item"], "ptr")
    length = _length(code, "%pile")
    made = code.call("room", [f"i64 {_bytes(code, length)}"], "ptr")
    place, gone = code.variable("i64", "1"), code.variable("i1", "false")
    with code.counting("0", length) as i:
        here = code.entry("i16", "%pile", code.value(f"add i64 {i}, 1"))
        equal = code.value(f"icmp eq i64 {code.value(f'zext i16 {here} to i64')}, %item")
        now = code.value(f"and i1 {equal}, {code.negate(code.load('i1', gone))}")
        code.store("i1", code.value(f"or i1 {now}, {code.load('i1', gone)}"), gone)
        with code.when(code.negate(now)):
            code.store("i16", here, code.at("i16", made, code.increase(place)))
    code.fail_if(code.negate(code.load("i1", gone)), low.names.site("broken"))
    code.store("i16", code.value(f"trunc i64 {code.value(f'sub i64 {length}, 1')} to i16"), made)
    code.end(f"ret ptr {made}")
    return code


def put_pile(low: Lowering) -> Code:
    """Into a state: what was behind its end becomes 0."""
    code = Code(low, "put_pile", ["ptr %place", "ptr %pile"])
    had, has = _bytes(code, _length(code, "%place")), _bytes(code, _length(code, "%pile"))
    code.copy("%place", "%pile", has)
    with code.when(code.value(f"icmp sgt i64 {had}, {has}")):
        rest = code.value(f"sub i64 {had}, {has}")
        code.call("zero", [f"ptr {code.at_byte('%place', has)}", f"i64 {rest}"], fails=False)
    return code


PILES = (
    copied_pile, same_piles, on_pile, pile_of, pile_on, pile_cut, pile_reversed, pile_without, put_pile,
)  # fmt: skip
"""Each is called by its name."""


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


# Long: it writes one function, each step of it once.
def _observe(low: Lowering) -> Code:
    """Logs an answer to a question of the rules, unless it was logged often enough, or nothing is recorded."""
    event, given = ("true", []) if low.filed else ("%event", ["i1 %event"])
    code = Code(low, "observe", ["i64 %what", "i64 %answer", *given], noinline=True)
    recording = code.get(Register.RECORDING)
    with code.when(code.value(f"icmp eq i64 {recording}, 0")):
        code.end("ret void")
    if low.filed:
        code.stop_if_told_last(recording, "%what", "%answer")
    key = code.value(f"or i64 {code.value(f'shl i64 {recording}, 32')}, {code.value('add i64 %what, 1')}")
    if low.games and not low.filed:
        with code.when(code.value(f"icmp ne i64 {code.game(PlayCell.SILENCE)}, 0")):
            code.end("ret void")
        key = code.either(event, code.value(f"xor i64 {key}, {code.game(PlayCell.SALT)}"), key, "i64")
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
