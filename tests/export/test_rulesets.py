"""Exports of the bundled rulesets, each file read by the tool that it is for: SPIN, Rumur, drawing tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.engines.explore.draw import dot, graphml
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.semantics.codec import Codec
from tests.agree.strategies import ROOT
from tests.agree.test_native import system_of
from tests.export.checkers import instance, read_dot, read_graphml
from tests.export.test_checkers import CHECKERS, Checker, native

SMALL = {
    "ccg": "tiny", "daemons": "burn", "memesis": "waited_effect", "mere_mortals": "field_power", "mnemonic": "hearts",
    "megacorp": "start2",
}  # fmt: skip
"""Of each bundled ruleset a scope that every tool reads in minutes."""
LATER = pytest.mark.campaign


def only(*now: str) -> list[Any]:
    """All of them, of which the tests look at these and the campaign at the others."""
    return [pytest.param(*one, marks=() if one[0] in now else LATER, id=one[0]) for one in SMALL.items()]


def test_no_ruleset_is_left_out() -> None:
    assert {path.parent.parent.name for path in ROOT.glob("checks/*/scopes/tiny.toml")} == set(SMALL)


@pytest.mark.parametrize(("name", "scope"), only("ccg", "mnemonic"))
def test_drawings(name: str, scope: str) -> None:
    system = system_of(ROOT, name, scope)
    found, codec = explore(system), Codec(system.system, system.scope)
    counts = (found.graph.number_of_nodes(), found.graph.number_of_edges())
    assert read_dot(dot(found, codec)) == read_graphml(graphml(found, codec)) == counts


@pytest.mark.campaign
@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize(("name", "scope"), SMALL.items())
def test_checkers(name: str, scope: str, check: Checker, tmp_path: Path) -> None:
    """Exactly our numbers of states and transitions."""
    system = system_of(ROOT, name, scope)
    assert check(instance(system), tmp_path) == native(system)
