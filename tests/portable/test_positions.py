"""A position as a link: the page and the tool write the same, and a game's link tells nothing that its seat may not
know."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.bridges.portable.positions import parse_link, positions
from ruleslawyer.report.live.written import PAGE
from ruleslawyer.semantics.state import State
from tests.bundled import bundled
from tests.portable.test_equal import SCOPES
from tests.portable.walks import compared, walk

LONGEST = 200
"""Letters of a link, its digest included."""


def test_the_same_link(built: Callable[..., Path]) -> None:
    """In node and in Python; and Python reads what it wrote."""
    ruleset, scope = bundled().ruleset("daemons"), "duel"
    system, links = ruleset.transition_system(scope), positions(ruleset, scope)
    said = [{**one, "link": links.text(links.codec.parse_state(one["state"], "state"))} for one in walk(system, 60, 3)]
    found = compared(built("daemons", *SCOPES["daemons"]), ruleset, scope, iter(said))
    assert found["different"] == {}, found["first"]
    assert len({one["link"] for one in said}) > 20
    for one in said:
        link = parse_link(ruleset, f"file:///games.html#live=Ann:{one['link']}")
        assert links.codec.state(link.state) == one["state"]
        assert (link.scope, link.seat) == (scope, "Ann")
        assert len(one["link"]) <= LONGEST


def test_what_a_game_s_link_tells(built: Callable[..., Path]) -> None:
    """Two tables that differ in what a seat does not see have one link, and it leads to what that seat sees."""
    ruleset, scope = bundled().ruleset("daemons"), "duel"
    lines = map(json.dumps, walk(ruleset.transition_system(scope), 60, seed=8, sight=False))
    folder = built("daemons", *SCOPES["daemons"])
    words = ["node", str(Path(__file__).parent / "hidden.cjs"), str(folder), "daemons", scope, str(PAGE / "hidden.js")]
    done = subprocess.run(words, input="\n".join(lines), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["looks"] == found["seen"] == found["same"] == 120
    assert found["dealt"] > 10
    assert found["longest"] <= LONGEST


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("nothing", "no link to a position"),
        ("#live=Ann:00000000.duel.AA", "of other rules"),
        ("#live=Ann:00000000.moon.AA", "laid for its page alone"),
    ],
)
def test_no_link(link: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        parse_link(bundled().ruleset("daemons"), link)


def test_a_damaged_link() -> None:
    ruleset = bundled().ruleset("daemons")
    mark = positions(ruleset, "duel").mark
    for body in ("?", "A", "_" * 2000, "_" * 200_000, "\u00e9", "A B"):
        with pytest.raises(UsageError, match="damaged"):
            parse_link(ruleset, f"Ann:{mark}.duel.{body}")


def test_a_letter_that_is_wrong() -> None:
    """It is noticed, for a text has a check of its state in it; or it says the same, by bits that the last letter
    has to spare."""
    ruleset, dice, told = bundled().ruleset("daemons"), Random(5), list[tuple[str, State]]()
    links = positions(ruleset, "duel")
    for one in walk(ruleset.transition_system("duel"), 60, 4, sight=False):
        state = links.codec.parse_state(one["state"], "state")
        head, _, body = links.text(state).rpartition(".")
        at, letter = dice.randrange(len(body)), dice.choice("ABCDEFGH01234567")
        if body[at] != letter:
            told.append((f"{head}.{body[:at]}{letter}{body[at + 1 :]}", state))
    noticed = 0
    for link, state in told:
        try:
            assert links.state(link) == state
        except UsageError as error:
            assert "damaged" in str(error)
            noticed += 1
    assert noticed > 40


@pytest.mark.parametrize("name", ["daemons", "memesis"])
def test_any_state_of_the_largest_scope(name: str) -> None:
    """Whatever its bytes are: each text leads back to the state that it is of."""
    ruleset, dice = bundled().ruleset(name), Random(3)
    members = {scope: len(ruleset.scope(scope).names["Card"]) for scope in ruleset.scopes() if scope != "open"}
    links = positions(ruleset, max(members, key=lambda scope: members[scope]))
    numbers = [p for p in links.layout.places.values() if p.leaf.kind == "number" and p.extent and not p.record]
    masks, sizes = links.layout.masks.tobytes(), list[int]()
    for changes in (0, 5, 50, 500):
        state = bytearray(links.first)
        for _ in range(changes):
            place = dice.choice(numbers)
            at = dice.randrange(place.offset, place.offset + place.extent)
            state[at] = dice.randrange(256) & masks[at]
        text = links.texts.text(bytes(state))
        sizes.append(len(text))
        assert links.texts.state(text) == state
    assert sizes == sorted(set(sizes))
