"""Rulings: a clash of two clauses that is ruled is what `over=` would make of it, in every engine."""

from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.exploration.explore import EngineName
from ruleslawyer.rulebook.claims.readings import mend, rulable, valid_rulings
from ruleslawyer.rulebook.claims.result import ScopeResult
from tests import bank

TESTS = Path(__file__).parents[2]
TINY = Project.load(bank.TINY)
CLASH = "cross:own_turn/too_heavy"


@pytest.fixture(scope="module")
def ferry() -> Ruleset:
    return Project.load(TESTS / "projects" / "ferry").ruleset("ferry")


def counted(result: ScopeResult) -> tuple[int, int, int, int]:
    return result.states, result.transitions, result.ended, result.deadlocked


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_the_permit_prevails(ferry: Ruleset, engine: EngineName) -> None:
    """By hand: each of two beginnings, then one cart or the other, then both; nothing stops anybody."""
    result = ferry.explore("tiny", rulings={CLASH: "permit"}, direct=True, engine=engine)
    assert counted(result) == (8, 8, 2, 0)
    assert {e.event.subject for e in result.events} == {"follower", "payee"}
    assert result.unreplayed == ()
    assert result.rulings == (CLASH,)


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_the_forbid_prevails(ferry: Ruleset, engine: EngineName) -> None:
    """What is taken by default, without the event: the light cart crosses, and then nobody may do anything."""
    result = ferry.explore("tiny", rulings={CLASH: "forbid"}, engine=engine)
    assert counted(result) == (4, 2, 0, 2)
    assert {e.event.subject for e in result.events} == {"follower", "payee"}


@pytest.mark.parametrize("engine", ["networkx", "native"])
@pytest.mark.parametrize("choice", ["permit", "forbid"])
def test_a_clash_of_a_deed(engine: EngineName, choice: str) -> None:
    """The same graph as under that reading, and no event."""
    ruleset = TINY.ruleset("t102_deed_clash")
    key = next(k for k in rulable(ruleset.system) if k not in ruleset.system.questions)
    read = ruleset.explore("tiny", {key: choice}, engine=engine)
    ruled = ruleset.explore("tiny", rulings={key: choice}, direct=True, engine=engine)
    assert [e.event.choice for e in read.events] == [key]
    assert ruled.events == () and ruled.unreplayed == ()
    assert counted(ruled) == counted(read)


@pytest.mark.parametrize("name", ["t72_member_clash", "t30_seat_clash", "t105_insteads_differ"])
def test_a_clash_of_a_part_or_of_two_replacements(name: str) -> None:
    """The same graph as under that reading, whichever is ruled, and one event less."""
    ruleset = TINY.ruleset(name)
    event = ruleset.explore("tiny").events[0].event
    for option in event.options:
        read = ruleset.explore("tiny", {event.choice: option})
        ruled = ruleset.explore("tiny", rulings={event.choice: option})
        assert event.key in {e.event.key for e in read.events}
        assert event.key not in {e.event.key for e in ruled.events}
        assert counted(ruled) == counted(read)


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_one_answer_before_another(ferry: Ruleset, engine: EngineName) -> None:
    """The owner is paid, or the other: the graph of that reading, by hand the same four states, without the event."""
    for winner in ("owner_is_paid", "other_is_paid"):
        ruled = ferry.explore("tiny", rulings={"payee:owner_is_paid/other_is_paid": winner}, engine=engine)
        assert counted(ruled) == (4, 2, 0, 2)
        assert "payee" not in {e.event.subject for e in ruled.events}
        assert winner in ruled.live
    with pytest.raises(UsageError, match="has no side"):
        ferry.explore("tiny", rulings={"payee:owner_is_paid/other_is_paid": "nobody"})


def test_what_a_term_is_given_cannot_be_ruled() -> None:
    ruleset = TINY.ruleset("t15_term_clash")
    (event,) = ruleset.explore("tiny").events
    with pytest.raises(UsageError, match="is no question and no clash"):
        valid_rulings(ruleset.system, {event.event.choice: event.event.options[0]})


def test_a_circle_is_refused() -> None:
    """`over=` gives the permit the right of way already; a ruling the other way round would close a circle."""
    ruleset = TINY.ruleset("t04_over")
    base, norms = next((a.name, a.norms) for a in ruleset.system.actions.values() if any(n.over for n in a.norms))
    winner = next(n for n in norms if n.over)
    loser = winner.over[0]
    permit, forbid = (winner.name, loser) if winner.kind == "permit" else (loser, winner.name)
    against = "forbid" if winner.kind == "permit" else "permit"
    with pytest.raises(UsageError, match="in a circle"):
        mend(ruleset.system, {f"{base}:{permit}/{forbid}": against})
