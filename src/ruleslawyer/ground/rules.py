"""Partial evaluation of what rules are made of: exceptions, terms, questions, norms and their verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ruleslawyer.ground.context import Failure, Mark, Note, Store
from ruleslawyer.ground.nodes import FALSE, TRUE, Node, add, both, either, equal, ite, less, multiply, negate, number
from ruleslawyer.ground.statements import Block, Statements
from ruleslawyer.ground.values import Choice, Spoken, Value, merge, same
from ruleslawyer.ground.world import World
from ruleslawyer.ir import clauses
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import (
    MODIFIERS,
    Adjustment,
    Deed,
    Instead,
    Layer,
    Lift,
    Modifier,
    Norm,
    Option,
    Question,
    Settle,
    Term,
)
from ruleslawyer.semantics.events import ROUND


@dataclass(frozen=True, slots=True)
class Said:
    """What a call says of one state, on every path: its value, and the checks, notes and marks on the way."""

    value: Value
    failed: Node
    failures: tuple[Failure, ...]
    notes: tuple[Note, ...]
    marks: tuple[Mark, ...]


class Rules(Statements):
    """The evaluator as a whole. Rules only read; `act` runs an effect.

    judged: where a report is made, for each base judged whether it is permitted and forbidden there.
    """

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.judged: list[tuple[Node, Node]] = []

    def act(self, function: n.Function, store: Store, args: tuple[Any, ...]) -> None:
        """Run an effect on a store, which is changed."""
        self.store = store
        self.rules.append(function.name)
        try:
            self.enter(function, args)
        finally:
            self.rules.pop()
            self.store = None

    def settle(self, held: Iterable[tuple[Settle, tuple[Any, ...], Node]], store: Store) -> None:
        """Run a round of settles on a store: each where its condition holds, all in one simultaneous block."""
        block = self.simultaneous = Block()
        try:
            for settle, args, condition in held:
                with self.assuming(condition):
                    if self.path is not FALSE:
                        self.mark("live", settle.name, TRUE)
                        self.act(settle.function, store, (store, *args))
        finally:
            self.simultaneous = None
        self.store = store
        self.rules.append(ROUND)
        self.end_block(block)
        self.rules.pop()
        self.store = None

    def ask(self, function: n.Function, args: tuple[Any, ...]) -> Value:
        """The value of a function that only reads, under its own name."""
        self.rules.append(function.name)
        try:
            return self.helper(function, args)
        finally:
            self.rules.pop()

    def holds(self, function: n.Function, args: tuple[Any, ...]) -> Node:
        if self.path is FALSE:
            return FALSE
        value = self.ask(function, args)
        assert isinstance(value, Node) and value.sort == "bool", function.name
        return self.known(value)

    def _there(self, clause: Lift | Norm | Instead, args: tuple[Any, ...]) -> Node:
        """When a clause is in the book and its condition holds."""
        there = self.world.there(clause.name)
        with self.assuming(there):
            return both(there, self.holds(clause.function, args))

    def helper(self, function: n.Function, args: tuple[Any, ...]) -> Value:
        writing, self.store = self.store, None
        block, self.simultaneous = self.simultaneous, None
        try:
            value = self.enter(function, args)
        finally:
            self.store, self.simultaneous = writing, block
        if value is None:
            return self.shape.default(function.returns)
        return self.shape.coerce(value, function.returns)

    def called(self, kind: str, name: str, args: tuple[Any, ...]) -> Value:
        """A term, a question or a helper. What it says of the state that the relation starts from is worked out once
        for all paths, since thousands of instances ask the same."""
        base = self.world.base
        stores = [a for a in args if isinstance(a, Store)]
        if not stores or any(store is not base for store in stores):
            return self._call(kind, name, args)
        key = (name, self.rules[-1] if kind == "helper" and self.rules else "", args[1:])
        found = self.world.said.get(key)
        if found is None:
            with self.apart() as walk:
                value = self._call(kind, name, args)
                found = Said(value, walk.failed, tuple(walk.failures), tuple(walk.notes), tuple(walk.marks))
            self.world.said[key] = found
        here = both(self.path, negate(self.failed))
        if here is not FALSE:
            self.failures += [f for f in (f.under(here) for f in found.failures) if f.condition is not FALSE]
            self.notes += [f for f in (f.under(here) for f in found.notes) if f.condition is not FALSE]
            self.marks += [f for f in (f.under(here) for f in found.marks) if f.condition is not FALSE]
            self.failed = either(self.failed, both(self.path, found.failed))
        value = found.value
        return self.known(value) if isinstance(value, Node) and value.sort == "bool" else value

    def _call(self, kind: str, name: str, args: tuple[Any, ...]) -> Value:
        if kind == "helper":
            if name in self.world.unheard:
                return FALSE
            return self.helper(self.system.helpers[name], args)
        return self.term(name, args) if kind == "term" else self.question(name, args)

    # --- exceptions and terms -------------------------------------------------------------------------------------

    def lifted(self, exceptions: tuple[Lift, ...], args: tuple[Any, ...]) -> Node:
        """Whether some live exception lifts the clause; all are evaluated, each one's own only where it holds."""
        found: list[Node] = []
        with self.beside() as begin:
            for lift in exceptions:
                begin()
                found.append(self._stands(lift, args))
        for lift, live in zip(exceptions, found, strict=True):
            self.mark("live", lift.name, live)
        return either(*found)

    def _stands(self, clause: Lift | Norm | Instead, args: tuple[Any, ...]) -> Node:
        """When a clause is in the book, its condition holds, and no live exception lifts it."""
        condition = self._there(clause, args)
        with self.assuming(condition):
            return both(condition, negate(self.lifted(clause.exceptions, args)))

    def _standing(self, clauses: Sequence[Norm | Instead], args: tuple[Any, ...]) -> dict[str, Node]:
        """The same of several clauses of one base, by their names."""
        with self.beside() as begin:
            found = {}
            for clause in clauses:
                begin()
                found[clause.name] = self._stands(clause, args)
        return found

    def term(self, name: str, args: tuple[Any, ...]) -> Value:
        """The base value, or what the live exceptions say (where they differ, the reading decides each pair); then what
        changes a number."""
        term = self.system.terms[name]
        value = self._replaced(term, args)
        return self._adjusted(term, value, args) if term.numeric else value

    def _replaced(self, term: Term, args: tuple[Any, ...]) -> Value:
        name, value = term.name, self.ask(term.function, args)
        spoken: list[tuple[Layer, Node, Value]] = []
        with self.beside() as begin:
            for layer in term.exceptions:
                begin()
                said, speaks = self.ask(layer.function, args), self.world.there(layer.name)
                if isinstance(said, Spoken):
                    if said.value is None:
                        continue
                    speaks, said = both(speaks, negate(said.silent)), said.value
                with self.assuming(speaks):
                    live = both(speaks, negate(self.lifted(layer.exceptions, args)))
                spoken.append((layer, live, self.shape.coerce(said, term.function.returns)))
        for layer, live, _ in spoken:
            self.mark("live", layer.name, live)
        self.mark("live", name, negate(either(*(live for _, live, _ in spoken))))
        loses: dict[str, list[Node]] = {layer.name: [] for layer, _, _ in spoken}
        for (a, live_a, one), (b, live_b, other) in combinations(spoken, 2):
            differ = both(live_a, live_b, negate(same(one, other)))
            if differ is not FALSE:
                self.note("contradiction", name, (a.name, b.name), differ)
                second = self.world.clash(f"{name}:{a.name}/{b.name}", (a.name, b.name))
                loses[a.name].append(both(differ, second))
                loses[b.name].append(both(differ, negate(second)))
        value = self.shape.coerce(value, term.function.returns)
        for _, live, said in reversed(spoken):  # where the choices go round in a circle: the first that is live
            value = merge(live, said, value)
        for layer, live, said in reversed(spoken):
            value = merge(both(live, negate(either(*loses[layer.name]))), said, value)
        return value

    def _adjusted(self, term: Term, value: Value, args: tuple[Any, ...]) -> Value:
        """The number multiplied, with its adjustments added, and within its bounds; where two cross, the reading drops
        one."""
        assert isinstance(value, Node)
        said: list[_Said] = []
        with self.beside() as begin:
            for layer in term.numeric:
                begin()
                spoken, speaks = self.ask(layer.function, args), self.world.there(layer.name)
                if isinstance(spoken, Spoken):
                    if spoken.value is None:
                        continue
                    speaks, spoken = both(speaks, negate(spoken.silent)), spoken.value
                with self.assuming(speaks):
                    live = both(speaks, negate(self.lifted(layer.exceptions, args)))
                assert isinstance(spoken, Node)
                said.append(_Said(layer, live, spoken))
        crossings: list[tuple[_Said, _Said, Node, Node]] = []
        for a, b in combinations(said, 2):
            cross = a.crosses(b)
            if cross is not FALSE:
                self.note("contradiction", term.name, (a.name, b.name), cross)
                second = self.world.clash(f"{term.name}:{a.name}/{b.name}", (a.name, b.name))
                crossings.append((a, b, cross, second))
        result = _bounded(value, said, crossings)
        for one in said:
            self.mark("live", one.name, one.live)
            if self.world.recording:
                others = [other for other in said if other is not one]
                without = _bounded(value, others, [c for c in crossings if c[0] is not one and c[1] is not one])
                self.mark("decisive", one.name, both(one.live, negate(same(result, without))))
        return result

    # --- questions ------------------------------------------------------------------------------------------------

    def question(self, name: str, args: tuple[Any, ...]) -> Value:
        """What the answers agree on; where none speaks or two differ, the option that the reading takes."""
        question = self.system.questions[name]
        settled = name in self.world.rulings
        at_gap = None if settled or question.at_gap is None else self.world.fixed(question, question.at_gap)
        chosen = self.world.option(question) if at_gap is None else None
        answers = [] if settled else self._answers(question, args)
        for option, condition, _ in answers:
            self.mark("live", option.name, condition)
        live = [condition for _, condition, _ in answers]
        gap = negate(either(*live))
        clash: list[Node] = []
        for (a, live_a, one), (b, live_b, other) in combinations(answers, 2):
            differ = both(live_a, live_b, negate(same(one, other)))
            if differ is not FALSE:
                self.note("contradiction", name, (a.name, b.name), differ)
                clash.append(differ)
        if not settled and at_gap is None:
            self.note("gap", name, (), gap)
        said: Value | None = None
        for _, condition, value in reversed(answers):
            said = value if said is None else merge(condition, value, said)
        if at_gap is not None:  # the reading is asked where answers differ, and nowhere else
            said = self._decided(question, gap, at_gap, answers, args, said)
            chosen, gap = self.world.option(question) if clash else None, FALSE
        if chosen is not None:
            said = self._decided(question, either(gap, *clash), chosen, None if settled else answers, args, said)
        return self.shape.default(question.function.returns) if said is None else said

    def _decided(
        self,
        question: Question,
        when: Node,
        chosen: Choice,
        answers: list[tuple[Option, Node, Value]] | None,
        args: tuple[Any, ...],
        otherwise: Value | None,
    ) -> Value | None:
        """What an option says where `when` holds, and elsewhere what is said otherwise."""
        with self.assuming(when):
            if self.path is FALSE:
                return otherwise
            value = self._chosen(question, chosen.cases, answers, args)
        return value if otherwise is None else merge(when, value, otherwise)

    def _answers(self, question: Question, args: tuple[Any, ...]) -> list[tuple[Option, Node, Value]]:
        """The answers that can speak, when each does and is not beaten, and what it says."""
        said: dict[str, tuple[Option, Node, Value]] = {}
        with self.beside() as begin:
            for option in (one for one in question.options if one.kind == "answer"):
                begin()
                value = self.ask(option.function, args)
                speaks = self.world.there(option.name)
                if isinstance(value, Spoken):
                    speaks = both(speaks, negate(value.silent))
                    if value.value is None:
                        continue
                    value = value.value
                if speaks is not FALSE:
                    said[option.name] = (option, speaks, self.shape.coerce(value, question.function.returns))
        alive = unbeaten(
            {name: condition for name, (_, condition, _) in said.items()},
            {name: option.over for name, (option, _, _) in said.items()},
        )
        return [(option, alive[name], value) for name, (option, _, value) in said.items()]

    def _chosen(
        self,
        question: Question,
        cases: tuple[tuple[int, Node], ...],
        answers: list[tuple[Option, Node, Value]] | None,
        args: tuple[Any, ...],
    ) -> Value:
        """The chosen option's value; the branch ends where it is silent, or a beaten answer."""
        returns = question.function.returns
        given = {option.name: (live, value) for option, live, value in answers or ()}
        result: Value | None = None
        for index, picked in cases:
            option = question.options[index]
            with self.assuming(picked):
                if option.kind == "answer" and answers is not None:
                    speaks, value = given.get(option.name, (FALSE, self.shape.default(returns)))
                else:
                    speaks, value = self._spoken(option, returns, args)
                self.check(
                    speaks,
                    "the chosen option is silent here",
                    None,
                    kind="unresolved",
                    subject=question.name,
                    cites=option.origin.cites,
                    option=option.name,
                )
                self.mark("live", option.name, TRUE)
            result = value if result is None else merge(picked, value, result)
        assert result is not None
        return result

    def _spoken(self, option: Option, returns: Any, args: tuple[Any, ...]) -> tuple[Node, Value]:
        if self.path is FALSE:
            return FALSE, self.shape.default(returns)
        value = self.ask(option.function, args)
        if isinstance(value, Spoken):
            said = self.shape.default(returns) if value.value is None else value.value
            return negate(value.silent), self.shape.coerce(said, returns)
        return TRUE, self.shape.coerce(value, returns)

    # --- norms ----------------------------------------------------------------------------------------------------

    def _mark_norms(self, norms: tuple[Norm, ...], holding: Mapping[str, Node], live: Mapping[str, Node]) -> None:
        """Which norms are live, and without which the answer would be another; whether any speaks."""
        permits, forbids = answers(norms, live)
        over = {norm.name: norm.over for norm in norms}
        for norm in norms:
            self.mark("live", norm.name, live[norm.name])
            others = tuple(n for n in norms if n is not norm)
            less = unbeaten({n: c for n, c in holding.items() if n != norm.name}, over)
            permits_less, forbids_less = answers(others, less)
            same_answer = both(equal(permits, permits_less), equal(forbids, forbids_less))
            self.mark("decisive", norm.name, both(holding[norm.name], negate(same_answer)))
        self.judged.append((permits, forbids))

    def judge(self, base: str, norms: tuple[Norm, ...], args: tuple[Any, ...]) -> Node:
        """Whether an instance of a base is allowed: some live permit prevails over every live forbid."""
        holding = self._standing(norms, args)
        live = unbeaten(holding, {norm.name: norm.over for norm in norms})
        permits = [norm.name for norm in norms if norm.kind == "permit"]
        forbids = [norm.name for norm in norms if norm.kind == "forbid"]
        if self.world.recording:
            self._mark_norms(norms, holding, live)
        allowed: list[Node] = []
        for permit in permits:
            prevails = [live[permit]]
            for forbid in forbids:
                met = both(live[permit], live[forbid])
                if met is FALSE:
                    continue
                self.note("contradiction", base, (permit, forbid), met)
                over = self.world.clash(f"{base}:{permit}/{forbid}", ("forbid", "permit"))
                prevails.append(either(negate(live[forbid]), over))
            allowed.append(both(*prevails))
        return either(*allowed)

    # --- deeds ----------------------------------------------------------------------------------------------------

    def demand(self, name: str, args: tuple[Any, ...]) -> None:
        """Judge a deed in the state as it is now, and do it, or what replaces it, where the reading allows it."""
        deed = self.system.deeds[name]
        self.mark("live", name, TRUE)
        holding = {name: TRUE, **self._standing(deed.clauses, args)}
        over = {name: deed.over, **{clause.name: clause.over for clause in deed.clauses}}
        live = unbeaten(holding, over)
        if self.world.recording:
            self._mark_deed(deed, holding, live, over)
        prevails = [live[name]]
        for forbid in deed.norms:
            met = both(live[name], live[forbid.name])
            if met is not FALSE:
                self.note("contradiction", name, (name, forbid.name), met)
                clash = self.world.clash(f"{name}:{name}/{forbid.name}", ("forbid", "permit"))
                prevails.append(either(negate(live[forbid.name]), clash))
        self._when(both(*prevails), lambda: self._done(deed, live, args), lambda: None)

    def _done(self, deed: Deed, live: Mapping[str, Node], args: tuple[Any, ...]) -> None:
        """The deed that was demanded is allowed: it happens, or the deed that the live insteads name is demanded."""

        def prevails(a: str, b: str, met: Node) -> Node:
            if met is FALSE:
                return FALSE
            self.note("contradiction", deed.name, (a, b), met)
            return self.world.clash(f"{deed.name}:{a}/{b}", (a, b))

        ways = clauses.replacements(deed, live, prevails, both, either, negate)
        self._first(deed, [(other, way) for other, way in ways.items() if way is not FALSE], args)

    def _first(self, deed: Deed, ways: Sequence[tuple[str, Node]], args: tuple[Any, ...]) -> None:
        """The first of the ways that is open; the deed itself where none is."""
        if not ways:
            self._act(deed, args)
            return
        (other, way), *rest = ways
        self._when(way, lambda: self.demand(other, args), lambda: self._first(deed, rest, args))

    def _when(self, condition: Node, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Two ways of an effect, each taken only where this path can go it; no local of the caller changes."""

        def way(act: Callable[[], None]) -> None:
            if self.path is not FALSE:
                act()

        self.branch(condition, lambda: way(then), lambda: way(otherwise), [])

    def _act(self, deed: Deed, args: tuple[Any, ...]) -> None:
        self.rules.append(deed.name)
        try:
            self.enter(deed.function, args)
        finally:
            self.rules.pop()

    def _mark_deed(
        self, deed: Deed, holding: Mapping[str, Node], live: Mapping[str, Node], over: Mapping[str, tuple[str, ...]]
    ) -> None:
        """Which clauses of a deed are live, and without which the answer would be another."""

        def answer(live: Mapping[str, Node]) -> tuple[Node, ...]:  # demanded, forbidden, and by which deeds replaced
            forbids = [live[f.name] for f in deed.norms if f.name in live]
            replaced = dict.fromkeys((c.by for c in deed.insteads), FALSE)
            for clause in deed.insteads:
                replaced[clause.by] = either(replaced[clause.by], live.get(clause.name, FALSE))
            return (live[deed.name], either(*forbids), *(both(live[deed.name], c) for c in replaced.values()))

        whole = answer(live)
        for clause in deed.clauses:
            self.mark("live", clause.name, live[clause.name])
            without = answer(unbeaten({n: c for n, c in holding.items() if n != clause.name}, over))
            same_answer = both(*(equal(a, b) for a, b in zip(whole, without, strict=True)))
            self.mark("decisive", clause.name, both(holding[clause.name], negate(same_answer)))


@dataclass(frozen=True, slots=True)
class _Said:
    """What changes a number: when it is live, and the number that it says."""

    layer: Adjustment
    live: Node
    number: Node

    @property
    def name(self) -> str:
        return self.layer.name

    def crosses(self, other: _Said) -> Node:
        """Whether both are live bounds, one from each side, that no number satisfies."""
        match self.layer.kind, other.layer.kind:
            case "at_least", "at_most":
                return both(self.live, other.live, less(other.number, self.number))
            case "at_most", "at_least":
                return both(self.live, other.live, less(self.number, other.number))
        return FALSE


def _bounded(value: Node, said: Iterable[_Said], crossings: Iterable[tuple[_Said, _Said, Node, Node]]) -> Node:
    lost: dict[str, list[Node]] = {}
    for a, b, cross, second in crossings:
        lost.setdefault(a.name, []).append(both(cross, second))
        lost.setdefault(b.name, []).append(both(cross, negate(second)))
    kinds: dict[Modifier, list[tuple[Node, Node]]] = {kind: [] for kind in MODIFIERS}
    for one in said:
        kinds[one.layer.kind].append((both(one.live, negate(either(*lost.get(one.name, [])))), one.number))
    for live, factor in kinds["times"]:
        value = ite(live, multiply(value, factor), value)
    value = add(value, *(ite(live, amount, number(0)) for live, amount in kinds["adjust"]))
    for live, bound in kinds["at_least"]:
        value = ite(both(live, less(value, bound)), bound, value)
    for live, bound in kinds["at_most"]:
        value = ite(both(live, less(bound, value)), bound, value)
    return value


def answers(norms: Iterable[Norm], live: Mapping[str, Node]) -> tuple[Node, Node]:
    """Whether some live norm permits, and whether some forbids."""
    kinds = {norm.name: norm.kind for norm in norms}
    permits, forbids = (either(*(c for n, c in live.items() if kinds[n] == kind)) for kind in ("permit", "forbid"))
    return permits, forbids


def unbeaten(holds: Mapping[str, Node], over: Mapping[str, Iterable[str]]) -> dict[str, Node]:
    """When each clause is live: it holds and no live one beats it (`over` has no cycles)."""
    return clauses.unbeaten(holds, over, lambda condition, others: both(condition, negate(either(*others))))
