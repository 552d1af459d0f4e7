"""Findings about a state, kept until something is written on which they rest: members that a loop looks among, what
helpers said, and what clauses said of part of a choice.

A block has the number of the state in which it was found out, and that of the last state in which something differs
that it reads; a list has its members, too, and a byte for each member that says whether it is one of them. States are
numbered as they are come to; `Register.FROM` is the first of those that followed one another up to this one.

That is done of helpers that go through all members of a sort, and are given few things. It is kept while the state that
they were asked of is the one that is expanded, or the current one of a random play; of other states they are worked out
each time. Where a check fails in one, nothing is kept.

As the choices of an action are gone through, one parameter after the other, a clause that reads the first ones alone is
asked once for them, and not again for each value of the last. A register says of which clauses it is known what they
say, and another one what that is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ruleslawyer.core.legality import verdict_of
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.combined import CoreFunction
from ruleslawyer.engines.native.fields import mask
from ruleslawyer.engines.native.loop_members import MEMBER, STATE, FilteredList
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import Register
from ruleslawyer.engines.native.rest import StepFunction
from ruleslawyer.engines.native.storage import kind
from ruleslawyer.engines.native.table import HASH_FACTORS
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Action
from ruleslawyer.ir.uses import Place
from ruleslawyer.ir.walk import walk

MADE, SINCE, LIST = 0, 8, 16
"""The places in a block, in bytes."""


def block_of(code: Code, key: str, places: Iterable[Place], sort: str = "") -> str:
    """The address of a block that rests on some places."""
    code.low.names.kept[key] = sort, mask(code.low.system, places)
    return code.at_byte(code.get(Register.KEPT, "ptr"), code.entry_of("kept", key))


def is_still_valid(code: Code, made: str, now: str, block: str) -> str:
    """Whether what was found out in a state (`made`) still holds in this one (`now`): in a search that is the same."""
    if not code.low.keeps:
        return code.value(f"icmp eq i64 {made}, {now}")
    since = code.load("i64", code.at_byte(block, str(SINCE)))
    written, other = (code.value(f"icmp slt i64 {made}, {first}") for first in (since, code.get(Register.FROM)))
    return code.negate(code.value(f"or i1 {written}, {other}"))


def carry_over(code: Code, first: str) -> None:
    """This state followed from the last one, with `Register.CHANGED` written: what does not rest on that stands, from
    the state with the number `first` on."""
    rows, blocks, now = code.entry_of("kept rows", type="ptr"), code.get(Register.KEPT, "ptr"), code.get(Register.EPOCH)
    changed = code.get(Register.CHANGED)
    with code.counting("0", code.load("i64", rows)) as number:
        row = code.at("i64", rows, code.value(f"shl i64 {number}, 1"))
        offset, rests = (code.entry("i64", row, place) for place in "12")
        since = code.at_byte(code.at_byte(blocks, offset), str(SINCE))
        stale = code.value(f"icmp ne i64 {code.value(f'and i64 {changed}, {rests}')}, 0")
        code.store("i64", code.either(stale, now, code.load("i64", since), "i64"), since)
    code.set(Register.FROM, first)


def flags_of(code: Code, present: FilteredList) -> str:
    """The address of a byte for each member of a sort, as the list was made: whether it is on it."""
    return code.at_byte(code.get(Register.KEPT, "ptr"), code.entry_of("kept flags", present.key))


def list_function(low: Lowering, present: FilteredList, name: str) -> StepFunction:
    """The function that gives the list of the members of whom a condition holds in the state that is looked at, made
    anew where the last one does not stand: its length, and they in order."""
    code = StepFunction(low, name, ["ptr %s"], "ptr")
    block = block_of(code, present.key, present.places, present.sort.name)
    listed, made = code.at_byte(block, str(LIST)), code.load("i64", code.at_byte(block, str(MADE)))
    now = code.get(Register.EPOCH)
    with code.when(is_still_valid(code, made, now, block)):
        code.end(f"ret ptr {listed}")
    count = code.variable("i64", "0")
    code.let(STATE, "ptr", "%s")
    flags = flags_of(code, present)
    with code.up_to(code.size(present.sort)) as (member, _), code.bound(MEMBER, present.sort):
        code.let(MEMBER, "i64", member)
        is_there = code.truth(present.condition)
        code.store("i8", code.value(f"zext i1 {is_there} to i8"), code.at_byte(flags, member))
        with code.when(is_there):
            place = code.at("i16", listed, code.value(f"add i64 {code.increase(count)}, 1"))
            code.store("i16", code.value(f"trunc i64 {member} to i16"), place)
    code.store("i16", code.value(f"trunc i64 {code.load('i64', count)} to i16"), listed)
    code.store("i64", now, code.at_byte(block, str(MADE)))
    code.end(f"ret ptr {listed}")
    return code


MEMO_WORDS = 3
"""Each: the state's number, which helper of which things, and what it said."""
MOST_GIVEN = 3
GIVEN_BITS = 12
"""Of the number of a thing."""


