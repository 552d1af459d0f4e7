"""Whether a few members meet what is assumed, or nobody can: of conditions for which that is plain by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.smt.lifted.houdini import AssumptionCheck
from ruleslawyer.lifted.depth import deep_recursion
from tests.any_number.test_assumptions import changed, project

NEVER = {
    "min(c.tag for c in Card) > a.tag": ("tags_are_small",),
    "the(c for c in Card if c.tag == a.tag).tag > a.tag": ("tags_are_small",),
    "a.tag % 3 == 4": ("tags_are_small",),
    "len(frozenset(c for c in Card if c.tag == a.tag)) == 0": ("tags_are_small",),
    "sum(1 for c in Card if c.tag == a.tag) == 2": ("tags_differ", "tags_are_small"),
    "sum(1 for c in Card if c.tag > a.tag) > 0": (),
}
"""Conditions of each card whose tag is `a.tag` that no cards meet, where no two have one tag, and the assumptions that
are refuted: the last is met by cards without end."""
MET = (
    "min(c.tag for c in Card) <= a.tag", "the(c for c in Card if c.tag == 1).tag <= a.tag",
    "min(c.tag for c in Card if c != a) <= 3", "a in frozenset(c.beside for c in Card)",
    "sum(c.tag for c in Card) >= 7", "sum(1 for c in Card) == 5",
)  # fmt: skip


def meeting(folder: Path, says: str) -> AssumptionCheck:
    project(folder, changed("a.tag < 9", says))
    return AssumptionCheck(Project.load(folder).ruleset("tags").system, None)


@pytest.mark.parametrize("says", NEVER)
def test_what_nobody_meets(tmp_path: Path, says: str) -> None:
    with deep_recursion():
        found = meeting(tmp_path, says)
        assert not found.is_met
        assert found.never == NEVER[says]


@pytest.mark.parametrize("says", MET)
def test_what_a_few_meet(tmp_path: Path, says: str) -> None:
    with deep_recursion():
        found = meeting(tmp_path, says)
        assert found.is_met
        assert found.never == ()
