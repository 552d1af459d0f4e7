"""Code finds what the interpreter says: of the steps that it lists the first, and the events that it meets."""

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.exploration.native import explore_natively
from ruleslawyer.rulebook.claims.limits import Limits
from tests.bundled import bundled

HARBOUR = Project.load(Path(__file__).parents[2] / "projects" / "harbour")
STATES = 60


@pytest.mark.parametrize(
    ("project", "name", "scope"),
    [(HARBOUR, "harbour", "small"), (bundled(), "daemons", "draft"), (bundled(), "megacorp", "tiny")],
    ids=["numbers and sets", "choices of several seats", "many choices"],
)
def test_the_first_step_is_the_interpreters(project: Project, name: str, scope: str) -> None:
    found = explore_natively(project.ruleset(name).transition_system(scope), Limits(states=2_000))
    ids = [int(identity) for _, _, ids in found.found.rest_states() for identity in ids]
    ways = [found.found.way(identity) for identity in ids[:: max(1, len(ids) // STATES)]]
    pairs = [(way[-2], way[-1]) for way in ways if len(way) > 1]
    assert len(pairs) > 40
    for before, after in pairs:
        states = found.by_code.state(before), found.by_code.state(after)
        way = found.trace(after)
        assert way.steps[-1].instance == found.steps.between(*states)
        assert way.end == states[1]


def test_an_event_that_the_interpreter_does_not_meet_is_not_dropped() -> None:
    found = explore_natively(HARBOUR.ruleset("harbour").transition_system("small"), Limits(states=50))
    found.observation.hits["event", "unspoken", "nothing"] = [(0, 0)]
    with pytest.raises(AssertionError, match="does not meet"):
        _ = found.occurrences
    with pytest.raises(AssertionError, match="does not meet"):
        found.events()
