"""Random plays: the same for the same seed, found things shrunk to short plays that replay, a whole book's scope."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.engines.native import drawing
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.play import sampling
from ruleslawyer.play.replay import replay_problem
from ruleslawyer.play.sampling import CandidateFilter, ChoiceSampler
from ruleslawyer.play.simulate import Simulation, simulate, simulation_json
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.scopes.load import load_scope
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.random_systems import random_exploration
from tests.agree.strategies import bundle, names
from tests.bank import TINY
from tests.bundled import bundled
from tests.planted import planted
from tests.played import played

ROOT = Path(__file__).parents[3]
WHOLE_BOOK = Path(__file__).parents[1] / "whole_book.toml"


def tiny(name: str, *, direct: bool = False) -> TransitionSystem:
    found = bundle(TINY, name)
    scope = found.scope("tiny")
    if direct:
        return TransitionSystem(Direct(found.system, scope, found.root, modules=found.modules))
    return TransitionSystem(Interpreter(found.system, scope))


@cache
def whole_book() -> TransitionSystem:
    system = bundled().ruleset("megacorp").system
    return TransitionSystem(Interpreter(system, load_scope(WHOLE_BOOK, system)))


def lengths(found: ScopeResult | Simulation) -> dict[str, object]:
    """What was found, each with the length of its play."""
    if isinstance(found, Simulation):
        events, dead = [met.result for met in found.events], [met.result for met in found.deadlocks]
    else:
        events, dead = list(found.events), list(found.deadlocks)
    ahead = {v.name for v in found.verdicts if v.kind in ("possible", "leads_to")}  # no play is asked these
    return {
        "events": {e.event.key: (e.material, e.trace.length) for e in events if e.event.subject not in ahead},
        "deadlocks": {(d.unspoken, d.forbidden): d.trace.length for d in dead},
        "plays": {
            v.name: v.trace.length
            for v in found.verdicts
            if v.trace is not None and v.word != "UNKNOWN" and v.kind in ("always", "sometimes", "step")
        },
        "rules": (found.live, found.decisive, found.effects, found.never_live, found.never_permitted),
    }


RARE = ("t176_far_away", "t177_rare_beginning")
"""What random plays hardly ever come to is what these are about."""


@pytest.mark.parametrize("name", [name for name in names(TINY) if name not in RARE])
def test_enough_plays_find_what_the_explorer_finds(name: str) -> None:
    """In the bank of tiny rulesets: the same events, deadlocks and clauses, and plays as short as can be."""
    system = tiny(name)
    found = simulate(system, 60, 7, longest=40, direct=tiny(name, direct=True))
    assert found.unreplayed == ()
    assert found.replayed_by == ("interpreter", "direct")
    assert lengths(found) == lengths(explore_scope(system))


def test_a_simulation_never_says_that_something_holds() -> None:
    words = {v.word for name in ("t52_always", "t53_vacuous", "t54_step", "t55_possible") for v in sim(name).verdicts}
    assert words == {"VIOLATED", "REACHED", "UNKNOWN"}
    verdicts = {v.name: v for v in sim("t52_always").verdicts}
    assert verdicts["below_four"].reason == "no violation met in 20 plays"
    assert verdicts["at_four"].reason == "not met in 20 plays"


def sim(name: str, plays: int = 20, seed: int = 3) -> Simulation:
    return simulate(tiny(name), plays, seed)


def test_a_play_does_not_depend_on_the_others() -> None:
    """More plays of a seed begin with the plays of fewer."""
    few, more = sim("t32_rebid", 5), sim("t32_rebid", 9)
    first = {met.result.event.key: met.first for met in few.events}
    assert first == {met.result.event.key: met.first for met in more.events if met.first <= 5}
    assert more.steps > few.steps


SCRIPT = """
import json, sys
from tests.unit.play.test_simulate import printed
print(printed())
"""


def printed() -> str:
    """Simulations as text, the time apart: of a tiny ruleset and of the whole book."""
    found = []
    for name, system, plays in (("tiny", tiny("t32_rebid"), 20), ("whole", whole_book(), 1)):
        played = simulate(system, plays, 5, longest=40, effort=60)
        value = simulation_json(name, played, Codec(system.system, system.scope))
        found.append({key: item for key, item in value.items() if key != "seconds"})
    return json.dumps(found)


def test_the_same_seed_gives_the_same_bytes() -> None:
    """In any process, under any hash seed."""
    texts = {
        subprocess.run(
            (sys.executable, "-B", "-c", SCRIPT), cwd=ROOT, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        ).stdout
        for hash_seed in ("4242",)
    }  # fmt: skip
    assert texts == {printed() + "\n"}


def test_plays_are_counted() -> None:
    """Whatever is true of the beginning was met in every play, though the state is looked at once."""
    found = sim("t52_always")
    assert next(v.reason for v in found.verdicts if v.name == "below_three").endswith("met in 20 of 20 plays")


def test_another_seed_gives_other_plays() -> None:
    one, other = (simulate(whole_book(), 1, seed, longest=30, effort=0).taken for seed in (1, 2))
    assert one != other


# --- who plays --------------------------------------------------------------------------------------------------------


OF_EVERY_KIND = [
    *names(TINY)[::5], "t29_joint", "t32_rebid", "t33_chance", "t49_member", "t50_optional", "t51_ranged", "t68_idle",
    "t85_trigger", "t121_guest", "t150_unclear", "t154_each_beginning", "t175_large_numbers", "t177_rare_beginning",
]  # fmt: skip


def both(system: TransitionSystem, plays: int, longest: int) -> tuple[dict[str, object], dict[str, object]]:
    one, other = (simulate(system, plays, 7, longest=longest, effort=0, player=p) for p in ("interpreter", "native"))
    return played(one), played(other)


@pytest.mark.parametrize("name", dict.fromkeys(OF_EVERY_KIND))
def test_generated_code_plays_the_same(name: str) -> None:
    """Throw for throw: so it meets the same things in the same plays."""
    one, other = both(tiny(name), 30, 40)
    assert one == other


DRAWN = [
    "t27_frame", "t29_joint", "t32_rebid", "t49_member", "t50_optional", "t51_ranged", "t212_members_in_order",
    "t218_first_in_order", "t222_printed_lists", "t13_domain", "t115_awaits_asks", "t118_out",
]  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_generated_code_draws_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    few_are_drawn(monkeypatch)
    one, other = both(tiny(name), 12, 40)
    assert one == other


def few_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few that it matters which ones."""
    monkeypatch.setattr(sampling, "LISTED", 1)
    monkeypatch.setattr(CompiledRuleset, "_known", {})
    for module in (sampling, drawing):
        monkeypatch.setattr(module, "DRAWN", 3)


