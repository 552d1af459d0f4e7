"""Rounds of settles as sub-steps, pending triggers as what is awaited, and both as citations."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.exploration.native import NativeExploration
from ruleslawyer.play.explain import explain
from ruleslawyer.rulebook.register.sites import sites
from ruleslawyer.rulebook.scopes.load import load_scope
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.events import ROUND
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from tests.agree.native import assert_same, natively
from tests.agree.strategies import bundle
from tests.agree.written import written
from tests.bank import TINY


def systems(name: str) -> list[TransitionSystem]:
    found = bundle(TINY, name)
    scope = found.scope("tiny")
    direct = Direct(found.system, scope, found.root, modules=found.modules)
    return [TransitionSystem(machine) for machine in (Interpreter(found.system, scope), direct)]


def first(system: TransitionSystem) -> State:
    (_, outcome), *_ = system.initial()
    assert outcome.state is not None
    return outcome.state


def test_each_round_is_a_sub_step() -> None:
    for system in systems("t80_settle"):
        outcome = system.take(first(system), Instance("mutiny", (0,)))
        assert [(s.kind, s.name, s.cites) for s in outcome.substeps] == [
            ("action", "mutiny", ("3",)),
            ("settle", "founder", ("4",)),
            ("settle", "ruin", ("5",)),
        ]
        assert {"founder", "ruin", "§4", "§5"} <= set(outcome.fired)


def test_a_round_has_what_its_settles_have() -> None:
    for system in systems("t81_settle_clash"):
        outcome = system.take(first(system), Instance("strike", (0,)))
        due = system.due(outcome.substeps[0].state)
        assert due is not None
        assert (due.name, due.origin.cites) == (ROUND, ("3", "4"))
        assert [(e.kind, e.cites) for e in outcome.events] == [("place", ("3", "4"))]


def test_a_circle_ends_at_the_state_that_comes_again() -> None:
    for system in systems("t83_settle_circle"):
        outcome = system.take(first(system), Instance("strike", (0,)))
        assert (outcome.state, len(outcome.substeps)) == (None, 3)


def test_only_those_who_may_react_are_awaited() -> None:
    for system in systems("t85_trigger"):
        pending = system.take(first(system), Instance("dock", (0, 0))).state
        assert pending is not None
        assert system.due(pending) is None
        after = system.take(pending, Instance("miss_harbour_fee", (0, 0))).state
        assert after is not None
        assert system.awaits(after) == {1}
        reactions = [j.instance for j in system.candidates(after)]
        assert reactions == [Instance("harbour_fee", (1, 0)), Instance("miss_harbour_fee", (1, 0))]
        dock = explain(system, Codec(system.system, system.scope), after, Instance("dock", (0, 0)))
        assert dock.obstacle == "first Player1 may react: a trigger is pending"


def test_whoever_comes_later_is_not_awaited() -> None:
    """Of t216: the second player rings, and is asked; then both others are."""
    for system in systems("t216_asked_in_order"):
        pending = system.take(first(system), Instance("ring", (1,))).state
        assert pending is not None and system.awaits(pending) == {1}
        after = system.take(pending, Instance("miss_take", (1, 1))).state
        assert after is not None and system.awaits(after) == {0, 2}


# With no fee to take, the ship docks for either player, and it is late; if nobody drinks, pouring changes nothing.
@pytest.mark.parametrize(
    ("name", "trigger", "counts"),
    [("t85_trigger", "harbour_fee", (2, 2, 1)), ("t87_settle_emits", "drink", (1, 2, 0))],
)
def test_a_trigger_that_is_off_is_never_pending(
    tmp_path: Path, name: str, trigger: str, counts: tuple[int, int, int]
) -> None:
    found = bundle(TINY, name)
    text = (found.config.scopes / "tiny.toml").read_text(encoding="utf-8")
    (tmp_path / "tiny.toml").write_text(f'off = ["{trigger}"]\n{text}', encoding="utf-8")
    scope = load_scope(tmp_path / "tiny.toml", found.system)
    assert scope.off == (trigger, f"miss_{trigger}")
    interpreted, direct = (
        explore(TransitionSystem(machine))
        for machine in (
            Interpreter(found.system, scope),
            Direct(found.system, scope, found.root, modules=found.modules),
        )
    )
    assert (interpreted.states, interpreted.transitions, len(interpreted.deadlocks)) == counts
    assert set(direct.graph) == set(interpreted.graph)
    assert_same(natively(interpreted.system, (1,)), interpreted)


def test_their_clauses_are_cited() -> None:
    def roles(name: str) -> set[tuple[str, str, str]]:
        return {(site.clause, site.role, site.rule) for site in sites(bundle(TINY, name).system)}

    assert {("4", "settle", "founder"), ("4", "effect", "founder")} <= roles("t80_settle")
    wanted = {("5", "moment", "Docked"), ("6", "permit", "may_harbour_fee"), ("7", "permit", "may_miss_harbour_fee")}
    assert wanted <= roles("t85_trigger")


RUNG = '''
@state
class State:
    rung: bool
    took: bool


@moment("4")
class Rung:
    """The bell has rung."""


@book.action("2")
def ring(s: State, who: Player) -> None:
    """Ring, once."""
    with effect("2"):
        s.rung = True
        emit(s, Rung())


@ring.permit("2")
def once(s: State, who: Player) -> bool:
    return not s.rung


@book.trigger("4", on=Rung, miss="5")
def take(s: State, who: Player) -> None:
    """Take the cake."""
    with effect("4"):
        s.took = True


@take.when
def anybody(s: State, who: Player) -> bool:
    return True


@take.order("6")
def turn(s: State, who: Player) -> int:
    {order}
'''


def both_ways(tmp_path: Path, order: str) -> list[TransitionSystem]:
    """Rung, with an order among two players, run by the interpreter and by the author's own code."""
    found = bundle(written(tmp_path, "rung", RUNG.format(order=order), "[sorts]\nPlayer = 2\nThing = 1\n"), "rung")
    scope = found.scope("tiny")
    direct = Direct(found.system, scope, found.root, modules=found.modules)
    return [TransitionSystem(machine) for machine in (Interpreter(found.system, scope), direct)]


def test_a_check_that_fails_in_an_order_is_said_of_it(tmp_path: Path) -> None:
    """Whose turn it is nobody can say: the branch ends, as it does where `awaits` fails."""
    interpreted, direct = both_ways(tmp_path, "return 1 // sum(1 for p in Player if s.took)")
    for found in (explore(interpreted), explore(direct)):
        assert list(found.events) == [("broken", "turn")]
        assert (found.states, found.transitions, len(found.deadlocks)) == (2, 2, 1)
    native = NativeExploration(search_natively(interpreted, workers=1), 0.0)
    assert [met.event.key for met in native.occurrences] == [("broken", "turn")]
