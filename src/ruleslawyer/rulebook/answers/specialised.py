"""The rules as far as they can matter in a scope: conditions folded with what is printed on its cards, and without the
clauses that never hold there and what nothing comes to ask.

Nothing is played by these rules: they are what an exploration is found by. Names that a result may list although
nothing is done (actions, options of questions, properties) stay, whatever is left of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeAlias, TypeVar

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.abstract import ANY, EMPTY, MOST, NO, YES, Leaf, Unknown, Valued, Values
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Check
from ruleslawyer.ir.schema import RecordDef, Scope
from ruleslawyer.ir.system import Action, Adjustment, Deed, Instead, Layer, Lift, Norm, Question, System, Term
from ruleslawyer.ir.uses import demands, of_call, of_deed, of_rules
from ruleslawyer.ir.walk import walk
from ruleslawyer.lang.records import SILENT

T = TypeVar("T")
Fact: TypeAlias = tuple[str, str, tuple[object, ...]]
"""Of a sort: an attribute with the keys that are known, or nothing, for whether it has members."""


class Possible(Valued):
    """Values in one scope. What was looked at of the scope for an answer is noted, so that the answer serves all scopes
    in which that is the same."""

    def __init__(self, system: System, scope: Scope) -> None:
        super().__init__(system.helpers)
        self._scope = scope
        self._facts: dict[Fact, Values] = {}
        self._noted: list[set[Fact]] = [set()]
        self._rests: dict[tuple[str, tuple[Values, ...]], tuple[Values | None, set[Fact]]] = {}

    def noting(self, make: Callable[[], T]) -> tuple[T, set[Fact]]:
        """Makes something, and returns it with the facts that it rests on."""
        self._noted.append(set())
        made = make()
        facts = self._noted.pop()
        self._noted[-1] |= facts
        return made, facts

    def fact(self, fact: Fact) -> Values:
        """The values that the scope gives: all values of an attribute, or all members of a sort that has none."""
        self._noted[-1].add(fact)
        if fact not in self._facts:
            self._facts[fact] = self._look(fact)
        return self._facts[fact]

    def _look(self, fact: Fact) -> Values:
        sort, name, keys = fact
        if not name:
            return ANY if self._scope.size(sort) else EMPTY
        values = self._scope.attributes.get((sort, name))
        if not values:
            return ANY
        found = set(values)
        for key in keys:
            found = {one for value in found for one in (value if key is None else (value[key],))}
        return frozenset(found) if len(found) <= MOST else ANY

    def leaf(self, node: Leaf, given: Sequence[Values]) -> Values:
        match node:
            case n.Attr(sort=sort, name=name):
                known = (next(iter(k)) if not isinstance(k, Unknown) and len(k) == 1 else None for k in given[1:])
                return self.fact((sort, name, tuple(known)))
            case n.Domain(type=t.Set(t.Sort(sort))):
                return self.fact((sort, "", ()))
        return ANY

    def results_of(self, helper: str, given: tuple[Values, ...]) -> Values | None:
        key = helper, given
        if key not in self._rests:
            self._rests[key] = self.noting(lambda: super(Possible, self).results_of(helper, given))
        found, facts = self._rests[key]
        self._noted[-1] |= facts
        return found


C = TypeVar("C", Norm, Instead, Lift, Layer, Adjustment)
Folded = tuple[Function, Values | None]
"""A function, and what it may return (see `Valued.may`)."""
SILENCE = frozenset({SILENT})


class Specialised:
    """The rules of one ruleset, specialised for scopes; what several scopes have in common is folded once, and is the
    same object in each."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._folded: dict[int, dict[tuple[Fact, ...], dict[tuple[Values, ...], Folded]]] = {}
        """Of each function what it is folded to, by the facts that this rests on and by what they are."""
        self._made: dict[tuple[Any, ...], Any] = {}
        self._last: tuple[Scope, Possible, dict[int, Folded]] | None = None
        """The scope that was asked about last, what is known of it, and the functions as they are folded there."""
        self._asks: dict[int, tuple[Function, frozenset[tuple[str, str]]]] = {}

    def of(self, scope: Scope, idle: frozenset[str] = frozenset()) -> System:
        """The rules that can matter in a scope, where what actions, deeds, duties and rules that settle of these names
        do is never done."""
        if self._last is None or self._last[0] is not scope:  # several answers about a scope are kept by turns
            self._last = scope, Possible(self._system, scope), {}
        return _Folding(self, self._last[1], idle).system()

    def fold(self, function: Function, possible: Possible) -> Folded:
        """A function with its conditions folded."""
        here = self._last[2] if self._last is not None and self._last[1] is possible else {}
        if id(function) not in here:
            here[id(function)] = self._fold(function, possible)
        return here[id(function)]

    def _fold(self, function: Function, possible: Possible) -> Folded:
        known = self._folded.setdefault(id(function), {})
        for facts, each in known.items():
            said = tuple(map(possible.fact, facts))
            if said in each:
                return each[said]
        found, noted = possible.noting(lambda: _fold(function, possible))
        facts = tuple(sorted(noted, key=repr))
        known.setdefault(facts, {})[tuple(map(possible.fact, facts))] = found
        return found

    def same(self, before: T, **now: Any) -> T:
        """A definition with some of its parts changed: one object for each choice of them."""
        parts = tuple(tuple(map(id, v)) if isinstance(v, tuple) else id(v) for v in now.values())
        key = id(before), *parts
        if key not in self._made:
            self._made[key] = now, replace(before, **now)  # type: ignore[type-var]  # each is a dataclass
        found: T = self._made[key][1]
        return found

    def asks(self, function: Function) -> frozenset[tuple[str, str]]:
        """The kinds and names of what a function calls and demands itself."""
        if id(function) not in self._asks:
            nodes = walk(function.body)
            asked = ((x.kind, x.name) if isinstance(x, n.Call) else ("deed", x.deed)
                     for x in nodes if isinstance(x, n.Call | n.Demand))  # fmt: skip
            self._asks[id(function)] = function, frozenset(asked)
        return self._asks[id(function)][1]


