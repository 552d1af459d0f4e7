"""The shortest play in which a line alone decides: without it something else may be chosen there, or comes of it.

The rules are made anew with another thing in the line's place, and asked in the states that plays come to. Which of two
duties goes first is seen where both are due: the later one is run first, and what follows by itself is compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import Duty, System
from ruleslawyer.play.staged import Staged
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import Look
from ruleslawyer.semantics.state import State, Store
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.hunt.spots import Spot
from ruleslawyer.studies.hunt.varied import replace_node
from ruleslawyer.studies.ledger.line import AWAITS, BY_ORDER, DOMAIN, HELPER, ORDER, Line


@dataclass(frozen=True, slots=True)
class Decides:
    """The place where a line alone decides: the play, and what would be otherwise."""

    scope: str
    play: tuple[str, ...]
    says: str


def decides(system: System, line: Line, spots: dict[str, list[Spot]]) -> Decides | None:
    """The place where a line decides, nearest to the beginning of some scope; None where that is not found."""
    best: tuple[int, Decides] | None = None
    for scope, several in spots.items():
        for node, other in line.others:
            varied = _without(system, node, other, several[0].system)
            for spot in several:
                if best is not None and spot.depth >= best[0]:
                    break
                says = _otherwise(line, spot, varied)
                if says:
                    best = spot.depth, Decides(scope, spot.play, says)
                    break
    return best[1] if best else None


def _without(system: System, node: n.Expr, other: n.Expr, like: TransitionSystem) -> TransitionSystem:
    return TransitionSystem(Interpreter(replace_node(system, node, other), like.scope, brief=True), like.reading)


def _otherwise(line: Line, spot: Spot, varied: TransitionSystem) -> str:
    """The difference that the other rules make in a state; empty where there is none."""
    if line.kind in (DOMAIN, AWAITS, HELPER):
        try:
            there = frozenset(varied.allowed_instances(spot.state))
        except BranchEnds:
            there = frozenset(spot.choices)
        differing = there ^ frozenset(spot.choices)
        if differing:
            one = min(differing, key=spot.codec.call)
            word = "could be chosen" if one in there else "could not be chosen"
            return f"without it {spot.codec.call(one)} {word}"
    if line.kind in (DOMAIN, AWAITS):
        return ""
    for instance, outcome in spot.steps.items():
        if outcome.state is not None and varied.take(spot.state, instance).state != outcome.state:
            return f"without it {spot.codec.call(instance)} comes out otherwise"
    return ""


# --- duties that are due together ---------------------------------------------------------------------------------


class Together:
    """Notes which duties are due at once, and where their order matters."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.duties = list(system.duties.values())
        self.met: dict[tuple[str, str], tuple[int, Line, Decides]] = {}
        self.alike = set[tuple[str, str]]()
        """Those that were due at once, and whose order changed nothing wherever that was so."""

    def look(self, spot: Spot) -> None:
        for instance, outcome in spot.steps.items():
            if outcome.state is None:
                continue
            before = None
            for step in outcome.substeps:
                if step.kind == "duty" and before is not None:
                    self._at(spot, instance, before, self.system.duties[step.name], outcome.state)
                before = step.state

    def _at(self, spot: Spot, instance: Instance, before: State, first: Duty, rest: State) -> None:
        for other in self._due(spot.system, before, first):
            key = first.name, other.name
            depth = spot.depth
            if key in self.met and self.met[key][0] <= depth:
                continue
            then = _to_rest(spot.system, before, other)
            if then is None or then == rest:
                self.alike.add(key)
                continue
            line = Line(ORDER, f"{first.name} before {other.name}", "", BY_ORDER, first.origin)
            play = (*spot.play, spot.codec.call(instance))
            fields = ", ".join(_differing(spot.codec, then, rest))
            self.met[key] = depth, line, Decides(spot.where, play, f"the other way round {fields} would differ")

    def _due(self, system: TransitionSystem, state: State, first: Duty) -> Iterator[Duty]:
        look = Look(system.machine, system.reading, system.rulings)
        for duty in self.duties[self.duties.index(first) + 1 :]:
            try:
                if system.machine.stays(look, duty, Store(system.schema, state)):
                    yield duty
            except BranchEnds:
                continue


def _to_rest(system: TransitionSystem, state: State, first: Duty) -> State | None:
    """The state in which play comes to rest if this duty goes first; None where it does not."""
    now = system.substep(state, first).state
    return None if now is None else Staged(system).settle(now).state


def _differing(codec: Codec, one: State, other: State) -> list[str]:
    slots = zip(codec.schema.slots, one.fields, other.fields, strict=True)
    found = [slot.field.name for slot, a, b in slots if a != b]
    return found or ["what is under way"]
