"""How a drawn state comes about: what is dealt and printed, a play, and what is drawn behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.scenario.run import start_play
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.ir.schema import Scope
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.sweep.plan import Plan

Dealt: TypeAlias = tuple[tuple[str, Any], ...]
"""The factors of a sweep that are not as usual, with their values."""
Printed: TypeAlias = tuple[tuple[str, str, int, object], ...]
"""What is printed on members otherwise: the sort, the attribute, the member, the value."""


Where: TypeAlias = Mapping[str, tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Deal:
    """How a state comes about. dealt: the values of a sweep that the scope has; printed: what was drawn besides; begin,
    walk: the play; leaves: what was drawn of the state behind it; reading: an option that is not the usual one;
    scenario: the one that gives the state in place of a beginning; anew: what is printed otherwise behind the play;
    then: how it is played on from what was drawn."""

    scope: Scope
    dealt: Dealt
    printed: Printed
    begin: Instance
    walk: tuple[Instance, ...] = ()
    leaves: tuple[tuple[str, tuple[int, ...], object], ...] = ()
    reading: tuple[tuple[str, str], ...] = ()
    scenario: Scenario | None = None
    anew: Printed = ()
    then: tuple[Instance, ...] = ()

    def beginning(self, system: TransitionSystem) -> State | None:
        """The state in which the play begins; None where it cannot begin so in this system."""
        if self.scenario is None:
            outcome = system.begin(self.begin)
            return outcome.state if outcome is not None else None
        try:  # with something else printed what is given may contradict itself
            return start_play(system, Codec(system.system, system.scope), self.scenario).state
        except (BranchEnds, UsageError):
            return None

    def play(self, codec: Codec) -> tuple[str, ...]:
        """The play in words: where it begins, which may be a scenario's file and line, and its choices."""
        begins = codec.call(self.begin) if self.scenario is None else self.scenario.place
        return begins, *map(codec.call, (*self.walk, *self.then))

    @property
    def size(self) -> tuple[int, ...]:
        """The size by which one deal is simpler than another: little that is drawn, then a short play."""
        return (
            len(self.leaves),
            len(self.printed) + len(self.anew),
            len(self.reading),
            len(self.walk) + len(self.then),
            len(self.dealt),
        )

    def smaller(self, plan: Plan | None) -> Iterator[Deal]:
        """The same with one thing less that was drawn or dealt, or one step less. plan: of the sweep that dealt it."""
        for i in range(len(self.leaves)):
            yield replace(self, leaves=self.leaves[:i] + self.leaves[i + 1 :])
        for i in range(len(self.printed)):
            yield replace(self, printed=self.printed[:i] + self.printed[i + 1 :])
        for i in range(len(self.anew)):
            yield replace(self, anew=self.anew[:i] + self.anew[i + 1 :])
        if self.reading:
            yield replace(self, reading=())
        for i in range(len(self.walk)):
            yield replace(self, walk=self.walk[:i] + self.walk[i + 1 :])
        for i in range(len(self.then)):
            yield replace(self, then=self.then[:i] + self.then[i + 1 :])
        for i in range(1, len(self.dealt) if plan else 0):
            assert plan is not None
            dealt = self.dealt[:i] + self.dealt[i + 1 :]
            try:
                scope = plan.scope(dealt[0][1], dict(dealt[1:]))[1]
            except ModelError:
                continue
            if scope.names == self.scope.names:
                yield replace(self, scope=scope, dealt=dealt)


def printed_on(scope: Scope, printed: Printed) -> Scope:
    """The scope with something else printed on members."""
    attributes = dict(scope.attributes)
    for sort, name, member, value in printed:
        column = attributes[sort, name]
        assert column is not None
        attributes[sort, name] = (*column[:member], value, *column[member + 1 :])
    return replace(scope, attributes=attributes)


def deal_in_words(deal: Deal, codec: Codec) -> Json:
    """A deal in words: what was drawn, and the play."""
    types = {(s, a.name): a.type for s, sort in codec.system.sorts.items() for a in sort.attributes}
    return {
        "scope": deal.scope.name,
        "dealt": {name: str(value) for name, value in deal.dealt},
        "printed": {
            f"{codec.scope.names[sort][member]}.{name}": codec.text(types[sort, name], value)
            for sort, name, member, value in (*deal.printed, *deal.anew)
        },
        "drawn": leaves_in_words(deal.leaves, codec),
        "reading": dict(deal.reading),
        "play": list(deal.play(codec)),
    }


def leaves_in_words(drawn: Iterable[tuple[str, tuple[int, ...], object]], codec: Codec) -> dict[str, str]:
    """Leaves of the state in words, by field and keys."""
    fields = {slot.field.name: slot for slot in codec.schema.slots}
    return {
        f"{name}{codec.keys(fields[name].field.type, keys)}": codec.text(fields[name].leaf, value)
        for name, keys, value in drawn
    }
