"""The numbers that scope files begin with, such as ``# 157 680 states, 273 575 transitions, depth 56.``, once more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleslawyer.engines.native.explore import search_natively
from tests.agree.strategies import ROOT
from tests.bundled import bundled

NUMBER = r"(\d{1,3}(?: \d{3})*)"
COUNTED = re.compile(rf"# {NUMBER} states(?:, {NUMBER} transitions)?(?:, depth {NUMBER})?[.;:]")
FILES = sorted(file for file in (ROOT / "checks").glob("*/scopes/*.toml") if file.read_text("utf-8").startswith("# "))


def counts(file: Path) -> list[int | None] | None:
    """States, transitions and depth, as far as the first line says them."""
    found = COUNTED.match(file.read_text("utf-8"))
    return [int(n.replace(" ", "")) if n else None for n in found.groups()] if found else None


def test_many_say_how_large_they_are() -> None:
    """At least each `medium` and `large` does, so that the campaign counts something."""
    counted = {(file.parent.parent.name, file.stem) for file in FILES if counts(file)}
    assert {(name, "medium") for name in ("daemons", "memesis", "mere_mortals", "mnemonic", "megacorp")} <= counted


@pytest.mark.campaign
@pytest.mark.parametrize("file", [f for f in FILES if counts(f)], ids=lambda f: f"{f.parent.parent.name}-{f.stem}")
def test_it_has_as_many(file: Path) -> None:
    said = counts(file)
    assert said is not None
    found = search_natively(bundled().ruleset(file.parent.parent.name).transition_system(file.stem)).found
    if "of memory" in found.stopped:
        pytest.skip(found.stopped)
    assert found.complete, found.stopped
    for number, counted in zip(said, (found.size, found.transitions, found.depth), strict=True):
        assert number in (None, counted)
