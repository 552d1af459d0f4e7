"""Checks of rules that were lowered: settles held to their `when`, `matters`, and changes made at the same time.

An effect that does nothing but under a condition waits for that condition. Where it reads what the `when` does not, the
settle may hold, do nothing, and not be looked at again when that changes.

Inside a block everything reads what was before. So a value that is made of what its own place holds (a sum with it, a
set with more or fewer members, however that is written) is whole only where nothing else in the block changes that
place so: no other turn of a loop, no other instance of a settle, no other line, deed or settle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, count
from typing import NamedTuple

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.origin import Span
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import RuleDecl
from ruleslawyer.front.typing import plain, type_text
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.exclusive import meaning
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Map, Type
from ruleslawyer.ir.uses import Functions, demands
from ruleslawyer.ir.walk import walk


def check_settles(analysis: Analysis, system: System) -> None:
    """Report each settle of which all that it does is done where a condition holds that reads more than its `when`."""
    heard = {trigger.when.name for trigger in system.triggers.values()}
    for settle in system.settles.values():
        known = _read(system, settle.when)
        for condition in _waited_for(settle.function.body, heard):
            more = sorted(_read(system, condition) - known)
            if more:
                analysis.report(
                    "RL530",
                    condition.origin.span,
                    f"all that `{settle.name}` does hangs on what its `when` does not read: {', '.join(more)}",
                    second=settle.when.origin.span,
                    second_label="this is asked in every state",
                    help="ask it there: a settle's `when` may ask questions",
                )
                break


def _waited_for(body: tuple[n.Stmt, ...], heard: Collection[str]) -> Iterator[n.Expr]:
    """The conditions under which alone anything is done; none, where something is done in any case."""
    if any(_acts(statement, heard) for statement in body):
        return
    for statement in body:
        match statement:
            case n.If(condition=condition):
                yield condition
            case n.For(body=inner) | n.Effect(body=inner) | n.Simultaneous(body=inner):
                yield from _waited_for(inner, heard)


def _acts(statement: n.Stmt, heard: Collection[str]) -> bool:
    """Whether the statement changes something under no condition, or says that a moment has come: what hears of it then
    is no condition of the settle's (`heard`: the helpers that say so)."""
    match statement:
        case n.For(body=inner) | n.Effect(body=inner) | n.Simultaneous(body=inner):
            return any(_acts(each, heard) for each in inner)
        case n.If(condition=n.Call(kind="helper", name=name)) if name in heard:
            return True
    return not isinstance(statement, n.If | n.Let | n.Return)


def _read(system: System, asked: Function | n.Expr) -> set[str]:
    """The fields, frames and questions that something reads, by name, also by what it calls."""
    found = Functions(system).uses([asked])
    return {".".join(filter(None, place)) for place in found.reads} | (found.calls & system.questions.keys())


def tie_matters(analysis: Analysis, rules: list[RuleDecl]) -> None:
    """Check the fields that each rule names; a rule with a mistake is broken."""
    tied: dict[str, RuleDecl] = {}
    for rule in rules:
        if rule.kind == "matters" and not rule.broken:
            for name in rule.names:
                _tie(analysis, rule, name, tied)


def _tie(analysis: Analysis, rule: RuleDecl, name: str, tied: dict[str, RuleDecl]) -> None:
    state = analysis.state
    if state is None:
        return
    field = state.fields.get(name)
    if field is None:
        rule.broken = True
        if name not in state.broken_names:
            analysis.report(
                "RL513",
                rule.decorator or rule.span,
                f"the state has no field `{name}`",
                second=state.span,
                second_label="the state",
                help=nearest(name, state.fields),
            )
        return
    if name in tied:
        analysis.report(
            "RL510",
            rule.span,
            f"`{name}` has two functions that say when it matters",
            second=tied[name].span,
            second_label="the first one",
            help="put both into one function",
        )
    tied[name] = rule
    keys, leaf = list[Type](), field.type
    while isinstance(leaf, Map):
        keys.append(leaf.key)
        leaf = leaf.value
    if [plain(slot.type) for slot in rule.slots[1:]] != keys:
        rule.broken = True
        analysis.report(
            "RL513",
            rule.span,
            f"`matters` of `{name}` takes the state and the keys of its maps",
            second=field.origin.span,
            second_label="the field",
            help=f"write `({', '.join(['s: State', *(f'k{i}: {type_text(k)}' for i, k in enumerate(keys))])})`",
        )


