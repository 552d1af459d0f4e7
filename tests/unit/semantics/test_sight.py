"""What a player sees: by hand on a tiny game; on the rulebooks, that what he does not know makes no difference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from ruleslawyer.api import Engine, Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.play.sampling import ChoiceSampler
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.sight import UNSEEN, observe, path_name, unknown_members
from ruleslawyer.semantics.state import State
from tests import bank
from tests.bundled import bundled

TINY = Project.load(bank.TINY)


@cache
def book(name: str, scope: str) -> Engine:
    """The engine of a rulebook, which several tests look at."""
    return bundled().ruleset(name).engine(scope, direct=False)


@pytest.mark.parametrize("direct", [True, False])
def test_by_hand(direct: bool) -> None:
    """Ann has the ace, Bob the king; she sees that he has a card, his king once it is laid, and where it is spoken of
    before, only that."""
    engine = TINY.ruleset("t130_seen").engine("tiny", direct=direct)
    begun, held = engine.initial()[0], {"Card": [{"owner": "Bob", "zone": "HAND", UNSEEN: 1}]}
    assert engine.observe(begun, "Ann") == {
        "zone": {"Ace": "HAND"}, "last": None, "drawn": ["Ace", UNSEEN], "heap": [], "friend": {"Ace": None},
        UNSEEN: held,
    }  # fmt: skip
    pointed = engine.step(begun, {"action": "point", "args": {"who": "Bob", "card": "King"}})
    assert engine.observe(pointed, "Ann") == {
        "zone": {"Ace": "HAND"}, "last": UNSEEN, "drawn": ["Ace", UNSEEN], "heap": [UNSEEN], "friend": {"Ace": None},
        UNSEEN: held,
    }  # fmt: skip
    assert engine.observe(pointed, "Bob")["friend"] == {"King": "King"}
    laid = engine.step(pointed, {"action": "lay", "args": {"who": "Bob", "card": "King"}})
    assert engine.observe(laid, "Ann") == laid


@pytest.mark.parametrize("direct", [True, False])
def test_fields_by_hand(direct: bool) -> None:
    """Ann sees her own chips, red ones, and the heap once she has a chip; where a rule of sight fails, nothing. What
    she counts goes by whose a card is alone: where it lies nobody sees before a bid is open."""
    engine = TINY.ruleset("t264_fields_seen").engine("tiny", direct=direct)
    begun, counted = engine.initial()[0], {UNSEEN: {"Card": [{"owner": "Bob", UNSEEN: 1}]}}
    own = {"RED": False, "BLUE": False}
    assert engine.observe(begun, "Ann") == {
        "chips": {"Ann": 0, "Bob": UNSEEN}, "deep": {"Ann": own, "Bob": UNSEEN},
        "by_hue": {"RED": False, "BLUE": UNSEEN}, "mark": UNSEEN, "heap": UNSEEN, "zone": {"Ace": UNSEEN}, **counted,
    }  # fmt: skip
    both = begun
    for who in ("Bob", "Ann"):
        both = engine.step(both, {"action": "pocket", "args": {"who": who}})
    bidding = engine.step(both, {"action": "bid", "args": {"who": "Ann"}})
    hers = {
        "chips": {"Ann": 1, "Bob": UNSEEN}, "deep": {"Ann": {**own, "RED": True}, "Bob": UNSEEN},
        "by_hue": {"RED": False, "BLUE": True}, "mark": "Ann", "heap": ["RED", "RED"], "zone": {"Ace": "RED"},
        "Bid": {"awaits": ["Ann"], "lot": UNSEEN, "offer": 0}, **counted,
    }  # fmt: skip
    assert engine.observe(bidding, "Ann") == hers
    assert engine.observe(bidding, "Bob")["Bid"] == {"awaits": ["Ann"], "lot": UNSEEN, "offer": UNSEEN}


COUNTED = {
    "daemons": ["module.drafted", "zone"],
    "megacorp": ["owner", "buyer", "shown", "zone"],
    "memesis": ["face_down", "cell", "owner"],
    "mere_mortals": ["owner", "place"],
    "mnemonic": ["owner", "zone"],
    "ccg": ["owner", "zone"],
}


@pytest.mark.parametrize("name", COUNTED)
def test_what_hidden_cards_are_counted_by(name: str) -> None:
    """Whose they are and where they lie, as the functions marked `seen` read it; nothing that is printed on them."""
    assert [path_name(path) for path in bundled().ruleset(name).system.counted["Card"]] == COUNTED[name]


def test_how_many_cards_a_rival_holds_and_how_many_his_deck_has() -> None:
    """Of Ann's two cards Bob sees how many lie where, and as one is drawn, that there is one more."""
    engine = book("daemons", "duel")
    state = engine.initial()[0]
    state = {**state, "drafted": {"Fire": "Ann", "Ice": "Bob"}}
    own = [card for card, where in state["zone"].items() if where == "UNSEEN"]
    assert own
    counts = engine.observe(state, "Bob")[UNSEEN]["Card"]
    hers = [kind for kind in counts if kind["module.drafted"] == "Ann"]
    assert [kind["zone"] for kind in hers] == ["UNSEEN"]
    whole = hers[0][UNSEEN]
    fire = next(c for c in own if c not in engine.observe(state, "Bob")["zone"])
    drawn = engine.observe({**state, "zone": {**state["zone"], fire: "GRIP"}}, "Bob")[UNSEEN]["Card"]
    assert {kind["zone"]: kind[UNSEEN] for kind in drawn if kind["module.drafted"] == "Ann"} == {
        "GRIP": 1, **({"UNSEEN": whole - 1} if whole > 1 else {}),
    }  # fmt: skip


