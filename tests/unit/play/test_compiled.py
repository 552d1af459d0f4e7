"""The compiled engine says what the interpreter says: along random plays, of actions nobody may take, of odd values."""

from __future__ import annotations

import json
import os
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Engine, Project, Ruleset
from ruleslawyer.base.diagnostics import CodecError, UsageError
from ruleslawyer.engines.native import stepper
from ruleslawyer.engines.native.stepper import StepBeyondCapacity, Stepper
from ruleslawyer.play.coded import MOST_OF_STATES
from ruleslawyer.play.compiled import CompiledEngine, _copier, _copy
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from tests.bank import NAMES, TINY
from tests.bundled import bundled

SMALL = [("daemons", "duel"), ("megacorp", "tiny"), ("memesis", "tiny"), ("mere_mortals", "tiny"), ("mnemonic", "tiny")]
"""A small scope of each rulebook."""
LONG = int(os.environ.get("RULESLAWYER_STEPS", "100000"))
"""Steps of each rulebook in a campaign."""


def pair(ruleset: Ruleset, scope: str) -> tuple[Engine, Engine]:
    """The compiled engine and the interpreter's."""
    return ruleset.engine(scope, compiled=True), ruleset.engine(scope, direct=False)


def compared(code: Engine, rules: Engine, steps: int, seed: int) -> int:
    """Random plays of so many steps, looked at by both; how many steps the code took itself. Where the interpreter's
    branch ends the code has to leave it to the interpreter."""
    assert code.code is not None
    system, codec, rng, taken = rules.system, rules.codec, Random(seed), 0
    starts = [outcome.state for _, outcome in system.initial() if outcome.state is not None]
    while steps > 0 and starts:
        state = rng.choice(starts)
        for _ in range(300):
            seen: Any = codec.state(state)
            if rng.random() < 0.1:
                seen = json.loads(json.dumps(seen, sort_keys=True))  # as another program may send it
            try:
                legal = [judged.instance for judged in system.candidates(state) if judged.is_allowed]
            except BranchEnds:
                assert code.code.legal(seen) is None
                break
            assert code.legal(seen) == list(map(codec.instance, legal))
            assert code.ended(seen) == system.is_over(state)
            steps -= 1
            if not legal or steps <= 0:
                break
            chosen = rng.choice(legal)
            after, found = system.take(state, chosen).state, code.code.step(seen, codec.instance(chosen))
            if after is None:
                assert found is None
                break
            taken += found is not None
            assert found is None or found == codec.state(after)
            state = after
    return taken


@pytest.mark.parametrize(("name", "scope"), SMALL)
def test_random_plays_of_each_rulebook(name: str, scope: str) -> None:
    assert compared(*pair(bundled().ruleset(name), scope), 200, seed=1) > 100


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "scope"), SMALL)
def test_long_plays_of_each_rulebook(name: str, scope: str) -> None:
    assert compared(*pair(bundled().ruleset(name), scope), LONG, seed=2) > LONG // 2


@pytest.mark.parametrize("name", NAMES)
def test_random_plays_of_the_tiny_rulesets(name: str) -> None:
    """Under the default reading; where nothing can be chosen no step is taken."""
    compared(*pair(Project.load(TINY).ruleset(name), "tiny"), 30, seed=1)


@cache
def daemons() -> tuple[Engine, Engine]:
    return pair(bundled().ruleset("daemons"), "duel")


def test_what_is_not_allowed_is_refused_as_the_interpreter_refuses_it() -> None:
    """Every candidate that is not allowed in the first states, an action out of turn, one that nobody knows."""
    code, rules = daemons()
    state, refused = rules.initial()[0], 0
    for _ in range(6):
        judged = list(rules.system.candidates(rules.codec.parse_state(state)))
        strange: Any = {"action": "no such action", "args": {}}
        everything = [rules.codec.instance(j.instance) for j in judged if not j.is_allowed]
        elsewhere = [rules.legal(rules.initial()[0])[0]] if refused else []
        for action in (*everything, *elsewhere, strange):
            with pytest.raises((UsageError, CodecError)) as expected:
                rules.step(state, action)
            with pytest.raises(type(expected.value)) as found:
                code.step(state, action)
            assert str(found.value) == str(expected.value)
            refused += 1
        state = rules.step(state, rules.legal(state)[-1])
    assert refused > 6


def test_a_number_out_of_bounds_is_no_choice() -> None:
    """No clause says how much may be bid: the scope does, whose choices the interpreter goes through."""
    code, rules = pair(Project.load(TINY).ruleset("t29_joint"), "tiny")
    state = rules.initial()[0]
    while "bids" not in (action := rules.legal(state)[-1])["args"]:
        state = rules.step(state, action)
    for amount in (-1, 99):
        bids = {name: None if bid is None else amount for name, bid in action["args"]["bids"].items()}
        with pytest.raises((UsageError, CodecError)) as expected:
            rules.step(state, {**action, "args": {"bids": bids}})
        with pytest.raises(type(expected.value)) as found:
            code.step(state, {**action, "args": {"bids": bids}})
        assert str(found.value) == str(expected.value)


