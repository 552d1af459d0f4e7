"""The trusted base is what docs/proofs.md says, and no more than it promises; a proof is made at its door alone."""

from __future__ import annotations

import re
import tomllib

from tests.any_number.mistakes import HERE
from tests.arrows import imported, tree
from tests.trusted import DOOR, MOST, PAGE, SOURCES, page, said, trusted

SEARCH = {
    "engines/smt/lifted/houdini.py", "engines/smt/lifted/search.py", "engines/smt/lifted/question.py",
    "engines/smt/lifted/phases.py", "engines/smt/lifted/answered.py",
    "engines/smt/lifted/asking.py", "engines/smt/lifted/issue.py", "engines/smt/lifted/prove.py",
    "engines/smt/lifted/guesses.py", "proof/any_number.py",
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


def test_each_premise_of_the_argument_is_code_of_the_door_and_has_its_mistake() -> None:
    """The table of docs/proofs.md names functions of trusted files or of the front end, and planted mistakes."""
    table = PAGE.read_text(encoding="utf-8").partition("<!-- premises -->")[2].partition("<!-- end -->")[0]
    rows = [row.strip("|").split("|") for row in table.strip().splitlines()[2:]]
    planted = {one["name"] for one in tomllib.loads((HERE / "mistakes.toml").read_text(encoding="utf-8"))["mistake"]}
    assert len(rows) > 10
    for number, _, code, mistakes in rows:
        file, function = re.findall("`([^`]*)`", code)
        assert file in trusted() or file.startswith("ir/"), number
        assert f"def {function}(" in (SOURCES / file).read_text(encoding="utf-8"), number
        named = re.findall("`([^`]*)`", mistakes)
        assert named and planted.issuperset(named), number