def test_where_nothing_is_hidden_everything_is_seen() -> None:
    engine = TINY.ruleset("t20_answers_differ").engine("tiny")
    state = engine.initial()[0]
    assert engine.observe(state, "Player0") == state
    with pytest.raises(UsageError, match="did you mean `Player0`"):
        engine.observe(state, "Player")


def walk(engine: Engine, steps: int, seed: int) -> Iterator[State]:
    """The states of a random play."""
    dice = Dice(seed)
    listed = ChoiceSampler(engine.system, dice)
    state = next(outcome.state for _, outcome in listed.initial() if outcome.state is not None)
    for _ in range(steps):
        yield state
        allowed = [j.instance for j in listed.candidates(state) if j.is_allowed]
        if not allowed:
            return
        after = listed.take(state, dice.choice(allowed)).state
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
    engine = book(name, scope)
    system, codec = engine.system, engine.codec
    cards, players = system.scope.names["Card"], range(len(system.scope.names[system.system.players]))
    compared = 0
    for state in walk(engine, steps, 1):
        whole = codec.state(state)
        for player in players:
            hidden = unknown_members(system, state, player)
            seen = observe(system, codec, state, player)
            shown = set(json.dumps(seen).replace('"', " ").replace(",", " ").replace(":", " ").split())
            assert not shown & {cards[card] for card in hidden["Card"]}
            for one, other in combinations(sorted(hidden["Card"])[:6], 2):
                exchanged = codec.parse_state(swapped(whole, cards[one], cards[other]))
                if unknown_members(system, exchanged, player) == hidden:
                    compared += exchanged != state
                    assert observe(system, codec, exchanged, player) == seen
    assert compared or name not in ("daemons", "mnemonic")


PLACES = [
    ("daemons", "duel", "Imp", "zone", {}, "UNSEEN GRIP ASIDE", "FIELD SCRIPTS HEAP"),
    ("mnemonic", "draft", "c01", "place", {"stage": "CHOOSE"}, "RECEIVED KEPT SIDE", ""),
    ("mnemonic", "draft", "c01", "zone", {"stage": "OVER"}, "OUTSIDE LIBRARY HAND", "STACK BATTLEFIELD GRAVEYARD"),
    ("mere_mortals", "tiny", "Angel", "place", {"step": "OPEN"}, "LIFE_DECK LEAD", "SHADE"),
    ("mere_mortals", "tiny", "Angel", "place", {"step": "BATTLE"}, "LIFE_DECK HAND", "LEAD ALLY PLAYED DISCARD VOID"),
    ("memesis", "tiny", "Ape", "cell", {}, "BRAIN HAND AMMUNITION", "MAIN ATTACK INCUBATION DEAD"),
    ("megacorp", "tiny", "Clerk", "zone", {}, "MAIN RESOURCE HAND", "REVEALED STACK MARKET NETWORK"),
]
"""A card of Ann's, the field that says where it is, what else holds; places where it is hidden from Bob, and not."""


@pytest.mark.parametrize(("name", "scope", "card", "field", "also", "hidden", "seen"), PLACES)
def test_where_a_card_is_hidden(
    name: str, scope: str, card: str, field: str, also: dict[str, str], hidden: str, seen: str
) -> None:
    """By the texts, and where they say nothing as the findings do: Ann knows her card, Bob where it lies face up."""
    engine = book(name, scope)
    state = {**engine.initial()[0], **also}
    if "owner" in state:
        state["owner"] = {**state["owner"], card: "Ann"}
    for place in (hidden + " " + seen).split():
        put = {**state, field: {**state[field], card: place}}
        assert engine.observe(put, "Ann")[field][card] == place
        assert (card in engine.observe(put, "Bob")[field]) == (place in seen.split())


def test_what_the_draft_leaves_out_nobody_knows() -> None:
    """The ten cards that Mnemonic discards before its draft (4.1, 4.3)."""
    engine = book("mnemonic", "draft")
    state = engine.initial()[0]
    out = {**state, "stage": "CHOOSE", "place": {**state["place"], "c01": "OUT"}}
    assert not [player for player in ("Ann", "Bob") if "c01" in engine.observe(out, player)["place"]]
