"""Registers as files: what is read, and the one clear message for each mistake, with its place and what mends it."""

import shutil
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.rulebook.register.load import load_register

FERRY = Path(__file__).parents[2] / "projects" / "ferry"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(FERRY / "spec" / "ferry", tmp_path / "spec" / "ferry")


def mistake(folder: Path) -> str:
    with pytest.raises(UsageError) as caught:
        load_register(folder)
    assert str(folder.parents[1]) not in str(caught.value), "no folder of the machine in a message"
    return str(caught.value)


def change(folder: Path, old: str, new: str, file: str = "river.toml") -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_register_is_read_whole() -> None:
    register = load_register(FERRY / "spec" / "ferry")
    assert register.title == "The ferry"
    assert register.ids == {"1.1", "2.1", "2.2", "2.3a", "2.3b", "2.4", "2.5", "2.6", "3.1", "3.2", "3.3"}
    assert register.sections == ("1", "2", "3")
    assert register.clauses["2.3b"].line == 8
    assert register.clauses["2.1"].doubt == "Whose cart is not said."
    assert register.unaccounted_lines == ()
    assert list(register.digests) == [1, 3, *range(5, 12), *range(13, 16)]
    assert register.digests[8] == "e2ff247bf997"


def test_the_version_is_that_of_what_it_says(folder: Path) -> None:
    """Not of how the file is written; and of everything in it, down to a word."""
    before = load_register(folder).version
    change(folder, 'chapter = "1"', '# a remark\nchapter    = "1"')
    assert load_register(folder).version == before
    change(folder, "Crossing costs 1.", "Crossing costs 2.")
    assert load_register(folder).version != before


MISTAKES = {
    "broken TOML": ('says = "A cart never comes back."', "says = ", "says = \n", "this is not TOML"),
    "duplicate id": ('id = "2.4"', 'id = "2.2"', 'id = "2.2"', "clause 2.2 is there twice"),
    "duplicate line": ("number = 9", "number = 8", "number = 8", "line 8 is registered twice"),
    "unknown kind": ('kind = "ending"', 'kind = "endign"', 'kind = "endign"', "did you mean `ending`?"),
    "unknown kind of line": ('kind = "heading"', 'kind = "headline"', 'kind = "headline"', "did you mean `heading`?"),
    "missing key": ('  says = "Crossing costs 1."\n', "", '[[line.clause]]\n  id = "2.3a"', "`says` is missing"),
    "misspelt key": ("bullet = 1", "bulet = 1", "bulet = 1", "did you mean `bullet`?"),
    "empty text": ('says = "Crossing costs 1."', 'says = " "', 'says = " "', "`says` must be a text"),
    "no number": ("number = 14\n", "", '[[line]]\nsection = "3"\nbullet', "a [[line]] has no `number`"),
    "not an id": ('id = "2.5"', 'id = "2..5"', 'id = "2..5"', "cannot be a clause's id"),
    "register-only": ('  reason = "conduct"\n', "", '[[line.clause]]\n  id = "3.3"', "register-only without a reason"),
    "clauses without a section": ('section = "1"\n', "", "[[line]]\nnumber = 3", "has clauses and no section"),
}
"""What is written instead of what; where the message points (the last such line); and what it says."""


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_in_a_chapter(folder: Path, name: str) -> None:
    old, new, where, message = MISTAKES[name]
    change(folder, old, new)
    said = mistake(folder)
    assert message in said
    text = (folder / "river.toml").read_text(encoding="utf-8")
    line = text[: text.rindex(where)].count("\n") + 1
    assert said.startswith(f"spec/ferry/river.toml:{line}:" if where else "spec/ferry/river.toml:")


def test_a_line_without_its_clause(folder: Path) -> None:
    text = (folder / "river.toml").read_text(encoding="utf-8")
    start, end = text.index('  [[line.clause]]\n  id = "2.2"'), text.index("[[line]]\nnumber = 8")
    (folder / "river.toml").write_text(text[:start] + text[end:], encoding="utf-8")
    assert "line 7 is normative and has no clause" in mistake(folder)


BOOK_MISTAKES = {
    "no such chapter": ('"river.toml"', '"rivers.toml"', "did you mean `river.toml`?"),
    "chapter elsewhere": ('"river.toml"', '"../ferry/river.toml"', "is not beside book.toml"),
    "listed twice": ('"river.toml"', '"river.toml", "river.toml"', "is listed twice"),
    "no chapters": ('chapters = ["river.toml"]', "", "the book lists no chapters"),
    "no title": ('title = "The ferry"\n', "", "`title` is missing"),
    "no source": ('source = "ferry.txt"\n', "", "`source` is missing, and there are digests"),
    "unknown key": ("source =", "sauce =", "did you mean `source`?"),
    "no number of a line": ('1 = "dc', 'one = "dc', "book.toml:22: `one` in [digests] is no line's number"),
    "a number of another form": ('1 = "dc', '01 = "dc', "`01` in [digests] is no line's number"),
    "no digest": ('"dc492ec46d9e"', '"dc492ec46d9"', "book.toml:22: this is no digest of line 1"),
    "a number for a digest": ('"dc492ec46d9e"', "7", "book.toml:22: this is no digest of line 1"),
    "no table": ("[digests]", "[[digests]]", "`digests` must be a table"),
    "a term's clause": ('used = ["2.4"]', 'used = ["2.44"]', "unknown clause `2.44`"),
    "a reference's clause": ('clause = "2.4"', 'clause = "2.9"', "unknown clause `2.9`"),
}


@pytest.mark.parametrize("name", BOOK_MISTAKES)
def test_mistakes_in_the_book(folder: Path, name: str) -> None:
    old, new, message = BOOK_MISTAKES[name]
    change(folder, old, new, "book.toml")
    assert message in mistake(folder)


def test_a_line_that_the_source_does_not_have(folder: Path) -> None:
    change(folder, "number = 9", "number = 12")
    said = mistake(folder)
    assert said.startswith("spec/ferry/river.toml:57: line 12 is not in [digests] of book.toml")
    assert "spec ferry --verify --source DIR --update" in said
    assert "2.4" in load_register(folder, new_edition=True).clauses


def test_a_digest_stands_in_the_book_alone(folder: Path) -> None:
    change(folder, "number = 9", 'number = 9\ndigest = "c777fbc8436e"')
    assert "unknown key `digest`" in mistake(folder)


def test_a_book_whose_source_is_not_known(folder: Path) -> None:
    """Without [digests] any line may be spoken of, and none is missing."""
    text = (folder / "book.toml").read_text(encoding="utf-8")
    (folder / "book.toml").write_text(text[: text.index("[digests]")], encoding="utf-8")
    change(folder, "number = 9", "number = 12")
    register = load_register(folder)
    assert (register.digests, register.unaccounted_lines) == ({}, ())


def test_a_chapter_that_is_not_listed(folder: Path) -> None:
    (folder / "more.toml").write_text("", encoding="utf-8")
    assert "more.toml is not listed in `chapters`" in mistake(folder)


def test_no_register(tmp_path: Path) -> None:
    assert "create spec/ferry/book.toml" in mistake(tmp_path / "spec" / "ferry")


def test_not_text(folder: Path) -> None:
    (folder / "river.toml").write_bytes(b'title = "\xff"')
    assert "not UTF-8" in mistake(folder)


def test_hostile_nesting(folder: Path) -> None:
    (folder / "river.toml").write_text("a = " + "[" * 100_000, encoding="utf-8")
    assert "this is not TOML" in mistake(folder)