MISTAKES = {
    "the dice are thrown once less": ("len(parameters) * GOLDEN", "(len(parameters) - 1) * GOLDEN"),
    "a throw is the one before": ("(place + 1) * GOLDEN", "place * GOLDEN"),
    "nobody who is not awaited is passed over": ("is_awaited(code, args[-1])", '"true"'),
    "what the domain leaves out is looked at alone": ("code.truth(condition)", "code.negate(code.truth(condition))"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_in_drawing_are_noticed(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    changed: dict[str, Any] = dict(vars(drawing))
    exec(planted(mistake, Path(drawing.__file__), *MISTAKES[mistake]), changed)
    few_are_drawn(monkeypatch)
    monkeypatch.setattr(drawing, "_draw_in_turn", changed["_draw_in_turn"])
    assert any(one != other for one, other in (both(tiny(name), 12, 40) for name in DRAWN))


@pytest.mark.parametrize("name", ["t27_frame", "t32_rebid", "t33_chance", "t68_idle", "t175_large_numbers"])
def test_several_workers_play_the_same(name: str) -> None:
    """And find the same short plays; also where the interpreter plays what the code has no room for."""
    one, *others = (simulate(tiny(name), 100, 7, longest=40, player="native", workers=n) for n in (1, 2, 5))
    for other in others:
        assert played(other) == played(one)
        assert lengths(other) == lengths(one)


def test_the_code_goes_on_where_the_interpreter_is_tired(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the midst of a play, which is played again: what was met in it counts once."""
    system = tiny("t32_rebid")
    alone = played(simulate(system, 30, 7, effort=0, player="interpreter"))
    for patience in (0, 5, 40):
        monkeypatch.setattr("ruleslawyer.play.simulate.PATIENCE", patience)
        assert played(simulate(system, 30, 7, effort=0)) == alone


def test_a_whole_book_is_played_the_same() -> None:
    one, other = both(whole_book(), 2, 25)
    assert one == other


def test_several_workers_play_a_whole_book_the_same() -> None:
    one, other = (simulate(whole_book(), 40, 3, longest=25, effort=0, player="native", workers=n) for n in (1, 2))
    assert played(one) == played(other)


def test_generated_code_shortens_what_it_met() -> None:
    """Its own attempts, not the interpreter's: what is left replays."""
    found = simulate(whole_book(), 20, 2, longest=60, player="native")
    assert found.unreplayed == ()
    assert sum(m.result.trace.length for m in found.events) < sum(m.unshrunk for m in found.events)


# --- shrinking ----------------------------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_what_is_found_in_random_rulesets_replays(seed: int) -> None:
    """Every play replays, shows its event, is no longer than it was, and no shorter than the explorer's."""
    sample, exploration = random_exploration(Random(seed))
    system = exploration.system
    found = simulate(system, 6, seed, longest=30)
    assert found.unreplayed == ()
    for met in found.events:
        assert replay_problem(system, met.result.trace, met.result.event) == ""
        if met.result.event.kind != "idle":  # its play goes on, so that the round is seen
            assert met.result.trace.length <= met.unshrunk
            known = exploration.events[met.result.event.key]
            assert known.depth <= met.result.trace.length or (known.material and not met.result.material)
            assert known.material or not met.result.material
    shortest = {(d.unspoken, d.forbidden) for d in exploration.deadlocks}
    assert {(met.result.unspoken, met.result.forbidden) for met in found.deadlocks} <= shortest
    violated = {v.name for v in found.verdicts if v.word == "VIOLATED"}
    assert violated <= set(exploration.violated)
    assert found.live <= set(exploration.live)
    assert found.decisive <= set(exploration.decisive)
    assert sample.system is system.system


@cache
def played_book() -> Simulation:
    return simulate(whole_book(), 8, 2, effort=300)


def test_shrinking_is_what_makes_plays_short() -> None:
    long, short = simulate(whole_book(), 8, 2, effort=0), played_book()
    assert long.unreplayed == short.unreplayed == ()
    assert [m.result.event.key for m in long.events] == [m.result.event.key for m in short.events]
    assert [m.unshrunk for m in long.events] == [m.unshrunk for m in short.events]
    assert sum(m.result.trace.length for m in short.events) < sum(m.result.trace.length for m in long.events)


def test_a_seeded_bug_is_found() -> None:
    """The whole book without the rule that nobody spends more than he has: then ranges of money break, in the second
    play."""
    system = whole_book().system
    deploy = system.actions["deploy"]
    without = replace(deploy, norms=tuple(n for n in deploy.norms if n.name != "deploy_beyond_means"))
    wrong = replace(system, actions={**system.actions, "deploy": without})
    scope = replace(whole_book().scope, constants={**whole_book().scope.constants, "Numbers.start_money": 1})
    sound = simulate(TransitionSystem(Interpreter(system, scope)), 2, 5, longest=50, effort=0, player="interpreter")
    found = simulate(TransitionSystem(Interpreter(wrong, scope)), 2, 5, longest=50, effort=60, player="interpreter")
    broken = ("violation", "money")
    assert broken not in {met.result.event.key for met in sound.events}
    met = next(met for met in found.events if met.result.event.key == broken)
    assert met.result.trace.steps[-1].instance.action == "deploy"
    assert met.result.trace.end is None
    assert found.unreplayed == ()


# --- a whole book -------------------------------------------------------------------------------------------------


def test_a_whole_book_is_played() -> None:
    """Three players and twenty cards: events that the small scopes have are met, and every play replays."""
    found = played_book()
    assert found.plays == 8 and found.steps > 200
    assert found.unreplayed == ()
    keys = {met.result.event.key for met in found.events}
    assert keys >= {
        ("contradiction", "leave_it_to_chance", "picked_at_random", "multiplayer_has_to_bid"),
        ("contradiction", "leaves_at_once", "in_the_accounting_phase", "when_the_buy_phase_ends"),
        ("gap", "may_sell_from_hand"),
        ("gap", "may_engage_cards_of_others"),
    }
    words = {v.name: v.word for v in found.verdicts}
    assert words["only_the_broke_lose"] == "VIOLATED"
    assert words["a_card_is_engaged"] == "REACHED"
    assert words["money_is_never_negative"] == "UNKNOWN"


def test_long_lists_are_drawn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where choices are too many to list, some are drawn; what they find replays all the same."""
    monkeypatch.setattr(sampling, "LISTED", 2)
    system = tiny("t49_member")
    found = simulate(system, 40, 1)
    assert found.unreplayed == ()
    assert found.ended > 0
    listed = explore_scope(system)
    assert found.live <= listed.live and found.decisive <= listed.decisive
    state = next(system.initial())[1].state
    assert state is not None
    every = {j.instance for j in system.candidates(state)}
    monkeypatch.setattr(sampling, "DRAWN", 2)
    drawn = ChoiceSampler(system, Dice(1), 2)
    assert {j.instance for j in drawn.candidates(state)} < every
    assert drawn.narrowed


@pytest.mark.parametrize("name", ["t29_joint", "t49_member", "t50_optional", "t51_ranged", "t27_frame"])
def test_a_named_instance_is_a_candidate_where_it_is_listed(name: str) -> None:
    system = tiny(name)
    instances = {j.instance for s in reached(system) for j in system.candidates(s)}
    for state in reached(system):
        listed = [j.instance for j in system.candidates(state)]
        assert {j.instance for j in CandidateFilter(system, instances).candidates(state)} == set(listed)


def reached(system: TransitionSystem) -> list[State]:
    found: dict[State, None] = dict.fromkeys(o.state for _, o in system.initial() if o.state is not None)
    for state in (waiting := list(found)):
        for judged in system.candidates(state):
            after = system.take(state, judged.instance).state if judged.is_allowed else None
            if after is not None and after not in found:
                found[after] = None
                waiting.append(after)
    return waiting


# --- stopping -----------------------------------------------------------------------------------------------------


def test_limits_keep_what_was_found() -> None:
    found = simulate(whole_book(), 1_000, 1, limits=Limits(states=64), effort=100)
    assert "64 states" in found.stopped
    assert found.plays < 1_000
    assert found.events and found.unreplayed == ()


def test_an_interrupt_keeps_what_was_found() -> None:
    def progress(plays: int, left: int, steps: int) -> None:
        if plays >= 2:
            raise KeyboardInterrupt

    found = simulate(whole_book(), 1_000, 1, progress=progress)
    assert found.stopped == "interrupted"
    assert 2 <= found.plays < 1_000
    assert found.events and found.unreplayed == ()


def test_no_plays() -> None:
    found = simulate(tiny("t52_always"), 0, 1)
    assert (found.plays, found.steps, found.states, found.events) == (0, 0, 0, ())
    assert {v.word for v in found.verdicts} == {"UNKNOWN"}
