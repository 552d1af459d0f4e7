"""The oracle by itself: it gives what was worked out by hand for every tiny ruleset, and shares no code."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import ModelError
from tests.bank import NAMES, TINY, project
from tests.oracle.book import Book
from tests.oracle.calls import text
from tests.oracle.graph import HOLDS, UNKNOWN, VACUOUS, Found, explored
from tests.oracle.world import World

HERE = Path(__file__).parent


@cache
def found(name: str) -> Found:
    return explored(TINY, name)


def by_hand(name: str) -> dict[str, Any]:
    return tomllib.loads((TINY / name / "expected.toml").read_text(encoding="utf-8"))


UNMET = {
    "first = [false, true, false]": ("first = [true, true, false]", "one_is_first"),
    "place = [7, 2, 4]": ("place = [7, 2, 7]", "places_differ"),
    'next = ["Bob", "Cid", "Ann"]': ('next = ["Bob", "Ann", "Ann"]', "next_is_next"),
}
"""A line of the scope of `t250_assumed`, another one in its place, and what is not so then."""


@pytest.mark.parametrize("line", UNMET)
def test_a_scope_that_does_not_meet_what_is_assumed(tmp_path: Path, line: str) -> None:
    """It reads the same of a scope as the command, which refuses it."""
    project(tmp_path)
    other, name = UNMET[line]
    scope = tmp_path / "t250_assumed" / "scopes" / "tiny.toml"
    scope.write_text(scope.read_text(encoding="utf-8").replace(line, other), encoding="utf-8")
    assert World(Book(tmp_path, "t250_assumed"), "tiny").unmet == [name]
    with pytest.raises(ModelError, match=rf"RL715 the scope does not meet the assumption `{name}`"):
        Project.load(tmp_path).ruleset("t250_assumed").explore("tiny")


def counts(of: Found) -> dict[str, int]:
    names = ("states", "transitions", "depth", "initial", "deadlocks")
    return dict(zip(names, of.counts, strict=True))


def test_it_imports_nothing_of_the_product() -> None:
    comparing = {"compare.py", "campaign.py", "entered.py", "constructs.py"}  # what types commands; what counts
    for file in HERE.glob("*.py"):
        if file.name in comparing or file.name.startswith("test_"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(n.split(".")[0] == "ruleslawyer" for n in names), file


@pytest.mark.parametrize("name", NAMES)
def test_counts_and_events(name: str) -> None:
    hand, oracle = by_hand(name), found(name)
    assert counts(oracle) == {key: hand[key] for key in counts(oracle)}
    assert oracle.events == sorted(tuple(e) for e in hand["events"])
    if "immaterial" in hand:
        assert oracle.immaterial == sorted(tuple(e) for e in hand["immaterial"])
    assert oracle.never_live == hand["never_live"]
    if "nearest_deadlock" in hand:
        assert min(oracle.depth[s] for s in oracle.deadlocks) == hand["nearest_deadlock"]


@pytest.mark.parametrize("name", [n for n in NAMES if "properties" in by_hand(n)])
def test_verdicts(name: str) -> None:
    """What a rule that is switched off makes unknown is a matter of cones, which the oracle does not compute."""
    hand, oracle = by_hand(name), found(name)
    unknown = {p for p, off in hand.get("switched_off", {}).items() if off and hand["properties"][p] == "UNKNOWN"}
    if not oracle.complete:  # nor what a branch that ends early cannot touch
        known = {p for p, word in hand.get("properties", {}).items() if word in (HOLDS, VACUOUS)}
        unknown |= {p for p in known if oracle.verdicts[p] == UNKNOWN}
    told = {p: word for p, word in oracle.verdicts.items() if p not in unknown}
    assert told == {p: word for p, word in hand["properties"].items() if p not in unknown}
    circles = set(hand.get("violations", {})) - set(oracle.lengths)
    assert all(oracle.verdicts[p] == "VIOLATED" for p in circles)
    assert dict(oracle.lengths) == {p: n for p, n in hand.get("violations", {}).items() if p not in circles}
    members = {name: {p: text(x) for p, x in of.items()} for name, of in oracle.broken.items() if of}
    assert members == hand.get("members", {})


@pytest.mark.parametrize("name", [n for n in NAMES if "readings" in by_hand(n)])
def test_other_readings(name: str) -> None:
    for hand in by_hand(name)["readings"]:
        rulings = {key: hand["choose"][key] for key in hand.get("ruled", ())}
        oracle = explored(TINY, name, reading=hand["choose"], rulings=rulings)
        told = counts(oracle)
        assert {k: told[k] for k in told if k in hand} == {k: hand[k] for k in told if k in hand}
        if "events" in hand:
            assert oracle.events == sorted(tuple(e) for e in hand["events"])
        assert {name: oracle.verdicts[name] for name in hand.get("properties", {})} == hand.get("properties", {})
