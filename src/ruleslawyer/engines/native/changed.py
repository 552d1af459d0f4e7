"""The fields of a state that differ from the state that led to it: a property that reads none of them says the same
again.

What it said there has been logged, nearer to the beginning; so it is not asked. A family asks everywhere: the readings
that reach a state need not all come by the same one. Random plays do the same with the state before.
"""

from __future__ import annotations

from collections.abc import Iterable

from ruleslawyer.engines.native.arrays import PARTITION_BITS, PARTITIONS, Part, Worker, field
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.fields import BEGINS, bits
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import ALL_ASKED, BEFORE_ASKED, Register
from ruleslawyer.engines.native.states import NO_PARENT
from ruleslawyer.ir.nodes import Function


def read(low: Lowering, functions: Iterable[Function]) -> int:
    """The bits of what some functions read, and the one that says that nothing led here."""
    of, found = bits(low.system), 1 << BEGINS
    for place in low.functions.uses(functions).reads:
        found |= 1 << of[place]
    return found


def changed_in_play(low: Lowering, name: str) -> Code:
    """changed(now, before): the same of two states of a play, as they are worked on."""
    code = Code(low, name, ["ptr %now", "ptr %before"], "i64")
    found, rows = code.variable("i64", "0"), code.entry_of("extents", type="ptr")
    with code.counting("0", code.load("i64", rows)) as number:
        row = code.at("i64", rows, code.value(f"mul i64 {number}, 3"))
        offset, length, bit = (code.load("i64", code.at("i64", row, str(i))) for i in (1, 2, 3))
        here, there = (code.at_byte(state, offset) for state in ("%now", "%before"))
        same = code.call("same", [f"ptr {here}", f"ptr {there}", f"i64 {length}"], "i1", fails=False)
        with code.when(code.negate(same)):
            code.store("i64", code.value(f"or i64 {code.load('i64', found)}, {bit}"), found)
    code.end(f"ret i64 {code.load('i64', found)}")
    return code


def _add_fields(code: Code, rows: str, word: str, differs: str, found: str) -> None:
    """The fields of the bits in which a word differs, from the first bit of one to that of the next."""
    left = code.variable("i64", differs)
    with code.loop() as (_, after):
        now, going = code.load("i64", left), code.label()
        code.end(f"br i1 {code.value(f'icmp ne i64 {now}, 0')}, label %{going}, label %{after}")
        code.begin(going)
        bit = code.value(f"call i64 @llvm.cttz.i64(i64 {now}, i1 true)")
        number = code.value(f"add i64 {code.value(f'shl i64 {word}, 6')}, {bit}")
        row = code.at("i64", rows, code.value(f"shl i64 {number}, 1"))
        others, of = code.load("i64", row), code.entry("i64", row, "1")
        code.store("i64", code.value(f"or i64 {code.load('i64', found)}, {of}"), found)
        code.store("i64", code.value(f"and i64 {now}, {others}"), left)


def state_difference(low: Lowering, name: str) -> Code:
    """changed(now, parent, number): the bits of the fields in which a packed state differs from that with the parent's
    id; of all of them where there is none, or where its properties have not been asked, and of none where its own have.
    `number`: its own place, by which the parent is found where the set does not keep states whole."""
    code = Code(low, name, ["ptr %now", "i32 %parent", "i64 %number"], "i64")
    follows = code.get(Register.FOLLOWS)
    found = code.variable("i64", code.either(code.value(f"icmp eq i64 {follows}, {ALL_ASKED}"), "0", "-1", "i64"))
    led = code.value(f"icmp ne i32 %parent, {NO_PARENT}")
    asked = code.value(f"icmp eq i64 {follows}, {BEFORE_ASKED}")
    with code.when(code.value(f"and i1 {led}, {asked}")):
        code.store("i64", "0", found)
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
        rows = code.entry_of("pieces", type="ptr")
        with code.counting("0", words) as word:
            differs = code.value(f"xor i64 {code.entry('i64', '%now', word)}, {code.entry('i64', before, word)}")
            _add_fields(code, rows, word, differs, found)
    code.end(f"ret i64 {code.load('i64', found)}")
    return code
