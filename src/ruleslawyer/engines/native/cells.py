"""The cells of a state that a property may read in a scope, and what it tells apart there: where none of these differs
from the state that led to one, it says the same again, and tells of the same.

The rules are run on what a scope says (`ir.abstract`), with each member in the place of a loop's; of a state nothing is
known. What is known all the same, and is asked without harm, has read nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TypeAlias

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.abstract import ANY, EMPTY, NO, YES, Abstract, Calling, Env, Leaf, Node, Unknown, Values
from ruleslawyer.ir.abstract import either as merge
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import of_call

Cell: TypeAlias = tuple[str | None, str, tuple[int | None, ...]]
"""The frame (None: the state), the field (empty: whether the frame is open), and keys; None: any member."""
Told: TypeAlias = frozenset[object] | None
"""The values that are told from all others; None: each is told from each."""
Reading: TypeAlias = tuple[Cell, Told]
MOST_LOOKED_AT, MOST_OF_ALL = 1 << 15, 1 << 18
"""Nodes of the rules that are come to for one property, and for all of them: some tenths of a second."""
_DECIDES = {"any": YES, "all": NO}
_USUAL = {"any": NO, "all": YES}


class ReadsUndetermined(Exception):
    """More has to be looked at than pays, or something that only the core says."""


class ReadAnalysis(Abstract):
    """The properties of one scope of a ruleset."""

    def __init__(self, system: System, scope: Scope) -> None:
        self._system, self._scope = system, scope
        self._read: list[Reading] = []
        self._harmed, self._left, self._left_of_all = False, 0, MOST_OF_ALL
        self._known: dict[tuple[int, tuple[Values, ...]], tuple[n.Function, Values, frozenset[Reading], bool]] = {}

    def of_functions(self, functions: Iterable[n.Function]) -> frozenset[Reading] | None:
        """All that some functions may read that are given the state alone; None where that is too much to be found."""
        self._read, self._harmed = [], False
        allowed = self._left = min(MOST_LOOKED_AT, self._left_of_all)
        try:
            for function in functions:
                self.result(function, {})
        except ReadsUndetermined:
            return None
        finally:
            self._left_of_all -= allowed - self._left
        return frozenset(self._read)

    # --- what is read, and when that does not matter ------------------------------------------------------------------

    def meet(self, node: Node) -> None:
        self._left -= 1
        if self._left < 0 or isinstance(node, n.IsDefault):
            raise ReadsUndetermined

    def harm(self, node: n.Expr | n.Stmt) -> None:
        self._harmed = True

    def _begin(self) -> tuple[int, bool]:
        """Something is asked from now on."""
        before, self._harmed = self._harmed, False
        return len(self._read), before

    def _end(self, begun: tuple[int, bool], found: Values) -> Values:
        """Nothing counts as read where what was asked is known, and was asked without harm."""
        mark, before = begun
        if not self._harmed and not isinstance(found, Unknown) and len(found) == 1:
            del self._read[mark:]
        self._harmed |= before
        return found

    def _note(self, node: n.Read, given: Sequence[Values], told: Told) -> None:
        if node.record is not None:
            self.harm(node)
            self._read.append(((node.record, "", ()), None))
        keys = ([None] if isinstance(each, Unknown) else each for each in given)
        self._read += (((node.record, node.field, at), told) for at in product(*keys))

    # --- what a scope says --------------------------------------------------------------------------------------------

    def constant(self, node: n.Const, env: Env) -> Values:
        return _one(node.value)

    def leaf(self, node: Leaf, given: Sequence[Values]) -> Values:
        match node:
            case n.Attr(sort=sort, name=name):
                return self._attribute(self._scope.attributes[sort, name], given)
            case n.Number(name=name):
                return _one(self._scope.constants[name])
            case n.Domain(type=t.Set(item=item)):
                return ANY if self._size(item) else EMPTY
            case n.Read():
                self._note(node, given, None)
            case n.IsOpen(frame=frame):
                self._read.append(((frame, "", ()), None))
        return ANY

    @staticmethod
    def _attribute(column: object, given: Sequence[Values]) -> Values:
        """An attribute of members that are known."""
        known = [each for each in given if not isinstance(each, Unknown)]
        found: Values = frozenset()
        for at in product(*known) if len(known) == len(given) else [(None,)]:
            value = column
            for key in at:
                if key is None or not isinstance(value, tuple):
                    return ANY
                value = value[key]
            found = merge((found, _one(value)))
        return found

    def _size(self, type_: t.Type) -> int:
        if isinstance(type_, t.Sort):
            return self._scope.size(type_.name)
        assert isinstance(type_, t.Enum)
        return len(self._system.enums[type_.name].members)

    # --- what is told apart -------------------------------------------------------------------------------------------

    def compare(self, node: n.Compare, env: Env) -> Values:
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if node.op == "==" and isinstance(one, n.Read) and not isinstance(other, n.Read):
                given, values = [self.of(key, env) for key in one.keys], self.of(other, env)
                for told in [None] if isinstance(values, Unknown) else [frozenset({value}) for value in values]:
                    self._note(one, given, told)
                return ANY
        return super().compare(node, env)

    def member(self, node: n.Member, env: Env) -> Values:
        if isinstance(node.item, n.Read) and isinstance(node.collection, n.SetOf):
            given = [self.of(key, env) for key in node.item.keys]
            items = [self.of(item, env) for item in node.collection.items]
            known = [item for item in items if not isinstance(item, Unknown) and len(item) == 1]
            self._note(node.item, given, frozenset().union(*known) if len(known) == len(items) else None)
            return ANY
        return super().member(node, env)

    # --- what has several parts ---------------------------------------------------------------------------------------

    def logic(self, node: n.Logic, env: Env) -> Values:
        return self._end(self._begin(), super().logic(node, env))

    def choice(self, node: n.IfExpr, env: Env) -> Values:
        return self._end(self._begin(), super().choice(node, env))

    def fold(self, node: n.Fold, env: Env) -> Values:
        through = self._through if isinstance(node.domain, n.Domain) else super().fold
        return self._end(self._begin(), through(node, env))

    def _through(self, node: n.Fold, env: Env) -> Values:
        """A loop, one member after the other."""
        assert isinstance(node.domain, n.Domain) and isinstance(node.domain.type, t.Set)
        if node.kind not in _USUAL and node.default is None:
            self.harm(node)  # a sum may have too many bits; of no members, or several, another may fail
        usual, decides = _USUAL.get(node.kind), _DECIDES.get(node.kind)
        some = usual is None
        for member in range(self._size(node.domain.type.item)):
            inside = {**env, node.slot: frozenset({member})}
            said = self._of_member(node, usual, inside)
            if said is not None and said == decides:
                return decides
            some |= said != usual
        if node.default is not None:
            self.of(node.default, env)
        return ANY if some or usual is None else usual

    def _of_member(self, node: n.Fold, usual: Values | None, env: Env) -> Values | None:
        """The values that come of one member: `usual` where nothing does."""
        begun = self._begin()
        condition = self.of(node.condition, env)
        said = NO if condition == NO else self.of(node.body, env)
        nothing = condition == NO or (usual is not None and said == usual)
        found = self._end(begun, NO if nothing else said if condition == YES else ANY)
        return usual if nothing else found

    def result_of_call(self, node: Calling, given: Sequence[Values]) -> Values:
        match node:
            case n.Call(kind="helper", name=name):
                return self._end(self._begin(), self._result(self._system.helpers[name], given))
            case n.Call(kind=kind, name=name) if kind != "action":
                self.harm(node)
                for function in of_call(self._system, kind, name):
                    self._result(function, given)
                return ANY
        raise ReadsUndetermined

    def _result(self, function: n.Function, given: Sequence[Values]) -> Values:
        """The possible results of a function, which is gone through once for what it is given."""
        key = id(function), tuple(given)
        if key not in self._known:
            outer, self._read, harmed, self._harmed = self._read, [], self._harmed, False
            said = self.result(function, dict(enumerate(given)))
            self._known[key] = function, said, frozenset(self._read), self._harmed
            self._read, self._harmed = outer, harmed
        _, said, read, harmed = self._known[key]
        self._read += read
        self._harmed |= harmed
        return said


def _one(value: object) -> Values:
    """The one value; what is no key is not followed."""
    try:
        return frozenset({value})
    except TypeError:
        return ANY
