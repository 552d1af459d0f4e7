"""The sentences of the documentation are of a length that a person reads at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.prose import length, sentences

ROOT = Path(__file__).parents[1]
LONGEST = 40
"""Words; most sentences have half as many."""
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if "generated" not in page.parts),
]


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_no_sentence_is_too_long(page: Path) -> None:
    long = [s for s in sentences(page.read_text(encoding="utf-8")) if length(s) > LONGEST]
    assert long == [], f"more than {LONGEST} words: make two of each"


def test_what_counts_as_a_sentence() -> None:
    page = (
        "# Heading that is none\n\nOne `piece of code` is\na word. A [link text](to/a%20place.md)?\n\n"
        "- An item.\n- Another one,\n  longer. Yes\n\n| a | table |\n\n```sh\ncode. code\n```\n    code too.\nEnd."
    )
    found = list(sentences(page))
    assert found == [
        "One x is a word.", "A [link text]?", "An item.", "Another one, longer.", "Yes", "End.",
    ]  # fmt: skip
    assert [length(s) for s in found] == [5, 3, 2, 3, 1, 1]
