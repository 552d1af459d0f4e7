"""Fields of a state, as the bundled rulebooks declare them."""

from __future__ import annotations

import pytest

from ruleslawyer.api import Project
from ruleslawyer.rulebook.rulesets.fields import NONE, fields_of
from tests.bundled import ROOT, bundled

FERRY = ROOT / "tests" / "projects" / "ferry"


@pytest.mark.parametrize("name", ["ccg", "daemons", "megacorp", "memesis", "mere_mortals", "mnemonic"])
def test_each_field_is_named_with_a_sentence(name: str) -> None:
    ruleset = bundled().ruleset(name)
    found = fields_of(ruleset)
    assert set(found) == {field.name for field in ruleset.system.state.fields}
    assert {one.part for one in found.values()} == {"game", "bookkeeping"}


def test_a_guest_has_the_fields_of_its_host() -> None:
    guest, host = fields_of(bundled().ruleset("mnemonic")), fields_of(bundled().ruleset("ccg"))
    assert host.items() <= guest.items() and guest["taken"].part == "game"


def test_nothing_is_declared_without_a_file() -> None:
    assert fields_of(Project.load(FERRY).ruleset("ferry")) is NONE
