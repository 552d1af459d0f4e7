"""Drafting a register: an invented rulebook in Markdown and in plain text, and what is refused."""

import hashlib
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.rulebook.register.clause import Register, line_digest
from ruleslawyer.rulebook.register.draft import draft, slug, write_draft
from ruleslawyer.rulebook.register.verify import verify

MARKDOWN = """# The Lighthouse

A game for two keepers.

## Setting up
- Each keeper takes three lamps.
- The lamps are lit
  and put in a row.
* Example: three lamps stand side by side.

---

## The turn
Before anything else, wind the clock.

### Trimming
1. A keeper may trim one lamp (see rule 2.2).
2. Nobody trims twice.

### Sleeping
> The sea is calm.

| lamp | oil |
|---|---|
| tall | 2 |

```
not a rule
```
The End
=======
The last lamp wins, as section 9.4 says.
"""

PLAIN = """THE LIGHTHOUSE

1. Setting up
1.1 Lamps
· Each keeper takes three lamps.
· For example: a red one.
1.2 The clock is wound before the first turn, and then again whenever a keeper has slept through a whole night.
2. The turn
A keeper may:
1. trim a lamp
2. sleep
Nobody does both (CR 1.2).
3. A game ends with the last lamp.
"""


def drafted(folder: Path, name: str, text: str) -> Register:
    (folder / name).write_text(text, "utf-8")
    return write_draft(draft(folder / name), folder / "spec")


def rows(register: Register) -> list[tuple[int, str, str, tuple[str, ...]]]:
    return [(line.number, line.kind, line.section, tuple(c.id for c in line.clauses)) for line in register.lines]


def test_markdown(tmp_path: Path) -> None:
    register = drafted(tmp_path, "lighthouse.md", MARKDOWN)
    assert register.title == "The Lighthouse"
    assert [(c.number, c.title, c.file) for c in register.chapters] == [
        ("0", "The Lighthouse", "00-the-lighthouse.toml"),
        ("1", "Setting up", "01-setting-up.toml"),
        ("2", "The turn", "02-the-turn.toml"),
        ("3", "The End", "03-the-end.toml"),
    ]
    assert rows(register) == [
        (1, "heading", "", ()),
        (3, "normative", "0", ("0.1",)),
        (5, "heading", "", ()),
        (6, "normative", "1", ("1.1",)),
        (7, "normative", "1", ("1.2a",)),
        (8, "normative", "1", ("1.2b",)),
        (9, "example", "1", ("1.3",)),
        (11, "artefact", "", ()),
        (13, "heading", "", ()),
        (14, "normative", "2.0", ("2.0.1",)),
        (16, "heading", "", ()),
        (17, "normative", "2.1", ("2.1.1",)),
        (18, "normative", "2.1", ("2.1.2",)),
        (20, "heading", "", ()),
        (21, "normative", "2.2", ("2.2.1",)),
        (23, "normative", "2.2", ("2.2.2",)),
        (24, "artefact", "", ()),
        (25, "normative", "2.2", ("2.2.3",)),
        (27, "artefact", "", ()),
        (28, "artefact", "", ()),
        (29, "artefact", "", ()),
        (30, "heading", "", ()),
        (31, "artefact", "", ()),
        (32, "normative", "3", ("3.1",)),
    ]
    assert [(r.clause, r.to) for r in register.references] == [("2.1.1", "2.2"), ("3.1", "9.4")]


def test_plain_text(tmp_path: Path) -> None:
    register = drafted(tmp_path, "lighthouse.txt", PLAIN)
    assert register.title == "THE LIGHTHOUSE"
    assert rows(register) == [
        (1, "heading", "", ()),
        (3, "heading", "", ()),
        (4, "heading", "", ()),
        (5, "normative", "1.1", ("1.1.1",)),
        (6, "example", "1.1", ("1.1.2",)),
        (7, "normative", "1.2", ("1.2.1",)),
        (8, "heading", "", ()),
        (9, "normative", "2", ("2.1",)),
        (10, "normative", "2", ("2.2",)),
        (11, "normative", "2", ("2.3",)),
        (12, "normative", "2", ("2.4",)),
        (13, "normative", "3", ("3.1",)),
    ]
    assert [(r.clause, r.to) for r in register.references] == [("2.4", "1.2")]


