"""Functions of the core as LLVM text: they ask rules, join conditions and say what held; some act besides."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.core.core import ALLOWED, LEGAL, Base, core_of
from ruleslawyer.core.legality import legality
from ruleslawyer.core.unlowered import unreachable_construct
from ruleslawyer.engines.native.body import Body
from ruleslawyer.engines.native.code import Code, recording
from ruleslawyer.engines.native.expressions import EXACT
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import ANSWER_BITS, Register
from ruleslawyer.engines.native.storage import keys_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Action
from ruleslawyer.ir.walk import walk


def lower_base(low: Lowering, base: Base, name: str) -> CoreFunction:
    """How the clauses of a base combine."""
    return lower_function(low, core_of(base, low.flags), name, base.name)


def lower_legality(low: Lowering, action: Action, name: str) -> CoreFunction:
    """Whether an action may be done."""
    return lower_function(low, legality(low.system, action, low.flags), name, action.name)


def lower_function(low: Lowering, function: n.Function, name: str, about: str = "") -> CoreFunction:
    """A function of the core. about: the rule that it is made of, where it is one."""
    with low.about(about or function.name, function.origin):
        code = CoreFunction(low, function, name, about)
        code.block(function.body)
    return code


def add_verdict(code: Code, verdict: str) -> None:
    """The verdict on an instance, behind those on its parts."""
    before = code.value(f"mul i64 {code.get(Register.JUDGED)}, 5")
    code.set(Register.JUDGED, code.value(f"add i64 {before}, {code.value(f'add i64 {verdict}, 1')}"))


class CoreFunction(Body):
    """A whole function of the core. Its Booleans are bits; what is read twice is never written in between, so that
    nothing is copied."""

    def __init__(self, low: Lowering, function: n.Function, name: str, base: str) -> None:
        super().__init__(low, function, name, late=False)
        self.base = base

    def local(self, slot: int) -> str:
        return f"%a{slot}" if slot < len(self.function.parameters) else super().local(slot)

    # --- statements -------------------------------------------------------------------------------------------------

    def statement(self, node: n.Stmt) -> None:
        match node:
            case n.Let(slot=slot, value=n.RuleCall(function=function) as call):
                said = self.value_of(call)
                if isinstance(function.returns, t.Bool):
                    self.let(slot, "i1", self.value(f"icmp ne i64 {said}, 0"))
                else:
                    self.let(slot, self.low.llvm(function.returns), said)
            case n.Let(slot=slot, value=value) if isinstance(value.type, t.Bool):
                self.let(slot, "i1", self.truth(value))
            case n.Let(slot=slot, value=value):
                self.let(slot, self.low.llvm(value.type), self.value_of(value))
            case n.If(condition=condition, then=then, otherwise=otherwise):
                holds = self.truth(condition)
                with self.when(holds):
                    self.block(then)
                if otherwise:
                    with self.when(self.negate(holds)):
                        self.block(otherwise)
            case n.Beside(parts=parts):
                with self.beside() as branch:
                    for part in parts:
                        with branch(may_fail=self._may_fail(part)):
                            self.block(part)
            case n.Mark(name=name):
                self.mark(name)
            case n.Tell(kind="consulted", base=base):
                self.note_choice("option", base)
            case n.Tell(kind=kind, base=base, bits=bits, event=event):
                told, which = self.low.names.tell(kind, base), self._number(bits)
                self.tell(told, which, event=self.truth(event))
                if kind == "norms" and self.low.games:
                    self.sign(self.value(f"xor i64 {which}, {self.value(f'shl i64 {told}, 40')}"))
            case n.Fail(question=question, option=option):
                self.fail(self.low.names.site("unresolved", question, (option,)))
            case n.Run(function=function, args=args):
                outer = self.get(Register.WRITER)
                self.set(Register.WRITER, self.low.names.rule(function.name))
                self.call(self.low.function(function, late=True), self.arguments(args, function.parameters))
                self.set(Register.WRITER, outer)
            case n.Demand(deed=deed, args=args):
                parameters = self.low.system.deeds[deed].function.parameters
                self.call(self.low.deed(deed), self.arguments(args, parameters))
            case n.Return(value=value):
                if value is None:
                    self.end("ret void")
                else:
                    self.end(f"ret {self.returns} {self.value_of(value, self.function.returns)}")
            case n.Reset(field=field, keys=keys):
                length = self.entry_of("leaf" if keys else "extent", "", field)
                self.note_writes((None, field))
                self.copy(self.entry_at("%a0", field, keys, written=True), self.default_of(field, keys), length)
            case n.For() | n.Simultaneous():
                super().statement(node)
            case n.Write() | n.Delta() | n.Effect() | n.Open() | n.Close():
                raise AssertionError(f"the core of {self.base} has {type(node).__name__}")
            case _:
                raise unreachable_construct("the native engine", node)

    def entry_at(self, store: str, field: str, keys: tuple[n.Expr, ...], *, written: bool = False) -> str:
        return self.address(n.Place(self.function.origin, t.NoneType(), None, field, keys), store, written=written)

    def default_of(self, field: str, keys: tuple[n.Expr, ...]) -> str:
        return self.entry_at(self.get(Register.DEFAULTS, "ptr"), field, keys)

    def _is_default(self, node: n.IsDefault) -> str:
        here, default = (
            self.entry_at(self.local(node.store), node.field, node.keys),
            self.default_of(node.field, node.keys),
        )
        leaf, (keys, _) = self.low.leaf(None, node.field), keys_of(self.low.field(None, node.field).type)
        if len(node.keys) < len(keys):
            extent = self.entry_of("extent", "", node.field)
            return self.call("same", [f"ptr {here}", f"ptr {default}", f"i64 {extent}"], "i1", fails=False)
        if leaf.kind == "pile":
            return self.call("same_piles", [f"ptr {here}", f"ptr {default}"], "i1", fails=False)
        type_ = self.low.set if leaf.kind == "set" else f"i{8 * leaf.bytes}"
        one, other = (self.value(f"load {type_}, ptr {p}, align 1") for p in (here, default))
        return self.value(f"icmp eq {type_} {one}, {other}")

    def _worst(self, node: n.Worst) -> str:
        """The worst verdict of its parts, with `ALLOWED` where all allow; each is asked whatever fails in the
        others."""
        verdict, allowed, some = (
            self.variable("i64", str(LEGAL)), self.variable("i1", "true"), self.variable("i1", "false"),
        )  # fmt: skip

        def add(said: str) -> None:
            level, now = self.value(f"and i64 {said}, {LEGAL}"), self.load("i64", verdict)
            worse = self.value(f"icmp slt i64 {level}, {now}")
            self.store("i64", self.either(worse, level, now, "i64"), verdict)
            yes = self.value(f"icmp ne i64 {self.value(f'and i64 {said}, {ALLOWED}')}, 0")
            self.store("i1", self.value(f"and i1 {self.load('i1', allowed)}, {yes}"), allowed)
            self.store("i1", "true", some)

        with self.beside() as guarded:
            if node.own is not None:
                with self.when(self.truth(node.counts)), guarded():
                    add(self._judge(node.own))
            for part in node.parts:
                with self.each(part.slot, part.domain), self.when_true(part.condition), guarded():
                    said = self._judge(part.verdict)
                    if self.low.ablation:
                        add_verdict(self, self.value(f"and i64 {said}, {LEGAL}"))
                    add(said)
        worst = self.load("i64", verdict)
        yes = self.either(self.load("i1", allowed), str(ALLOWED), "0", "i64")
        bits = self.value(f"or i64 {worst}, {yes}")
        return self.either(self.load("i1", some), bits, str(node.otherwise), "i64")

    def _judge(self, one: n.Judged) -> str:
        def make(name: str) -> CoreFunction:
            return lower_function(self.low, one.function, name, one.base)

        name = self.low.once(("norms", one.base), f"norms_{one.base}", make)
        return self.call(name, self.arguments(one.args, one.function.parameters), "i64")

    def _may_fail(self, part: tuple[n.Stmt, ...]) -> bool:
        return any(isinstance(c, n.RuleCall) and not self.low.purity.is_harmless(c.function) for c in walk(part))

    def _number(self, bits: Sequence[n.Expr]) -> str:
        """Conditions as a number, bit by bit."""
        if len(bits) > ANSWER_BITS:
            self.low.refuse(f"more than {ANSWER_BITS} clauses of one base, or pairs of them")
        found = "0"
        for place, condition in enumerate(bits):
            bit = self.value(f"shl i64 {self.number(self.truth(condition))}, {place}")
            found = bit if found == "0" else self.value(f"or i64 {found}, {bit}")
        return found

    # --- expressions ------------------------------------------------------------------------------------------------

    def truth(self, node: n.Expr) -> str:
        match node:
            case n.Var(slot=slot) if slot in self.slots and self.slots[slot][0] == "i1":
                return super().local(slot)
            case n.Speaks(value=value):
                return self.negate(self.is_silent(self.value_of(value), value.type))
            case n.IsDefault():
                return self._is_default(node)
        return super().truth(node)

    def value_of(self, node: n.Expr, wanted: t.Type | None = None) -> str:
        match node:
            case n.Var(slot=slot) if slot in self.slots and self.slots[slot][0] == "i1":
                return self.number(self.truth(node))
            case n.Speaks() | n.IsDefault():
                return self.number(self.truth(node))
            case n.Worst():
                return self._worst(node)
            case n.RuleCall(function=function, args=args, quiet=quiet):
                given, returns = self.arguments(args, function.parameters), self.low.llvm(function.returns)
                if not quiet:
                    return self.call(self.low.function(function), given, returns)
                heard = self.get(Register.RECORDING), self.get(Register.LIVE, "ptr")
                recording(self, False)
                result = self.call(self.low.function(function), given, returns, fails=False)
                self.set(Register.RECORDING, heard[0])
                self.set(Register.LIVE, heard[1], "ptr")
                self.check()
                return result
            case n.Choice(key=key):
                return self.entry_of(*key) if key[0] in ("ruled", "gap", "off") else self.answer_to(*key)
            case n.IfExpr(condition=condition, then=then, otherwise=otherwise) if not self._asks(node):
                yes, no = self.value_of(then, node.type), self.value_of(otherwise, node.type)
                return self.either(self.truth(condition), yes, no, self.low.llvm(node.type))
        return super().value_of(node, wanted)

    def logic(self, op: str, items: Sequence[n.Expr]) -> str:
        """Short-circuiting where the reading is asked; nothing else could be noticed."""
        if any(map(self._asks, items)):
            return super().logic(op, items)
        found = [self.truth(item) for item in items]
        return self.all_of(found) if op == "and" else self.any_of(found)

    def _asks(self, node: n.Expr) -> bool:
        """Whether working out the node asks for a choice, which a family has to notice."""
        return self.low.family and any(isinstance(each, n.Choice) for each in walk(node))

    def arithmetic(self, node: n.Arith) -> str:
        return self.exact(EXACT[node.op], self.value_of(node.left), self.value_of(node.right), self.base)
