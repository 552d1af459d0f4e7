"""Statements of the rule language as LLVM text: blocks, frames, and writes of a place with what its range and the
scope's cap ask for.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.core.unlowered import no_lowering, unreachable_construct
from ruleslawyer.engines.native.code import Code, load_leaf
from ruleslawyer.engines.native.expressions import Expressions
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import UNBOUNDED, Register
from ruleslawyer.engines.native.storage import MOST_COUNTED, NONE, Leaf, kind
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t


class Body(Expressions):
    """A whole function that an author wrote."""

    def block(self, body: Sequence[n.Stmt]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, node: n.Stmt) -> None:
        match node:
            case n.Let(slot=slot, value=value):
                self.bind(slot, value)
            case n.If(condition=condition, then=then, otherwise=otherwise):
                yes, no, after = self.label(), self.label(), self.label()
                self.end(f"br i1 {self.truth(condition)}, label %{yes}, label %{no}")
                self.begin(yes)
                self.block(then)
                self.jump(after)
                self._lines.append(f"{no}:")
                self._open = True
                self.block(otherwise)
                self.begin(after)
            case n.For(slot=slot, domain=domain, body=body):
                with self.each(slot, domain):
                    self.block(body)
            case n.Write(place=place, value=value):
                leaf = self.low.leaf(place.record, place.field)
                stored = self.value_of(value, leaf.type)
                self.write(place, self.place(place), stored, leaf)
            case n.Delta(place=place, sign=sign, amount=amount):
                self.delta(place, sign, amount)
            case n.Effect(cites=cites, body=body):
                for clause in cites:
                    self.mark(f"§{clause}")
                self.block(body)
            case n.Simultaneous(body=body):
                self.call("begin_at_once", [], fails=False)
                self.blocks += 1
                self.block(body)
                self.blocks -= 1
                if self._open:
                    self.call("end_at_once", ["ptr %a0"])
            case n.Open():
                self.open(node)
            case n.Close(frame=frame):
                self.not_at_once()
                shut = self.negate(self.is_open("%a0", frame))
                self.fail_if(shut, self.low.names.site("broken", ""), self.get(Register.WRITER))
                self.do(f"store i8 0, ptr {self.at_byte('%a0', str(self.low.frames[frame]))}")
                self.clear(frame)
            case n.Demand(deed=deed, args=args):
                parameters = self.low.system.deeds[deed].function.parameters
                self.call(self.low.deed(deed), self.copy_piles(self.arguments(args, parameters), parameters))
            case n.Return(value=value):
                for _ in range(self.blocks):
                    self.call("end_at_once", ["ptr %a0"])
                if value is None or self.returns == "void":
                    self.end("ret void" if self.returns == "void" else self.nothing)
                else:
                    self.end(f"ret {self.returns} {self.value_of(value, self.function.returns)}")
            case n.Reset() | n.Beside() | n.Mark() | n.Tell() | n.Fail() | n.Run():
                raise no_lowering("the native engine", node)
            case _:
                raise unreachable_construct("the native engine", node)

    def bind(self, slot: int, value: n.Expr) -> None:
        type_ = self.low.llvm(value.type) if kind(value.type) != "nothing" else "i64"
        found = self.value_of(value)
        if kind(value.type) == "pile":  # what it was read from may be written
            found = self.call("copied_pile", [f"ptr {found}"], "ptr")
        elif kind(value.type) == "map":
            raise self.refuse(n.Let(value.origin, slot, "", value), "a map that is kept")
        self.let(slot, type_, found)

    def copy_piles(self, args: list[str], parameters: Sequence[n.Parameter]) -> list[str]:
        """Arguments of a deed: a pile that it may write to while it is read."""
        return [
            f"ptr {self.call('copied_pile', [a], 'ptr')}" if kind(p.type) == "pile" else a
            for a, p in zip(args, parameters, strict=True)
        ]

    def place(self, place: n.Place) -> str:
        return self.address(place, "%a0", written=True)

    def write(self, place: n.Place, address: str, value: str, leaf: Leaf, delta: bool = False) -> None:
        put = self.low.put(place.record, place.field)
        type_ = self.low.kind_of(leaf)
        if place.record is not None and not (self.blocks or self.late):
            self.require_open(place.record)
        if not (self.blocks or self.late):
            self.call(put, [f"ptr {address}", f"{type_} {value}"])
            return
        number = self.low.put_number(place.record, place.field)
        waits = self.value(f"icmp ne i64 {self.get(Register.DEPTH)}, 0")
        with self.when(waits):
            if leaf.kind == "set":
                kept = self.call("room", [f"i64 {leaf.bytes}"], "ptr")
                self.do(f"store {self.low.set} {value}, ptr {kept}, align 1")
                given = self.value(f"ptrtoint ptr {kept} to i64")
            elif leaf.kind == "pile":
                given = self.value(f"ptrtoint ptr {self.call('copied_pile', [f'ptr {value}'], 'ptr')} to i64")
            else:
                given = value
            self.call("later", [f"ptr {address}", f"i64 {given}", f"i64 {number}", f"i64 {int(delta)}"])
        with self.when(self.negate(waits)):
            if place.record is not None:
                self.require_open(place.record)
            if delta:
                value = self.exact("sadd", load_leaf(self, leaf, address), value, place.field)
            self.call(put, [f"ptr {address}", f"{type_} {value}"])

    def require_open(self, frame: str) -> None:
        shut = self.negate(self.is_open("%a0", frame))
        self.fail_if(shut, self.low.names.site("broken", ""), self.get(Register.WRITER))

    def delta(self, place: n.Place, sign: int, amount: n.Expr) -> None:
        leaf = self.low.leaf(place.record, place.field)
        address = self.place(place)
        change = self.value_of(amount)
        if sign < 0:
            change = self.value(f"sub i64 0, {change}")
        if self.blocks or self.late:
            self.write(place, address, change, leaf, delta=True)
        else:
            if place.record is not None:
                self.require_open(place.record)
            self.write(place, address, self.exact("sadd", load_leaf(self, leaf, address), change, place.field), leaf)

    def not_at_once(self) -> None:
        if self.blocks or self.late:
            waits = self.value(f"icmp ne i64 {self.get(Register.DEPTH)}, 0")
            self.fail_if(waits, self.low.names.site("broken", ""), self.get(Register.WRITER))

    def clear(self, frame: str) -> None:
        self.note_writes((frame, ""), *((frame, f.name) for f in self.low.system.frames[frame].fields))
        first, length = self.entry_of("frame", frame), self.entry_of("frame bytes", frame)
        self.call("zero", [f"ptr {self.at_byte('%a0', first)}", f"i64 {length}"], fails=False)

    def open(self, node: n.Open) -> None:
        record = self.low.system.frames[node.frame]
        leaves = [self.low.leaf(node.frame, f.name) for f in record.fields]
        values = [self.value_of(v, f.type) for v, f in zip(node.values, record.fields, strict=True)]
        values = [
            self.call("copied_pile", [f"ptr {v}"], "ptr") if leaf.kind == "pile" else v
            for v, leaf in zip(values, leaves, strict=True)
        ]
        self.not_at_once()
        names = list(self.low.frames)
        open_ = self.any_of([self.is_open("%a0", f) for f in names[names.index(node.frame) :]])
        self.fail_if(open_, self.low.names.site("broken", ""), self.get(Register.WRITER))
        for field, leaf, value in zip(record.fields, leaves, values, strict=True):
            if isinstance(field.type, t.Map):
                raise self.refuse(node, "a map in a frame")
            address = self.at_byte("%a0", self.entry_of("offset", node.frame, field.name))
            self.call(self.low.put(node.frame, field.name), [f"ptr {address}", f"{self.low.kind_of(leaf)} {value}"])
        self.note_writes((node.frame, ""))
        self.do(f"store i8 1, ptr {self.at_byte('%a0', str(self.low.frames[node.frame]))}")


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
        _store_number(code, leaf, name, record)
    code.end("ret void")
    return code


def _store_number(code: Code, leaf: Leaf, name: str, record: str | None) -> None:
    """Stores a number, or fails where it leaves its range; notes the least and most of one without bounds."""
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