@pytest.mark.parametrize(("name", "text"), [("lighthouse.md", MARKDOWN), ("lighthouse.txt", PLAIN)])
def test_every_line_is_accounted_for(tmp_path: Path, name: str, text: str) -> None:
    """The register agrees with its source at once, and none of the book's sentences is in it."""
    register = drafted(tmp_path, name, text)
    assert register.unaccounted_lines == ()
    assert verify(register, tmp_path).agrees
    assert register.digest == hashlib.sha256(text.encode()).hexdigest()
    assert all(c.todo and not c.says for c in register.clauses.values())
    lines = text.split("\n")
    assert register.digests == {n: line_digest(line) for n, line in enumerate(lines, 1) if line.strip()}
    written = "".join(p.read_text("utf-8") for p in (tmp_path / "spec").iterdir())
    assert "three lamps" not in written and "sleep" not in written.replace("Sleeping", "")


def test_windows_lines_and_a_mark_at_the_beginning(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_bytes(b"\xef\xbb\xbf1. One\r\nA rule.\r\n")
    register = write_draft(draft(tmp_path / "book.txt"), tmp_path / "spec")
    assert rows(register) == [(1, "heading", "", ()), (2, "normative", "1", ("1.1",))]
    assert verify(register, tmp_path).agrees


def test_it_never_overwrites(tmp_path: Path) -> None:
    register = drafted(tmp_path, "lighthouse.md", MARKDOWN)
    before = {p.name: p.read_bytes() for p in (tmp_path / "spec").iterdir()}
    with pytest.raises(UsageError, match="something here already"):
        drafted(tmp_path, "lighthouse.md", MARKDOWN + "More.\n")
    assert {p.name: p.read_bytes() for p in (tmp_path / "spec").iterdir()} == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["lighthouse.md", "spec"]
    (tmp_path / "empty").mkdir()
    again = write_draft(draft(tmp_path / "lighthouse.md"), tmp_path / "empty")
    assert set(register.clauses) < set(again.clauses)


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "is empty"), (b"\n \n", "is empty"), (b"\xff\xfe1", "not UTF-8"), (b"a\x00b", "is not text")],
)
def test_what_is_no_text(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "book.txt").write_bytes(content)
    with pytest.raises(UsageError, match=said):
        draft(tmp_path / "book.txt")


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        draft(tmp_path / "book.txt")
    with pytest.raises(UsageError, match="is a folder"):
        draft(tmp_path)


def test_more_lines_than_a_rulebook_has(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("x\n" * 100_001, "utf-8")
    with pytest.raises(UsageError, match="more than 100000 lines"):
        draft(tmp_path / "book.txt")


def test_a_megabyte_of_rules(tmp_path: Path) -> None:
    """Long chapters are cut into files that can be read back."""
    text = "1. Everything\n" + "A keeper may trim a lamp, or sleep.\n" * 30_000
    register = drafted(tmp_path, "long.txt", text)
    assert len(register.clauses) == 30_000
    assert len(register.chapters) == 4


@pytest.mark.parametrize("text", ['# ]]]\n\'"\\ \x7f\n## \x1b[31m\n- """\n', "0. x\n999. y\n1.1.1.1.1. z\n", "-\n*\n"])
def test_odd_texts(tmp_path: Path, text: str) -> None:
    register = drafted(tmp_path, "odd.md", text)
    assert register.unaccounted_lines == ()


@pytest.mark.parametrize("head", ["16 to 18. Adjourning", "16-18: Adjourning", "16. Adjourning"])
def test_a_heading_of_several_sections_begins_the_first(tmp_path: Path, head: str) -> None:
    register = drafted(tmp_path, "order.md", f"# {head}\n\nA member may move to adjourn.\n")
    assert [(c.number, c.title) for c in register.chapters] == [("16", "Adjourning")]


def test_slugs() -> None:
    assert slug("Héllo, World 2!") == "h_llo_world_2"
