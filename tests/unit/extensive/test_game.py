"""Tiny rulesets as one decision after another; what is expected was worked out by hand from their models."""

from __future__ import annotations

from random import Random

import pytest

from ruleslawyer.play.extensive.game import CHANCE, Extensive, Position
from tests.unit.extensive.tables import ROOT, begun, played, ruleset, tiny


def game(name: str) -> tuple[Extensive, Position]:
    made = tiny(name)
    return made, begun(made)


def calls(made: Extensive, position: Position) -> list[str]:
    found = made.decision(position)
    return [] if found is None else [made.move_text(found.seat, move) for move in found.moves]


def test_a_joint_action_is_chosen_seat_by_seat_unseen() -> None:
    """The first has two coins and the second one, whatever the first bids; the highest bid is known after both."""
    made, start = game("t29_joint")
    called = played(made, start, 0)
    first = made.decision(called)
    assert first is not None and first.seat == 0
    assert calls(made, called) == ["reveal(bids=0)", "reveal(bids=1)", "reveal(bids=2)"]
    for bid in range(3):
        between = played(made, called, bid)
        assert between.state == called.state
        second = made.decision(between)
        assert second is not None and second.seat == 1
        assert calls(made, between) == ["reveal(bids=0)", "reveal(bids=1)"]
        for other in range(2):
            end = played(made, between, other)
            assert made.codec.state(end.state)["highest"] == max(bid, other)
            assert made.ending(end) == "the game is over, and nobody won"


@pytest.mark.parametrize(("reading", "bids"), [({}, 2), ({"bid:any_amount/beyond": "permit"}, 3)])
def test_a_clash_is_legal_as_the_reading_has_it(reading: dict[str, str], bids: int) -> None:
    """The second has one coin; whether a bid of two is allowed, two clauses contradict each other over."""
    made = tiny("t30_seat_clash", reading)
    between = played(made, begun(made), 0, 0)
    assert len(calls(made, between)) == bids


def test_a_deadlock_ends_without_winner() -> None:
    """The fork to 1 leads nowhere; that to 2 leads to 4, where it is over."""
    made, start = game("t56_deadlock")
    stuck = played(made, start, 0)
    assert made.decision(stuck) is None
    assert made.ending(stuck).startswith("a deadlock: ")
    assert made.returns(stuck) == [0.0]
    assert made.ending(played(made, start, 1, 1)) == "the game is over, and nobody won"


def test_a_branch_that_ends_in_an_event_ends_without_winner() -> None:
    """The second move asks a reading that is silent then."""
    made, start = game("t24_unresolved")
    end = played(made, start, 0, 0)
    assert made.decision(end) is None
    assert made.ending(end) == "the play broke off without a winner: stride: the chosen option is silent here"
    assert made.winners(end) == frozenset()


def test_chance_decides_where_nobody_does() -> None:
    made, start = game("t33_chance")
    found = made.decision(start)
    assert found is not None and found.seat == CHANCE
    assert calls(made, start) == ["roll(face=LOW)", "roll(face=MIDDLE)", "roll(face=HIGH)"]
    assert calls(made, played(made, start, 0)) == ["again(who=Player0)"]
    assert made.ending(played(made, start, 1)).startswith("a deadlock: ")


def test_conceding_is_a_choice_where_there_is_no_other() -> None:
    made, start = game("t64_concede")
    assert calls(made, start) == ["move(who=Player0)"]
    assert [instance.action for instance in made.outside(start.state, 0)] == ["concede"]
    assert calls(made, played(made, start, 0)) == ["concede(who=Player0)"]


def test_every_way_to_begin() -> None:
    """Three cards in any order."""
    assert len(tiny("t47_pile").beginnings) == 6


@pytest.mark.parametrize(
    ("name", "clashes"), [("daemons", False), ("megacorp", True), ("memesis", False), ("mere_mortals", False)]
)
def test_compiled_rules_say_what_interpreted_ones_say(name: str, clashes: bool) -> None:
    """Decisions, what clauses clash over, where moves lead, and how it ends, along random moves. The interpreter's
    contradictions are those of all candidates that it judges."""
    system = ruleset(name, ROOT).transition_system("tiny")
    code, rules = Extensive(system, compiled=True), Extensive(system)
    assert code.compiled_code is not None and rules.compiled_code is None
    rng, met, position = Random(1), 0, Position(rules.beginnings[0][1])
    for _ in range(60):
        found = rules.decision(position)
        assert code.decision(position) == found
        if not position.broken:
            clashing = [one.instance for one in rules.clashing(position.state)]
            assert [one.instance for one in code.clashing(position.state)] == clashing
            met += len(clashing)
        if found is None:
            assert code.ending(position) == rules.ending(position)
            position = Position(rng.choice(rules.beginnings)[1])
            continue
        move = rng.choice(found.moves)
        after = rules.after(position, found.seat, move)
        assert code.after(position, found.seat, move) == after
        position = after
    assert bool(met) == clashes


@pytest.mark.parametrize("name", ["t03_clash", "t24_unresolved", "t29_joint", "t30_seat_clash", "t56_deadlock"])
def test_compiled_tiny_rules_say_the_same(name: str) -> None:
    """Every position that any moves lead to."""
    rules = tiny(name)
    code = Extensive(rules.system, compiled=True)
    waiting = [begun(rules)]
    for position in waiting:
        found = rules.decision(position)
        assert code.decision(position) == found
        assert code.ending(position) == rules.ending(position)
        if found is None:
            continue
        for move in found.moves:
            after = rules.after(position, found.seat, move)
            assert code.after(position, found.seat, move) == after
            waiting += [after] * (after not in waiting)
