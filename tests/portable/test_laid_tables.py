"""Tables that scenarios lay, from which a page plays on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleslawyer.report.live.written import FEW, chosen_ranges
from tests.bundled import bundled


def test_numbers_that_a_scenario_does_not_bound() -> None:
    """A finding of MegaCorp is shown where nobody says how large a bid may be: all of its moves can be chosen there."""
    ruleset = bundled().ruleset("megacorp")
    (found,) = ruleset.verify_findings("196")
    staged = found.first_with_play
    assert staged is not None and staged.scope is not None and staged.trace is not None
    steps = staged.trace.steps
    states = [staged.trace.start.after, *(step.after for step in steps)]
    made = [(state, step.instance) for state, step in zip(states, steps, strict=False) if state is not None]
    bids = [(state, one) for state, one in made if one.action == "reveal_start_bids"]
    assert bids
    with pytest.raises(AssertionError, match="no bounds"):
        list(ruleset.in_scope(staged.scope).candidates(bids[0][0]))
    ranges = dict(chosen_ranges(ruleset.system, staged.scope, staged.trace))
    assert ranges["reveal_card_bids.bids"] == (0, FEW)  # nobody bids for a card there
    table = ruleset.in_scope(replace(staged.scope, bounds={**ranges, **staged.scope.bounds}))
    for state, instance in bids:
        assert instance in [one.instance for one in table.candidates(state) if one.is_allowed]
