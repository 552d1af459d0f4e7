"""The trusted base is what docs/proofs.md says, and no more than it promises; a proof is made at its door alone."""

from __future__ import annotations

from tests.arrows import imported, tree
from tests.trusted import DOOR, MOST, PAGE, SOURCES, page, said, trusted

SEARCH = {
    "engines/smt/lifted/houdini.py", "engines/smt/lifted/search.py", "engines/smt/lifted/question.py",
    "engines/smt/lifted/completed.py", "engines/smt/lifted/hints.py", "engines/smt/lifted/answered.py",
    "engines/smt/lifted/asking.py", "engines/smt/lifted/issue.py", "engines/smt/lifted/prove.py",
    "engines/smt/lifted/guesses.py", "engines/smt/lifted/closing.py", "proof/any_number.py",
}  # fmt: skip
"""What finds proofs, and keeps what helps to find them."""


def test_the_page_lists_what_is_trusted() -> None:
    """Where this fails, `python -m tests.trusted` writes the list again."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
    assert said() in text


def test_it_is_small() -> None:
    assert 1_000 < sum(trusted().values()) <= MOST


def test_no_search_is_trusted() -> None:
    assert all((SOURCES / path).is_file() for path in SEARCH)
    assert not SEARCH & trusted().keys()


def test_a_proof_is_made_at_the_door_alone() -> None:
    name = "ruleslawyer.engines.smt.certify.accepted.accept"
    found = {module.replace(".", "/") + ".py" for module, text in tree(SOURCES).items() if name in imported(text)}
    assert found == {DOOR}