class Memo:
    """The helpers of one ruleset that are remembered."""

    def __init__(self) -> None:
        self._remembered: dict[str, bool] = {}
        self._quiet: dict[str, bool] = {}

    def remembers(self, low: Lowering, function: n.Function) -> bool:
        name = function.name
        if name not in self._remembered:
            self._remembered[name] = self._worth(low, function)
        return self._remembered[name]

    def writes(self, low: Lowering, function: n.Function) -> bool:
        behind = low.functions.behind([function])
        if any(self.remembers(low, other) for other in behind if other is not function):
            return True
        bodies = tuple(other.body for other in behind)
        return low.lists_present and any(isinstance(node, n.Fold) for node in walk(bodies))

    def memo_function(self, low: Lowering, function: n.Function) -> str:
        return low.once(("memo", function.name), f"memo_{function.name}", partial(_memo, low, function))

    def _worth(self, low: Lowering, function: n.Function) -> bool:
        if id(function) not in low.helpers or kind(function.returns) != "number" or not self._is_quiet(low, function):
            return False
        match [p.type for p in function.parameters]:
            case [t.State(), *given]:
                few = len(given) <= MOST_GIVEN and all(isinstance(g, t.Sort | t.Enum) for g in given)
                return few and self._goes_through(low, function)
        return False

    def _is_quiet(self, low: Lowering, function: n.Function) -> bool:
        """Whether nothing of it is logged, and it makes nothing, though a check may fail in it."""
        if function.name not in self._quiet:
            self._quiet[function.name] = not any(_is_heard(node) for node in walk(function.body)) and all(
                self._is_quiet(low, low.system.helpers[node.name])
                for node in walk(function.body)
                if isinstance(node, n.Call)
            )
        return self._quiet[function.name]

    def _goes_through(self, low: Lowering, function: n.Function) -> bool:
        """Whether the helper goes through all members of a sort, or calls a function that does."""
        folds = (f for f in walk(tuple(f.body for f in low.functions.behind([function]))) if isinstance(f, n.Fold))
        return any(isinstance(fold.domain, n.Domain) and _is_large(low, fold.domain.type) for fold in folds)


def _is_heard(node: object) -> bool:
    """Asking rules is logged, and a pile that is made takes memory."""
    return isinstance(node, (n.PileOp, n.PileTurn, n.PileJoin)) or (isinstance(node, n.Call) and node.kind != "helper")


def _is_large(low: Lowering, type_: t.Type) -> bool:
    return isinstance(type_, t.Set) and isinstance(type_.item, t.Sort) and type_.item.name != low.system.players


def _memo(low: Lowering, function: n.Function, name: str) -> Code:
    given = [f"%a{i}" for i in range(1, len(function.parameters))]
    typed = ["ptr %s", *(f"i64 {a}" for a in given)]
    code = Code(low, name, typed, "i64", behind="willreturn")
    called = low.function(function)
    current = code.value(f"icmp eq ptr %s, {code.get(Register.CURRENT, 'ptr')}")
    with code.when(code.negate(current)):
        code.end(f"ret i64 {code.call(called, typed, 'i64', fails=False)}")
    # behind as many places as the most have: another helper of fewer things has another key
    key = str(list(low.system.helpers).index(function.name) << GIVEN_BITS * (MOST_GIVEN - len(given)))
    for a in given:
        key = code.value(f"or i64 {code.value(f'shl i64 {key}, {GIVEN_BITS}')}, {a}")
    hashed = code.value(f"lshr i64 {code.value(f'mul i64 {key}, {HASH_FACTORS[0]}')}, 40")
    slot = code.value(f"and i64 {hashed}, {low.rooms.memo - 1}")
    entry = code.at("i64", code.get(Register.MEMO, "ptr"), code.value(f"mul i64 {slot}, {MEMO_WORDS}"))
    epoch, about, cached = (code.at("i64", entry, str(i)) for i in range(MEMO_WORDS))
    now, stored_epoch = code.get(Register.EPOCH), code.load("i64", epoch)
    rests = low.functions.uses([function]).reads
    here = is_still_valid(code, stored_epoch, now, block_of(code, f"memo {function.name}", rests) if low.keeps else "")
    same = code.value(f"icmp eq i64 {code.load('i64', about)}, {key}")
    with code.when(code.value(f"and i1 {here}, {same}")):
        code.end(f"ret i64 {code.load('i64', cached)}")
    result = code.call(called, typed, "i64", fails=low.fails(function))
    for place, value in ((epoch, now), (about, key), (cached, result)):
        code.store("i64", value, place)
    code.end(f"ret i64 {result}")
    return code