def test_states_that_are_none() -> None:
    code, _ = daemons()
    state = code.initial()[0]
    name = next(iter(state))
    for wrong in ({}, {**state, name: {"no": object()}}, [state], None, {**state, "more": 1}):
        with pytest.raises(CodecError):
            code.legal(wrong)  # type: ignore[arg-type]
        with pytest.raises(CodecError):
            code.ended(wrong)  # type: ignore[arg-type]


def test_what_is_handed_out_can_be_changed() -> None:
    """A state, and an action, are values of the caller's own."""
    code, rules = daemons()
    state = code.initial()[0]
    action = code.legal(state)[0]
    before, after = json.dumps(state), code.step(state, action)
    kept = json.dumps(after)
    for name in list(after):
        del after[name]
    code.legal(state)[0]["args"].clear()
    assert json.dumps(code.step(state, action)) == kept
    assert json.dumps(state) == before
    assert code.legal(state) == rules.legal(state)


def test_a_part_that_was_changed_is_noticed() -> None:
    """In maps of what was handed out a flag is turned round, a number becomes a flag, and a text of another object is
    the same text."""
    code, rules = daemons()
    assert code.code is not None
    state = code.initial()[0]
    state = code.step(state, code.legal(state)[0])
    whole = json.dumps(state)
    turned = 0
    for name, value in state.items():
        for key, leaf in value.items() if isinstance(value, dict) else ():
            if type(leaf) is bool:
                other: Any = json.loads(whole)
                other[name][key] = not leaf
                assert outcome(code, other) == outcome(rules, other)
                turned += 1
            if type(leaf) is int:
                value[key] = bool(leaf)
                with pytest.raises(CodecError):
                    code.legal(state)
                value[key] = leaf
                turned += 1
    assert turned
    assert json.dumps(state) == whole
    anew = json.loads(whole)
    assert code.code._by_parts(anew) == code.code._by_parts(state) is not None
    assert code.code._by_parts({**anew, "more": 1}) is None
    assert code.legal(anew) == rules.legal(anew)


def outcome(engine: Engine, state: Any) -> Any:
    """What may be done in a state, or why nobody can say."""
    try:
        return engine.legal(state)
    except (UsageError, CodecError, BranchEnds) as error:
        return str(error)


def test_copies_share_nothing_that_can_be_changed() -> None:
    value = {"a": {"b": [1, {"c": []}], "d": {"e": 1}}, "f": {}, "g": [[]], "h": 1}
    fresh = _copy(value)
    assert fresh == value
    fresh["a"]["b"][1]["c"].append(1)
    fresh["a"]["d"]["e"] = fresh["f"]["x"] = 2
    fresh["g"][0].append(3)
    assert value == {"a": {"b": [1, {"c": []}], "d": {"e": 1}}, "f": {}, "g": [[]], "h": 1}
    for part in value.values():
        copied = _copier(part)
        assert (copied(part) if copied else part) == part
        assert not isinstance(part, dict | list) or (copied is not None and copied(part) is not part)


def test_a_boolean_is_no_number() -> None:
    """`True == 1` for Python, and not for a state."""
    code, rules = daemons()
    state = code.initial()[0]
    code.legal(state)
    numbers = [name for name, value in state.items() if type(value) is int]
    flags = [name for name, value in state.items() if type(value) is bool]
    assert numbers or flags
    for name in (*numbers, *flags):
        other = {**state, name: bool(state[name]) if name in numbers else int(state[name])}
        with pytest.raises(CodecError):
            rules.legal(other)
        with pytest.raises(CodecError):
            code.legal(other)


def test_what_is_too_much_to_be_kept_is_parsed_again() -> None:
    code, rules = daemons()
    assert code.code is not None
    first = code.initial()[0]
    legal = code.legal(first)
    assert len(code.code._bytes) > 0
    code.code._bytes.keep(b"large", b"", MOST_OF_STATES)
    assert list(code.code._bytes) == [b"large"]
    assert code.legal(first) == legal == rules.legal(first)
    assert len(code.code._bytes) == 1


def test_room_that_is_missing_is_the_interpreters(monkeypatch: pytest.MonkeyPatch) -> None:
    code, rules = pair(bundled().ruleset("daemons"), "duel")
    state = code.initial()[0]

    def beyond(*_: object) -> None:
        raise StepBeyondCapacity

    monkeypatch.setattr(Stepper, "choices", beyond)
    monkeypatch.setattr(Stepper, "step", beyond)
    assert code.code is not None and code.code.legal(state) is None
    assert code.legal(state) == rules.legal(state)
    assert code.step(state, code.legal(state)[0]) == rules.step(state, rules.legal(state)[0])
    assert code.ended(state) is False


