"""What a player sees: by hand on a tiny game; on the rulebooks, that what he does not know makes no difference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Engine, Project
from ruleslawyer.checking.sampling import Sampling
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.semantics.sight import UNSEEN, observed, unknown
from ruleslawyer.semantics.state import State

ROOT = Path(__file__).parents[2]
TINY = Project.load(ROOT / "tests" / "tiny")


@pytest.mark.parametrize("direct", [True, False])
def test_by_hand(direct: bool) -> None:
    """Ann has the ace, Bob the king; she sees his king once it is laid, and where it is spoken of before, only that."""
    engine = TINY.ruleset("t130_seen").engine("tiny", direct=direct)
    begun = engine.initial()[0]
    assert engine.observe(begun, "Ann") == {
        "zone": {"Ace": "HAND"}, "last": None, "drawn": ["Ace", UNSEEN], "heap": [], "friend": {"Ace": None},
    }  # fmt: skip
    pointed = engine.step(begun, {"action": "point", "args": {"who": "Bob", "card": "King"}})
    assert engine.observe(pointed, "Ann") == {
        "zone": {"Ace": "HAND"}, "last": UNSEEN, "drawn": ["Ace", UNSEEN], "heap": [UNSEEN], "friend": {"Ace": None},
    }  # fmt: skip
    assert engine.observe(pointed, "Bob")["friend"] == {"King": "King"}
    laid = engine.step(pointed, {"action": "lay", "args": {"who": "Bob", "card": "King"}})
    assert engine.observe(laid, "Ann") == laid


def test_where_nothing_is_hidden_everything_is_seen() -> None:
    engine = TINY.ruleset("t20_answers_differ").engine("tiny")
    state = engine.initial()[0]
    assert engine.observe(state, "Player0") == state
    with pytest.raises(UsageError, match="did you mean `Player0`"):
        engine.observe(state, "Player")


def walk(engine: Engine, steps: int, seed: int) -> Iterator[State]:
    """The states of a random play."""
    listed = Sampling(engine.system, Random(seed))
    state = next(outcome.state for _, outcome in listed.initial() if outcome.state is not None)
    for _ in range(steps):
        yield state
        allowed = [j.instance for j in listed.candidates(state) if j.allowed]
        if not allowed:
            return
        after = listed.take(state, listed.dice.choice(allowed)).state
        if after is None:
            return
        state = after


def swapped(value: Any, one: str, other: str) -> Any:
    """The same with two names exchanged, also those of keys."""
    names = {one: other, other: one}
    match value:
        case str():
            return names.get(value, value)
        case list():
            return [swapped(item, one, other) for item in value]
        case dict():
            return {names.get(key, key): swapped(item, one, other) for key, item in value.items()}
    return value


BOOKS = [
    ("daemons", "duel", 40),
    ("ccg", "tiny", 15),
    ("mnemonic", "draft", 12),
    ("mere_mortals", "tiny", 15),
    ("memesis", "tiny", 15),
    ("megacorp", "tiny", 15),
]


@pytest.mark.parametrize(("name", "scope", "steps"), BOOKS, ids=[name for name, _, _ in BOOKS])
def test_what_a_player_does_not_know_makes_no_difference(name: str, scope: str, steps: int) -> None:
    """No unknown card is named; and where two cards that he does not know change places, he sees the same."""
    engine = Project.load(ROOT).ruleset(name).engine(scope, direct=False)
    system, codec = engine.system, engine.codec
    cards, players = system.scope.names["Card"], range(len(system.scope.names[system.system.players]))
    compared = 0
    for state in walk(engine, steps, 1):
        whole = codec.state(state)
        for player in players:
            hidden = unknown(system, state, player)
            seen = observed(system, codec, state, player)
            shown = set(json.dumps(seen).replace('"', " ").replace(",", " ").replace(":", " ").split())
            assert not shown & {cards[card] for card in hidden["Card"]}
            for one, other in combinations(sorted(hidden["Card"])[:6], 2):
                exchanged = codec.parse_state(swapped(whole, cards[one], cards[other]))
                if unknown(system, exchanged, player) == hidden:
                    compared += exchanged != state
                    assert observed(system, codec, exchanged, player) == seen
    assert compared or name not in ("daemons", "mnemonic")