def with_matters(system: System, rules: list[RuleDecl]) -> System:
    """The ruleset with the condition of each field that has one."""
    functions = {name: rule.function for rule in rules if rule.kind == "matters" for name in rule.names}
    fields = tuple(replace(f, matters=functions.get(f.name)) for f in system.state.fields)
    return replace(system, state=replace(system.state, fields=fields))


class _Scope(NamedTuple):
    """The variables of one run of a function: by slot the expression that each stands for, and where that is said."""

    number: int
    known: Mapping[int, tuple[n.Expr, _Scope]]

    def variable(self, slot: int) -> tuple[object, ...]:
        """A mark that tells a variable apart from all others."""
        return n.Var, self.number, slot

    def get(self, slot: int, _: object, /) -> object:
        """The meaning of a variable (see `meaning`)."""
        return meaning(*self.known[slot]) if slot in self.known else self.variable(slot)


class _Turn(NamedTuple):
    """The loops and conditions around a statement: what stands for the variable of each loop (itself, where the loop
    may meet one thing twice), the side of each condition, and the demand of the block that it is a part of."""

    loops: tuple[object, ...] = ()
    sides: tuple[tuple[int, bool], ...] = ()
    demand: n.Demand | None = None


@dataclass(frozen=True, slots=True)
class _Change:
    """A write that is made of what was there, or a gain or loss, with the keys of its place as they are told apart."""

    node: n.Write | n.Delta
    keys: tuple[object, ...]
    turn: _Turn

    @property
    def statement(self) -> n.Stmt:
        return self.turn.demand or self.node

    def repeats(self) -> bool:
        """Whether another turn may change the same place."""
        return not set(self.keys).issuperset(self.turn.loops)

    def meets(self, other: _Change) -> bool:
        """Whether both may be made at the same time, of one place."""
        one, two = self.node.place, other.node.place
        excluded = any((of, not side) in other.turn.sides for of, side in self.turn.sides)
        apart = any(map(_are_other_members, self.keys, other.keys))
        return (one.record, one.field) == (two.record, two.field) and not excluded and not apart


def _are_other_members(one: object, other: object) -> bool:
    """Whether two keys are two members that are written out."""
    return isinstance(one, tuple) and isinstance(other, tuple) and one[0] is other[0] is n.Const and one != other


def check_changes_at_once(analysis: Analysis, system: System) -> None:
    """Report each change of what was there beside which another one of the same place may be lost."""
    look, settling = _Changes(system), dict[int, tuple[Span, list[_Change]]]()
    for rule in analysis.names.values():
        if isinstance(rule, RuleDecl) and rule.kind == "settle" and rule.name in system.settles:
            function, scope = system.settles[rule.name].function, look.scope()
            members = tuple(map(scope.variable, range(1, len(function.parameters))))
            changes = list(look.of(function.body, scope, _Turn(members)))
            settling[id(function)] = rule.decorator or rule.span, changes
    for own, (span, changes) in settling.items():
        others = [change for of, (_, more) in settling.items() if of != own for change in more]
        _report(analysis, span, changes, others, settle=True)
    for function in system.functions():
        for block in _blocks(function.body):
            _report(analysis, block.origin.span, list(look.of(block.body, look.scope(), _Turn())), ())


def _report(
    analysis: Analysis, block: Span, changes: list[_Change], others: Iterable[_Change], *, settle: bool = False
) -> None:
    lost = {id(change) for change in changes if change.repeats() or any(map(change.meets, others))}
    for one, other in combinations(changes, 2):
        lost |= {id(one), id(other)} if one.meets(other) else set()
    found = {change.statement.origin.span: change for change in reversed(changes) if id(change) in lost}
    for span, change in found.items():
        if isinstance(change.node, n.Delta):
            continue
        deed = change.statement.deed if isinstance(change.statement, n.Demand) else ""
        by_deed = bool(deed)
        said = f"`{deed}` is demanded at the same time as other things, and has " if deed else ""
        analysis.report(
            "RL609",
            span,
            f"{said}a change of what was there before" if by_deed else "two of these at the same time would count once",
            second=change.node.origin.span if by_deed else block,
            second_label="here" if by_deed else "everything in here reads what was before",
            help=_adding_up(change.node.place, many=settle or by_deed),
        )


