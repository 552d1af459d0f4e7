"""The leaves of a state: their names, and the vectors of states."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.lifted.scoped.instances import ScopedSystem

PROJECTS = Path(__file__).parents[2] / "projects"


@pytest.fixture(scope="module")
def harbour() -> Ruleset:
    return Project.load(PROJECTS / "harbour").ruleset("harbour")


def test_leaves_are_named_after_fields_and_members(harbour: Ruleset) -> None:
    scoped = ScopedSystem(harbour.system, harbour.scope("small"))
    names = [leaf.name for leaf in scoped.layout.leaves]
    assert names[:4] == ["coins[Ann]", "coins[Bob]", "owner[Swan]", "owner[Tern]"]
    assert {"quay[Ann]#0", "seen{Tern}", "pool[Bob][END]", "last?", "Auction.open", "Auction.lot"} <= set(names)
    assert len(set(names)) == len(names)


def test_only_sorts_and_the_like_have_a_range_by_nature(harbour: Ruleset) -> None:
    leaves = {leaf.name: leaf for leaf in ScopedSystem(harbour.system, harbour.scope("small")).layout.leaves}
    assert leaves["owner[Swan]"].finite == (-1, 1)
    assert leaves["coins[Ann]"].finite is None
    assert leaves["coins[Ann]"].promised is not None and leaves["coins[Ann]"].promised.low == 0


def test_numbers_and_sets_stay_parameters(harbour: Ruleset) -> None:
    scoped = ScopedSystem(harbour.system, harbour.scope("small"))
    labels = [i.label for i in scoped.actions]
    assert labels == [
        "buy(Ann, Swan)", "buy(Ann, Tern)", "buy(Bob, Swan)", "buy(Bob, Tern)", "look(Ann, ·)", "look(Bob, ·)",
        "finish(Ann)", "finish(Bob)", "reveal(·)",
    ]  # fmt: skip
    reveal = scoped.actions[-1]
    assert [p.value for p in reveal.parameters] == ["reveal.bids[Ann]", "reveal.bids[Bob]"]
