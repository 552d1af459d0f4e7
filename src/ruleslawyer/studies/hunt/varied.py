"""Numbers that are cut off: the rules with one such place otherwise, and the steps that come out otherwise then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from typing import Any

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.ir.walk import walk
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.hunt.question import Question, QuestionPhrases, QuestionSink
from ruleslawyer.studies.hunt.spots import Spot

CUT = "cut"
TRIES, SCOPES = 60, 3
"""Steps of one scope that are tried for one place, and scopes: to make the rules anew takes half a second."""
DENSE, APART = 30, 8
"""Steps that are tried at first, and of those behind them each how many-th: less is left there."""


@dataclass(frozen=True)
class ExtremumSite:
    """A `min` or `max` in a function; other: what stands there instead. rules: what runs it."""

    function: n.Function
    node: n.Least
    other: n.Expr
    rules: tuple[Rule, ...]


def places(system: System) -> list[ExtremumSite]:
    """Each in what rules do of themselves; conditions of what is allowed are no such place."""
    functions = Functions(system)
    behind = dict[int, tuple[n.Function, list[Rule]]]()
    for rule in system.rules():
        if rule.name in system.acting:
            for function in functions.behind(rule.functions):
                behind.setdefault(id(function), (function, []))[1].append(rule)
    return [
        ExtremumSite(function, node, other, tuple(rules))
        for function, rules in behind.values()
        for node in walk(function.body) if isinstance(node, n.Least)
        for other in _others(node)
    ]  # fmt: skip


def _others(node: n.Least) -> Iterator[n.Expr]:
    of_stock = _is_of_stock(node)  # then what may go is the number that is wanted, and not what there is
    return (item for item in node.items if _varies(item) != of_stock)


def _is_of_stock(node: n.Least) -> bool:
    """Test for a number that is taken of what there is, or less: no cap of what is reckoned."""
    return node.kind == "min" and all(isinstance(item, n.Read | n.Size) for item in node.items if _varies(item))


def _varies(node: n.Expr) -> bool:
    return any(isinstance(one, n.Read | n.Call | n.Attr) for one in walk(node))


LACKING = "what is missing is lost"


class ExtremumProbe:
    """Tries spots; a place is tried no more in a scope after some steps."""

    def __init__(self, system: System, words: QuestionPhrases, ask: QuestionSink) -> None:
        self.system, self.words, self.ask = system, words, ask
        self.places = places(system)
        self._functions = Functions(system)
        self._tries, self._steps = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
        self._machines: dict[tuple[int, int], tuple[Scope, Interpreter]] = {}
        self._by_rule: dict[str, list[int]] = {}
        self._shown: list[ExtremumSite] = []
        for number, place in enumerate(self.places):
            for rule in place.rules:
                self._by_rule.setdefault(rule.name, []).append(number)

    def look(self, spot: Spot) -> None:
        for instance, outcome in spot.steps.items():
            if outcome.state is None:
                continue
            for number in dict.fromkeys(p for name in outcome.fired for p in self._by_rule.get(name, ())):
                if self._is_left(number, spot) and self._is_next(number, spot):
                    self._tries[spot.where, number] += 1
                    other = self._system(number, spot)
                    if self._matters(other.take(spot.state, instance).state, outcome.state):
                        self._note(spot, number, instance, other)

    def _matters(self, one: State | None, other: State) -> bool:
        """Whether two states differ in what some clause speaks of: else it is a reckoning of the model."""
        if one is None or one.frames != other.frames:
            return True
        pairs = zip(self.system.state.fields, one.fields, other.fields, strict=True)
        return any(field.origin.cites and a != b for field, a, b in pairs)

    def _is_left(self, number: int, spot: Spot) -> bool:
        """Whether a place is to be tried here: what was shown once, in a state near a beginning, is enough."""
        scopes = [where for where, place in self._tries if place == number]
        there = self._tries[spot.where, number] < TRIES if spot.where in scopes else len(scopes) < SCOPES
        return there and self.places[number] not in self._shown

    def _is_next(self, number: int, spot: Spot) -> bool:
        """Counts a step. Is it one of the first ones, or of those that are tried behind them?"""
        self._steps[spot.where, number] += 1
        count = self._steps[spot.where, number]
        return count <= DENSE or count % APART == 0

    def _system(self, number: int, spot: Spot) -> TransitionSystem:
        key = number, id(spot.system.scope)
        if key not in self._machines:
            place = self.places[number]
            system = replace_node(self.system, place.node, place.other)
            self._machines[key] = spot.system.scope, Interpreter(system, spot.system.scope, brief=True)
        return TransitionSystem(self._machines[key][1])

    def _note(self, spot: Spot, number: int, instance: Instance, other: TransitionSystem) -> None:
        place = self.places[number]
        self._shown.append(place)
        key = (place.function.name,)

        def make() -> Question:
            words = self.words
            cites = tuple(dict.fromkeys((*place.function.origin.cites, *place.node.origin.cites)))
            rule = place.rules[0]
            said = self._saying(place)
            what = f"where {words.reckoning(place.function)} is reckoned"
            lacks = _is_of_stock(place.node)
            cut = "There is less than is wanted" if lacks else "A number is cut off"
            lost = "what is missing" if lacks else "what is over, or missing,"
            asks = f"{words.move(spot, instance)}. {cut} {what}. Is {lost} lost?"
            model = LACKING if lacks else "it is lost"
            return Question(
                CUT, key, asks, model, "it counts, or is made up for", (cites, rule.cites), said or cites, spot,
                instance, partial(_differs, spot, instance, other), bool(said),
            )  # fmt: skip

        self.ask(CUT, key, spot, make)

    def _saying(self, place: ExtremumSite) -> tuple[str, ...]:
        """The clauses that say how these numbers are compared: of the function, of what it does, also as another action
        rests on it, and of the fields that are compared. A cap that the author wrote as a number is its clause's, and
        the first clause is that of what stands in the place itself."""
        uses = self._functions.uses([place.node])
        fields = [f for f in self.system.state.fields if (None, f.name) in uses.reads]
        effects = [c for one in walk(place.function.body) if isinstance(one, n.Effect) for c in one.cites]
        own = (*place.function.origin.cites, *effects)
        capped = place.node.kind == "min" and _varies(place.other)
        if capped and any(not _varies(item) for item in place.node.items):
            return tuple(dict.fromkeys((*uses.cites, *own)))
        return self.words.comparing((*own, *sorted(uses.cites), *(c for f in fields for c in f.origin.cites)))


def _differs(spot: Spot, instance: Instance, other: TransitionSystem, system: TransitionSystem) -> bool:
    """Whether the place decides under some reading."""
    other = TransitionSystem(other.machine, system.reading)
    return other.take(spot.state, instance).state != system.take(spot.state, instance).state


def replace_node(system: System, node: n.Expr, other: n.Expr) -> System:
    """The rules with another node in the place of one, wherever the function in which this stands is."""
    known = dict[int, Any]()

    def through(one: object) -> Any:
        if one is node:
            return other
        if isinstance(one, tuple):
            items = tuple(map(through, one))
            return one if all(a is b for a, b in zip(items, one, strict=True)) else items
        if isinstance(one, dict):
            by_key = {key: through(value) for key, value in one.items()}
            return one if all(by_key[key] is one[key] for key in one) else by_key
        if not is_dataclass(one) or isinstance(one, type) or not type(one).__module__.startswith("ruleslawyer.ir"):
            return one
        if id(one) not in known:
            parts = {f.name: through(getattr(one, f.name)) for f in fields(one) if f.init and f.name != "origin"}
            changed = {name: part for name, part in parts.items() if part is not getattr(one, name)}
            known[id(one)] = replace(one, **changed) if changed else one
        return known[id(one)]

    found: System = through(system)
    return found
