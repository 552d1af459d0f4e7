"""What the interpreter writes of rules, and for which other rules it is of use."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleslawyer.core import due
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System
from ruleslawyer.semantics import interpret
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import bundle
from tests.bank import TINY


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    monkeypatch.setattr(interpret, "_SHELVES", {})
    return bundle(TINY, "t55_possible").system


def written(system: System) -> object:
    return Interpreter(system, bundle(TINY, "t55_possible").scope("tiny"), brief=True).written


def test_rulings_share_what_is_written(system: System) -> None:
    """A ruling changes questions, terms, actions and deeds, which made code asks for by name. Where helpers or enums
    are others, their text is in made code, and is written anew."""
    ruled = replace(
        system, questions={**system.questions}, terms={**system.terms}, actions={**system.actions},
        deeds={**system.deeds},
    )  # fmt: skip
    assert written(ruled) is written(system)
    assert written(replace(system, helpers={**system.helpers})) is not written(system)
    assert written(replace(system, enums={**system.enums})) is not written(system)


def test_rulings_share_what_follows_by_itself(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """It hangs on no question, term, action or deed; where duties are others it is made of those."""
    made_of: list[System] = []
    real = due.due

    def noting(rules: System) -> Function:
        made_of.append(rules)
        return real(rules)

    monkeypatch.setattr(due, "due", noting)
    ruled, other = replace(system, questions={**system.questions}), replace(system, duties={**system.duties})
    scope = bundle(TINY, "t55_possible").scope("tiny")
    for rules in (system, ruled, other):
        assert list(TransitionSystem(Interpreter(rules, scope, brief=True)).initial())
    assert made_of == [system, system, other]
    assert made_of[1] is system and made_of[2] is other


def test_what_is_used_stays(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where others come and go, what was not asked for longest goes first."""
    monkeypatch.setattr(interpret, "_MOST_SHELVES", 2)
    first, second = written(system), written(replace(system, helpers={**system.helpers}))
    assert written(system) is first
    third = written(replace(system, helpers={**system.helpers}))
    assert written(system) is first
    assert len({id(first), id(second), id(third)}) == 3
    assert len(interpret._SHELVES) == 2
