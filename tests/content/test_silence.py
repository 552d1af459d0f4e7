"""Each decision of the bundled models that no clause makes is answered for: by a clause, a doubt, or a reason."""

from __future__ import annotations

import pytest

from tests.bundled import RULEBOOKS, bundled


@pytest.mark.parametrize("name", RULEBOOKS)
def test_somebody_answers_for_each_line(name: str) -> None:
    lines = bundled().ruleset(name).silence()
    assert len(lines) > 100, "each of the five has as many, or something is not listed any more"
    assert [f"{one.kind} {one.name}" for one in lines if one.status == "open"] == []
