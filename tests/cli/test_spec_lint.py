"""`spec --lint` holds a register against the findings: what one of them names is no news, and anything else is."""

import re
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
    answer = command("spec", "--lint", project=ferry)
    assert answer.code == 0
    assert "undefined: turn, used in 2.1, 3.1 (finding ferry/003)" in answer.out
    assert "dangling: 2.4 points at 7.1, which the book lacks (finding ferry/003)" in answer.out


def test_a_new_word_without_a_definition(command: Command, ferry: Path) -> None:
    term = '[[term]]\nname = "cart"\ndefined = []\nused = ["2.3a"]\n\n'
    change(ferry / "spec" / "ferry" / "book.toml", "[[term]]", f"{term}[[term]]")
    answer = command("spec", "--lint", project=ferry)
    assert answer.code == 1
    assert "undefined: cart, used in 2.3a\n" in answer.out


def test_a_pointer_elsewhere(command: Command, ferry: Path) -> None:
    change(ferry / "spec" / "ferry" / "book.toml", 'to = "7.1"', 'to = "7.2"')
    answer = command("spec", "--lint", project=ferry)
    assert answer.code == 1
    assert "dangling: 2.4 points at 7.2, which the book lacks\n" in answer.out


def test_a_word_that_is_defined_apart(command: Command, ferry: Path) -> None:
    """A finding that two definitions differ does not excuse the word once it has none."""
    book = ferry / "spec" / "ferry" / "book.toml"
    change(book, 'defined = ["2.3a"]', 'defined = ["2.3a", "3.1"]')
    finding = ferry / "findings" / "ferry" / "003-turn.md"
    change(finding, 'about = { term = "turn" }', 'about = { term = "toll", defined = ["2.3a", "3.1"] }')
    change(book, 'name = "turn"\ndefined = []', 'name = "turn"\ndefined = ["2.1"]')
    answer = command("spec", "--lint", project=ferry)
    assert answer.code == 0
    assert "defined in several sections: toll, in 2, 3 (2.3a, 3.1) (finding ferry/003)" in answer.out
    change(book, 'defined = ["2.3a", "3.1"]', "defined = []")
    answer = command("spec", "--lint", project=ferry)
    assert answer.code == 1
    assert "undefined: toll, used in 2.4\n" in answer.out


def test_a_doubt_leads_somewhere(command: Command, ferry: Path) -> None:
    """A warning, which the exit code leaves alone: until a finding names the clause, or a reason stands beside it."""
    chapter = ferry / "spec" / "ferry" / "river.toml"
    assert "leads nowhere" not in command("spec", "--lint", project=ferry).out
    clause = re.search(r'id = "1\.1"\n.*\n.*\n', chapter.read_text("utf-8"))
    assert clause is not None
    change(chapter, clause[0], f'{clause[0]}  doubt = "How many coins is not said."\n')
    answer = command("spec", "--lint", project=ferry)
    assert answer.code == 0
    assert "a doubt that leads nowhere: 1.1 (line 3): How many coins is not said.\n" in answer.out
    assert "1 of 2 doubts leads nowhere: write a question or a finding" in answer.out
    told = command("spec", "--lint", "--json", project=ferry).json
    assert [one["clause"] for one in told[0]["nowhere"]] == ["1.1"]
    change(chapter, "is not said.", 'is not said."\n  immaterial = "Each carter has as many.')
    assert "leads nowhere" not in command("spec", "--lint", project=ferry).out
    assert "it makes no difference: Each carter" in command("spec", "ferry", "1.1", project=ferry).out
    change(chapter, '  immaterial = "Each carter has as many."\n', "")
    change(ferry / "findings" / "ferry" / "003-turn.md", 'clauses = ["3.1"]', 'clauses = ["3.1", "1.1"]')
    assert "leads nowhere" not in command("spec", "--lint", project=ferry).out


def test_a_reason_for_no_doubt(command: Command, ferry: Path) -> None:
    chapter = ferry / "spec" / "ferry" / "river.toml"
    change(chapter, 'id = "1.1"\n', 'id = "1.1"\n  immaterial = "So."\n')
    answer = command("spec", "--lint", project=ferry)
    assert answer.code == 2 and "1.1 is in no doubt that could be immaterial" in answer.err


def test_of_no_word_nothing_is_said(command: Command, tmp_path: Path) -> None:
    rules = tmp_path / "rules.md"
    rules.write_text("# Harbour\n\n## Ships\n\nShips leave.\n", "utf-8")
    made = tmp_path / "harbour"
    assert command("init", str(made), "--from", str(rules)).code == 0
    chapter = made / "spec" / "harbour" / "01-ships.toml"
    text = chapter.read_text("utf-8")
    said = text.replace('says = ""', 'says = "A ship leaves."').replace('kind = ""', 'kind = "effect"')
    chapter.write_text(said.replace("  todo = true\n", ""), "utf-8")
    answer = command("spec", "--lint", project=made)
    assert "no word is listed, so none is looked for; no clause refers to another" in answer.out


def test_a_kind_that_is_the_wrong_one(command: Command, tmp_path: Path) -> None:
    """The stones that are put down are an effect; called a precedence, `spec` says both mends in words."""
    assert command("init", str(tmp_path / "quay")).code == 0
    register = tmp_path / "quay/spec/quay/01-setting-up.toml"
    change(register, 'id = "1.2"\n  kind = "quantity"', 'id = "1.2"\n  kind = "claim"')
    change(register, 'id = "1.3"\n  kind = "timing"', 'id = "1.3"\n  kind = "precedence"')
    said = " ".join(command("spec", "quay", project=tmp_path / "quay").out.split())
    assert "1.3 is cited as initial, effect, and its kind is `precedence`: which of two sentences prevails." in said, (
        said
    )
    assert "is cited by `over`, an exception (or as answer, closed_world, exception, " in said
    assert "; if it says what comes of something, its kind is `effect`" in said
    assert "1.2 is cited as" not in said, "a check ties a claim"
