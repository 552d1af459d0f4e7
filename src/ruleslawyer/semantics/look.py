"""One look at one state, or one effect: the reading that it is made under, and what was met."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, Protocol, TypeVar

from ruleslawyer.base.quick_dataclass import dataclass
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.schema import Field, Scope
from ruleslawyer.ir.system import Action, Assumption, Duty, Part, Settle, System
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.judgement import Judgement
from ruleslawyer.semantics.sizes import domain_size
from ruleslawyer.semantics.state import Schema, Store

T = TypeVar("T")
Reading = Mapping[str, str]
"""Question name → option name; clashes of norms and of a term's exceptions have keys of their own (see `choice`)."""


Events = dict[tuple[str, ...], Event]
Names = dict[str, None]
Kept = dict[tuple[str, tuple[Any, ...]], tuple[Any, Events, Names, Names]]
"""By name and arguments after the state: the value of a term or a question, and what was met on the way to it."""


class Machine(Protocol):
    """Runs rules on canonical values: the interpreter, or the direct run of the author's own functions. Terms,
    questions and deeds that come up on the way come back to the look."""

    system: System
    scope: Scope
    schema: Schema

    def call(self, look: Look, function: Function, args: tuple[object, ...]) -> Any:
        """The result of one function of the author; raises `BranchEnds` where a check fails."""

    def value(self, look: Look, name: str, args: tuple[object, ...]) -> Any:
        """The value of a term or a question; of an action, whether it may be done."""

    def judge(self, look: Look, base: Action | Part, args: tuple[object, ...]) -> Judgement:
        """The judgement of an instance by the norms of an action and its parts, or by those of a seat or a member:
        every clause is asked, beaten or not."""

    def belongs(self, look: Look, action: Action, args: tuple[object, ...]) -> bool:
        """Whether the domain holds, that of each seat or member included."""

    def do(self, look: Look, deed: str, args: tuple[object, ...]) -> None:
        """Judge a deed in the state as it is now (`args` begin with the store), and do it, or what replaces it."""

    # What follows by itself, as `core.forced` has it of each of these.

    def due(self, look: Look, store: Store) -> int: ...
    def holds(self, look: Look, settle: Settle, store: Store) -> bool: ...
    def stays(self, look: Look, duty: Duty, store: Store) -> bool:
        """Whether a duty is due if nothing comes before it."""

    def settle(self, look: Look, store: Store) -> None: ...
    def reacting(self, look: Look, store: Store) -> frozenset[int]: ...
    def expire(self, look: Look, field: Field, after: Store, before: Store) -> None: ...
    def forget(self, look: Look, after: Store, before: Store) -> None: ...


class Look:
    """events: by key, in the order in which they were met. fired: the names of rules that were live, and of clauses
    whose effect ran (as ``§5.4.1``). decisive: clauses of deeds, and of the numbers of terms, without which the result
    would be another. kept: where several looks at one state only read it, what terms and questions said there.
    beside: who hears what is asked aside.
    """

    __slots__ = ("_rules", "beside", "decisive", "events", "fired", "kept", "machine", "reading", "rulings")

    def __init__(
        self, machine: Machine, reading: Reading, rulings: Collection[str] = (), kept: Kept | None = None
    ) -> None:
        self.machine, self.reading, self.rulings, self.kept = machine, reading, rulings, kept
        self.events: Events = {}
        self.fired: Names = {}
        self.decisive: Names = {}
        self.beside: Look
        self._rules: list[str] = []

    @property
    def rule(self) -> str:
        """The rule that runs now: the subject of a broken check."""
        return self._rules[-1] if self._rules else ""

    def call(self, function: Function, args: tuple[object, ...]) -> Any:
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

    def judgements(self, asked: Iterable[Callable[[], Judgement]]) -> list[Judgement]:
        """The judgements by an action's own clauses and of its parts. Where a check of one fails, clauses are decisive
        in the others all the same."""
        found: list[Judgement] = []

        def keep(ask: Callable[[], Judgement]) -> Judgement:
            found.append(ask())
            return found[-1]

        try:
            return self.each([partial(keep, ask) for ask in asked])
        except BranchEnds:
            self.decisive.update(dict.fromkeys(name for one in found for name in one.decisive))
            raise

    def clauses(self, cites: tuple[str, ...]) -> None:
        """An effect of these clauses runs."""
        self.fired.update(dict.fromkeys(f"§{c}" for c in cites))

    def value_by_name(self, name: str, args: tuple[object, ...]) -> Any:
        """The value of a term or a question by name; of an action, whether it may be done."""
        if self.kept is None:
            return self.machine.value(self, name, args)
        key = (name, args[1:])
        found = self.kept.get(key)
        if found is not None:
            value, events, fired, decisive = found
            self.meet(events, fired, decisive)
            return value
        outer = self.events, self.fired, self.decisive
        self.events, self.fired, self.decisive = {}, {}, {}
        try:
            value = self.machine.value(self, name, args)
            self.kept[key] = (value, self.events, self.fired, self.decisive)
            return value
        finally:
            met = self.events, self.fired, self.decisive
            self.events, self.fired, self.decisive = outer
            self.meet(*met)

    def meet(self, events: Events, fired: Names, decisive: Names | None = None) -> None:
        """Adds what was met in a part of this look."""
        if events:
            for key, event in events.items():
                self.events.setdefault(key, event)
        if fired:
            self.fired.update(fired)
        if decisive:
            self.decisive.update(decisive)


@dataclass(frozen=True, slots=True)
class Unmet:
    """An assumption that a scope does not meet, and the first members of which it is not so; why: what fails where it
    is asked of them, empty where it is false."""

    assumption: Assumption
    members: tuple[int, ...]
    why: str = ""


def unmet_assumptions(machine: Machine) -> Iterator[Unmet]:
    """The assumptions that a machine's scope does not meet, in their order; it leaves nothing open."""
    look = Look(machine, {})
    for one in machine.system.assumptions.values():
        found = next(_against(machine, look, one), None)
        if found is not None:
            yield found


def meets_assumptions(machine: Machine) -> bool:
    """Whether the scope meets all that is assumed of members."""
    return next(unmet_assumptions(machine), None) is None


def _against(machine: Machine, look: Look, one: Assumption) -> Iterator[Unmet]:
    """The choices of members of which an assumption is not so."""
    function, system, scope = one.function, machine.system, machine.scope
    for members in product(*(range(domain_size(p.type, system, scope)) for p in function.parameters)):
        try:
            if not machine.call(look, function, members):
                yield Unmet(one, members)
        except BranchEnds as ends:
            yield Unmet(one, members, ends.event.reason)
