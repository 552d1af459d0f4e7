"""Terms, questions and exceptions: what a rule's value is under a reading, and the events met on the way.

One evaluation is one look at one state (or one effect). It runs rules through a machine: the interpreter, or the
direct run of the author's own functions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, Protocol, TypeVar

from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import Adjustment, Clause, Layer, Lift, Option, Question, System, Term
from ruleslawyer.lang.records import SILENT
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.judgement import Judgement
from ruleslawyer.semantics.state import Schema

T = TypeVar("T")
Reading = Mapping[str, str]
"""Question name → option name; clashes of norms and of a term's exceptions have keys of their own (see `choice`)."""


Events = dict[tuple[str, ...], Event]
Names = dict[str, None]
Kept = dict[tuple[str, tuple[Any, ...]], tuple[Any, Events, Names, Names]]
"""By name and arguments after the state: the value of a term or a question, and what was met on the way to it."""
Weighed = dict[tuple[str, ...], tuple[Judgement, Events, Names]]
"""By the base and the clauses that hold: what they say together, and what is met by saying it."""


class Machine(Protocol):
    """Runs one function of the author on canonical values; calls of terms and questions come back to `evaluation`."""

    system: System
    scope: Scope
    schema: Schema

    def call(self, evaluation: Evaluation, function: Function, args: tuple[Any, ...]) -> Any:
        """The canonical result; raises `BranchEnds` where a check fails."""

    def conditions(self, evaluation: Evaluation, clauses: Sequence[Clause], args: tuple[Any, ...]) -> Sequence[Any]:
        """The results of the functions of several clauses of one base."""


