"""What a ruling does is the same whoever explored: the reference explorer and the interpreter, or generated code."""

from __future__ import annotations

import pytest

from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.engines.native.material import states_with_events
from ruleslawyer.exploration.explore import explore_graph, ruled_result
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.exploration.variants.side_effects import side_effects
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.random_systems import of_seed
from tests.bundled import bundled

STATES = 150
"""States up to which a scope of a rulebook is explored by both here."""


def met_in(system: TransitionSystem, state: State) -> set[tuple[str, ...]]:
    """The events of judging what may be done in a state, and of doing it."""
    try:
        judged = [] if system.is_over(state) else list(system.candidates(state))
    except BranchEnds as end:
        return {end.event.key}
    taken = [system.take(state, j.instance).events for j in judged if j.is_allowed]
    return {event.key for events in (*(j.events for j in judged), *taken) for event in events}


def by_code(system: TransitionSystem) -> NativeExploration:
    return explore_natively(system, workers=1)


@pytest.mark.parametrize("seed", range(40))
def test_where_an_event_is_met(seed: int) -> None:
    """Of all states, and of every second, in random systems: code logs each event where the interpreter meets it."""
    found = by_code(of_seed(seed)[1].system)
    ids = [int(i) for _, _, some in found.found.rest_states() for i in some]
    met = {i: met_in(found.system, found.by_code.state(i)) for i in ids}
    for key in sorted(set().union(*met.values())):
        if key[0] == "unspoken":  # said of a judgement, and no event of judging
            continue
        there = {i for i in ids if key in met[i]}
        assert states_with_events(found.by_code, ids, [key]) == there, key
        assert states_with_events(found.by_code, ids[::2], [key]) == there.intersection(ids[::2]), key


def test_proposals_of_a_rulebook() -> None:
    """The rulings that findings of Daemons propose in small scopes: both say the same of what is left, and of what else
    changed; and code says so, too, where it is told of the events without a ruling."""
    ruleset, compared = bundled().ruleset("daemons"), 0
    proposals = [proposal for finding in findings_of(ruleset) for proposal in finding.proposals]
    for scope in sorted({proposal.scope for proposal in proposals if not proposal.reading}):
        plain = ruleset.transition_system(scope)
        before = explore_graph(plain, Limits(STATES), engine="networkx")
        if before.counts.stopped:
            continue
        code, known = by_code(plain), before.events()
        for rulings in (p.rulings for p in proposals if p.scope == scope and not p.reading):
            ruled = ruleset.transition_system(scope, {}, rulings)
            reference, found = explore_graph(ruled, engine="networkx"), by_code(ruled)
            said = ruled_result(reference, plain.system)
            assert ruled_result(found, plain.system) == ruled_result(found, plain.system, known) == said, (
                scope,
                rulings,
            )
            altered = side_effects(before, reference, rulings)
            assert altered == side_effects(code, found, rulings) == side_effects(code, found, rulings, known)
            compared += 1
    assert compared >= 5
