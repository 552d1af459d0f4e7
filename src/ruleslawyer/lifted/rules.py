"""What rules are made of: exceptions, terms, questions, norms and their verdict, deeds and what replaces them.

Readings are open: each question has a number that says its option, each pair of clauses that clash a truth value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from ruleslawyer.ir import clauses
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import Adjustment, Deed, Layer, Lift, Norm, Option, Question
from ruleslawyer.ir.system import Term as TermRule
from ruleslawyer.lifted.expressions import spoken
from ruleslawyer.lifted.names import CLASH, QUESTION
from ruleslawyer.lifted.statements import Statements
from ruleslawyer.lifted.terms import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    ZERO,
    Term,
    add,
    both,
    either,
    equal,
    ite,
    less,
    less_equal,
    negate,
    number,
    symbol,
)
from ruleslawyer.lifted.values import Value, merge


class Rules(Statements):
    """The walk as a whole. Rules only read; `act` runs an effect."""

    def holds(self, function: n.Function, args: tuple[Any, ...]) -> Term:
        if self.nowhere:
            return FALSE
        value = self.ask(function, args)
        assert isinstance(value, Term), function.name
        return self.known(value)

    def called(self, kind: str, name: str, args: tuple[Any, ...]) -> Value:
        if kind == "helper":
            return self.ask(self.system.helpers[name], args)
        return self.value_of(self.system.terms[name], args) if kind == "term" else self.question(name, args)

    # --- exceptions and terms ---------------------------------------------------------------------------------------

    def lifted(self, exceptions: tuple[Lift, ...], args: tuple[Any, ...]) -> Term:
        """Whether some live exception lifts the clause."""
        found = []
        for lift in exceptions:
            condition = self.holds(lift.function, args)
            with self.assuming(condition):
                found.append(both(condition, negate(self.lifted(lift.exceptions, args))))
        return either(*found)

    def clash(self, base: str, a: str, b: str) -> Term:
        """How the reading has two clauses that clash: the second prevails."""
        return symbol(BOOL, f"{CLASH}{base}:{a}/{b}")

    def _said(self, layer: Layer | Adjustment, args: tuple[Any, ...]) -> tuple[Term, Value] | None:
        """When a layer is live, and what it says; None where it never says anything."""
        speaks, said = spoken(self.ask(layer.function, args))
        if said is None:
            return None
        with self.assuming(speaks):
            return both(speaks, negate(self.lifted(layer.exceptions, args))), said

    def value_of(self, term: TermRule, args: tuple[Any, ...]) -> Value:
        """The base value, or what the live exceptions say (where they differ, the reading decides each pair); then what
        changes a number."""
        returns = term.function.returns
        value = self.world.coerce(self.ask(term.function, args), returns)
        said = [(layer, *found) for layer in term.exceptions if (found := self._said(layer, args)) is not None]
        spoke = [(layer.name, live, self.world.coerce(one, returns)) for layer, live, one in said]
        loses: dict[str, list[Term]] = {name: [] for name, _, _ in spoke}
        for (a, live_a, one), (b, live_b, other) in combinations(spoke, 2):
            differ = both(live_a, live_b, negate(self.same(one, other)))
            if differ is not FALSE:
                second = self.clash(term.name, a, b)
                loses[a].append(both(differ, second))
                loses[b].append(both(differ, negate(second)))
        for _, live, one in reversed(spoke):  # where the choices go round in a circle: the first that is live
            value = merge(live, one, value)
        for name, live, one in reversed(spoke):
            value = merge(both(live, negate(either(*loses[name]))), one, value)
        return self._adjusted(term, value, args) if term.numeric else value

    def _adjusted(self, term: TermRule, value: Value, args: tuple[Any, ...]) -> Term:
        """The number with its adjustments added, and within its bounds; where two cross, the reading drops one."""
        assert isinstance(value, Term)
        said: list[tuple[Adjustment, Term, Term]] = []
        for layer in term.numeric:
            found = self._said(layer, args)
            if found is not None:
                live, amount = found
                assert isinstance(amount, Term)
                said.append((layer, live, amount))
        lost: dict[str, list[Term]] = {}
        for (a, live_a, one), (b, live_b, other) in combinations(said, 2):
            if {a.kind, b.kind} != {"at_least", "at_most"}:
                continue
            low, high = (one, other) if a.kind == "at_least" else (other, one)
            cross = both(live_a, live_b, less(high, low))
            if cross is not FALSE:
                second = self.clash(term.name, a.name, b.name)
                lost.setdefault(a.name, []).append(both(cross, second))
                lost.setdefault(b.name, []).append(both(cross, negate(second)))
        for kind in ("adjust", "at_least", "at_most"):
            for layer, live, amount in said:
                if layer.kind != kind:
                    continue
                live = both(live, negate(either(*lost.get(layer.name, []))))
                if kind == "adjust":
                    value = add(value, ite(live, amount, ZERO))
                elif kind == "at_least":
                    value = ite(both(live, less(value, amount)), amount, value)
                else:
                    value = ite(both(live, less(amount, value)), amount, value)
        return value

    # --- questions --------------------------------------------------------------------------------------------------

    def question(self, name: str, args: tuple[Any, ...]) -> Value:
        """What the answers agree on; where none speaks or two differ, the option that the reading takes."""
        question = self.system.questions[name]
        answers = self._answers(question, args)
        gap = negate(either(*(live for _, live, _ in answers)))
        clash = [
            both(a, b, negate(self.same(one, other))) for (_, a, one), (_, b, other) in combinations(answers, 2)
        ]  # fmt: skip
        said: Value | None = None
        for _, live, value in reversed(answers):
            said = value if said is None else merge(live, value, said)
        pick = symbol(INT, f"{QUESTION}{name}")
        cases = [(option, equal(pick, number(i))) for i, option in enumerate(question.options)]
        if question.at_gap is not None:  # the reading is asked where answers differ, and nowhere else
            fixed = [(option, TRUE) for option, _ in cases if option.name == question.at_gap]
            said = self._decided(question, gap, fixed, answers, args, said)
            gap = FALSE
        when = either(gap, *clash)
        if when is not FALSE:
            if name not in self.world.asked:
                self.world.asked.add(name)
                last = number(len(cases) - 1)
                self.world.laws.append(((), both(less_equal(ZERO, pick), less_equal(pick, last))))
            said = self._decided(question, when, cases, answers, args, said)
        return self.world.default(question.function.returns) if said is None else said

    def _answers(self, question: Question, args: tuple[Any, ...]) -> list[tuple[Option, Term, Value]]:
        """The answers that can speak, when each does and is not beaten, and what it says."""
        said: dict[str, tuple[Option, Term, Value]] = {}
        for option in question.options:
            if option.kind == "answer":
                speaks, value = spoken(self.ask(option.function, args))
                if value is not None and speaks is not FALSE:
                    said[option.name] = option, speaks, self.world.coerce(value, question.function.returns)
        live = unbeaten({k: speaks for k, (_, speaks, _) in said.items()}, {k: o.over for k, (o, _, _) in said.items()})
        return [(option, live[name], value) for name, (option, _, value) in said.items()]

    def _decided(
        self, question: Question, when: Term, cases: Sequence[tuple[Option, Term]],
        answers: list[tuple[Option, Term, Value]], args: tuple[Any, ...], otherwise: Value | None,
    ) -> Value | None:  # fmt: skip
        """What an option says where `when` holds, and elsewhere what is said otherwise."""
        returns = question.function.returns
        given = {option.name: (live, value) for option, live, value in answers}
        with self.assuming(when):
            if self.nowhere:
                return otherwise
            result: Value | None = None
            for option, picked in cases:
                with self.assuming(picked):
                    if self.nowhere:
                        continue
                    if option.kind == "answer":
                        speaks, value = given.get(option.name, (FALSE, self.world.default(returns)))
                    else:
                        speaks, said = spoken(self.ask(option.function, args))
                        value = self.world.default(returns) if said is None else self.world.coerce(said, returns)
                    self.check(speaks, "the chosen option is silent here")
                result = value if result is None else merge(picked, value, result)
        if result is None or otherwise is None:
            return result if otherwise is None else otherwise
        return merge(when, result, otherwise)

    # --- norms ------------------------------------------------------------------------------------------------------

    def judge(self, base: str, norms: tuple[Norm, ...], args: tuple[Any, ...]) -> Term:
        """Whether an instance of a base is allowed: some live permit prevails over every live forbid."""
        holding: dict[str, Term] = {}
        for norm in norms:
            condition = self.holds(norm.function, args)
            with self.assuming(condition):
                holding[norm.name] = both(condition, negate(self.lifted(norm.exceptions, args)))
        live = unbeaten(holding, {norm.name: norm.over for norm in norms})
        permits = [norm.name for norm in norms if norm.kind == "permit"]
        forbids = [norm.name for norm in norms if norm.kind == "forbid"]
        return either(
            *(
                both(live[p], *(either(negate(live[f]), self.clash(base, p, f)) for f in forbids))
                for p in permits
            )
        )  # fmt: skip

    # --- deeds ------------------------------------------------------------------------------------------------------

    def demand(self, name: str, args: tuple[Any, ...]) -> None:
        """Judge a deed in the state as it is now, and do it, or what replaces it, where the reading allows it."""
        deed = self.system.deeds[name]
        holding = {name: TRUE}
        for clause in deed.clauses:
            condition = self.holds(clause.function, args)
            with self.assuming(condition):
                holding[clause.name] = both(condition, negate(self.lifted(clause.exceptions, args)))
        live = unbeaten(holding, {name: deed.over, **{clause.name: clause.over for clause in deed.clauses}})
        prevails = [live[name], *(either(negate(live[f.name]), self.clash(name, name, f.name)) for f in deed.norms)]
        with self.assuming(both(*prevails)):
            if not self.nowhere:
                self._done(deed, live, args)

    def _done(self, deed: Deed, live: Mapping[str, Term], args: tuple[Any, ...]) -> None:
        """The deed that was demanded is allowed: it happens, or the deed that the live insteads name is demanded."""
        ways = clauses.replacements(deed, live, lambda a, b, _: self.clash(deed.name, a, b), both, either, negate)
        taken = FALSE
        for other, way in ways.items():
            with self.assuming(both(way, negate(taken))):
                if not self.nowhere:
                    self.demand(other, args)
            taken = either(taken, way)
        with self.assuming(negate(taken)):
            if not self.nowhere:
                self.enter(deed.function, args)


def unbeaten(holds: Mapping[str, Term], over: Mapping[str, Iterable[str]]) -> dict[str, Term]:
    """When each clause is live: it holds and no live one beats it (`over` has no cycles)."""
    return clauses.unbeaten(holds, over, lambda condition, others: both(condition, negate(either(*others))))
