"""Links to plays: what is packed comes out again, and what nobody packed is refused."""

from __future__ import annotations

import base64
import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.bridges.web.link import link, play_of_link
from ruleslawyer.bridges.web.play import Play
from tests.unit.web.test_play import HEAVY, begun, choose, path


def again(play: Play, text: str) -> Play:
    return play_of_link(play.ruleset, play.tables.view, text)


def packed(value: object) -> str:
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(value).encode())).decode().rstrip("=")


def unpacked(text: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))))
    return found


def test_a_play_is_found_again() -> None:
    play = begun()
    play.reread({"follower": "the_same"}, {HEAVY: "permit"})
    choose(play, "cross(who=Ann, cart=iron)")
    found = again(play, link(play))
    assert path(found) == path(play) and found.notice == ""
    assert (found.rules.reading, found.rules.rulings) == ({"follower": "the_same"}, {HEAVY: "permit"})
    assert link(found) == link(play)
    found.undo()
    assert path(found) == ["initial(first=Ann)"]


def test_a_play_goes_as_far_as_the_rules_let_it() -> None:
    play = begun()
    play.reread({}, {HEAVY: "permit"})
    choose(play, "cross(who=Ann, cart=iron)")
    found = again(play, packed({**unpacked(link(play)), "rulings": {}}))
    assert path(found) == ["initial(first=Ann)"]
    assert found.notice.startswith("With the rules as they are now the play goes as far as action 0 of 1;")


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda b: base64.urlsafe_b64encode(b).decode()))
def test_damaged_links_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="the link is damaged"):
        again(begun(), text)


def test_what_nobody_packed_is_refused() -> None:
    play = begun()
    good = unpacked(link(play))
    bomb = base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000)).decode()
    wrong = [[], {}, {**good, "more": 1}, {**good, "scope": 3}, {**good, "reading": {"follower": 1}}]
    wrong += [{**good, "sitting": {}}, {**good, "own": []}, {**good, "done": {}}]
    for text in (bomb, *map(packed, wrong)):
        with pytest.raises(UsageError, match="the link is damaged"):
            again(play, text)
    with pytest.raises(UsageError, match="a play of `chess`"):
        again(play, packed({**good, "ruleset": "chess"}))
    with pytest.raises(UsageError, match="the rules have changed since"):
        again(play, packed({**good, "done": [{"action": "fly", "args": {}}]}))
