"""Rules lifted from their parts: how the clauses of a base combine, which the core says, and readings, which are open:
each question has a number that says its option, each pair of clauses that clash a truth value."""

from __future__ import annotations

from ruleslawyer.core import forced
from ruleslawyer.core.choices import choice_value
from ruleslawyer.core.core import core_of
from ruleslawyer.core.legality import core_of_call
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import Action, Part
from ruleslawyer.lifted.context import Store
from ruleslawyer.lifted.names import CLASH, QUESTION
from ruleslawyer.lifted.summaries import Summaries
from ruleslawyer.lifted.terms import BOOL, FALSE, INT, ONE, ZERO, Term, both, ite, less_equal, number, symbol
from ruleslawyer.lifted.values import Value


class Rules(Summaries):
    """The walk as a whole. Rules only read; `act` runs an effect."""

    def holds(self, function: n.Function, args: tuple[object, ...]) -> Term:
        if self.nowhere:
            return FALSE
        value = self.ask(function, args)
        assert isinstance(value, Term), function.name
        return self.decide(value)

    def value_of_call(self, kind: str, name: str, args: tuple[object, ...]) -> Value:
        if kind == "helper":
            return self.ask(self.system.helpers[name], args)
        return self.ask(core_of_call(self.system, kind, name), args)

    def judge(self, base: Action | Part, args: tuple[object, ...]) -> Term:
        """Whether an instance of a base is allowed, its parts left out: of those there may be any number."""
        self.allowed = FALSE
        self.ask(core_of(base), args)
        return self.allowed

    def demand(self, name: str, args: tuple[object, ...]) -> None:
        """Judge a deed in the state as it is now, and do it, or what replaces it, where the reading allows it."""
        self.enter(core_of(self.system.deeds[name]), args)

    def expire(self, before: Store, after: Store) -> None:
        """Fields whose lifetime ends return to their defaults, in declaration order."""
        for field in self.system.state.fields:
            if field.until is not None:
                self.act(forced.expiry(self.system, field), after, (after, before))

    def choice(self, key: tuple[str, ...]) -> Term:
        match key:
            case ("clash", name):
                return ite(symbol(BOOL, f"{CLASH}{name}"), ONE, ZERO)
            case ("option", name):
                pick = symbol(INT, f"{QUESTION}{name}")
                if name not in self.world.asked:
                    self.world.asked.add(name)
                    last = number(len(self.system.questions[name].options) - 1)
                    self.world.laws.append(((), both(less_equal(ZERO, pick), less_equal(pick, last))))
                return pick
        return ZERO if key[0] == "off" else number(choice_value(self.system, key, {}, ()))
