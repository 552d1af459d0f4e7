"""What a register shows by itself: undefined words, dangling references, stubs."""

from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.register.coverage import Row, coverage
from ruleslawyer.rulebook.register.lint import exists, lint
from ruleslawyer.rulebook.register.load import load_register
from ruleslawyer.rulebook.register.show import show

BOOK = """title = "A book"
source = "book.txt"
chapters = ["one.toml"]
"""
DIGESTS = """
[digests]
1 = "000000000001"
2 = "000000000002"
3 = "000000000003"
"""
CHAPTER = """chapter = "1"
title = "One"
[[line]]
number = 1
kind = "heading"
[[line]]
number = 2
section = "1.1"
kind = "normative"
  [[line.clause]]
  id = "1.1.1a"
  kind = "effect"
  says = "Docked ships may leave."
  [[line.clause]]
  id = "1.1.1b"
  kind = ""
  says = ""
  todo = true
"""


def register(folder: Path, book: str = "", chapter: str = CHAPTER) -> Register:
    made = folder / "spec" / "book"
    made.mkdir(parents=True, exist_ok=True)
    (made / "book.toml").write_text(BOOK + book + DIGESTS, "utf-8")
    (made / "one.toml").write_text(chapter, "utf-8")
    return load_register(made)


def test_terms_and_references(tmp_path: Path) -> None:
    book = '[[term]]\nname = "docked"\ndefined = []\nused = ["1.1.1a"]\n'
    book += '[[term]]\nname = "ship"\ndefined = ["1.1.1a"]\nused = []\n'
    book += '[[reference]]\nclause = "1.1.1a"\nto = "7.2"\nwords = "the harbour"\n'
    book += '[[reference]]\nclause = "1.1.1a"\nto = "1.1.1"\n'
    found = lint(register(tmp_path, book), {"docked": ["004"]})
    assert [(u.term.name, u.findings) for u in found.undefined] == [("docked", ("004",))]
    assert [(d.reference.to, d.reference.words, d.findings) for d in found.dangling] == [("7.2", "the harbour", ())]
    assert [t.name for t in found.unused] == ["ship"]
    assert (found.todo, found.unaccounted, found.clean) == (("1.1.1b",), (3,), False)


@pytest.mark.parametrize(
    ("place", "there"),
    [("1", True), ("1.1", True), ("1.1.1", True), ("1.1.1b", True), ("1.1.1c", False), ("1.2", False), ("", False)],
)
def test_places(tmp_path: Path, place: str, there: bool) -> None:
    assert exists(register(tmp_path), place) == there


def test_a_stub_is_not_yet_modelled(tmp_path: Path) -> None:
    found = coverage(register(tmp_path), None)
    assert found.total == Row("", 2, 0, 0, 0, 2)
    (shown,) = show(register(tmp_path), None, ["1.1.1b"])
    assert (shown.status, shown.clause.kind, shown.clause.says) == ("not yet paraphrased", "todo", "")


def test_a_clause_that_is_no_stub_says_something(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="must be a text that is not empty"):
        register(tmp_path, chapter=CHAPTER.replace("  todo = true\n", ""))
    with pytest.raises(UsageError, match="`todo` must be true or false"):
        register(tmp_path, chapter=CHAPTER.replace("todo = true", "todo = 1"))
    with pytest.raises(UsageError, match="unknown kind `todo`"):
        register(tmp_path, chapter=CHAPTER.replace('kind = ""', 'kind = "todo"').replace("  todo = true\n", ""))


def test_a_term_is_listed_once(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="listed twice"):
        register(tmp_path, '[[term]]\nname = "x"\nused = ["1.1.1a"]\n' * 2)
