"""A position as a link: the page and the tool write the same, and a game's link tells nothing that its seat may not
know."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.bridges.portable.positions import parse_link, positions
from ruleslawyer.report.live.written import PAGE
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
    for body in ("?", "A", "_" * 2000):
        with pytest.raises(UsageError, match="damaged"):
            parse_link(ruleset, f"Ann:{mark}.duel.{body}")
