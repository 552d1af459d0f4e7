"""What is wrong for some number of cards is not proved for any, in rulesets made to mislead."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.engines.smt.lifted.prove import prove_for_any
from tests.any_number.rulesets import NAMES, trap, violated


@pytest.mark.parametrize("name", NAMES)
def test_it_is_not_believed(tmp_path: Path, name: str) -> None:
    ruleset = trap(tmp_path, name)
    wrong = violated(ruleset)
    assert wrong
    found = prove_for_any(ruleset.system, 2, total=5.0, timeout=0.5)
    assert not [one for one in found if one.verdict == "PROVED" and one.property in wrong]
