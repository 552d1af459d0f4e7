"""Members that a scope declares interchangeable: shown to be so, and one state of each orbit explored.

A swap of two must take the beginnings to themselves, and nothing that the rules say may tell the two apart (see
`alike`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.origin import Origin
from ruleslawyer.engines.native.graph import Graph, GraphTooLarge
from ruleslawyer.engines.native.orbits import OrbitExploration, OrbitGraph, explore_symmetric, holds_some, orbit_graph
from ruleslawyer.exploration.alike import ScopeFunctions
from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import NATURE, Check, Fair
from ruleslawyer.rulebook.claims.limits import Limits, Progress
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.fairness import places
from ruleslawyer.semantics.interchange import Alike, Swap, alike
from ruleslawyer.semantics.trace import Steps, Trace, through
from ruleslawyer.semantics.transition import Instance as Chosen
from ruleslawyer.semantics.transition import TransitionSystem

SHOWN = 6
"""Fields of a state that are shown where two members differ."""


@dataclass(frozen=True)
class Symmetry:
    """Groups of members that are interchangeable; the fields that may have different values, by their frame (empty:
    the state)."""

    groups: tuple[Alike, ...]
    varying: frozenset[tuple[str, str]]


def symmetry_of(system: TransitionSystem) -> Symmetry:
    """The interchangeable members of a scope; a `UsageError` where there are none, or some that a rule tells apart."""
    scope = system.scope
    groups = alike(scope)
    if not groups:
        declared = ", ".join(f"`{sort}`" for sort in scope.interchangeable)
        if declared:
            why, mend = f"no two members of {declared} have equal attributes", "give some members equal attributes"
        else:
            why, mend = "no sort is declared so", 'write interchangeable = ["…"] at the top of the scope'
        raise UsageError(f"nothing is interchangeable: {why}", f"scope {scope.name}", mend)
    rules = ScopeFunctions(system, groups)
    _expect_beginnings(system, groups)
    apart = rules.apart()
    if apart is not None:
        raise _not_alike(system, apart.swap, f"{apart.what} may tell them apart", apart.origin)
    return Symmetry(groups, rules.written)


def _expect_beginnings(system: TransitionSystem, groups: tuple[Alike, ...]) -> None:
    """The image of each beginning under each swap is one, too."""
    codec = Codec(system.system, system.scope)
    begun = dict.fromkeys(outcome.state for _, outcome in system.initial() if outcome.state is not None)
    for swap in (swap for group in groups for swap in group.swaps):
        for state in begun:
            image = swap.state(system.system, state)
            if image not in begun:
                names = ", ".join([name for name, _, _ in codec.changes(state, image)][:SHOWN])
                why = f"the initial rule (in {names}) tells them apart"
                raise _not_alike(system, swap, why, system.system.initial.origin)


def _not_alike(system: TransitionSystem, swap: Swap, why: str, origin: Origin) -> UsageError:
    first, second = (system.scope.names[swap.sort][member] for member in (swap.first, swap.second))
    return UsageError(
        f"`{first}` and `{second}` are not interchangeable: {why}",
        str(origin.span),
        f"take {swap.sort} out of `interchangeable`, or give the two different attributes",
    )


# --- exploring -------------------------------------------------------------------------------------------------------


def explore_orbits(
    system: TransitionSystem,
    limits: Limits | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
) -> SymmetricExploration:
    """Explore one state of each orbit; a `UsageError` where members that are declared alike are not."""
    began = time.perf_counter()
    symmetry = symmetry_of(system)
    orbits = explore_symmetric(system, symmetry.groups, symmetry.varying, limits, workers, progress)
    return SymmetricExploration(orbits, symmetry.groups, began, limits.memory if limits else None)


class SymmetricExploration(NativeExploration):
    """An exploration of one state of each orbit; its plays are real ones."""

    def __init__(
        self, orbits: OrbitExploration, groups: Sequence[Alike], began: float, memory: int | None = None
    ) -> None:  # fmt: skip
        super().__init__(orbits.by_code, began, memory)
        self.orbits = orbits
        self._sorts = frozenset(group.sort for group in groups)

    @property
    def size(self) -> int:
        """The number of all states of all orbits."""
        return self.orbits.counts.states

    def states_of(self, identities: Sequence[int]) -> int:
        """The number of states of some orbits."""
        return self.orbits.states_of(identities)

    @cached_property
    def graph(self) -> Graph | str:
        """Edges between orbits are no steps of a play."""
        return "the graph of a symmetric exploration is not kept; leave out --symmetry"

    @cached_property
    def followed_graph(self) -> Graph | str:
        """The orbits, and the steps between them. What is promised to nobody alone, under fairness to nobody alone,
        is so of this graph as of the whole one: members that are alike are swapped along whole plays."""
        try:
            return orbit_graph(self.orbits, self._sorts, self.memory)
        except GraphTooLarge as error:
            return str(error)

    def why_not_follow(self, check: Check) -> str:
        """A promise to one of several alike is no promise of an orbit, nor is fairness to one of them."""
        fair = (*check.fair, *check.strongly_fair)
        named = [p.type for p in check.members]
        named += [type_ for one in fair if one != NATURE for type_ in _each_type(self.system, one)]
        if any(holds_some(type_, self._sorts) for type_ in named):
            return "up to symmetry nothing is said of one member alone; leave out --symmetry"
        if check.by_nature:
            return "up to symmetry no play is fair by nature; leave out --symmetry"
        graph = self.followed_graph if fair else ""
        if isinstance(graph, OrbitGraph) and any(graph.stays_in_orbits(one) for one in fair):
            return "a step of what is fair leads from a state to one that is alike; leave out --symmetry"
        return ""

    def trace(self, identity: int, last: Chosen | None = None, *, taken: bool = False) -> Trace:
        """The shortest play to the state of an id itself: the swaps that lead there are applied to the whole play."""
        states = self.orbits.play_to(identity)
        return through(Steps(self.system), self._start[states[0]], states, last, taken=taken)


def _each_type(system: TransitionSystem, fair: Fair) -> list[t.Type]:
    """The types of the parameters for which there is a fair set of each value."""
    chosen = system.system.actions[fair.action].chosen_parameters
    return [chosen[place].type for place in places(system.system, fair)]
