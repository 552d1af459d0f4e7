"""The table in a page is that of the tool: the same drawing of a state, the same picture of it, the same sentences."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.front.worked import cookbook
from ruleslawyer.play.rules import Rules
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.rulebook.table.shapes import LARGE, NARROW
from ruleslawyer.rulebook.table.svg import svg
from ruleslawyer.semantics.sight import observe, unknown_members
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bundled import bundled
from tests.portable.test_equal import SCOPES, SLOWLY_MADE

DRAW = Path(__file__).parent / "draw.cjs"
HOUNDS = Path(__file__).parents[2] / "examples" / "hare-and-hounds"
STATES = {"daemons": 40, "mnemonic": 30, "mere_mortals": 25, "memesis": 25, "megacorp": 20}


def drawn(tables: Tables, system: TransitionSystem, states: int, seed: int) -> Iterator[Any]:
    """States of random plays: drawn beside the one before with an action that is wanted, and as each player sees it."""
    rules, dice = Rules(system), Random(seed)
    starts = [state for _, state in rules.starts()]
    before, state = None, dice.choice(starts)
    for _ in range(states):
        allowed = [] if system.is_over(state) else list(system.allowed_instances(state))
        taken = dice.choice(allowed) if allowed else None
        yield _said(tables, rules, state, before, taken)
        after = system.take(state, taken).state if taken else None
        before, state = (state, after) if after else (None, dice.choice(starts))


def _said(tables: Tables, rules: Rules, state: State, before: State | None, taken: Any) -> Any:
    system, codec = rules.system, rules.codec
    whole = tables.draw(state, before, asked=taken, reading=system.reading)
    found: list[dict[str, Any]] = [{"seat": None, "drawing": whole}]
    for number, seat in enumerate(rules.seats):
        sight = partial(observe, system, codec, player=number)
        hidden = {codec.scope.names[s][m] for s, some in unknown_members(system, state, number).items() for m in some}
        table = tables.draw(state, before, sight=sight, hidden=hidden, reading=system.reading)
        found.append({"seat": seat, "drawing": table})
    asked = codec.instance(taken) if taken else None
    live = [one for one in asked["args"].values() if isinstance(one, str)] if asked else []
    return {
        "state": codec.state(state), "before": codec.state(before) if before else None, "asked": asked,
        "says": tables.sentence(taken, state) if taken else "", "tables": found,
        "names": list(tables.members), "veiled": tables.sentence(taken, state, tables.members) if taken else "",
        "pictures": {name: svg(whole, size, live=live) for name, size in (("large", LARGE), ("narrow", NARROW))},
    }  # fmt: skip


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.campaign] * (name in SLOWLY_MADE)) for name in SCOPES]
)
def test_the_same_table(built: Callable[..., Path], name: str) -> None:
    ruleset = bundled().ruleset(name)
    expect_the_same(built(name, *SCOPES[name]), ruleset, SCOPES[name], STATES[name])


def test_a_board_whose_places_lie_somewhere(built: Callable[..., Path]) -> None:
    """Points by row and column, with the lines between them, as the view of Hare and Hounds says."""
    project = Project.load(HOUNDS)
    boards = expect_the_same(built("harehounds", "tiny", of=project), project.ruleset("harehounds"), ("tiny",), 20)
    assert all(board["lines"] and board["cells"][0]["row"] for board in boards)


def test_parts_that_nobody_has_made(built: Callable[..., Path]) -> None:
    """Of a choice that all make together, who has no coins left makes none: neither says that he chooses nobody."""
    project = Project.load(cookbook())
    folder, ruleset = built("fists", "tiny", of=project), project.ruleset("fists")
    expect_the_same(folder, ruleset, ("tiny",), 30)
    said = [one["says"] for one in drawings(folder, ruleset, "tiny", 30)[1]]
    assert any(one.count("Bob") + one.count("Ann") == 1 for one in said if one), "somebody chooses alone"
    assert "nobody" not in " ".join(said)


def expect_the_same(folder: Path, ruleset: Ruleset, scopes: Iterable[str], states: int) -> list[Any]:
    """Expects a page to draw what the tool draws; the boards among that."""
    boards = []
    for scope in scopes:
        found, said = drawings(folder, ruleset, scope, states)
        assert found["different"] == {}, found["first"]
        assert found["drawn"] == states * (1 + len(ruleset.scope(scope).names[ruleset.system.players]))
        boards += [board for one in said for board in one["tables"][0]["drawing"]["shared"]["boards"]]
    return boards


def drawings(folder: Path, ruleset: Ruleset, scope: str, states: int) -> tuple[Any, list[Any]]:
    """How a page draws states otherwise than the tool, and what the tool draws."""
    system = ruleset.transition_system(scope)
    said = list(drawn(Tables(view_of(ruleset), system.system, system.scope), system, states, seed=5))
    words = ["node", str(DRAW), str(folder), ruleset.name, scope]
    lines = "\n".join(map(json.dumps, said))
    done = subprocess.run(words, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout), said
