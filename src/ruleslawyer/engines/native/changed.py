"""The properties of states that are asked of one: those that what differs from the state that led to it concerns
(`concerned.py`). The others say the same again.

What it said there has been logged, nearer to the beginning; so it is not asked. A family asks everywhere: the readings
that reach a state need not all come by the same one. Random plays do the same with the state before.
"""

from __future__ import annotations

from collections.abc import Iterable

from ruleslawyer.engines.native.arrays import PARTITION_BITS, PARTITIONS, Part, Worker, field
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.fields import WORD, mask
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import ALL_ASKED, BEFORE_ASKED, Register
from ruleslawyer.engines.native.states import NO_PARENT
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.checks import Check

OTHERS, PAIRS, SHIFT, WIDTH, ANY = range(5)
"""Words of a bit's row: a mask of the bits of its word that are other cells'; where it says who tells two values apart
(0: nowhere); where the cell begins in the word, and its bits; then who reads it, whatever stands there."""


def asked_checks(low: Lowering) -> list[Check]:
    """The properties of states, in the order of their bits."""
    return [check for check in low.system.checks.values() if check.kind != "step"]


def functions_of(check: Check) -> list[n.Function]:
    return [function for function in (check.function, check.goal) if function is not None]


def words_of(low: Lowering) -> int:
    """Words of a number with a bit for each property."""
    return max(1, -(-len(asked_checks(low)) // WORD))


def read(low: Lowering, functions: Iterable[n.Function]) -> int:
    """The bits of what some functions read, and the one that says that nothing led here."""
    return mask(low.system, low.functions.uses(functions).reads)


def changed_in_play(low: Lowering, name: str) -> Code:
    """changed(now, before): the fields in which two states of a play differ, as they are worked on. Those that the step
    between them did not write are not compared."""
    code = Code(low, name, ["ptr %now", "ptr %before"], "i64")
    found, rows, written = code.variable("i64", "0"), code.entry_of("extents", type="ptr"), code.get(Register.WRITTEN)
    with code.counting("0", code.load("i64", rows)) as number:
        row = code.at("i64", rows, code.value(f"mul i64 {number}, 3"))
        offset, length, bit = (code.load("i64", code.at("i64", row, str(i))) for i in (1, 2, 3))
        with code.when(code.value(f"icmp ne i64 {code.value(f'and i64 {written}, {bit}')}, 0")):
            here, there = (code.at_byte(state, offset) for state in ("%now", "%before"))
            same = code.call("same", [f"ptr {here}", f"ptr {there}", f"i64 {length}"], "i1", fails=False)
            with code.when(code.negate(same)):
                code.store("i64", code.value(f"or i64 {code.load('i64', found)}, {bit}"), found)
    code.end(f"ret i64 {code.load('i64', found)}")
    return code


def _add_properties(code: Code, rows: str, word: str, now: str, before: str, found: str, type_: str) -> None:
    """The properties that a change of a word concerns, from the first bit of one cell to that of the next."""
    left = code.variable("i64", code.value(f"xor i64 {now}, {before}"))
    with code.loop() as (_, after):
        bits, going = code.load("i64", left), code.label()
        code.end(f"br i1 {code.value(f'icmp ne i64 {bits}, 0')}, label %{going}, label %{after}")
        code.begin(going)
        bit = code.value(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 true)")
        number = code.value(f"add i64 {code.value(f'shl i64 {word}, 6')}, {bit}")
        row = code.at("i64", rows, code.value(f"mul i64 {number}, {ANY + words_of(code.low)}"))
        others, pairs = code.load("i64", row), code.entry("ptr", row, str(PAIRS))
        _add(code, type_, code.at("i64", row, str(ANY)), found)
        with code.when(code.value(f"icmp ne ptr {pairs}, null")):
            mine = code.value(f"xor i64 {others}, -1")
            shift, width = (code.entry("i64", row, str(at)) for at in (SHIFT, WIDTH))
            new, old = (
                code.value(f"lshr i64 {code.value(f'and i64 {each}, {mine}')}, {shift}") for each in (now, before)
            )
            pair = code.value(f"or i64 {code.value(f'shl i64 {old}, {width}')}, {new}")
            _add(code, type_, code.at(type_, pairs, pair), found)
        code.store("i64", code.value(f"and i64 {bits}, {others}"), left)


def _add(code: Code, type_: str, place: str, found: str) -> None:
    more = code.value(f"load {type_}, ptr {place}, align 8")
    code.store(type_, code.value(f"or {type_} {code.load(type_, found)}, {more}"), found)


def state_difference(low: Lowering, name: str) -> Code:
    """changed(now, parent, number): the properties to be asked of a packed state (`Register.ASKED`): those that are
    concerned by how it differs from that with the parent's id; all of them where there is none, or where its properties
    have not been asked, and none where its own have. `number`: its own place, by which the parent is found where the
    set does not keep states whole."""
    code = Code(low, name, ["ptr %now", "i32 %parent", "i64 %number"])
    type_, follows = f"i{WORD * words_of(low)}", code.get(Register.FOLLOWS)
    none = code.value(f"icmp eq i64 {follows}, {ALL_ASKED}")
    found = code.variable(type_, code.either(none, "0", "-1", type_))
    led = code.value(f"icmp ne i32 %parent, {NO_PARENT}")
    asked = code.value(f"icmp eq i64 {follows}, {BEFORE_ASKED}")
    with code.when(code.value(f"and i1 {led}, {asked}")):
        code.store(type_, "0", found)
        identity = code.value("zext i32 %parent to i64")
        worker, words = code.get(Register.WORKER, "ptr"), code.get(Register.WORDS)
        parts = code.load("ptr", field(code, worker, Worker.PARTS))
        partition = code.value(f"and i64 {identity}, {PARTITIONS - 1}")
        part = code.at("i64", parts, code.value(f"mul i64 {partition}, {int(Part.SIZE)}"))
        index = code.value(f"lshr i64 {identity}, {PARTITION_BITS}")
        states = code.load("ptr", field(code, part, Part.STATES))
        given = code.load("ptr", field(code, worker, Worker.BEFORE))
        whole = code.value(f"icmp eq ptr {given}, null")
        states, index = code.either(whole, states, given, "ptr"), code.either(whole, index, "%number", "i64")
        before = code.at("i64", states, code.value(f"mul i64 {index}, {words}"))
        rows = code.get(Register.CONCERNED, "ptr")
        with code.counting("0", words) as word:
            here, there = (code.entry("i64", state, word) for state in ("%now", before))
            _add_properties(code, rows, word, here, there, found, type_)
    code.store(type_, code.load(type_, found), code.get(Register.ASKED, "ptr"))
    return code
