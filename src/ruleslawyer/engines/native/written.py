"""The fields that were written since the state that is expanded: what reads none of them says what it said there.

In that state the game goes on, nothing is due, and what means nothing has its default. So all that is asked again only
where something that it reads was written. Contexts that do not follow (`Register.FOLLOWS`) may expand states in which
their reading leaves something due: there everything counts as written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from ruleslawyer.engines.native.by_member import Rests
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.combined import Combined
from ruleslawyer.engines.native.fields import WORD
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import BEFORE_ASKED, Register
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
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


class Since(Combined):
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

    def is_other_written(self, rests: Rests) -> str:
        """Whether something was of which more is read than the entry of a member."""
        return self.is_written(rests.other)

    def _rests(self, call: n.RuleCall, slot: int) -> Rests | None:
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


class Due(Since):
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


class Forgotten(Since):
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


def since(made: type[Since], low: Lowering, function: n.Function, name: str) -> Since:
    with low.about(function.name, function.origin):
        code = made(low, function, name, "")
        code.block(function.body)
    return code
