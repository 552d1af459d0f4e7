"""The shortest play in which a line alone decides: without it something else may be chosen there, or comes of it.

The rules are made anew with another thing in the line's place, and asked in the states that plays come to.
"""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.system import System
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.hunt.spots import Spot
from ruleslawyer.studies.hunt.varied import replace_node
from ruleslawyer.studies.ledger.line import AWAITS, DOMAIN, HELPER, Line


@dataclass(frozen=True, slots=True)
class DecisivePlay:
    """The place where a line alone decides: the play, and what would be otherwise."""

    scope: str
    play: tuple[str, ...]
    says: str


def find_decisive_play(system: System, line: Line, spots: dict[str, list[Spot]]) -> DecisivePlay | None:
    """The place where a line decides, nearest to the beginning of some scope; None where that is not found."""
    best: tuple[int, DecisivePlay] | None = None
    for scope, several in spots.items():
        for node, other in line.others:
            varied = _without(system, node, other, several[0].system)
            for spot in several:
                if best is not None and spot.depth >= best[0]:
                    break
                says = _otherwise(line, spot, varied)
                if says:
                    best = spot.depth, DecisivePlay(scope, spot.play, says)
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