def judging(action: str) -> str:
    """The judging of an action, where that is idle: nobody could choose it."""
    return f"{action} is judged"


class _Folding:
    """The folding of conditions in one scope."""

    def __init__(self, known: Specialised, possible: Possible, idle: frozenset[str]) -> None:
        self._known, self._possible, self._same, self._idle = known, possible, known.same, idle
        self._all = known._system
        self._gone: set[str] = set()
        """The clauses that never hold."""

    def system(self) -> System:
        rules = self._all
        named = {check.of for check in rules.checks.values()}
        asked = replace(
            rules,
            digest="",
            modules=(),
            hosted=(),
            seen={},
            covered={},
            state=self._record(rules.state),
            frames={name: self._record(frame) for name, frame in rules.frames.items()},
            initial=self._same(rules.initial, function=self._f(rules.initial.function),
                               domain=self._maybe(rules.initial.domain)),
            awaits=self._f(rules.awaits),
            ended=self._f(rules.ended),
            winners=self._f(rules.winners),
            payoff=self._maybe(rules.payoff),
            terms={name: self._term(term) for name, term in rules.terms.items()},
            questions={name: self._question(question) for name, question in rules.questions.items()},
            actions={name: self._action(action) for name, action in rules.actions.items()},
            deeds={name: self._deed(deed) for name, deed in rules.deeds.items()},
            duties={name: self._duty(d) for name, d in rules.duties.items() if name in named or self._may(d.when)},
            settles={name: self._duty(s) for name, s in rules.settles.items() if name in named or self._may(s.when)},
            triggers={name: self._same(t, when=self._f(t.when), order=self._maybe(t.order), turn=self._maybe(t.turn))
                      for name, t in rules.triggers.items()},
            checks=self._properties(rules.checks),
            promises=self._properties(rules.promises),
            helpers={name: self._f(function) for name, function in rules.helpers.items()},
        )  # fmt: skip
        return self._cone(asked)

    def _properties(self, checks: Mapping[str, Check]) -> dict[str, Check]:
        return {
            name: self._same(check, function=self._f(check.function), goal=self._maybe(check.goal))
            for name, check in checks.items()
        }

    # --- functions ------------------------------------------------------------------------------------------------

    def _f(self, function: Function) -> Function:
        return self._known.fold(function, self._possible)[0]

    def _maybe(self, function: Function | None) -> Function | None:
        return None if function is None else self._f(function)

    def _may(self, function: Function | None) -> bool:
        """Whether a condition may hold."""
        return function is None or self._known.fold(function, self._possible)[1] != NO

    def _speaks(self, clause: Norm | Instead | Lift | Layer | Adjustment) -> bool:
        """Whether a clause may say something: that its condition holds, or a value."""
        nothing = SILENCE if isinstance(clause, Layer | Adjustment) else NO  # a bound of 0 is no condition
        return self._known.fold(clause.function, self._possible)[1] != nothing

    # --- clauses --------------------------------------------------------------------------------------------------

    def _clauses(self, clauses: Iterable[C]) -> tuple[C, ...]:
        """The clauses that may hold, with those that lift them; of what they prevail over, what is left."""
        clauses = tuple(clauses)
        kept = tuple(clause for clause in clauses if self._speaks(clause))
        self._gone.update(clause.name for clause in clauses if clause not in kept)
        return tuple(self._clause(clause) for clause in kept)

    def _clause(self, clause: C) -> C:
        function, lifts = self._f(clause.function), self._clauses(clause.exceptions)
        if isinstance(clause, Norm | Instead):
            over = tuple(name for name in clause.over if name not in self._gone)
            return self._same(clause, function=function, exceptions=lifts, over=over)
        return self._same(clause, function=function, exceptions=lifts)

    def _term(self, term: Term) -> Term:
        exceptions, numeric = self._clauses(term.exceptions), self._clauses(term.numeric)
        return self._same(term, function=self._f(term.function), exceptions=exceptions, numeric=numeric)

    def _question(self, question: Question) -> Question:
        options = tuple(self._same(option, function=self._f(option.function)) for option in question.options)
        return self._same(question, function=self._f(question.function), options=options)

    def _deed(self, deed: Deed) -> Deed:
        if deed.name in self._idle:
            return self._same(deed, function=self._same(deed.function, body=()), clauses=())
        return self._same(deed, function=self._f(deed.function), clauses=self._clauses(deed.clauses))

    def _duty(self, rule: Any) -> Any:
        runs = rule.name not in self._idle
        function = self._f(rule.function) if runs else self._same(rule.function, body=())
        return self._same(rule, function=function, when=self._f(rule.when))

    def _action(self, action: Action) -> Action:
        """An action of which nothing can ever be chosen is its name alone."""
        chosen = self._may(action.domain)
        parts = tuple(
            self._same(part, function=self._f(part.function), domain=self._maybe(part.domain),
                       norms=self._clauses(part.norms) if chosen else ())
            for part in action.parts
        )  # fmt: skip
        runs = chosen and action.name not in self._idle
        function = self._f(action.function) if runs else self._same(action.function, body=())
        norms = self._clauses(action.norms) if chosen and judging(action.name) not in self._idle else ()
        return self._same(action, function=function, domain=self._maybe(action.domain), norms=norms, parts=parts)

    def _record(self, record: RecordDef) -> RecordDef:
        kept = tuple(self._same(field, matters=self._maybe(field.matters)) for field in record.fields)
        return self._same(record, fields=kept)

    # --- what is asked --------------------------------------------------------------------------------------------

    def _cone(self, rules: System) -> System:
        """The same without the terms, questions, helpers and deeds that nothing comes to ask."""
        met, waiting = set[tuple[str, str]](), list(_roots(rules))
        while waiting:
            for kind, name in self._known.asks(waiting.pop()):
                deeds = list(demands(rules, name)) if kind == "deed" else []
                new = {("deed", deed) for deed in deeds} or {(kind, name)}
                for one, called in new - met:
                    waiting += of_deed(rules, called) if one == "deed" else of_call(rules, one, called)
                met |= new

        def remaining(kind: str, those: Mapping[str, T]) -> dict[str, T]:
            return {name: one for name, one in those.items() if (kind, name) in met}

        return replace(
            rules,
            terms=remaining("term", rules.terms),
            questions=remaining("question", rules.questions),
            helpers=remaining("helper", rules.helpers),
            deeds=remaining("deed", rules.deeds),
        )


