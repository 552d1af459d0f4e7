"""Packing and unpacking states of any scope, and what becomes of one that is made (`scope_code.py`: of one scope)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.greedy import note_worth
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import PARTITION_BITS, Worker, field
from ruleslawyer.engines.native.names import PlayCell, Register
from ruleslawyer.engines.native.table import hash_of_words


def _popcount(code: Code, word: str) -> str:
    return code.value(f"call i64 @llvm.ctpop.i64(i64 {word})")


INSTRUCTIONS = "declare i64 @llvm.x86.bmi.pext.64(i64, i64)\ndeclare i64 @llvm.x86.bmi.pdep.64(i64, i64)"
"""Those of newer processors that gather the bits under a mask, and scatter them."""


def gathering(low: Lowering) -> str:
    """The bits of a word under a mask, one behind the other, and back."""
    if low.gathers:
        return INSTRUCTIONS
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


def gather_bits(code: Code, word: str, mask: str, *, back: bool = False) -> str:
    """The bits of a word under a mask, one behind the other; `back`: the bits of a word at the places of a mask."""
    if code.low.gathers:
        name = "pdep" if back else "pext"
        return code.value(f"call i64 @llvm.x86.bmi.{name}.64(i64 {word}, i64 {mask})")
    return code.call("scatter" if back else "gather", [f"i64 {word}", f"i64 {mask}"], "i64", fails=False)


def pack(low: Lowering) -> Code:
    """The bits of a state that its scope stores, one behind the other."""
    code = Code(low, "pack", ["ptr %state", "ptr %packed"])
    masks = code.get(Register.MASKS, "ptr")
    filled, shift, target = code.variable("i64", "0"), code.variable("i64", "0"), code.variable("ptr", "%packed")
    code.store("i64", "0", "%packed")
    with code.counting("0", code.value(f"lshr i64 {code.get(Register.BYTES)}, 3")) as i:
        mask = code.entry("i64", masks, i)
        with code.when(code.value(f"icmp ne i64 {mask}, 0")):
            word = code.value(f"load i64, ptr {code.at('i64', '%state', i)}, align 1")
            some, at = gather_bits(code, word, mask), code.load("i64", shift)
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


def unpack(low: Lowering) -> Code:
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
        word = gather_bits(code, code.load("i64", some), mask, back=True)
        code.do(f"store i64 {word}, ptr {code.at('i64', '%state', i)}, align 1")
    return code


def sink(low: Lowering) -> Code:
    """A rest state to the buffer of its partition, if it is a search; whether it is the state that was expanded."""
    code = Code(low, "sink", ["ptr %state"], "i1")
    if low.games:
        code.set_game(PlayCell.ARRIVED, 1)
        if not low.filed:
            note_worth(code, "%state")
        current, bytes_ = code.get(Register.CURRENT, "ptr"), code.get(Register.BYTES)
        same = code.call("same", [f"ptr {current}", "ptr %state", f"i64 {bytes_}"], "i1", fails=False)
        if low.filed:
            with code.when(code.value(f"icmp ne ptr {code.game(PlayCell.SEARCHED, 'ptr')}, null")):
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
    entry = next_entry(code, worker, partition, code.value(f"add i64 {words}, {1 + low.family}"))
    code.copy(entry, packed, length)
    parent, behind = parent_word(code), code.at("i64", entry, words)
    if low.family:
        code.store("i64", code.get(Register.AGREEING), behind)
        behind = code.at("i64", behind, "1")
    code.store("i64", parent, behind)
    code.end(f"ret i1 {same}")
    return code


def next_entry(code: Code, worker: str, partition: str, size: str) -> str:
    """Takes the next entry of a partition's buffer, of so many words; where it has no room, the function returns that
    the state is another one."""
    counts = code.load("ptr", field(code, worker, Worker.COUNTS))
    number = code.increase(code.at("i64", counts, partition))
    with code.when(code.value(f"icmp sge i64 {number}, {code.get(Register.ROOM)}")):  # it says so, and writes nowhere
        code.store("i64", number, code.at("i64", counts, partition))
        code.store("i64", "1", field(code, worker, Worker.CROWDED))
        code.end("ret i1 false")
    buffer = code.entry("ptr", code.load("ptr", field(code, worker, Worker.BUFFERS)), partition)
    return code.at("i64", buffer, code.value(f"mul i64 {number}, {size}"))


def parent_word(code: Code) -> str:
    """The state that is expanded, and the number of the choice, in one word."""
    label = code.value(f"shl i64 {code.get(Register.LABEL)}, 32")
    return code.value(f"or i64 {code.get(Register.IDENTITY)}, {label}")


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
