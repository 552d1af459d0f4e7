"""CONTRIBUTING.md points at what exists, and the changes are one page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BELOW = (ROOT, ROOT / "src" / "ruleslawyer")
"""Where a path begins: at the top, or among the sources of the tool."""
RULESETS = re.compile(r"<(?:ruleset|id)>|RULESET")
PATHS = sorted(
    path
    for path in set(re.findall(r"`([\w./<>*-]+)`", TEXT))
    if path.endswith((".py", ".md", ".toml", "/")) and "/" in path
)
LONGEST = 700
"""Words of the changes: a page."""
LINES = 120
"""Lines of CONTRIBUTING.md: what is done often. The rest stands where it belongs."""


@pytest.mark.parametrize("path", PATHS)
def test_a_path_is_there(path: str) -> None:
    """That of a ruleset in one of them at least."""
    pattern = RULESETS.sub("*", path).rstrip("/")
    assert any(list(folder.glob(pattern)) for folder in BELOW), path


def test_there_are_paths() -> None:
    assert len(PATHS) > 30


def test_each_decision_is_there() -> None:
    numbers = re.findall(r"\b(0\d{3})\b", TEXT)
    assert numbers
    for number in set(numbers):
        assert list((ROOT / "docs" / "decisions").glob(f"{number}-*.md")), number


def test_it_says_what_is_done_often() -> None:
    assert len(TEXT.splitlines()) <= LINES


def test_the_changes_are_a_page() -> None:
    assert len((ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split()) <= LONGEST
