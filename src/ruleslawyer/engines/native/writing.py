"""Writes of a place: what its range and the scope's cap ask for, writes that wait, and two that clash."""

from __future__ import annotations

from ruleslawyer.engines.native.code import Code, load_leaf
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import UNBOUNDED, Register
from ruleslawyer.engines.native.storage import MOST_COUNTED, NONE, Leaf
from ruleslawyer.ir import types as t


def put(low: Lowering, what: tuple[str | None, str], made: str) -> Code:
    """Writes a leaf: first what its range, and the scope's cap, ask for."""
    record, name = what
    leaf = low.leaf(record, name)
    code = Code(low, made, ["ptr %place", f"{low.kind_of(leaf)} %value"])
    code.note_writes(what)
    if leaf.kind == "set":
        code.do(f"store {low.set} %value, ptr %place, align 1")
    elif leaf.kind == "pile":
        type_ = t.bare(leaf.type)
        assert isinstance(type_, t.Pile)
        length = code.value(f"zext i16 {code.load('i16', '%value')} to i64")
        beyond = code.value(f"icmp sgt i64 {length}, {code.entry_of('room', record or '', name)}")
        code.fail_if(beyond, low.names.site("violation" if type_.cite else "broken", name))
        code.call("put_pile", ["ptr %place", "ptr %value"], fails=False)
    else:
        _put_number(code, leaf, name, record)
    code.end("ret void")
    return code


def _put_number(code: Code, leaf: Leaf, name: str, record: str | None) -> None:
    low = code.low
    type_ = leaf.type.item if isinstance(leaf.type, t.Optional) else leaf.type
    if isinstance(type_, t.Int):
        kind_ = "violation" if type_.cite else "broken"
        with code.when(code.value(f"icmp ne i64 %value, {NONE}")):
            for bound, op in ((type_.low, "slt"), (type_.high, "sgt")):
                if bound is not None:
                    beyond = code.value(f"icmp {op} i64 %value, {low.number(bound)}")
                    code.fail_if(beyond, low.names.site(kind_, name))
            if record is None:
                beyond = code.value(f"icmp sgt i64 %value, {code.entry_of('cap', name)}")
                code.fail_if(beyond, low.names.site("cap", name))
    if leaf.is_open:
        least = code.value(f"icmp slt i64 %value, {-MOST_COUNTED}")
        most = code.entry_of("counted", name) if record is None else str(MOST_COUNTED)
        grown = code.value(f"or i1 {least}, {code.value(f'icmp sgt i64 %value, {most}')}")
        some = code.value(f"icmp ne i64 %value, {NONE}")
        code.fail_if(code.value(f"and i1 {grown}, {some}"), low.names.site(UNBOUNDED, name))
        with code.when(some):
            for end, op in (("least", "slt"), ("most", "sgt")):  # a context keeps them: nobody else writes there
                known = code.entry_of(end, record or "", name)
                new = code.value(f"select i1 {code.value(f'icmp {op} i64 %value, {known}')}, i64 %value, i64 {known}")
                code.store("i64", new, code.register(low.names.entry(end, record or "", name)))
    if leaf.raw:
        code.do("store i64 %value, ptr %place, align 1")
        return
    stored = code.value(f"sub i64 %value, {leaf.low}") if leaf.low else "%value"
    if leaf.optional:
        stored = code.either(code.value(f"icmp eq i64 %value, {NONE}"), "0", stored, "i64")
    size = f"i{8 * leaf.bytes}"
    if leaf.bytes < 8:
        stored = code.value(f"trunc i64 {stored} to {size}")
    code.do(f"store {size} {stored}, ptr %place, align 1")


def puts(low: Lowering) -> None:
    """The functions that carry out a waiting write: `put_waiting(c, field, place, value, delta)`; and the check that
    two writes of one place say the same."""
    fields = {number: what for what, number in low.puts.items()}
    code = Code(low, "put_waiting", ["i64 %field", "ptr %store", "ptr %place", "i64 %value", "i64 %delta"])
    for number in code.cases("%field", "i64", sorted(fields)):
        record, name = fields[number]
        leaf = low.leaf(record, name)
        if record is not None:
            place = code.at_byte("%store", str(low.frames[record]))
            shut = code.value(f"icmp eq i8 {code.load('i8', place)}, 0")
            code.fail_if(shut, low.names.site("broken", ""), code.get(Register.WRITER))
        if leaf.kind == "set":
            kept = code.value("inttoptr i64 %value to ptr")
            given_ = f"{low.set} {code.value(f'load {low.set}, ptr {kept}, align 1')}"
        elif leaf.kind == "pile":
            given_ = f"ptr {code.value('inttoptr i64 %value to ptr')}"
        else:
            value = code.variable("i64", "%value")
            with code.when(code.value("icmp ne i64 %delta, 0")):
                now = load_leaf(code, leaf, "%place")
                code.store("i64", code.exact("sadd", now, "%value", name), value)
            given_ = f"i64 {code.load('i64', value)}"
        code.call(low.put(record, name), ["ptr %place", given_])
    code.end("ret void")
    low.add("put_waiting", code)
    code = Code(low, "clash", ["i64 %field", "i64 %place", "i64 %one", "i64 %other", "i1 %kinds"])
    differs = code.variable("i1", "%kinds")
    for number in code.cases("%field", "i64", sorted(fields)):
        record, name = fields[number]
        leaf = low.leaf(record, name)
        if leaf.kind == "number":
            differ = code.value("icmp ne i64 %one, %other")
        else:
            one, other = (code.value(f"inttoptr i64 {x} to ptr") for x in ("%one", "%other"))
            if leaf.kind == "set":
                values = [code.value(f"load {low.set}, ptr {x}, align 1") for x in (one, other)]
                differ = code.value(f"icmp ne {low.set} {values[0]}, {values[1]}")
            else:
                differ = code.negate(code.call("same_piles", [f"ptr {one}", f"ptr {other}"], "i1", fails=False))
        code.store("i1", code.value(f"or i1 %kinds, {differ}"), differs)
    first = code.value(f"icmp ult i64 %place, {code.get(Register.CLASHED)}")
    with code.when(code.value(f"and i1 {first}, {code.load('i1', differs)}")):
        code.set(Register.CLASHED, "%place")
        code.set(Register.CLASHING, "%field")
    code.end("ret void")
    low.add("clash", code)
    code = Code(low, "told_clash", [])
    for number in code.cases(code.get(Register.CLASHING), "i64", sorted(fields)):
        code.fail(low.names.site("place", fields[number][1]))
    low.add("told_clash", code)