def _roots(rules: System) -> Iterator[Function]:
    """The functions that engines call by themselves."""
    yield from filter(None, (rules.awaits, rules.ended, rules.winners, rules.payoff))
    yield from of_rules(rules.initial.rules())
    yield from (field.matters for field in rules.state.fields if field.matters)
    for kind in (rules.actions, rules.duties, rules.settles, rules.triggers, rules.checks, rules.promises):
        for definition in kind.values():
            yield from of_rules(definition.rules())
    for action in rules.actions.values():
        yield from (part.function for part in action.parts)


# --- folding ---------------------------------------------------------------------------------------------------------


def _fold(function: Function, possible: Possible) -> Folded:
    body = _Rewriting(possible).statements(function.body)
    folded = function if body is function.body else replace(function, body=body)
    return folded, possible.may(function)


class _Rewriting:
    """The rewriting of one function: conditions that are known become their value, and branches that these leave out
    go."""

    def __init__(self, possible: Possible) -> None:
        self._possible = possible

    def statements(self, body: tuple[n.Stmt, ...]) -> tuple[n.Stmt, ...]:
        found: list[n.Stmt] = []
        for statement in body:
            if isinstance(statement, n.If):
                asked = self._only_value(statement.condition)
                if asked is not None:
                    found += self.statements(statement.then if asked[0] else statement.otherwise)
                    continue
            found.append(self.rewrite(statement))
        return body if len(found) == len(body) and all(map(_is, found, body)) else tuple(found)

    def rewrite(self, node: object) -> Any:
        """A piece of the rules with what is known in place of what is asked."""
        if isinstance(node, tuple):
            if node and isinstance(node[0], n.Stmt):
                return self.statements(node)
            items = tuple(map(self.rewrite, node))
            return node if all(map(_is, items, node)) else items
        if not is_dataclass(node) or isinstance(node, type):
            return node
        if isinstance(node, n.Expr) and not isinstance(node, n.Const | n.Var):
            found = self._only_value(node)
            if found is not None and not isinstance(found[0], tuple):
                return n.Const(node.origin, node.type, found[0])
        if isinstance(node, n.Logic):
            return self._cut(node)
        if isinstance(node, n.IfExpr) and (asked := self._only_value(node.condition)):
            return self.rewrite(node.then if asked[0] else node.otherwise)
        return self._inside(node)

    def _only_value(self, node: n.Expr) -> tuple[Any] | None:
        """The one value that it may have."""
        found = self._possible.may(node)
        return None if found is None or isinstance(found, Unknown) or len(found) != 1 else (next(iter(found)),)

    def _inside(self, node: Any) -> Any:
        changed = {}
        for field in fields(node):
            if field.name not in ("origin", "type"):
                before = getattr(node, field.name)
                after = self.rewrite(before)
                if after is not before:
                    changed[field.name] = after
        return replace(node, **changed) if changed else node

    def _cut(self, node: n.Logic) -> Any:
        """The condition without the parts that are never come to, and without those that change nothing."""
        ends, goes_on = (NO, YES) if node.op == "and" else (YES, NO)
        items: list[n.Expr] = []
        for item in node.items:
            found = self._possible.may(item)
            if found != goes_on:
                items.append(item)
            if found == ends:
                break
        if len(items) == 1:
            return self.rewrite(items[0])
        return self._inside(node if len(items) == len(node.items) else replace(node, items=tuple(items)))


def _is(one: object, other: object) -> bool:
    return one is other
