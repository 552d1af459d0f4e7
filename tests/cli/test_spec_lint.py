"""`spec lint` holds a register against the findings: what one of them names is no news, and anything else is."""

import shutil
from pathlib import Path

import pytest

from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    return shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build"))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_what_a_finding_names(command: Command, ferry: Path) -> None:
    answer = command("spec", "lint", project=ferry)
    assert answer.code == 0
    assert "undefined: turn, used in 2.1, 3.1 (finding 003)" in answer.out
    assert "dangling: 2.4 points at 7.1, which the book lacks (finding 003)" in answer.out


def test_a_new_word_without_a_definition(command: Command, ferry: Path) -> None:
    term = '[[term]]\nname = "cart"\ndefined = []\nused = ["2.3a"]\n\n'
    change(ferry / "spec" / "ferry" / "book.toml", "[[term]]", f"{term}[[term]]")
    answer = command("spec", "lint", project=ferry)
    assert answer.code == 1
    assert "undefined: cart, used in 2.3a\n" in answer.out


def test_a_pointer_elsewhere(command: Command, ferry: Path) -> None:
    change(ferry / "spec" / "ferry" / "book.toml", 'to = "7.1"', 'to = "7.2"')
    answer = command("spec", "lint", project=ferry)
    assert answer.code == 1
    assert "dangling: 2.4 points at 7.2, which the book lacks\n" in answer.out


def test_a_word_that_is_defined_apart(command: Command, ferry: Path) -> None:
    """A finding that two definitions differ does not excuse the word once it has none."""
    book = ferry / "spec" / "ferry" / "book.toml"
    change(book, 'defined = ["2.3a"]', 'defined = ["2.3a", "3.1"]')
    finding = ferry / "findings" / "ferry" / "003-turn.md"
    change(finding, 'about = { term = "turn" }', 'about = { term = "toll", defined = ["2.3a", "3.1"] }')
    change(book, 'name = "turn"\ndefined = []', 'name = "turn"\ndefined = ["2.1"]')
    answer = command("spec", "lint", project=ferry)
    assert answer.code == 0
    assert "defined in several sections: toll, in 2, 3 (2.3a, 3.1) (finding 003)" in answer.out
    change(book, 'defined = ["2.3a", "3.1"]', "defined = []")
    answer = command("spec", "lint", project=ferry)
    assert answer.code == 1
    assert "undefined: toll, used in 2.4\n" in answer.out
