"""What a helper says of a state is worked out once where nothing changes the state, and anew where something does."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.semantics.direct import Direct
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import Store
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from tests.agree.strategies import bundle
from tests.agree.written import written

MODEL = '''
@state
class State:
    held: Map[Thing, bool]
    lost: Map[Thing, bool]
    had: Map[Thing, bool]


def somebody_holds_one(s: State) -> bool:
    """A thing is held."""
    return any(s.held[t] for t in Thing)


def one_may_be_taken(s: State, thing: Thing) -> bool:
    """It is not lost, or another one is there."""
    return any(not s.lost[t] and (t == thing or not s.held[t]) for t in Thing)


def more_are_held(s: State, number: int) -> bool:
    """More things are held than that."""
    return sum(1 for t in Thing if s.held[t]) > number


@book.action("2")
def take(s: State, who: Player, thing: Thing) -> None:
    """Take the first."""
    with effect("2"):
        if not somebody_holds_one(s):
            s.held[thing] = True
            if somebody_holds_one(s):
                s.had[thing] = True


@take.permit("2")
def nobody_has_one(s: State, who: Player, thing: Thing) -> bool:
    return not somebody_holds_one(s) and one_may_be_taken(s, thing)


@take.forbid("2")
def one_is_enough(s: State, who: Player, thing: Thing) -> bool:
    return more_are_held(s, 0) and not more_are_held(s, 1)
'''
SCOPE = "[sorts]\nPlayer = 1\nThing = 3\n"
HELPER = "somebody_holds_one"


@pytest.fixture
def systems(tmp_path: Path) -> tuple[TransitionSystem, TransitionSystem]:
    found = bundle(written(tmp_path, "things", MODEL, SCOPE), "things")
    scope = found.scope("tiny")
    direct = Direct(found.system, scope, found.root, modules=found.modules)
    return TransitionSystem(Interpreter(found.system, scope)), TransitionSystem(direct)


def test_it_is_kept_where_a_state_is_read(
    systems: tuple[TransitionSystem, TransitionSystem], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a helper that is given more than the state nothing is kept: its name does not say of what."""
    kept: list[tuple[str, bool, object]] = []
    keep = Store.keep

    def noting(store: Store, helper: str, said: object) -> object:
        kept.append((helper, store.is_read, said))
        return keep(store, helper, said)

    monkeypatch.setattr(Store, "keep", noting)
    system, _ = systems
    state = next(outcome.state for _, outcome in system.initial())
    assert state is not None
    assert len(system.allowed_instances(state)) == 3
    assert kept == [(HELPER, True, False)]
    kept.clear()
    after = system.take(state, Instance("take", (0, 1))).state
    assert [said for _, is_read, said in kept if not is_read] == [False, True]
    assert after is not None
    assert not system.allowed_instances(after)
    assert (HELPER, True, True) in kept


def test_it_says_what_the_code_of_the_project_says(systems: tuple[TransitionSystem, TransitionSystem]) -> None:
    interpreted, direct = systems
    waiting = [outcome.state for _, outcome in interpreted.initial()]
    assert waiting == [outcome.state for _, outcome in direct.initial()]
    seen = set(waiting)
    while waiting:
        state = waiting.pop()
        assert state is not None
        judged = list(interpreted.candidates(state))
        assert judged == list(direct.candidates(state))
        for one in judged:  # what is not allowed too: its effect asks twice
            after = interpreted.take(state, one.instance)
            assert after == direct.take(state, one.instance)
            if after.state not in seen:
                seen.add(after.state)
                waiting.append(after.state)
    assert len(seen) == 4