MOST = 64
"""Clauses of one action: as many as a register has bits."""


def kept_clauses(low: Lowering, action: Action) -> dict[int, int]:
    """The clauses of which it pays to keep what they say, by the slots of what judges where that stands: for each the
    number of the parameters, of those that are chosen, that have to stay the same."""
    if not low.follows or action.parts:
        return {}
    found, count = {}, len(action.chosen_parameters)
    for node in walk(verdict_of(action, low.flags).body):
        match node:
            case n.Let(slot=slot, value=n.RuleCall(function=n.Function(returns=t.Bool()) as function, args=args)):
                read = [args[i] for i in _reads(function)]
                hangs = max([0, *(arg.slot + 1 - action.leading if isinstance(arg, n.Var) else count for arg in read)])
                if hangs < count and _is_long(function):
                    found[slot] = hangs
    return dict(list(found.items())[:MOST])


def _reads(function: n.Function) -> set[int]:
    """The parameters that a clause reads."""
    slots = set()
    for node in walk(function.body):
        match node:
            case n.Var(slot=slot) | n.Read(store=slot) | n.IsOpen(store=slot):
                slots.add(slot)
    return slots & set(range(len(function.parameters)))


def _is_long(function: n.Function) -> bool:
    """Whether asking takes longer than looking up what was said."""
    return any(isinstance(node, n.Call | n.Fold) for node in walk(function.body))


def forget_clauses(code: Code, kept: dict[int, int], chosen: int) -> None:
    """Forget what hangs on more than the first parameters, so many of them, as the next one changes."""
    if any(hangs > chosen for hangs in kept.values()):
        stays = sum(1 << bit for bit, hangs in enumerate(kept.values()) if hangs <= chosen)
        code.set(Register.CLAUSES_KNOWN, code.value(f"and i64 {code.get(Register.CLAUSES_KNOWN)}, {stays}"))


class JudgeFunction(CoreFunction):
    """The code that judges a choice."""

    def __init__(self, low: Lowering, action: Action, name: str) -> None:
        super().__init__(low, verdict_of(action, low.flags), name, action.name)
        self._bits = {slot: bit for bit, slot in enumerate(kept_clauses(low, action))}

    def statement(self, node: n.Stmt) -> None:
        if not isinstance(node, n.Let) or node.slot not in self._bits:
            super().statement(node)
            return
        bit, found = self._bits[node.slot], self.variable("i1")
        known, said = self.get(Register.CLAUSES_KNOWN), self.get(Register.CLAUSES_HELD)
        self.store("i1", self.value(f"trunc i64 {self.value(f'lshr i64 {said}, {bit}')} to i1"), found)
        new = self.negate(self.value(f"trunc i64 {self.value(f'lshr i64 {known}, {bit}')} to i1"))
        with self.when(new):
            holds = self.value(f"icmp ne i64 {self.value_of(node.value)}, 0")
            self.store("i1", holds, found)
            others = self.value(f"and i64 {self.get(Register.CLAUSES_HELD)}, {~(1 << bit)}")
            this = self.value(f"shl i64 {self.number(holds)}, {bit}")
            self.set(Register.CLAUSES_HELD, self.value(f"or i64 {others}, {this}"))
            known = self.value(f"or i64 {self.get(Register.CLAUSES_KNOWN)}, {1 << bit}")
            self.set(Register.CLAUSES_KNOWN, known)
        self.let(node.slot, "i1", self.load("i1", found))
