"""The trusted base is what docs/proofs.md says, and no more than it promises; a proof is made at its doors alone."""

from __future__ import annotations

import pytest

from tests.arrows import imported, tree
from tests.trusted import DOORS, MOST, PAGE, SOURCES, TOGETHER, own, page, said, trusted

SEARCH = {
    "engines/smt/lifted/houdini.py", "engines/smt/lifted/search.py", "engines/smt/lifted/question.py",
    "engines/smt/lifted/completed.py", "engines/smt/lifted/hints.py", "engines/smt/lifted/answered.py",
    "engines/smt/lifted/asking.py",
    "engines/smt/lifted/issue.py", "engines/smt/lifted/prove.py", "engines/smt/lifted/guesses.py",
    "engines/smt/prove/portfolio.py", "engines/smt/prove/record.py", "engines/smt/invariants/houdini.py",
    "engines/smt/encoding/encode.py", "engines/smt/terminate/ranking.py", "proof/any_number.py",
}  # fmt: skip
"""What finds proofs, and keeps what helps to find them."""


def test_the_page_lists_what_is_trusted() -> None:
    """Where this fails, `python -m tests.trusted` writes the lists again."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
    assert all(said(door) in text for door in DOORS)


@pytest.mark.parametrize("door", DOORS)
def test_it_is_small(door: str) -> None:
    assert 1_000 < sum(own(door).values()) <= MOST


def test_together_they_are_small() -> None:
    assert sum(sum(own(door).values()) for door in DOORS) <= TOGETHER


@pytest.mark.parametrize("door", DOORS)
def test_no_search_is_trusted(door: str) -> None:
    assert all((SOURCES / path).is_file() for path in SEARCH)
    assert not SEARCH & trusted(DOORS[door]).keys()


def test_a_proof_is_made_at_the_doors_alone() -> None:
    name = "ruleslawyer.engines.smt.certify.accepted.accept"
    found = {module.replace(".", "/") + ".py" for module, text in tree(SOURCES).items() if name in imported(text)}
    assert found == set(DOORS.values())
