"""An exploration is found again while only what did nothing in it says something else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ruleslawyer.exploration.explore import explore_graph, result_of
from ruleslawyer.exploration.variants.choices import all_choices
from ruleslawyer.exploration.variants.options import ask_options
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.answers.idle import idle, idle_under
from ruleslawyer.rulebook.answers.memo import Matters, Memo
from ruleslawyer.rulebook.answers.specialised import judging
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from tests.agree.strategies import project_at
from tests.bank import TINY
from tests.bundled import bundled

DAEMONS = bundled().ruleset("daemons")
SCOPE = DAEMONS.scope("draft")


@pytest.fixture(scope="module")
def drafted() -> ScopeResult:
    """In this scope modules are drafted, and nobody comes to attack or to burn."""
    return result_of(explore_graph(DAEMONS.transition_system("draft"), Limits(10_000)))


def saying(system: System) -> LoadedRuleset:
    """The ruleset, where its rules are these."""
    found = LoadedRuleset(DAEMONS.root, DAEMONS.config)
    found.take(system)
    return found


def without_effect(name: str) -> LoadedRuleset:
    """Where an action does nothing any more."""
    action = DAEMONS.system.actions[name]
    changed = replace(action, function=replace(action.function, body=()))
    return saying(replace(DAEMONS.system, actions={**DAEMONS.system.actions, name: changed}))


def without_norms(name: str) -> LoadedRuleset:
    changed = replace(DAEMONS.system.actions[name], norms=())
    return saying(replace(DAEMONS.system, actions={**DAEMONS.system.actions, name: changed}))


def test_what_did_nothing_may_change(drafted: ScopeResult, tmp_path: Path) -> None:
    answers = Answers(tmp_path)
    Memo(answers, DAEMONS, SCOPE).write(drafted, "asked", reads=(Matters(idle(DAEMONS.system, drafted)),))
    for same in (saying(DAEMONS.system), without_effect("burn"), without_norms("attack_daemon")):
        assert Memo(answers, same, SCOPE).read(ScopeResult, "asked") == drafted
    for other in (without_effect("draft"), without_norms("draft")):
        assert Memo(answers, other, SCOPE).read(ScopeResult, "asked") is None
    assert Memo(answers, DAEMONS, SCOPE).read(ScopeResult, "something else") is None
    assert Memo(answers, DAEMONS, DAEMONS.scope("tiny")).read(ScopeResult, "asked") is None


def test_nothing_is_idle_where_not_all_is_known(drafted: ScopeResult) -> None:
    """A step that broke does not tell what was done before; nor does what was not explored whole."""
    assert {"burn", judging("burn")} <= idle(DAEMONS.system, drafted)
    assert not idle(DAEMONS.system, replace(drafted, complete=False))


def test_a_later_answer_is_found_first_and_an_earlier_one_still(drafted: ScopeResult, tmp_path: Path) -> None:
    answers, unused = Answers(tmp_path), idle(DAEMONS.system, drafted)
    Memo(answers, DAEMONS, SCOPE).write(drafted, "asked", reads=(Matters(unused),))
    without = without_effect("draft")
    other = replace(drafted, states=1)
    Memo(answers, without, SCOPE).write(other, "asked", reads=(Matters(unused - {"burn"}),))
    assert Memo(answers, without, SCOPE).read(ScopeResult, "asked") == other
    assert Memo(answers, DAEMONS, SCOPE).read(ScopeResult, "asked") == drafted
    assert Memo(answers, without_effect("burn"), SCOPE).read(ScopeResult, "asked") == drafted


@pytest.mark.parametrize(
    ("name", "scope"),
    [
        ("daemons", "burn"),
        pytest.param("daemons", "tiny", marks=pytest.mark.campaign),
        pytest.param("mnemonic", "hearts", marks=pytest.mark.campaign),
    ],
)
def test_under_every_option(name: str, scope: str) -> None:
    """What the code of a family did is held against the interpreter, by default and under each option alone: it says of
    nothing that it is idle that does something there. Of an exploration alone less is known where options clash."""
    ruleset = bundled().ruleset(name)
    asked = ask_options(ruleset.transition_system(scope), Limits(300))
    assert asked is not None
    unused = idle_under(ruleset.system, asked.live)
    assert unused
    choices = all_choices(ruleset.transition_system(scope))
    for reading in ({}, *({choice: option} for choice, options in choices.items() for option in options)):
        found = ruleset.explore(scope, reading, engine="networkx")
        ending = tuple(met for met in found.events if met.event.ends)
        assert unused <= idle(ruleset.system, replace(found, events=ending)) or not found.complete


def test_what_another_option_would_do_is_not_idle() -> None:
    """By default nobody leaps; but where a leap leads is asked, to say whether it matters that two insteads differ."""
    ruleset = LoadedRuleset(TINY, project_at(TINY).ruleset("t201_insteads_differ_later"))
    found = result_of(explore_graph(ruleset.transition_system("tiny"), Limits(40)))
    assert "leap" not in found.live
    assert "leap" not in idle(ruleset.system, found)


def test_of_options_that_are_not_known_nothing_is_idle() -> None:
    """Nor where a scope is too large to be asked."""
    assert not idle_under(DAEMONS.system, None)
    asked = ask_options(DAEMONS.transition_system("tiny"), Limits(20))
    assert asked is None or asked.live is None
