"""A drawn state: what may be chosen there, what comes of it, and how it is made again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ruleslawyer.check.scenario.consistent import broken_properties
from ruleslawyer.ir.schema import Scope
from ruleslawyer.play.quick import Quick
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.state import replace as put
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.laws.deal import Deal, Printed, printed_on

DUE = "something is due there"
UNMET = "something else is assumed of what is printed on members"


@dataclass(frozen=True)
class Drawn:
    """A state, in its system; what may be chosen there, and what comes of it, is asked once. before: the state that
    play came to, where something was drawn of it."""

    deal: Deal
    system: TransitionSystem
    state: State
    before: State | None = None

    @cached_property
    def allowed_instances(self) -> tuple[Instance, ...]:
        """The choices that are allowed; `BranchEnds` where whose decision it is cannot be told."""
        return tuple(self.system.allowed_instances(self.state))

    @cached_property
    def _outcomes(self) -> dict[Instance, State | None]:
        return {}

    def after(self, instance: Instance) -> State | None:
        """The state that a choice leads to; None where the branch ends."""
        if instance not in self._outcomes:
            self._outcomes[instance] = self.system.after(self.state, instance)
        return self._outcomes[instance]


def quick(ruleset: LoadedRuleset, scope: Scope, reading: Mapping[str, str] | None = None) -> TransitionSystem:
    """The system of a scope of which many states are asked, and no events."""
    made = ruleset.in_scope(scope, reading, brief=True)
    return Quick(made.machine, made.reading, made.rulings)


def with_print(system: TransitionSystem, printed: Printed) -> TransitionSystem:
    """The same with something else printed on members."""
    scope = printed_on(system.scope, printed)
    machine = Interpreter(system.system, scope, system.schema, brief=True)  # what a state has hangs on no print
    return Quick(machine, system.reading, system.rulings)


def again(ruleset: LoadedRuleset, deal: Deal) -> Drawn | None:
    """The state of a deal, made anew; None where it does not come about."""
    system = quick(ruleset, printed_on(deal.scope, deal.printed), dict(deal.reading))
    if not system.meets_assumptions:
        return None
    try:
        state = _lead(system, deal.beginning(system), deal.walk)
        system = with_print(system, deal.anew) if deal.anew else system
        drawn = None if state is None else drawn_of(system, state, deal)
        found = None if isinstance(drawn, str) else _lead(system, drawn, deal.then)
    except BranchEnds:
        return None
    return None if found is None else Drawn(deal, system, found)


def _lead(system: TransitionSystem, state: State | None, steps: Iterable[Instance]) -> State | None:
    """The state that allowed steps lead to, one after the other; None where one is not allowed."""
    for instance in steps:
        judged = None if state is None else system.candidate(state, instance)
        if state is None or judged is None or not judged.is_allowed:
            return None
        state = system.after(state, instance)
    return state


def drawn_of(system: TransitionSystem, state: State, deal: Deal) -> State | str:
    """A state with what a deal draws of it; why it is not kept."""
    fields = list(state.fields)
    for name, keys, leaf in deal.leaves:
        index = system.schema.index[name]
        fields[index] = put(fields[index], keys, leaf)
    found = State(tuple(fields), state.frames)
    return found if found == state and not deal.anew else at_rest(system, found)


def at_rest(system: TransitionSystem, state: State) -> State | str:
    """A state without what means nothing in it; why it is none that play could stand in."""
    if not system.meets_assumptions:
        return UNMET
    try:
        if (unset := system.schema.unset(state)) is not None:
            return f"`{unset}` has no value"
        state = system.meaningful(state)
        if system.due(state) is not None:
            return DUE
        for check in broken_properties(system, state):
            return f"it breaks {check.name}"
    except BranchEnds as ends:
        return f"it cannot be judged: {ends.event.title}"
    return state
