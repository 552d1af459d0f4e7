"""What could be anything in a play, against the rules of the ferry read by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.play.dont_cares import alternative, dont_cares
from ruleslawyer.play.replay import replay_problem
from ruleslawyer.play.shrink import EventGoal, PropertyGoal
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bank import TINY

FERRY = Path(__file__).parents[2] / "projects" / "ferry"


@pytest.fixture(scope="module")
def ferry() -> Ruleset:
    return Project.load(FERRY).ruleset("ferry")


def test_the_clash_over_a_heavy_cart(ferry: Ruleset) -> None:
    """2.1 permits to send the iron, 2.2 forbids it as it is heavy: whose it is does not matter, nor anything of the
    hay, which stays where it is."""
    result = ferry.explore()
    met = next(e for e in result.events if e.event.subject == "cross")
    scope = ferry.scope("tiny")
    hay, iron = (scope.names["Cart"].index(name) for name in ("hay", "iron"))
    found = dont_cares(ferry.system, scope, {}, met.trace, EventGoal(met.event, met.material))
    assert found is not None
    assert found.needed == (("Cart", "heavy", iron),)
    assert set(found.unseen) | set(found.free) == {
        ("Cart", "owner", hay), ("Cart", "owner", iron), ("Cart", "heavy", hay),
    }  # fmt: skip


def test_the_toll_depends_on_whose_cart_it_is(ferry: Ruleset) -> None:
    """2.3b and 2.4 name the same carter where the one who waits owns the cart: then nothing clashes."""
    met = next(e for e in ferry.explore().events if e.event.subject == "payee")
    scope = ferry.scope("tiny")
    hay = scope.names["Cart"].index("hay")
    found = dont_cares(ferry.system, scope, {}, met.trace, EventGoal(met.event, met.material))
    assert found is not None
    assert {("Cart", "owner", hay), ("Cart", "heavy", hay)} <= set(found.needed)


def test_a_play_that_does_not_show_its_goal_says_nothing(ferry: Ruleset) -> None:
    events = {e.event.subject: e for e in ferry.explore().events}
    goal = EventGoal(events["payee"].event, True)
    assert dont_cares(ferry.system, ferry.scope("tiny"), {}, events["cross"].trace, goal) is None


def test_another_play_shows_the_same_by_another_choice(ferry: Ruleset) -> None:
    """Two heavy carts clash alike: sending the one is the play, and sending the other is another."""
    scope = ferry.scope("tiny")
    heavy = replace(scope, attributes={**scope.attributes, ("Cart", "heavy"): (True, True)})
    system = TransitionSystem(Interpreter(ferry.system, heavy))
    met = next(e for e in explore_scope(system).events if e.event.subject == "cross")
    goal = EventGoal(met.event, met.material)
    found = alternative(system, met.trace, goal)
    assert found is not None and found.last is not None and met.trace.last is not None
    assert found.last.args[1] != met.trace.last.args[1]
    assert replay_problem(system, found, met.event) == ""


def test_no_other_play_is_made_up(ferry: Ruleset) -> None:
    """In tiny only the hay can cross, once, and the clash is Bob's sending it: nothing else shows it."""
    met = next(e for e in ferry.explore().events if e.event.subject == "payee")
    assert alternative(ferry.transition_system("tiny"), met.trace, EventGoal(met.event, met.material)) is None


def test_what_does_not_meet_the_assumptions_is_nothing_else() -> None:
    """Where one is the first and the places differ, who is first could be nobody else by one change alone; only places
    have another value that is met, and whose it is does not matter to who gets the token."""
    ruleset = Project.load(TINY).ruleset("t250_assumed")
    scope = ruleset.scope("tiny")
    broken = next(v for v in ruleset.explore("tiny").verdicts if v.name == "the_first_has_it")
    assert broken.trace is not None
    goal = PropertyGoal(ruleset.system.checks["the_first_has_it"], False)
    found = dont_cares(ruleset.system, scope, {}, broken.trace, goal)
    assert found is not None
    firsts = {("Player", "first", member) for member in range(3)}
    assert firsts <= set(found.untried) | set(found.unseen)
    assert not firsts & (set(found.needed) | set(found.free))
