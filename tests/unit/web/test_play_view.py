"""What a seat sees: nothing of what the rules of sight hide, whoever plays how; and what was done, without names."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.bridges.web import play_view
from ruleslawyer.bridges.web.play import Sitting
from ruleslawyer.bridges.web.room import Room
from ruleslawyer.rulebook.table.areas import veil
from ruleslawyer.semantics.sight import observe, unknown_members

ROOT = Path(__file__).parents[3]


def hidden(room: Room, game: str) -> set[str]:
    """The names that Ann does not know."""
    play = room.plays[game]
    assert play.at and play.at.last_state
    names = play.rules.system.scope.names
    found = unknown_members(play.rules.system, play.at.last_state, play.rules.seats.index("Ann"))
    return {names[sort][member] for sort, members in found.items() for member in members}


@pytest.mark.parametrize("name", ["mnemonic", "daemons", "mere_mortals"])
def test_no_hidden_name_is_in_an_answer(name: str) -> None:
    """Forty choices of Ann at random against a random bot; the link alone has all."""
    room = Room(Project.load(ROOT).ruleset(name), "small", {}, {}, Sitting("Ann", "random", True, 7))
    dice, some = Random(11), 0
    now: dict[str, Any] = {"actions": []}
    for _ in range(40):
        can = [one["number"] for one in now["actions"] if one["allowed"]]
        request = {"request": "take", "game": now["game"], "number": dice.choice(can)} if can else {"request": "open"}
        now = room.answer(request)
        assert "error" not in now
        text = json.dumps({key: value for key, value in now.items() if key != "link"})
        unseen = hidden(room, now["game"])
        some += len(unseen)
        assert [one for one in unseen if re.search(rf"\b{re.escape(one)}\b", text)] == []
    assert some > 40, "there is something to hide"


def test_what_happened_is_told_sub_step_by_sub_step() -> None:
    """Since the person chose last: that action, and what others and chance did then."""
    room = Room(Project.load(ROOT).ruleset("daemons"), "duel", {}, {}, Sitting(seed=7))
    now = room.answer({"request": "open"})
    assert now["happened"] == []
    chosen = next(one for one in now["actions"] if one["allowed"])
    now = room.answer({"request": "take", "game": now["game"], "number": chosen["number"]})
    assert (now["happened"][0]["name"], now["happened"][0]["says"]) == (chosen["action"], chosen["says"])
    assert [change["kind"] for change in now["happened"][0]["changes"]] == ["dealt"]


def test_of_others_is_told_what_was_to_be_seen() -> None:
    """Who did what; a card that Ann does not know is none, and one that was laid open before her has its name."""
    room = Room(Project.load(ROOT).ruleset("mnemonic"), "small", {}, {}, Sitting("Ann", "random", True, 7))
    now = room.answer({"request": "open"})
    while not any(node["who"] == "Bob" for node in now["tree"]):
        now = room.answer({"request": "take", "game": now["game"], "number": 0})
    others = [node for node in now["tree"] if node["who"] in ("Bob", "chance")]
    assert all("…" not in node["says"] for node in others)
    room = Room(Project.load(ROOT).ruleset("daemons"), "duel", {}, {}, Sitting("Ann", "random", True, 3))
    now = room.answer({"request": "open"})
    while not any("plays" in node["says"] for node in now["tree"] if node["who"] == "Bob"):
        now = room.answer({"request": "take", "game": now["game"], "number": 0})
        assert "error" not in now
    said = [node["says"] for node in now["tree"] if node["who"] in ("Bob", "chance")]
    assert "a hidden card is drawn" in said and "Bolt is drawn" in said, "Bob's card and Ann's"
    assert [one for one in said if one.startswith("Bob plays") and "hidden" not in one]


def test_a_hidden_die_is_called_one() -> None:
    room = Room(
        Project.load(ROOT / "examples" / "liars-dice").ruleset("liars_dice"), "tiny", {}, {},
        Sitting("Ann", "random", True, 7),
    )  # fmt: skip
    said = {node["says"] for node in room.answer({"request": "open"})["tree"] if node["who"] == "chance"}
    assert "a hidden die shows something hidden" in said
    assert not [one for one in said if "card" in one]


def test_what_is_not_allowed_has_something_of_each_action_on_whole_decks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To judge all that could be chosen there takes minutes: a part is looked at, and that there is more is said."""
    monkeypatch.setattr(play_view, "MOST_SHOWN", 20)
    room = Room(Project.load(ROOT).ruleset("memesis"), "full_decks", {}, {}, Sitting("Ann", "", True, 1))
    now = room.answer({"request": "open"})
    for _ in range(60):
        if len({one["action"] for one in now["actions"]}) > 1 or not now["own"]:
            break
        now = room.answer({"request": "take", "game": now["game"], "number": 0})
    found = room.answer({"request": "refused", "game": now["game"]})
    assert len(found["refused"]) == 20 and found["more"]
    assert len({one["action"] for one in found["refused"]}) > 3


def test_on_every_seat_all_is_told() -> None:
    room = Room(Project.load(ROOT).ruleset("mnemonic"), "tiny", {}, {}, Sitting())
    now = room.answer({"request": "open"})
    for _ in range(2):
        now = room.answer({"request": "take", "game": now["game"], "number": 0})
    assert [node["says"] for node in now["tree"]] == [
        "the beginning: somebody Bob", "C7 comes into the packet", "S7 comes into the packet"
    ]  # fmt: skip
    assert now["hidden"] == 0


def test_a_value_without_the_names_that_are_not_to_be_said() -> None:
    found = {"card": "Imp", "others": ["Imp", "Elf", "Bat"], "at": {"Imp": 1, "Elf": 2}, "number": 3}
    assert veil(found, {"Imp", "Elf"}) == {"card": "?", "others": ["Bat", "?", "?"], "at": {}, "number": 3}


def test_cards_of_others_lie_face_down() -> None:
    """Bob's hand has as many backs as he holds cards, beside what lies open, and no two of them can be told apart."""
    room = Room(Project.load(ROOT).ruleset("mnemonic"), "small", {}, {}, Sitting("Ann", "random", True, 7))
    now = room.answer({"request": "open"})
    looked = 0
    for _ in range(20):
        play = room.plays[now["game"]]
        assert play.at and play.at.last_state
        state = play.rules.codec.state(play.at.last_state)
        unseen = hidden(room, now["game"])
        sight = partial(observe, play.rules.system, play.rules.codec, player=0)
        drawing = play.tables.draw(play.at.last_state, sight=sight, hidden=unseen)
        for seat in drawing["seats"]:
            (hand,) = [area["cards"] for area in seat["areas"] if area["title"] == "Hand"] or [[]]
            hands = [card for card, place in state["zone"].items() if place == "HAND"]
            held = [card for card in hands if state["owner"][card] == seat["name"]]
            backs = [card for card in hand if card["down"]]
            assert len(hand) == len(held)
            assert len(backs) == len(unseen & set(held))
            assert all(card == backs[0] and card["name"] == "?" for card in backs)
            looked += len(backs)
        can = [one["number"] for one in now["actions"] if one["allowed"]]
        now = room.answer({"request": "take", "game": now["game"], "number": can[0]} if can else {"request": "open"})
    assert looked
