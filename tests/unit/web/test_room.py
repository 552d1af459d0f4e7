"""Requests of the page: each has one answer, and mistakes change nothing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.api import Project
from ruleslawyer.bridges.web import room as rooms
from ruleslawyer.bridges.web.play import Sitting
from ruleslawyer.bridges.web.room import REQUESTS, Room
from tests.bank import NAMES, TINY
from tests.unit.web.test_play import FERRY, HEAVY

Json = dict[str, Any]


def ferry() -> Room:
    return Room(Project.load(FERRY).ruleset("ferry"), "tiny", {}, {}, Sitting())


@pytest.fixture(scope="module")
def shared() -> Room:
    return ferry()


def ask(room: Room, request: str, **more: Any) -> Json:
    found = room.answer({"request": request, **more})
    assert "error" not in found, found
    return found


def test_a_whole_play() -> None:
    room = ferry()
    assert ask(room, "about")["scopes"] == ["tiny"], "`open` is for proofs"
    now = ask(room, "open")
    game = now["game"]
    assert [one["says"] for one in now["actions"]] == ["the beginning: first Ann", "the beginning: first Bob"]
    assert now["table"] is None
    now = ask(room, "take", game=game, number=0, version=now["version"])
    iron = now["actions"][1]
    assert (iron["verdict"], iron["allowed"]) == ("contradiction", False)
    assert [(c["stance"], c["clauses"]) for c in iron["clauses"]] == [("permitted", ["2.1"]), ("forbidden", ["2.2"])]
    assert iron["events"][0]["ruling"] == {"key": HEAVY, "options": ["permit", "forbid"]}
    assert 'role="button"' in now["table"] and 'data-names="hay"' in now["table"]
    now = ask(room, "rule", game=game, key=HEAVY, option="permit", version=now["version"])
    assert now["actions"][1]["allowed"] and now["under"] == f"ruled {HEAVY}=permit"
    now = ask(room, "take", game=game, number=1, version=now["version"])
    assert [(e["kind"], e["taken"]) for e in now["met"]] == [
        ("contradiction", "owner_is_paid"),  # the toll: Ann owns the iron, and Bob waits
        ("gap", "the_other"),  # no clause says whose turn follows
    ]
    assert [one["parent"] for one in now["tree"]] == [None, None, 1]
    saved = ask(room, "save", game=game, name="iron goes first")["file"]
    assert 'name = "iron goes first"' in saved and f'"{HEAVY}" = "permit"' in saved
    now = ask(room, "rule", game=game, key=HEAVY, option="", version=now["version"])
    assert now["under"] == "" and "goes as far as action 0 of 1" in now["notice"]


def test_refusals_are_told_with_their_clauses() -> None:
    """Ann's coin went with the hay; with `the_same` she has the turn, and 2.5 beats 2.1."""
    room = ferry()
    now = ask(room, "open")
    ask(room, "reread", game=now["game"], key="follower", option="the_same")
    ask(room, "take", game=now["game"], number=0)
    ask(room, "take", game=now["game"], number=0)
    (iron,) = ask(room, "refused", game=now["game"])["refused"]
    assert [(c["stance"], c["clauses"]) for c in iron["clauses"]] == [
        ("beaten", ["2.1"]), ("forbidden", ["2.2"]), ("forbidden", ["2.5"])
    ]  # fmt: skip


def test_readings_are_listed() -> None:
    room = ferry()
    now = ask(room, "open")
    ask(room, "reread", game=now["game"], key="follower", option="the_same")
    listed = {one["key"]: one for one in ask(room, "readings", game=now["game"])["readings"]}
    assert listed["follower"] | {"text": "", "clauses": []} == {
        "key": "follower", "text": "", "clauses": [], "options": ["the_other", "the_same"], "usual": "the_other",
        "follows": "the_same", "ruled": False,
    }  # fmt: skip
    assert HEAVY in listed


@pytest.mark.parametrize(
    ("request_", "kind", "says"),
    [
        ({"request": "fly"}, "unknown", "there is no such request"),
        ({"request": "look", "game": "none"}, "unknown", "there is no such play here"),
        ({"request": "look", "game": ["x"]}, "unknown", "there is no such play here"),
        ({"request": "take", "number": 7}, None, "there is no action of this number"),
        ({"request": "take", "number": True}, None, "there is no action of this number"),
        ({"request": "take", "number": 0, "version": 99}, "stale", "has gone on elsewhere"),
        ({"request": "undo"}, None, "nothing was done yet"),
        ({"request": "jump", "node": 5}, None, "there is no node 5"),
        ({"request": "sit", "seat": "Eve"}, None, "there is no player `Eve`"),
        ({"request": "sit", "chance": "never"}, None, "chance moves by `itself`"),
        ({"request": "reread", "key": "payee", "option": "nobody"}, None, "no option `nobody`"),
        ({"request": "rule", "key": "weather", "option": "fine"}, None, "no question"),
        ({"request": "open", "scope": "huge"}, None, "no scope `huge`"),
        ({"request": "open", "link": "x"}, None, "the link is damaged"),
        ({"request": "throw"}, None, "chance decides nothing here"),
    ],
)
def test_mistakes(shared: Room, request_: Json, kind: str | None, says: str) -> None:
    game = ask(shared, "open")["game"]
    found = shared.answer({"game": game, **request_})
    assert says in found["error"] and found.get("kind") == kind
    again = ask(shared, "look", game=game)
    assert again["at"] is None and again["version"] == 0


@given(
    st.sampled_from([*REQUESTS, "x"]),
    st.dictionaries(
        st.sampled_from(["game", "version", "number", "node", "seat", "key", "option", "link", "scope", "narrow"]),
        st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=5) | st.lists(st.none(), max_size=1),
    ),
)
def test_anything_has_one_answer(shared: Room, name: str, body: Json) -> None:
    game = ask(shared, "open")["game"]
    found = shared.answer({"game": game, **body, "request": name})
    assert "internal" not in found.get("error", "").lower() and json.dumps(found)


def test_there_are_only_so_many_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_PLAYS", 2)
    room = ferry()
    first, second = (ask(room, "open")["game"] for _ in range(2))
    ask(room, "look", game=first)
    third = ask(room, "open")["game"]
    assert list(room.plays) == [first, third], f"{second} was looked at longest ago"


@pytest.mark.parametrize("name", NAMES)
def test_every_construct_is_played(name: str) -> None:
    """Twenty actions at random, each event with what is said of it, and back to the beginning."""
    ruleset = Project.load(TINY).ruleset(name)
    room, dice = Room(ruleset, "tiny", {}, {}, Sitting()), Random(1)
    now = room.answer({"request": "open"})
    if "no play can begin" in now.get("error", ""):
        return
    for _ in range(20):
        assert "error" not in now, now
        can = [one["number"] for one in now["actions"] if one["allowed"]]
        if not can:
            break
        now = ask(room, "take", game=now["game"], number=dice.choice(can))
    ends = now["at"] is not None and now["tree"][now["at"]]["ends"]
    assert now["says"].startswith("The play ends here in an event: ") == ends == any(e["ends"] for e in now["met"])
    for option in [one for event in now["met"] if event["ruling"] for one in event["ruling"]["options"]]:
        rulings = [event["ruling"]["key"] for event in now["met"] if event["ruling"]]
        found = [room.answer({"request": "rule", "game": now["game"], "key": key, "option": option}) for key in rulings]
        assert any("error" not in one for one in found)
    while "error" not in room.answer({"request": "undo", "game": now["game"]}):
        pass
    play = room.plays[now["game"]]
    assert play.at is None or play.at.parent is None
