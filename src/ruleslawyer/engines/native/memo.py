"""Helpers of the rules that are asked of one state again and again, for each candidate: what they said is kept.

That is done of helpers that go through all members of a sort, and are given few things. It is kept while the state that
they were asked of is the one that is expanded, or the current one of a random play; of other states they are worked out
each time. Where a check fails in one, nothing is kept.
"""

from __future__ import annotations

from functools import partial

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.kept import block_of, stands
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import Register
from ruleslawyer.engines.native.storage import kind
from ruleslawyer.engines.native.table import HASH_FACTORS
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.walk import walk

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
    epoch, about, said = (code.at("i64", entry, str(i)) for i in range(MEMO_WORDS))
    now, asked = code.get(Register.EPOCH), code.load("i64", epoch)
    rests = low.functions.uses([function]).reads
    here = stands(code, asked, now, block_of(code, f"memo {function.name}", rests) if low.keeps else "")
    same = code.value(f"icmp eq i64 {code.load('i64', about)}, {key}")
    with code.when(code.value(f"and i1 {here}, {same}")):
        code.end(f"ret i64 {code.load('i64', said)}")
    found = code.call(called, typed, "i64", fails=low.fails(function))
    for place, value in ((epoch, now), (about, key), (said, found)):
        code.store("i64", value, place)
    code.end(f"ret i64 {found}")
    return code
