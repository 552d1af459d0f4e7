"""What the relation of some states says of the states that they lead to: all that may be done there can be done."""

from __future__ import annotations

from random import Random

import pytest

from ruleslawyer.lifted.scoped.reached import ReachableSystem
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.scoped import ScopedInterpreter
from tests.agree.strategies import ROOT, bundle

PLAYS, LONGEST = 6, 14


@pytest.mark.parametrize("name", ["ccg", "daemons", "mnemonic"])
def test_what_is_done_in_plays_from_the_beginning(name: str) -> None:
    found = bundle(ROOT, name)
    system = TransitionSystem(Interpreter(found.system, found.scope("tiny")))
    begun = [outcome.state for _, outcome in system.initial() if outcome.state is not None]
    scoped = ReachableSystem(system, [(state.fields, state.frames) for state in begun])
    interpreter, dice, done = ScopedInterpreter(scoped), Random(1), 0
    for _ in range(PLAYS):
        state: State | None = dice.choice(begun)
        for _ in range(LONGEST):
            assert state is not None
            possible = [judged.instance for judged in system.candidates(state) if judged.is_allowed]
            if system.is_over(state) or not possible:
                break
            chosen, vector = dice.choice(possible), scoped.layout.vector((state.fields, state.frames))
            assert any(
                interpreter.step(vector, step, chosen.args)[1]
                for step in scoped.actions
                if step.name == chosen.action
                and all(a.symbolic or a.value == given for a, given in zip(step.arguments, chosen.args, strict=True))
            ), f"{chosen} in {vector}"
            done += 1
            state = system.take(state, chosen).state
            if state is None:
                break
    assert done > PLAYS
