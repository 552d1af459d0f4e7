"""The module says what the interpreter says: choices, steps, events, sight, who is awaited and who won."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.bridges.portable.building import widest_code
from ruleslawyer.bridges.portable.description import memory_of
from ruleslawyer.bridges.portable.linking import STACK
from ruleslawyer.bridges.portable.positions import positions
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.front.worked import cookbook
from ruleslawyer.studies.games.bots import measure
from ruleslawyer.studies.games.table import Worth
from tests.bundled import bundled
from tests.cli.schemas import problems
from tests.portable.walks import client, compared, walk

SCOPES = {
    "daemons": ("duel", "reactions"),
    "mnemonic": ("tiny", "combat"),
    "mere_mortals": ("tiny", "allies"),
    "memesis": ("tiny", "allied"),
    "megacorp": ("tiny", "abilities"),
}
FERRY = Path(__file__).parents[1] / "projects" / "ferry"
STEPS = {"daemons": 100, "mnemonic": 60, "mere_mortals": 60, "memesis": 30, "megacorp": 20}
SLOWLY_MADE = frozenset({"memesis", "megacorp"})
"""Their code takes a minute and more to make."""
MOST_MEMORY = 3 << 19
"""1.5 MB."""
CONSTANTS = 1 << 12
"""More than any module has behind its stack."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.campaign] * (name in SLOWLY_MADE)) for name in SCOPES]
)
def test_plays(built: Callable[..., Path], name: str) -> None:
    ruleset = bundled().ruleset(name)
    folder = built(name, *SCOPES[name])
    for scope in SCOPES[name]:
        system = ruleset.transition_system(scope)
        wanted = Worth(measure(ruleset), system)
        links, walked = positions(ruleset, scope), walk(system, STEPS[name], seed=4, worth=wanted)
        told = ({**one, "link": links.text(links.codec.parse_state(one["state"]))} for one in walked)
        said = compared(folder, ruleset, scope, told)
        assert said["different"] == {}, said["first"]
        assert said["states"] == STEPS[name]
        assert len(said["greedy"]) > 1, "nothing is gained by what players do"
        first, again, *_ = said["games"]
        assert first == again and first["end"] in ("ended", "cut_off", "deadlocked", "broke_off")
        assert said["imports"] == ["memory memory"]  # no function of the host
        assert said["memory"] <= MOST_MEMORY


def test_payoffs(tmp_path: Path) -> None:
    """At each end of Kuhn's poker who has won and what both get, by both clients; before, nothing."""
    ruleset = Project.load(cookbook()).ruleset("bluff")
    ruleset.build("wasm", output=tmp_path, scope=["tiny"])
    walked = list(walk(ruleset.transition_system("tiny"), 200, seed=3))
    found = compared(tmp_path, ruleset, "tiny", iter(walked))
    assert found["different"] == {}, found["first"]
    ends = [one for one in walked if one["ended"]]
    assert len({str(one["payoffs"]) for one in ends}) == 4
    pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    table = client("rulebook", tmp_path).Rulebook(tmp_path / "bluff.json").open("tiny")
    assert [table.payoffs(one["state"]) for one in walked] == [one["payoffs"] for one in walked]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.campaign] * (name in SLOWLY_MADE)) for name in SCOPES]
)
def test_memory_of_every_scope(name: str) -> None:
    """Whole decks for four players too: lists that a scope needs are no longer than it makes them, and lie once."""
    ruleset = bundled().ruleset(name)
    filed = widest_code(ruleset)
    sizes = {}
    for scope in filter(lambda one: not one.is_open, map(ruleset.scope, ruleset.scopes())):
        system = ruleset.in_scope(scope, brief=True)
        sizes[scope.name] = memory_of(ruleset, Layout(filed.low, scope), system).size
    assert {scope: size for scope, size in sizes.items() if size + STACK + CONSTANTS > MOST_MEMORY} == {}
    assert len(sizes) > 10


def test_answers_that_are_chosen(built: Callable[..., Path]) -> None:
    """One option at a time, in states of plays under it."""
    ruleset, scope = bundled().ruleset("daemons"), "duel"
    usual = {question.name: question.default for question in ruleset.system.questions.values()}
    tried = 0
    lines = []
    for question in ruleset.system.questions.values():
        for option in question.options:
            if option.name == question.default:
                continue
            system = ruleset.transition_system(scope, {question.name: option.name})
            answers = {**usual, question.name: option.name}
            lines += [{**said, "answers": answers} for said in islice(walk(system, 12, seed=tried, sight=False), 12)]
            tried += 1
    assert tried > 10
    said = compared(built("daemons", *SCOPES["daemons"]), ruleset, scope, iter(lines))
    assert said["different"] == {}, said["first"]


def test_a_file_with_rulings(built: Callable[..., Path], tmp_path: Path) -> None:
    """A ruling on a clash and one for a gap change the code, a reading does not; the file says the same as the
    interpreter under them, and other than without."""
    built("daemons", *SCOPES["daemons"])  # it skips where nothing links or runs
    ruleset = Project.load(FERRY).ruleset("ferry")
    reading, rulings = {"payee": "other_is_paid"}, {"cross:own_turn/too_heavy": "permit", "follower?": "the_same"}
    ruleset.build("wasm", output=tmp_path, scope=["tiny"], reading=reading, rulings=rulings)
    system = ruleset.transition_system("tiny", reading, rulings)
    found = compared(tmp_path, ruleset, "tiny", walk(system, 60, seed=3))
    assert found["different"] == {}, found["first"]
    other = {"payee": "owner_is_paid"}
    system = ruleset.transition_system("tiny", other, rulings)
    lines = ({**one, "answers": other} for one in walk(system, 60, seed=3))
    found = compared(tmp_path, ruleset, "tiny", lines)  # an answer that is chosen later
    assert found["different"] == {}, found["first"]
    assert (
        "met" in compared(tmp_path, ruleset, "tiny", walk(ruleset.transition_system("tiny"), 60, seed=3))["different"]
    )


def test_what_stands_beside_it(built: Callable[..., Path]) -> None:
    """Description and scopes keep to their schemas, and all name one build."""
    folder = built("daemons", *SCOPES["daemons"])
    about, scope = (json.loads((folder / f"daemons{of}.json").read_text("utf-8")) for of in ("", ".duel"))
    assert problems("rulebook", about) == []
    assert problems("rulebook-scope", scope) == []
    assert about["build"] == scope["build"]
    assert (folder / "daemons.wasm").read_bytes().endswith(about["build"].encode())
    assert about["digest"] == bundled().ruleset("daemons").system.digest