def _adding_up(place: n.Place, *, many: bool) -> str:
    """Advice for changes that are made at the same time; `many`: by rules that know nothing of one another."""
    if isinstance(place.type, t.Int) and place.keys:
        return "write `gain(s.coins, p, 1)` or `lose(s.coins, p, 1)`: these add up"
    if many:
        kept = "number" if isinstance(place.type, t.Int) else "members"
        entries = "to whose entries `gain` adds" if kept == "number" else "to true or false, and write its entries"
        return f"keep the {kept} in a map, {entries}, or change it in a duty"
    whole = "s.x + sum(…)" if isinstance(place.type, t.Int) else "s.x | {…}"
    return f"write the whole new value once, as in `s.x = {whole}`, or change it outside of the block"


def _blocks(body: Iterable[n.Stmt]) -> Iterator[n.Simultaneous]:
    for statement in body:
        match statement:
            case n.Simultaneous():
                yield statement
            case n.If(then=then, otherwise=otherwise):
                yield from _blocks((*then, *otherwise))
            case n.For(body=inner) | n.Effect(body=inner):
                yield from _blocks(inner)


class _Changes:
    """The changes of what was there that statements make, deeds included."""

    def __init__(self, system: System) -> None:
        self._system, self._numbers = system, count()

    def scope(self, known: Mapping[int, tuple[n.Expr, _Scope]] | None = None) -> _Scope:
        return _Scope(next(self._numbers), known or {})

    def of(self, body: Iterable[n.Stmt], scope: _Scope, turn: _Turn) -> Iterator[_Change]:
        for statement in body:
            match statement:
                case n.Let(slot=slot, value=value):
                    scope = _Scope(scope.number, {**scope.known, slot: (value, scope)})
                case n.If(then=then, otherwise=otherwise):
                    for side, inner in ((True, then), (False, otherwise)):
                        yield from self.of(inner, scope, turn._replace(sides=(*turn.sides, (id(statement), side))))
                case n.For(slot=slot, domain=domain, body=inner):
                    again = isinstance(domain.type, t.Pile) and isinstance(domain.type.item, t.Enum)
                    loop = statement if again else scope.variable(slot)
                    yield from self.of(inner, scope, turn._replace(loops=(*turn.loops, loop)))
                case n.Effect(body=inner) | n.Simultaneous(body=inner):
                    yield from self.of(inner, scope, turn)
                case n.Demand(deed=name, args=args):
                    inside = turn._replace(demand=turn.demand or statement)
                    for deed in dict.fromkeys(demands(self._system, name)):
                        given = self.scope({i: (arg, scope) for i, arg in enumerate(args)})
                        yield from self.of(self._system.deeds[deed].function.body, given, inside)
                case n.Write(place=place) | n.Delta(place=place):
                    keys = tuple(meaning(key, scope) for key in place.keys)
                    own = (place.record, place.field, keys)
                    if isinstance(statement, n.Delta) or self._is_made_of(statement.value, own, scope):
                        yield _Change(statement, keys, turn)

    def _is_made_of(self, expr: n.Expr, own: tuple[object, ...], scope: _Scope, *, more: bool = False) -> bool:
        """Whether the value is what a place holds with something done to it. more: something has been done to this."""

        def of(*inside: n.Expr, more: bool = True) -> bool:
            return any(self._is_made_of(one, own, scope, more=more) for one in inside)

        match expr:
            case n.Read(record=record, field=field, keys=keys):
                return more and (record, field, tuple(meaning(key, scope) for key in keys)) == own
            case n.Var(slot=slot) if slot in scope.known:
                value, where = scope.known[slot]
                return self._is_made_of(value, own, where, more=more)
            case n.Arith(left=left, right=right) | n.SetOp(left=left, right=right):
                return of(left, right)
            case n.Fold(kind="set", domain=domain, condition=condition, body=body):
                within = [one.collection for one in walk(condition) if isinstance(one, n.Member)]
                return of(domain, body, *within)
            case n.IfExpr(then=then, otherwise=otherwise):
                return of(then, otherwise, more=more)
            case n.Call(kind="helper", name=name, args=args):
                inside = self.scope({i: (arg, scope) for i, arg in enumerate(args)})
                return self._gives(self._system.helpers[name].body, own, inside, more=more)
        return False

    def _gives(self, body: Iterable[n.Stmt], own: tuple[object, ...], scope: _Scope, *, more: bool) -> bool:
        """Whether a helper returns such a value."""
        for statement in body:
            match statement:
                case n.Let(slot=slot, value=value):
                    scope = _Scope(scope.number, {**scope.known, slot: (value, scope)})
                case n.If(then=then, otherwise=otherwise):
                    if any(self._gives(inner, own, scope, more=more) for inner in (then, otherwise)):
                        return True
                case n.Return(value=value) if value is not None and self._is_made_of(value, own, scope, more=more):
                    return True
        return False
