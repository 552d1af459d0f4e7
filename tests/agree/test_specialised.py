"""The rules as far as they can matter in a scope say there what all of them say: in every state, not in those alone
that plays reach; and what is explored by either is the same."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.check.differential import TAKEN, answers, random_state
from ruleslawyer.exploration.explore import explore_graph, result_of
from ruleslawyer.rulebook.answers.idle import idle
from ruleslawyer.rulebook.answers.specialised import Specialised, judging
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bank import NAMES, TINY
from tests.bundled import bundled

BANK = Project.load(TINY)
TOLD_OF_ALL = ("seconds", "never_live")
"""What is not of the scope: `never_live` lists the rules that cannot matter, too."""
SCOPES = [
    ("daemons", "attack"), ("daemons", "tiny"), ("mere_mortals", "constant"), ("mere_mortals", "allies"),
    ("mnemonic", "diamonds"), ("mnemonic", "draft_four"), ("memesis", "allied"), ("megacorp", "trade"),
]  # fmt: skip
"""Each with some keyword that no card of it has; in `constant` a bound is 0, which is not the same as False."""


@cache
def specialised(ruleset: Ruleset) -> Specialised:
    return Specialised(ruleset.system)


@cache
def loaded(name: str) -> Ruleset:
    return bundled().ruleset(name)


def both(ruleset: Ruleset, scope: str) -> tuple[TransitionSystem, TransitionSystem]:
    """The scope by all rules, and by those that can matter in it."""
    found = ruleset.scope(scope)
    fewer = specialised(ruleset).of(found)
    return ruleset.transition_system(scope), TransitionSystem(Interpreter(fewer, found), {})


@pytest.mark.parametrize(("name", "scope"), SCOPES)
def test_every_state_has_the_same_answers(name: str, scope: str) -> None:
    whole, fewer = both(loaded(name), scope)
    assert len(fewer.system.rules()) < len(whole.system.rules())
    random = Random(f"{name} {scope}")
    for _ in range(8):
        state = random_state(whole.schema, random)
        try:
            taken = [judged.instance for judged in islice(whole.candidates(state), TAKEN)]
        except BranchEnds:
            taken = []
        taken = [one for one in taken if one.action in fewer.system.actions]
        assert answers(fewer, state, taken) == answers(whole, state, taken)


def found(system: TransitionSystem) -> dict[str, Any]:
    result = result_of(explore_graph(system, Limits(40), engine="networkx"))
    return {field.name: getattr(result, field.name) for field in fields(result) if field.name not in TOLD_OF_ALL}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_explored_is_the_same(name: str) -> None:
    """But for what rests on rules that cannot matter: which clauses are assumed, and which rules are off, in the cone
    of a property. That is part of what an answer is found by."""
    ruleset = BANK.ruleset(name)
    if "tiny" not in ruleset.scopes() or ruleset.scope("tiny").off or ruleset.host is not None:
        return
    whole, fewer = both(ruleset, "tiny")
    assert found(fewer) == found(whole)


@pytest.mark.parametrize("name", NAMES)
def test_what_idle_rules_would_do_changes_nothing(name: str) -> None:
    """Without the effects and clauses of what did nothing in an exploration, another one finds the same."""
    ruleset = BANK.ruleset(name)
    if "tiny" not in ruleset.scopes() or ruleset.scope("tiny").off or ruleset.host is not None:
        return
    whole = ruleset.transition_system("tiny")
    told = result_of(explore_graph(whole, Limits(40), engine="networkx"))
    # Of some whole is not known what is idle: nothing is left out then, and both are the same rules.
    unused = idle(ruleset.system, told)
    fewer = specialised(ruleset).of(ruleset.scope("tiny"), unused)
    assert found(TransitionSystem(Interpreter(fewer, ruleset.scope("tiny")), {})) == found(whole)


def test_what_is_idle_is_worked_by_hand() -> None:
    """Nobody attacks or burns in the scope that is about drafting; there modules are drafted."""
    daemons = loaded("daemons")
    drafted = result_of(explore_graph(daemons.transition_system("draft"), Limits(10_000)))
    unused = idle(daemons.system, drafted)
    assert {"attack_daemon", "attack_security", "burn", judging("attack_daemon")} <= unused
    assert judging("draft") not in unused
    assert "draft" not in unused
