"""The fair sets of a `leads_to` that an instance belongs to: that of its action, or of its choice of some
parameters."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import NATURE, Check, Fair
from ruleslawyer.ir.system import Action, System
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance


@dataclass(frozen=True, slots=True)
class FairSet:
    """One fair set: the instances of an action that have these values for some parameters. By nature: the outcome of
    chance that leads from one state to another, which are the values."""

    fair: Fair
    values: tuple[object, ...]
    strong: bool


class FairSets:
    """The fair sets of a property. Those without an instance in a play's states ask nothing of the play."""

    def __init__(self, system: System, check: Check) -> None:
        named = [(fair, False) for fair in check.fair if fair != NATURE]
        named += [(fair, True) for fair in check.strongly_fair]
        self._by_nature = chance_actions(system) if check.by_nature else ()
        self._of: dict[str, list[tuple[Fair, bool, tuple[int, ...]]]] = {}
        for fair, strong in named:
            self._of.setdefault(fair.action, []).append((fair, strong, places(system, fair)))

    def of(self, before: State, instance: Instance, after: State) -> tuple[FairSet, ...]:
        """The sets that a step belongs to: none where it changes nothing."""
        if before == after:
            return ()
        found = (
            FairSet(fair, tuple(instance.args[place] for place in at), strong)
            for fair, strong, at in self._of.get(instance.action, ())
        )
        return (*found, *([FairSet(NATURE, (before, after), True)] if instance.action in self._by_nature else ()))


def chance_actions(system: System) -> tuple[str, ...]:
    """The names of the actions that are outcomes of chance."""
    return tuple(action.name for action in system.actions.values() if action.kind == "chance")


def told_apart(system: System, action: Action) -> frozenset[int]:
    """The indices of an instance's arguments by which some property tells fair sets of an action apart."""
    named = (fair for check in system.checks.values() for fair in (*check.fair, *check.strongly_fair))
    return frozenset(place for fair in named if fair.action == action.name for place in places(system, fair))


def places(system: System, fair: Fair) -> tuple[int, ...]:
    """The indices of an instance's arguments that tell the sets apart."""
    parameters = system.actions[fair.action].function.parameters
    names = [p.name for p in parameters if not isinstance(p.type, (t.State, t.FrameOf))]
    return tuple(names.index(name) for name in fair.each)
