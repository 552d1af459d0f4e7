"""Operations on piles in every ruleset's code: a length, then the members from the top, two bytes each."""

from __future__ import annotations

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import BEHIND

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
