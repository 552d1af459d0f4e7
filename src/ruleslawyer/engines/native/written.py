"""The fields that were written since the state that is expanded: what reads none of them says what it said there, rules
and properties alike.

In that state the game goes on, nothing is due, and what means nothing has its default. So all that is asked again only
where something that it reads was written. Contexts that do not follow (`Register.FOLLOWS`) may expand states in which
their reading leaves something due: there everything counts as written.

What it said there has been logged, nearer to the beginning; so it is not asked. A family asks everywhere: the readings
that reach a state need not all come by the same one. Random plays do the same with the state before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.combined import CoreFunction
from ruleslawyer.engines.native.fields import WORD, EntryReads, mask
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import PARTITION_BITS, PARTITIONS, Part, Worker, field
from ruleslawyer.engines.native.names import ALL_ASKED, BEFORE_ASKED, Register
from ruleslawyer.engines.native.states import NO_PARENT
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.uses import Place
from ruleslawyer.ir.walk import walk


def begin(code: Code) -> None:
    """A step begins: nothing was written."""
    if code.low.notes:
        follows = code.value(f"icmp eq i64 {code.get(Register.FOLLOWS)}, {BEFORE_ASKED}")
        code.set(Register.WRITTEN, code.either(follows, "0", "-1", "i64"))
        code.set(Register.MEMBERS_WRITTEN, 0)


def is_written(code: Code, functions: Iterable[n.Function], places: Iterable[Place] = ()) -> str:
    """Whether something was that these functions read, or one of these places."""
    return code.is_written({*code.low.functions.uses(functions).reads, *places})


BEFORE = 1
"""The slot of the state before."""


class IncrementalFunction(CoreFunction):
    """A function of the core about what a step led to."""

    _within = False

    def refresh_value(
        self, node: n.Expr, functions: Sequence[n.Function], places: Sequence[Place], type_: str, otherwise: str
    ) -> str:
        """The value of an expression, worked out anew where something was written that it rests on; elsewhere its value
        from before."""
        ask = super().truth if type_ == "i1" else super().value_of
        if self._within or not functions or not self.low.notes:
            return ask(node)
        found = self.variable(type_)
        self.store(type_, otherwise, found)
        with self.when(is_written(self, functions, places)):
            self._within = True
            self.store(type_, ask(node), found)
            self._within = False
        return self.load(type_, found)

    def is_other_written(self, rests: EntryReads) -> str:
        """Whether something was of which more is read than the entry of a member."""
        return self.is_written(rests.other)

    def _rests(self, call: n.RuleCall, slot: int) -> EntryReads | None:
        """The places on which a condition rests about the member in a slot."""
        match call.args[call.function.leading :]:
            case (n.Var(slot=first), *_) if first == slot:
                return self.low.by_member.rests(call.function)
        return None

    @contextmanager
    def written_members(self, sort: t.Sort) -> Iterator[str]:
        """A loop over the members of a sort of which an entry was written, and some more."""
        size = self.size(sort)
        shift, here = self.low.by_member.shift(sort), self.get(Register.MEMBERS_WRITTEN)
        if shift:
            low, high = self.value(f"lshr i64 {here}, {shift}"), self.value(f"shl i64 {here}, {WORD - shift}")
            here = self.value(f"or i64 {low}, {high}")
        few = self.value(f"icmp slt i64 {size}, {WORD}")
        beyond = self.value(f"shl i64 1, {self.value(f'and i64 {size}, {WORD - 1}')}")
        every = self.either(few, self.value(f"sub i64 {beyond}, 1"), "-1", "i64")
        left, index = self.variable("i64", self.value(f"and i64 {here}, {every}")), self.variable("i64")
        with self.loop() as (_, after):
            now, going = self.load("i64", left), self.label()
            self.end(f"br i1 {self.value(f'icmp ne i64 {now}, 0')}, label %{going}, label %{after}")
            self.begin(going)
            self.store("i64", self.value(f"and i64 {now}, {self.value(f'sub i64 {now}, 1')}"), left)
            self.store("i64", self.value(f"call i64 @llvm.cttz.i64(i64 {now}, i1 true)"), index)
            with self.loop() as (_, behind):
                item, inside = self.load("i64", index), self.label()
                self.end(f"br i1 {self.value(f'icmp slt i64 {item}, {size}')}, label %{inside}, label %{behind}")
                self.begin(inside)
                self.store("i64", self.value(f"add i64 {item}, {WORD}"), index)
                yield item


class IncrementalDuties(IncrementalFunction):
    """The code for what is due: where the step began no settle held, and no duty whose turn it was."""

    def truth(self, node: n.Expr) -> str:
        if not isinstance(node, n.Fold):
            return super().truth(node)
        called = [each.function for each in walk(node) if isinstance(each, n.RuleCall)]
        return self.refresh_value(node, called, (), "i1", "false")

    def search(self, node: n.Fold) -> str:
        """A settle is asked of the members of which an entry was written, where it reads no more of what was."""
        match node:
            case n.Fold(slot=slot, domain=n.Domain(type=t.Set(item=t.Sort() as sort)), body=body) if self._within:
                rests = next((self._rests(call, slot) for call in walk(body) if isinstance(call, n.RuleCall)), None)
                if rests is not None:
                    found = self.variable("i1", "false")
                    other = self.is_other_written(rests)
                    with self.when(other):
                        self.store("i1", super().search(node), found)
                    with self.when(self.negate(other)), self.written_members(sort) as item:
                        self.let(slot, "i64", item)
                        with self.when(self.truth(body)):
                            self.store("i1", "true", found)
                    return self.load("i1", found)
        return super().search(node)

    def value_of(self, node: n.Expr, wanted: t.Type | None = None) -> str:
        if not isinstance(node, n.RuleCall):
            return super().value_of(node, wanted)
        frames = [(frame, "") for frame in self.low.system.frames]
        held = [(None, trigger.field) for trigger in self.low.system.triggers.values()]
        return self.refresh_value(node, [node.function], [*frames, *held], "i64", "0")


class IncrementalReset(IncrementalFunction):
    """The code for what is forgotten: where the step began each field had its default, or it mattered what it was."""

    def truth(self, node: n.Expr) -> str:
        match node:
            case n.IsDefault(field=field, keys=()):
                matters = self.low.field(None, field).matters
                return self.refresh_value(node, [matters] if matters else (), [(None, field)], "i1", "true")
        return super().truth(node)

    def __init__(self, low: Lowering, function: n.Function, name: str, base: str) -> None:
        super().__init__(low, function, name, base)
        self._before = self.variable("ptr", "%a0")
        self._by_member: list[n.For] = []

    def block(self, body: Sequence[n.Stmt]) -> None:
        """All fields of a member are looked at together, of those of which an entry was written: fields whose meaning
        reads no more of what was."""
        super().block(body)
        if body is self.function.body:
            slots = {loop.slot: sort for loop in self._by_member for sort in [_sort(loop.domain)]}
            for sort in dict.fromkeys(slots.values()):
                with self.written_members(sort) as member:
                    for loop in self._by_member:
                        if slots[loop.slot] == sort:
                            self.let(loop.slot, "i64", member)
                            self.block(loop.body)

    def local(self, slot: int) -> str:
        return self.load("ptr", self._before) if slot == BEFORE else super().local(slot)

    def statement(self, node: n.Stmt) -> None:
        """The state is the one before until something in it is forgotten: then that is copied."""
        match node:
            case n.If(condition=n.Not(value=n.IsDefault(field=field, keys=())), then=(n.For() as loop,)):
                matters = self.low.field(None, field).matters
                rests = self.low.by_member.rests(matters) if matters is not None else None
                if rests is not None and self.low.notes:
                    self._by_member.append(loop)
                    with self.when(self.is_other_written(rests)):
                        super().statement(node)
                    return
        if isinstance(node, n.Reset):
            with self.when(self.value(f"icmp eq ptr {self.load('ptr', self._before)}, %a0")):
                self.copy("%a1", "%a0", self.get(Register.BYTES))
                self.store("ptr", "%a1", self._before)
                self.set(Register.FORGOT, 1)
        super().statement(node)


def _sort(domain: n.Expr) -> t.Sort:
    assert isinstance(domain, n.Domain) and isinstance(domain.type, t.Set) and isinstance(domain.type.item, t.Sort)
    return domain.type.item


def incremental_function(
    made: type[IncrementalFunction], low: Lowering, function: n.Function, name: str
) -> IncrementalFunction:
    with low.about(function.name, function.origin):
        code = made(low, function, name, "")
        code.block(function.body)
    return code


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


def read_bits(low: Lowering, functions: Iterable[n.Function]) -> int:
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
