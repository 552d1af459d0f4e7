"""Expressions of the rule language as LLVM text, on values whose kind is known.

Long: one dispatch over all expressions, and what each kind of them becomes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.core.unlowered import no_lowering, unreachable_construct
from ruleslawyer.engines.native.code import Code, load_leaf
from ruleslawyer.engines.native.loop_members import (
    FilteredList,
    LoopDomain,
    Thing,
    demands_of_fold,
    domain_of_fold,
    filtered_list_of,
    sole_member_of,
)
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import Register
from ruleslawyer.engines.native.storage import (
    CHANCE_BIT,
    MOST_COUNTED,
    NONE,
    NONE_BIT,
    SILENT,
    SILENT_BIT,
    keys_of,
    kind,
)
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.lang.records import SILENT as SILENT_VALUE

EXACT = {"+": "sadd", "-": "ssub", "*": "smul"}
"""The instructions of LLVM that say whether a number has left 64 bits."""


class Expressions(Code):
    """A function that an author wrote."""

    def __init__(self, low: Lowering, function: n.Function, name: str, *, late: bool, behind: str = "") -> None:
        """`late`: it may run in a simultaneous block. `behind`: what LLVM is told of it."""
        parameters = [f"{low.llvm(p.type)} %a{i}" for i, p in enumerate(function.parameters)]
        super().__init__(low, name, parameters, low.llvm(function.returns), behind=behind)
        self.function, self.late = function, late
        self.slots: dict[int, tuple[str, str]] = {}
        """By number: the type of its kind, and where it is kept."""
        self.things: dict[int, Thing] = {
            i: p.type for i, p in enumerate(function.parameters) if isinstance(p.type, t.Sort | t.Enum)
        }
        """The slots with one thing each, and its type."""
        stores = [i for i, p in enumerate(function.parameters) if kind(p.type) == "store"]
        self.stores = stores if len(stores) == 1 else []
        """The slots of the one state that is read."""
        self.blocks = 0
        for i, parameter in enumerate(function.parameters):
            type_ = low.llvm(parameter.type)
            self.slots[i] = type_, self.variable(type_, f"%a{i}")

    def refuse(self, node: n.Expr | n.Stmt, what: str) -> UsageError:
        return UsageError(f"{self.function.name}: {what} cannot be compiled", str(node.origin.span))

    # --- slots ----------------------------------------------------------------------------------------------------

    def let(self, slot: int, type_: str, value: str) -> None:
        known = self.slots.get(slot)
        if known is None or known[0] != type_:
            known = self.slots[slot] = type_, self.variable(type_)
        self.store(type_, value, known[1])

    def local(self, slot: int) -> str:
        type_, place = self.slots[slot]
        return self.load(type_, place)

    # --- expressions ----------------------------------------------------------------------------------------------

    def truth(self, node: n.Expr) -> str:
        """A Boolean as an i1."""
        match node:
            case n.Const(value=value) if isinstance(value, bool):
                return "true" if value else "false"
            case n.Not(value=value):
                return self.negate(self.truth(value))
            case n.Logic(op=op, items=items):
                return self.logic(op, items)
            case n.Compare():
                return self.compare(node)
            case n.Member():
                return self.is_member(node)
            case n.IsOpen(store=store, frame=frame):
                return self.is_open(self.local(store), frame)
            case n.Fold(kind="any" | "all"):
                return self.search(node)
        return self.value(f"icmp ne i64 {self.value_of(node)}, 0")

    # Long: one dispatch over all expressions.
    def value_of(self, node: n.Expr, wanted: t.Type | None = None) -> str:
        """A value; `wanted`: the type that says what None and SILENT are, where the node's own does not."""
        if kind(node.type) == "nothing" and wanted is None:
            wanted = node.type
        match node:
            case n.Const(value=value):
                return self.constant(
                    value, wanted if kind(node.type) == "nothing" or value is SILENT_VALUE else node.type
                )
            case n.Number(name=name):
                return self.entry_of("number", name)
            case n.Var(slot=slot):
                return self.local(slot)
            case n.Domain(type=type_):
                assert isinstance(type_, t.Set)
                return self.everyone(self.size(type_.item))
            case n.Read():
                return self.read(node)
            case n.Attr():
                return self.attribute(node)
            case n.Item(subject=subject, key=key):
                map_, index = self.value_of(subject), self.value_of(key)
                found = self.entry("i64", map_, index)
                if isinstance(node.type, t.Optional):  # nobody is a choice
                    return found
                self.fail_if(self.value(f"icmp eq i64 {found}, {NONE}"), self.low.names.site("broken"))
                return found
            case n.Unwrap(value=value):
                found = self.value_of(value, node.type)
                self.fail_if(self.is_none(found, node.type), self.low.names.site("broken"))
                return found
            case n.Not() | n.Logic() | n.Compare() | n.Member() | n.IsOpen():
                return self.number(self.truth(node))
            case n.Arith():
                return self.arithmetic(node)
            case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
                type_ = wanted or node.type
                llvm = self.low.llvm(type_)
                found = self.variable(llvm)
                with self.when(condition_ := self.truth(condition)):
                    self.store(llvm, self.value_of(then, type_), found)
                with self.when(self.negate(condition_)):
                    self.store(llvm, self.value_of(otherwise, type_), found)
                return self.load(llvm, found)
            case n.SetOf(items=items):
                set_ = "0"
                for item in items:
                    bit = self.bit(self.value_of(item))
                    set_ = bit if set_ == "0" else self.value(f"or {self.low.set} {set_}, {bit}")
                return set_
            case n.SetOp(op=op, left=left, right=right):
                one, other = self.value_of(left), self.value_of(right)
                if op == "-":
                    other = self.value(f"xor {self.low.set} {other}, -1")
                return self.value(f"{'or' if op == '|' else 'and'} {self.low.set} {one}, {other}")
            case n.Size(value=value):
                return self.size_of(value)
            case n.Fold():
                return self.number(self.truth(node)) if node.kind in ("any", "all") else self.fold(node)
            case n.Least(kind=which, items=items):
                found = self.value_of(items[0])
                for item in items[1:]:
                    other = self.value_of(item)
                    less = self.value(f"icmp {'slt' if which == 'min' else 'sgt'} i64 {found}, {other}")
                    found = self.either(less, found, other, "i64")
                return found
            case n.End(end=end, pile=pile):
                found = self.require_nonempty(pile)
                return self.card(found, "0" if end == "top" else self.value(f"sub i64 {self.length(found)}, 1"))
            case n.PileOp(op=op, pile=pile, item=item):
                one, other = self.value_of(pile), self.value_of(item)
                if op == "without":
                    return self.call("pile_without", [f"ptr {one}", f"i64 {other}"], "ptr")
                single = self.call("pile_of", [f"i64 {other}"], "ptr")
                upper, lower = (single, one) if op == "top" else (one, single)
                return self.join(upper, lower, node.type)
            case n.PileTurn(op=op, pile=pile):
                if op == "reversed":
                    return self.call("pile_reversed", [f"ptr {self.value_of(pile)}"], "ptr")
                first = "1" if op == "without_top" else "0"
                return self.call("pile_cut", [f"ptr {self.require_nonempty(pile)}", f"i64 {first}"], "ptr")
            case n.PileJoin(op=op, pile=pile, other=other_pile):
                one, other = self.value_of(pile), self.value_of(other_pile)
                upper, lower = (one, other) if op == "on" else (other, one)
                return self.join(upper, lower, node.type)
            case n.Call(kind="helper", name=name):
                return self.helper(node, name)
            case n.Call(kind=which, name=name):
                called = self.low.base(which, name)
                return self.call(called, self.arguments(node.args, self.low.parameters(name)), self.low.llvm(node.type))
            case n.RuleCall() | n.Speaks() | n.Choice() | n.IsDefault() | n.Worst():
                raise no_lowering("the native engine", node)
        raise unreachable_construct("the native engine", node)

    def constant(self, value: Any, type_: t.Type | None) -> str:
        which = kind(type_) if type_ is not None else "number"
        if value is None or value is SILENT_VALUE:
            if which == "set":
                return str(1 << self.low.width - (NONE_BIT if value is None else SILENT_BIT))
            if which == "pile":
                return "null" if value is SILENT_VALUE else self.low.refuse("a pile that may be None")
            return str(NONE if value is None else SILENT)
        if isinstance(value, frozenset):
            if value == t.CHANCE:
                return str(1 << self.low.width - CHANCE_BIT)
            return str(sum(1 << item for item in value))
        if isinstance(value, tuple):
            if which == "pile" and not value:
                return "@no_pile"
            raise UsageError(
                f"{self.function.name}: a constant {value!r} cannot be compiled", str(self.function.origin.span)
            )
        return self.low.number(int(value))

    def is_none(self, value: str, type_: t.Type) -> str:
        if kind(type_) == "set":
            return self.value(f"icmp eq {self.low.set} {value}, {1 << self.low.width - NONE_BIT}")
        return self.value(f"icmp eq i64 {value}, {NONE}")

    def arguments(self, args: Sequence[n.Expr], parameters: Sequence[n.Parameter]) -> list[str]:
        return [f"{self.low.llvm(p.type)} {self.value_of(a, p.type)}" for a, p in zip(args, parameters, strict=True)]

    def helper(self, node: n.Call, name: str) -> str:
        function = self.low.system.helpers[name]
        called = self.low.helper(function, late=self.late)
        trigger = next((x.name for x in self.low.system.triggers.values() if x.when.name == name), None)
        if trigger is None:
            args = self.arguments(node.args, function.parameters)
            return self.call(called, args, self.low.llvm(function.returns), fails=self.low.fails(function))
        found = self.variable("i64", "0")
        with self.when(self.value(f"icmp eq i64 {self.entry_of('off', trigger)}, 0")):
            args = self.arguments(node.args, function.parameters)
            self.store("i64", self.call(called, args, "i64", fails=self.low.fails(function)), found)
        return self.load("i64", found)

    def logic(self, op: str, items: Sequence[n.Expr]) -> str:
        """Short-circuiting, but where the rest costs no more than a jump, and reads what is there in any case."""
        if not self.low.forms and all(map(self._is_cheap, items)):
            return (self.all_of if op == "and" else self.any_of)([self.truth(item) for item in items])
        found = self.variable("i1", "false" if op == "and" else "true")
        decided = self.label()
        for item in items[:-1]:
            holds, going = self.truth(item), self.label()
            yes, no = (going, decided) if op == "and" else (decided, going)
            self.end(f"br i1 {holds}, label %{yes}, label %{no}")
            self.begin(going)
        self.store("i1", self.truth(items[-1]), found)
        self.begin(decided)
        return self.load("i1", found)

    def _is_cheap(self, node: n.Expr) -> bool:
        """True if it compares what is stored or printed of things that are known, or asks a small helper about them."""
        match node:
            case n.Not(value=value):
                return self._is_cheap(value)
            case n.Compare(left=left, right=right):
                return self._is_at_hand(left) and self._is_at_hand(right)
            case n.Call(kind="helper", name=name, args=args):
                few = self.low.purity.is_small(name) and self.low.purity.only_reads(name)
                return few and all(kind(arg.type) == "store" or self._is_thing(arg) for arg in args)
        return False

    def _is_at_hand(self, node: n.Expr) -> bool:
        match node:
            case n.Const() | n.Number() | n.Var():
                return kind(node.type) != "pile"
            case n.Read(record=None, keys=keys):
                return all(map(self._is_thing, keys)) and kind(node.type) in ("number", "set")
            case n.Attr(subject=subject, keys=()):
                return self._is_thing(subject)
        return False

    def _is_thing(self, node: n.Expr) -> bool:
        """True if it is a thing in any case, before it is asked whether it is one."""
        return isinstance(node, n.Var) and node.slot in self.things

    def compare(self, node: n.Compare) -> str:
        which = {kind(node.left.type), kind(node.right.type)} - {"nothing"}
        type_ = node.right.type if kind(node.left.type) == "nothing" else node.left.type
        one, other = node.sides(lambda side: self.value_of(side, type_))
        match next(iter(which), "number"):
            case "set":
                return self.value(f"icmp eq {self.low.set} {one}, {other}")
            case "pile":
                return self.call("same_piles", [f"ptr {one}", f"ptr {other}"], "i1", fails=False)
        op = {"==": "eq", "<": "slt", "<=": "sle"}[node.op]
        return self.value(f"icmp {op} i64 {one}, {other}")

    def is_member(self, node: n.Member) -> str:
        item = self.value_of(node.item)
        if isinstance(node.collection, n.SetOf):
            return self.any_of([self.value(f"icmp eq i64 {item}, {self.value_of(i)}") for i in node.collection.items])
        collection = self.value_of(node.collection)
        if kind(node.collection.type) == "pile":
            return self.call("on_pile", [f"ptr {collection}", f"i64 {item}"], "i1", fails=False)
        some = self.value(f"icmp sge i64 {item}, 0")
        place = self.either(some, item, "0", "i64")
        shifted = self.value(f"lshr {self.low.set} {collection}, {self.widen(place)}")
        return self.value(f"and i1 {some}, {self.value(f'trunc {self.low.set} {shifted} to i1')}")

    def widen(self, number: str) -> str:
        return number if self.low.width == 64 else self.value(f"zext i64 {number} to {self.low.set}")

    def narrow(self, number: str) -> str:
        return number if self.low.width == 64 else self.value(f"trunc {self.low.set} {number} to i64")

    def bit(self, item: str) -> str:
        return self.value(f"shl {self.low.set} 1, {self.widen(item)}")

    def size(self, type_: t.Type) -> str:
        match type_:
            case t.Sort(name):
                return self.entry_of("size", name)
            case t.Enum(name):
                return str(len(self.low.system.enums[name].members))
        raise TypeError(f"{type_} has no members")

    def everyone(self, size: str) -> str:
        return self.value(f"sub {self.low.set} {self.bit(size)}, 1")

    def size_of(self, node: n.Expr) -> str:
        found = self.value_of(node)
        if kind(node.type) == "pile":
            return self.length(found)
        return self.narrow(self.value(f"call {self.low.set} @llvm.ctpop.{self.low.set}({self.low.set} {found})"))

    def length(self, pile: str) -> str:
        return self.value(f"zext i16 {self.load('i16', pile)} to i64")

    def require_nonempty(self, pile: n.Expr) -> str:
        """A pile that has an end."""
        found = self.value_of(pile)
        self.fail_if(self.value(f"icmp eq i64 {self.length(found)}, 0"), self.low.names.site("broken"))
        return found

    def join(self, upper: str, lower: str, type_: t.Type) -> str:
        pile = t.bare(type_)
        again = isinstance(pile, t.Pile) and pile.repeats
        return self.call("pile_on", [f"ptr {upper}", f"ptr {lower}", f"i1 {'true' if again else 'false'}"], "ptr")

    def card(self, pile: str, index: str) -> str:
        place = self.at("i16", pile, self.value(f"add i64 {index}, 1"))
        return self.value(f"zext i16 {self.load('i16', place)} to i64")

    def arithmetic(self, node: n.Arith) -> str:
        one, other = self.value_of(node.left), self.value_of(node.right)
        if node.op in ("//", "%"):
            self.fail_if(self.value(f"icmp eq i64 {other}, 0"), self.low.names.site("broken"))
            return self.call("divide" if node.op == "//" else "remainder", [f"i64 {one}", f"i64 {other}"], "i64")
        return self.exact(EXACT[node.op], one, other, self.function.name)

    # --- reading --------------------------------------------------------------------------------------------------

    def is_open(self, store: str, frame: str) -> str:
        place = self.at_byte(store, str(self.low.frames[frame]))
        return self.value(f"icmp ne i8 {self.load('i8', place)}, 0")

    def address(self, node: n.Read | n.Place, store: str | None = None, *, written: bool = False) -> str:
        """The address of a leaf, or of the map that has it; the keys are asked now. `written`: it is going to be."""
        record = node.record or ""
        base = self.local(node.store if isinstance(node, n.Read) else 0) if store is None else store
        offset = self.entry_of("offset", record, node.field)
        keys, _ = keys_of(self.low.field(node.record, node.field).type)
        for level, key in enumerate(node.keys):
            stride = self.entry_of("stride", record, node.field, str(level))
            index = self.member_of(self.value_of(key, keys[level]), keys[level])
            if written and not level:
                self.note_member((node.record, node.field), keys[0], index)
            step = self.value(f"mul i64 {index}, {stride}")
            offset = self.value(f"add i64 {offset}, {step}")
        if written and keys and not node.keys:
            self.note_member((node.record, node.field), keys[0], "")
        return self.at_byte(base, offset)

    def member_of(self, index: str, type_: t.Type) -> str:
        """An index that is one: forms of a ruleset may take another value for a member."""
        if self.low.forms:
            self.fail_if(self.value(f"icmp uge i64 {index}, {self.size(t.bare(type_))}"), self.low.names.site("broken"))
        return index

    def read(self, node: n.Read) -> str:
        leaf = self.low.leaf(node.record, node.field)
        if node.record is not None:
            shut = self.negate(self.is_open(self.local(node.store), node.record))
            self.fail_if(shut, self.low.names.site("broken"))
        if kind(node.type) == "map":
            return self.address(node)
        return load_leaf(self, leaf, self.address(node))

    def attribute(self, node: n.Attr) -> str:
        keys, leaf = keys_of(next(a.type for a in self.low.system.sorts[node.sort].attributes if a.name == node.name))
        index = self.member_of(self.value_of(node.subject), t.Sort(node.sort))
        for key, type_ in zip(node.keys, keys, strict=True):
            step = self.value(f"mul i64 {index}, {self.size(type_)}")
            index = self.value(f"add i64 {step}, {self.member_of(self.value_of(key), type_)}")
        array = self.entry_of("attribute", node.sort, node.name, type="ptr")
        if kind(leaf) == "pile":
            raise self.refuse(node, "a pile among attributes")
        return self.entry(self.low.llvm(leaf), array, index)

    # --- loops ----------------------------------------------------------------------------------------------------

    @contextmanager
    def each(self, slot: int, domain: n.Expr, fold: n.Fold | None = None) -> Iterator[str]:
        """A loop over a collection, from the least member or the top; gives the label behind it. `fold`: what it is
        for, where members of which nothing comes may be left out."""
        one = None if fold is None or self.low.forms else sole_member_of(self.low.purity, fold)
        among = self.among(fold)
        if one is not None:
            assert isinstance(domain.type, t.Set)
            after, inside, item = self.label(), self.label(), self.value_of(one, domain.type.item)
            self.end(f"br i1 {self.value(f'icmp sge i64 {item}, 0')}, label %{inside}, label %{after}")
            self.begin(inside)
            self.let(slot, "i64", item)
            with self.bound(slot, domain.type.item):
                yield after
            self.jump(after)
            self.begin(after)
        elif among is not None:
            with self.each_among(among, self.present(fold)) as (item, after), self.bound(slot, among.sort):
                self.let(slot, "i64", item)
                yield after
        elif isinstance(domain, n.Domain):
            assert isinstance(domain.type, t.Set)
            with self.up_to(self.size(domain.type.item)) as (item, after), self.bound(slot, domain.type.item):
                self.let(slot, "i64", item)
                yield after
        elif kind(domain.type) == "pile":
            pile = self.value_of(domain)
            with self.up_to(self.length(pile)) as (index, after):
                self.let(slot, "i64", self.card(pile, index))
                yield after
        else:
            with self.members(self.value_of(domain)) as (item, after):
                self.let(slot, "i64", item)
                yield after

    @contextmanager
    def bound(self, slot: int, type_: t.Type) -> Iterator[None]:
        """Inside a loop its slot has one thing."""
        before = self.things
        if isinstance(type_, t.Sort | t.Enum):
            self.things = {**before, slot: type_}
        yield
        self.things = before

    @contextmanager
    def each_among(self, among: LoopDomain, present: FilteredList | None = None) -> Iterator[tuple[str, str]]:
        """A loop over the members of which something may come, by what is printed, or what is stored; gives the label
        behind it, too."""
        some = self._list(among)
        if present is not None:
            some = self._fewer(some, present)
        with self.up_to(self.length(some)) as (index, after):
            yield self.card(some, index), after

    def _fewer(self, listed: str, present: FilteredList) -> str:
        """The list of those who are present in the state that is looked at, if they are fewer. They are the same in one
        that a step leads to, as long as nothing is written on which the list rests."""
        current, found = self.get(Register.CURRENT, "ptr"), self.variable("ptr", listed)
        same = self.value(f"icmp eq ptr {self.local(self.stores[0])}, {current}")
        with self.when(self.value(f"or i1 {same}, {self.negate(self.is_written(present.places))}")):
            here = self.call(self.low.list_name(present), [f"ptr {current}"], "ptr", fails=False)
            fewer = self.value(f"icmp slt i64 {self.length(here)}, {self.length(listed)}")
            self.store("ptr", self.either(fewer, here, listed, "ptr"), found)
        return self.load("ptr", found)

    def _list(self, among: LoopDomain) -> str:
        """The list of a scope."""
        key = among.key
        self.low.names.among[key] = among
        some = self.entry_of("among", key, type="ptr")
        for level, (slot, _) in enumerate(among.by):
            step = self.value(f"mul i64 {self.local(slot)}, {self.entry_of('among by', key, str(level))}")
            some = self.at("i16", some, step)
        return some

    def among(self, fold: n.Fold | None) -> LoopDomain | None:
        """The members with which a loop has to do, where that is not all of them; forms may have it otherwise."""
        if fold is None or self.low.forms:
            return None
        found, here = domain_of_fold(self.low.purity, fold, self.things), self.present(fold)
        return LoopDomain(fold.slot, here.sort, ()) if found is None and here is not None else found

    def present(self, fold: n.Fold | None) -> FilteredList | None:
        """The members who are present; None where there is no list."""
        match None if fold is None else demands_of_fold(fold):
            case sort, demands if fold is not None and self.lists_present(sort):
                return filtered_list_of(self.low.purity, demands, self.stores, fold.slot, sort)
        return None

    def lists_present(self, sort: t.Sort) -> bool:
        """True where those who are present are listed."""
        return self.low.lists_present and bool(self.stores) and sort.name != self.low.system.players

    @contextmanager
    def up_to(self, count: str, first: str = "0") -> Iterator[tuple[str, str]]:
        index = self.variable("i64", first)
        with self.loop() as (_, after):
            now, going = self.load("i64", index), self.label()
            self.end(f"br i1 {self.value(f'icmp slt i64 {now}, {count}')}, label %{going}, label %{after}")
            self.begin(going)
            self.store("i64", self.value(f"add i64 {now}, 1"), index)
            yield now, after

    @contextmanager
    def members(self, set_: str) -> Iterator[tuple[str, str]]:
        type_ = self.low.set
        left = self.variable(type_, set_)
        with self.loop() as (_, after):
            now, going = self.load(type_, left), self.label()
            self.end(f"br i1 {self.value(f'icmp ne {type_} {now}, 0')}, label %{going}, label %{after}")
            self.begin(going)
            less = self.value(f"sub {type_} {now}, 1")
            self.store(type_, self.value(f"and {type_} {now}, {less}"), left)
            item = self.value(f"call {type_} @llvm.cttz.{type_}({type_} {now}, i1 true)")
            yield self.narrow(item), after

    def search(self, node: n.Fold) -> str:
        """`any` and `all`: up to the first that decides."""
        found = self.variable("i1", "true" if node.kind == "all" else "false")
        with self.each(node.slot, node.domain, node) as after, self.when_true(node.condition):
            holds = self.truth(node.body)
            with self.when(self.negate(holds) if node.kind == "all" else holds):
                self.store("i1", "false" if node.kind == "all" else "true", found)
                self.jump(after)
        return self.load("i1", found)

    @contextmanager
    def when_true(self, condition: n.Expr) -> Iterator[None]:
        if isinstance(condition, n.Const) and condition.value is True:
            yield
        else:
            with self.when(self.truth(condition)):
                yield

    def fold(self, node: n.Fold) -> str:
        if node.kind == "sum":
            return self.sum_up(node)
        if node.kind == "set":
            found = self.variable(self.low.set, "0")
            with self.each(node.slot, node.domain, node), self.when_true(node.condition):
                more = self.bit(self.value_of(node.body))
                self.store(
                    self.low.set, self.value(f"or {self.low.set} {self.load(self.low.set, found)}, {more}"), found
                )
            return self.load(self.low.set, found)
        type_ = self.low.llvm(node.type)
        found, count = self.variable(type_), self.variable("i64", "0")
        with self.each(node.slot, node.domain, node), self.when_true(node.condition):
            item = self.value_of(node.body, node.type)
            number = self.increase(count)
            if node.kind == "the":
                self.store(type_, item, found)
            else:
                least = self.load("i64", found)
                better = self.value(f"icmp {'slt' if node.kind == 'min' else 'sgt'} i64 {item}, {least}")
                first = self.value(f"icmp eq i64 {number}, 0")
                with self.when(self.value(f"or i1 {better}, {first}")):
                    self.store("i64", item, found)
        if node.kind == "the":
            self.fail_if(self.value(f"icmp ne i64 {self.load('i64', count)}, 1"), self.low.names.site("broken"))
        else:
            with self.when(self.value(f"icmp eq i64 {self.load('i64', count)}, 0")):
                if node.default is None:
                    self.fail(self.low.names.site("broken"))
                else:
                    self.store("i64", self.value_of(node.default), found)
        return self.load(type_, found)

    def sum_up(self, node: n.Fold) -> str:
        found = self.variable("i64", "0")
        with self.each(node.slot, node.domain, node), self.when_true(node.condition):
            if isinstance(node.body, n.Const) and abs(int(node.body.value)) <= MOST_COUNTED:
                self.increase(found, str(int(node.body.value)))  # so few members there are
            else:
                item = self.value_of(node.body)
                self.store("i64", self.exact("sadd", self.load("i64", found), item, self.function.name), found)
        return self.load("i64", found)