class Evaluation:
    """One look: the reading that it is made under, and what was met.

    events: by key, in the order in which they were met. fired: the names of rules that were live, and of clauses
    whose effect ran (as ``§5.4.1``). decisive: clauses of deeds, and of the numbers of terms, without which the result
    would be another. kept: where several looks at one state only read it, what terms and questions said there.
    weighed: what clauses that hold together say, which is the same in all looks of one system.
    """

    __slots__ = ("_rules", "decisive", "events", "fired", "kept", "machine", "reading", "rulings", "weighed")

    def __init__(
        self,
        machine: Machine,
        reading: Reading,
        rulings: Collection[str] = (),
        kept: Kept | None = None,
        weighed: Weighed | None = None,
    ) -> None:
        self.machine, self.reading, self.rulings, self.kept = machine, reading, rulings, kept
        self.weighed: Weighed = {} if weighed is None else weighed
        self.events: Events = {}
        self.fired: Names = {}
        self.decisive: Names = {}
        self._rules: list[str] = []

    @property
    def rule(self) -> str:
        """The rule that runs now: the subject of a broken check."""
        return self._rules[-1] if self._rules else ""

    def call(self, function: Function, args: tuple[Any, ...]) -> Any:
        self._rules.append(function.name)
        try:
            return self.machine.call(self, function, args)
        except BranchEnds as end:
            if end.event.subject:
                raise
            raise BranchEnds(replace(end.event, subject=function.name)) from end  # a state knows of no rule
        finally:
            self._rules.pop()

    def note(self, event: Event) -> None:
        """Record an event, once."""
        self.events.setdefault(event.key, event)

    def each(self, asked: Iterable[Callable[[], T]]) -> list[T]:
        """All of these, each whatever fails in the others; then the branch ends where a check of one failed."""
        found, ended = [], None
        for ask in asked:
            try:
                found.append(ask())
            except BranchEnds as end:
                self.note(end.event)
                ended = ended or end
        if ended is not None:
            raise ended
        return found

    def clauses(self, cites: tuple[str, ...]) -> None:
        """An effect of these clauses runs."""
        self.fired.update(dict.fromkeys(f"§{c}" for c in cites))

    def named(self, name: str, args: tuple[Any, ...]) -> Any:
        """The value of a term or a question by name."""
        if self.kept is None:
            return self._named(name, args)
        key = (name, args[1:])
        found = self.kept.get(key)
        if found is not None:
            value, events, fired, decisive = found
            self.meet(events, fired, decisive)
            return value
        outer = self.events, self.fired, self.decisive
        self.events, self.fired, self.decisive = {}, {}, {}
        try:
            value = self._named(name, args)
            self.kept[key] = (value, self.events, self.fired, self.decisive)
            return value
        finally:
            met = self.events, self.fired, self.decisive
            self.events, self.fired, self.decisive = outer
            self.meet(*met)

    def meet(self, events: Events, fired: Names, decisive: Names | None = None) -> None:
        """What was met in a part of this look."""
        if events:
            for key, event in events.items():
                self.events.setdefault(key, event)
        if fired:
            self.fired.update(fired)
        if decisive:
            self.decisive.update(decisive)

    def _named(self, name: str, args: tuple[Any, ...]) -> Any:
        return self.term(name, args) if name in self.machine.system.terms else self.question(name, args)

    # --- exceptions -----------------------------------------------------------------------------------------------

    def lifted(self, exceptions: tuple[Lift, ...], args: tuple[Any, ...]) -> bool:
        """Whether some live exception lifts the clause that these belong to; all of them are evaluated."""
        stands = self.each([partial(self.stands, e, args) for e in exceptions])
        live = [e for e, holds in zip(exceptions, stands, strict=True) if holds]
        self.fired.update(dict.fromkeys(e.name for e in live))
        return bool(live)

    def stands(self, clause: Clause | Lift, args: tuple[Any, ...]) -> bool:
        """Whether the condition of a clause holds, and no live exception lifts it."""
        return bool(self.call(clause.function, args)) and not (
            clause.exceptions and self.lifted(clause.exceptions, args)
        )

    # --- terms ----------------------------------------------------------------------------------------------------

    def term(self, name: str, args: tuple[Any, ...]) -> Any:
        """The base value, or what the live exceptions say instead (if they differ, the reading decides); then what
        changes a number."""
        term = self.machine.system.terms[name]
        value = self._replaced(term, args)
        return self._adjusted(term, value, args) if term.numeric else value

    def _replaced(self, term: Term, args: tuple[Any, ...]) -> Any:
        name = term.name
        base = self.call(term.function, args)
        said = self.each([partial(self._said, layer, args) for layer in term.exceptions])
        spoken = [(layer, value) for layer, value in zip(term.exceptions, said, strict=True) if value is not SILENT]
        if not spoken:
            self.fired[term.name] = None
            return base
        self.fired.update(dict.fromkeys(layer.name for layer, _ in spoken))
        losers = set()
        for (a, one), (b, other) in combinations(spoken, 2):
            if one != other:
                key = f"{name}:{a.name}/{b.name}"
                cites = a.origin.cites + b.origin.cites
                self.note(Event("contradiction", name, (a.name, b.name), key, (a.name, b.name), cites))
                losers.add(a.name if self.reading.get(key, a.name) == b.name else b.name)
        return next((value for layer, value in spoken if layer.name not in losers), spoken[0][1])

    def _adjusted(self, term: Term, value: int, args: tuple[Any, ...]) -> int:
        """The value with its adjustments added, and within its bounds; where bounds cross, the reading drops one."""
        numbers = self.each([partial(self._said, layer, args) for layer in term.numeric])
        said = {layer.name: one for layer, one in zip(term.numeric, numbers, strict=True) if one is not SILENT}
        self.fired.update(dict.fromkeys(said))
        cites = {layer.name: layer.origin.cites for layer in term.numeric}
        kinds = {layer.name: layer.kind for layer in term.numeric}
        for a, b in crossed(kinds, said):
            both = cites[a] + cites[b]
            self.note(Event("contradiction", term.name, (a, b), f"{term.name}:{a}/{b}", (a, b), both))
        result = self._bounded(term.name, kinds, said, value)
        for name in said:
            others = {n: v for n, v in said.items() if n != name}
            if self._bounded(term.name, kinds, others, value) != result:
                self.decisive[name] = None
        return result

    def _said(self, layer: Layer | Adjustment, args: tuple[Any, ...]) -> Any:
        """What a layer of a term says: nothing where it is lifted."""
        value = self.call(layer.function, args)
        return SILENT if value is not SILENT and self.lifted(layer.exceptions, args) else value

    def _bounded(self, term: str, kinds: Mapping[str, str], said: Mapping[str, int], value: int) -> int:
        lost = {a if self.reading.get(f"{term}:{a}/{b}", a) == b else b for a, b in crossed(kinds, said)}
        value += sum(n for name, n in said.items() if kinds[name] == "adjust")
        value = max([value, *(n for name, n in said.items() if kinds[name] == "at_least" and name not in lost)])
        return min([value, *(n for name, n in said.items() if kinds[name] == "at_most" and name not in lost)])

    # --- questions ------------------------------------------------------------------------------------------------

    def question(self, name: str, args: tuple[Any, ...]) -> Any:
        """What the answers agree on; a gap where none speaks, a contradiction where two differ: the reading decides."""
        question = self.machine.system.questions[name]
        chosen = self.reading.get(name, question.default)
        if name in self.rulings:
            return self._option(question, chosen, None, args)
        spoken = self._answers(question, args)
        values = list(dict.fromkeys(value for _, value in spoken))
        self.fired.update(dict.fromkeys(o.name for o, _ in spoken))
        if len(values) == 1:
            return values[0]
        if not spoken and question.at_gap is not None:
            return self._option(question, question.at_gap, {}, args)
        options = tuple(o.name for o in question.options)
        if not spoken:
            self.note(Event("gap", name, (), name, options, question.origin.cites))
        for (a, one), (b, other) in combinations(spoken, 2):
            if one != other:
                cites = a.origin.cites + b.origin.cites
                self.note(Event("contradiction", name, (a.name, b.name), name, options, cites))
        return self._option(question, chosen, {o.name: value for o, value in spoken}, args)

    def _answers(self, question: Question, args: tuple[Any, ...]) -> list[tuple[Option, Any]]:
        """The answers that speak and are not beaten by a live one declared `over=` them."""
        answers = [option for option in question.options if option.kind == "answer"]
        said = self.each([partial(self.call, option.function, args) for option in answers])
        spoken = {
            option.name: (option, value) for option, value in zip(answers, said, strict=True) if value is not SILENT
        }
        over = {name: option.over for name, (option, _) in spoken.items()}
        alive = unbeaten(over)
        return [pair for name, pair in spoken.items() if name in alive]

    def _option(self, question: Question, chosen: str, answers: Mapping[str, Any] | None, args: tuple[Any, ...]) -> Any:
        """The chosen option's value: an answer that speaks, or a reading; the branch ends where it is silent."""
        option = next(o for o in question.options if o.name == chosen)
        if answers is not None and option.kind == "answer":
            value = answers.get(chosen, SILENT)
        else:
            value = self.call(option.function, args)
        if value is SILENT:
            # Another reading would not help where a gap is ruled.
            options = tuple(o.name for o in question.options) if answers or question.at_gap is None else ()
            event = Event("unresolved", question.name, (chosen,), question.name, options, option.origin.cites)
            self.note(event)
            raise BranchEnds(event)
        self.fired[chosen] = None
        return value


def crossed(kinds: Mapping[str, str], said: Mapping[str, int]) -> list[tuple[str, str]]:
    """The pairs of a lower and an upper bound that no number satisfies, each in declaration order."""

    def cross(a: str, b: str) -> bool:
        match kinds[a], kinds[b]:
            case "at_least", "at_most":
                return said[a] > said[b]
            case "at_most", "at_least":
                return said[b] > said[a]
        return False

    return [(a, b) for a, b in combinations(said, 2) if cross(a, b)]


def unbeaten(over: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The clauses left live among those that hold: one that is beaten beats nothing (`over` has no cycles)."""
    beaters: dict[str, list[str]] = {}
    for name, targets in over.items():
        for target in targets:
            if target in over:
                beaters.setdefault(target, []).append(name)
    if not beaters:
        return frozenset(over)
    alive: dict[str, bool] = {}

    def live(name: str) -> bool:
        if name not in alive:
            alive[name] = not any(live(b) for b in beaters.get(name, ()))
        return alive[name]

    return frozenset(name for name in over if live(name))