def test_code_that_is_at_hand_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the process has the code; never where the interpreter, or no code, is asked for."""
    ruleset = bundled().ruleset("daemons")
    daemons()
    assert ruleset.engine("duel").code is not None
    assert ruleset.engine("duel", direct=False).code is None
    assert ruleset.engine("duel", compiled=False).code is None
    monkeypatch.setattr(CompiledEngine, "is_at_hand", lambda system: False)
    assert ruleset.engine("duel").code is None


def test_a_scope_that_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise UsageError("a sort has 3000 members, for which no set is wide enough", "scope huge", "fewer")

    ruleset = bundled().ruleset("daemons")
    monkeypatch.setattr(Stepper, "__init__", refused)
    with pytest.raises(UsageError, match="scope huge: a sort has 3000 members") as found:
        ruleset.engine("duel", compiled=True)
    assert "compiled=False" in str(found.value)
    monkeypatch.setattr(CompiledEngine, "is_at_hand", lambda system: True)
    assert ruleset.engine("duel").code is None


def test_observing_and_explaining_a_compiled_game() -> None:
    code, rules = daemons()
    state = rules.initial()[0]
    for _ in range(8):
        action = rules.legal(state)[0]
        for player in rules.system.scope.names[rules.system.system.players]:
            assert code.observe(state, player) == rules.observe(state, player)
        assert code.explain(state, action) == rules.explain(state, action)
        assert code.awaits(state) == rules.awaits(state)
        state = code.step(state, action)


def test_playouts_win_as_often_as_they_should() -> None:
    """What uniform play is worth is worked out by the interpreter, choice by choice."""
    code, rules = daemons()
    system = rules.system
    begin = next(outcome.state for _, outcome in system.initial() if outcome.state is not None)
    following: dict[State, list[State]] = {}
    left = [begin]
    while left:
        state = left.pop()
        if state not in following:
            allowed = [judged.instance for judged in system.candidates(state) if judged.is_allowed]
            after = [system.take(state, instance).state for instance in allowed]
            following[state] = [s for s in after if s is not None]
            assert len(following[state]) == len(after)
            left += following[state]
    worth = {state: 0.0 if after else float(0 in system.winners(state)) for state, after in following.items()}
    for _ in range(300):  # plays are shorter, but for what weighs nothing
        for state, next_ in following.items():
            if next_:
                worth[state] = sum(map(worth.__getitem__, next_)) / len(next_)
    chance, plays = worth[begin], 4000
    found = code.playouts(rules.codec.state(begin), plays, seed=1)
    assert {play["end"] for play in found} == {"ended"}
    first = system.scope.names[system.system.players][0]
    won = sum(first in play["winners"] for play in found)
    assert abs(won / plays - chance) < 4 * sqrt(chance * (1 - chance) / plays)
    assert found == code.playouts(rules.codec.state(begin), plays, seed=1)
    assert found != code.playouts(rules.codec.state(begin), plays, seed=2)


def test_playouts_of_several_runs_are_those_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where states are so large that only few last ones are kept at once."""
    ruleset = bundled().ruleset("daemons")
    once, by_one = (ruleset.engine("duel", compiled=True) for _ in range(2))
    state = once.initial()[0]
    found = once.playouts(state, 40, seed=3)
    monkeypatch.setattr(stepper, "FINAL_BYTES", 0)
    assert by_one.playouts(state, 40, seed=3) == found


def who_won(code: Engine, state: Any) -> bool:
    """Whether playouts say of each last state who has won there, as the interpreter does."""
    assert code.code is not None and code.code._playouts is not None
    compiled, system = code.code, code.system
    begin = compiled._state(state)
    assert begin is not None
    last = [(how, state) for how, _, state in code.code._playouts.from_(begin, 40, 3, 1000)]
    names = system.scope.names[system.system.players]
    wanted = [[names[p] for p in sorted(system.winners(compiled.coded.read(s)))] for how, s in last if how == "ended"]
    assert len({tuple(each) for each in wanted}) > 1
    return [compiled._result(state)["winners"] for how, state in last if how == "ended"] == wanted


def test_playouts_say_who_has_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """Winners are known again by the fields that the rule of winning reads: by no fields at all they come out wrong."""
    code = bundled().ruleset("daemons").engine("duel", compiled=True)
    state = code.initial()[0]
    code.playouts(state, 1)
    assert who_won(code, state)
    assert code.code is not None
    monkeypatch.setattr(code.code, "_won", {})
    monkeypatch.setattr(code.code, "_deciding", [])
    assert not who_won(code, state)


def test_playouts_that_cannot_be() -> None:
    code, rules = daemons()
    state = rules.initial()[0]
    with pytest.raises(UsageError, match="need compiled code"):
        rules.playouts(state, 1)
    with pytest.raises(UsageError, match="plays: 0 is no number from 1"):
        code.playouts(state, 0)
    with pytest.raises(UsageError, match="longest: 0 is no number from 1"):
        code.playouts(state, 1, longest=0)
    assert [play["end"] for play in code.playouts(state, 2, longest=1)] == ["cut_off", "cut_off"]
