"""Each of the five rulebooks has laws of its own, whose names, clauses and findings are there."""

from __future__ import annotations

import pytest

from ruleslawyer.studies.laws.built_in import built_in
from ruleslawyer.studies.laws.law import load_laws
from tests.bundled import RULEBOOKS, bundled


@pytest.mark.parametrize("name", RULEBOOKS)
def test_laws_are_of_the_rules(name: str) -> None:
    ruleset = bundled().ruleset(name)
    laws, _ = load_laws(ruleset, [law.name for law in built_in(ruleset.system)])
    assert laws
    assert all(law.clauses and law.reason for law in laws)
