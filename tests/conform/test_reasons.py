"""Reasons of the reference: what keeps a clause from forbidding."""

from __future__ import annotations

import pytest

from ruleslawyer.api import Project
from ruleslawyer.bridges.conform.reasons import why_not_forbidden
from tests.bank import TINY


@pytest.mark.parametrize(
    ("ruleset", "says"),
    [
        ("t09_exception", ["4 curfew: would forbid it, and is lifted by 5 licence"]),
        ("t05_permit_over", ["3 closed: would forbid it, and is beaten by 4 at_first"]),
    ],
)
def test_a_clause_is_lifted_or_beaten(ruleset: str, says: list[str]) -> None:
    """As the tiny rules say it, of their first move."""
    system = Project.load(TINY).ruleset(ruleset).transition_system("tiny")
    state = next(outcome.state for _, outcome in system.initial() if outcome.state is not None)
    (move,) = {instance.action: instance for instance in system.allowed_instances(state)}.values()
    assert [f"{reason.what}: {reason.why}" for reason in why_not_forbidden(system, state, move)] == says
