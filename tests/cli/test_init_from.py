"""`ruleslawyer init --from`: a project from a rulebook's text, a sentence to a line, no game in it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ruleslawyer.rulebook.register.starting import one_to_a_line, split_sentences
from tests.cli.command import Command

MARKDOWN = """# Harbour

## Setting up

Two people play. Seven stones lie
in the middle.

- Draw lots for who begins, e.g. with straws. Then turns alternate.

## A turn

Take one stone or two.
"""


def pdf(*pages: tuple[str, ...]) -> bytes:
    """A PDF with these lines on its pages, written by hand."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for lines in pages:
        shown = "".join(f"({line}) Tj 0 -14 Td " for line in lines)
        stream = f"BT /F1 12 Tf 40 700 Td {shown}ET".encode()
        kids.append(len(objects) + 1)
        place = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {len(objects) + 2} 0 R"
        objects.append(f"{place} /Resources << /Font << /F1 3 0 R >> >> >>".encode())
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{k} 0 R' for k in kids)}] >>".encode()
    found, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(found))
        found += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(found))
    return found + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + end


def made(command: Command, folder: Path, name: str, data: str | bytes, said: str = "") -> Path:
    (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
    answer = command("init", str(folder / "harbour"), "--from", str(folder / name))
    assert answer.code == 0 and answer.err.startswith(said) and bool(answer.err) == bool(said), answer.err
    return folder / "harbour"


def test_markdown_a_sentence_to_a_line(command: Command, tmp_path: Path) -> None:
    project = made(command, tmp_path, "rules.md", MARKDOWN)
    lines = (project / "text" / "harbour.md").read_text(encoding="utf-8").splitlines()
    assert lines == [
        "# Harbour", "", "## Setting up", "", "Two people play.", "Seven stones lie in the middle.", "",
        "- Draw lots for who begins, e.g. with straws.", "Then turns alternate.", "", "## A turn", "",
        "Take one stone or two.",
    ]  # fmt: skip
    counted = command("spec", "--json", project=project).json[0]
    assert (counted["clauses"], counted["unaccounted"]) == (5, 0)
    assert counted["missing"] == ["1.1", "1.2", "1.3", "1.4", "2.1"]
    assert "missing: 1.1, 1.2, 1.3, 1.4, 2.1\n" in command("spec", project=project).out
    for source in (("--source", str(project / "text")), ()):
        assert (
            command("spec", "--verify", *source, project=project).out
            == "harbour: harbour.md agrees with the register\n"
        )
    assert "there is no such folder" in command("spec", "--verify", "--source", "none", project=project).err
    assert command("lint", "--run", "--states", "20", project=project).code == 0
    explored = command("explore", "harbour", project=project)
    assert "2 states, 0 transitions" in explored.out, "either of two players begins, and nothing may be done yet"
    assert not [path for path in project.rglob("*") if path.is_file() and "stone" in path.read_text("utf-8") and
                path.parent.name != "text" and path.name != "AGENTS.md"]  # fmt: skip


def test_plain_text_whose_lines_are_full(command: Command, tmp_path: Path) -> None:
    """A line goes on where it is as long as lines are, or where what follows begins small; else it is whole."""
    text = "1. Setting up\nEach player, Ann and Bob and Cleo, takes coins as\nNobody else has. Shuf-\nfle!\nNo dice\n"
    said = "note: 1 line without a full stop was joined to others: “Each player, Ann and Bob and Cleo, takes…”; where"
    lines = (made(command, tmp_path, "rules.txt", text, said) / "text" / "harbour.txt").read_text(encoding="utf-8")
    assert lines.splitlines() == [
        "1. Setting up", "Each player, Ann and Bob and Cleo, takes coins as Nobody else has.", "Shuffle!", "No dice",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "headings", "clauses"), [
    ("The board is empty\nDark moves first\nMoving the cows:\nA cow is moved.\n", ["Moving the cows"], 3),
    ("Harbour\n\nSetup\nFor two or more players (ideally four)\nEach of them takes as many stones as there are players"
     " and one more\nDeal\nOne card each\n", ["Harbour", "Setup", "Deal"], 3),
    ("HARBOUR\nTEAM\nYou are many\nON YOUR TURN\nYour turn consists of three phases:\n1) Take Action\n"
     "Choose one of these actions to take:\n\n2) Take Aim\nIf you are NOT the Agent:\nYou aim\n\n3) End Turn\nWait\n",
     ["HARBOUR", "TEAM", "ON YOUR TURN"], 9),
])  # fmt: skip
def test_lines_without_a_full_stop_stay_lines(
    command: Command, tmp_path: Path, text: str, headings: list[str], clauses: int
) -> None:
    """Where they begin with capital letters; a heading is one word, or a few before a colon."""
    project = made(command, tmp_path, "rules.txt", text)
    assert (project / "text/harbour.txt").read_text("utf-8") == text
    chapters = "".join(p.read_text("utf-8") for p in sorted((project / "spec/harbour").glob("0*.toml")))
    assert chapters.count('kind = "heading"') == len(headings) and chapters.count("todo = true") == clauses
    book = (project / "spec/harbour/book.toml").read_text("utf-8")
    assert all(f'title = "{heading}"' in chapters + book for heading in headings)


def test_a_pdf_without_what_is_on_each_page(command: Command, tmp_path: Path) -> None:
    pytest.importorskip("pypdf", reason="pypdf is not installed")
    pages = [("Harbour, second edition", f"A rule of page {n}. And", f"another of {n}.", str(n)) for n in (1, 2, 3)]
    lines = (made(command, tmp_path, "rules.pdf", pdf(*pages)) / "text" / "harbour.txt").read_text(encoding="utf-8")
    wanted = [line for n in (1, 2, 3) for line in (f"A rule of page {n}.", f"And another of {n}.")]
    assert lines.splitlines() == wanted


@pytest.mark.parametrize(("name", "data", "said"), [
    ("rules.pdf", pdf((), ()), "has no text: its pages are pictures"),
    ("rules.pdf", b"%PDF-1.4\nnothing", "cannot be read: it is damaged"),
    ("rules.pdf", b"", "cannot be read: it is damaged"),
    ("rules.txt", b"", "is empty"),
    ("rules.txt", b"\xff\xfe1\x00", "not UTF-8 text"),
    ("rules.docx", b"PK\x03\x04\x00\x00", "not text"),
])  # fmt: skip
def test_what_cannot_be_read(command: Command, tmp_path: Path, name: str, data: bytes, said: str) -> None:
    if name.endswith(".pdf"):
        pytest.importorskip("pypdf", reason="pypdf is not installed")
    (tmp_path / name).write_bytes(data)
    refused = command("init", str(tmp_path / "harbour"), "--from", str(tmp_path / name))
    assert (refused.code, refused.out) == (2, "") and refused.err.startswith(f"error: {name}: ")
    assert said in refused.err and "= help: " in refused.err
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_without_pypdf_it_says_what_to_install(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    (tmp_path / "rules.pdf").write_bytes(pdf(("One rule.",)))
    refused = command("init", str(tmp_path / "harbour"), "--from", str(tmp_path / "rules.pdf"))
    assert refused.code == 2 and "pip install 'ruleslawyer[pdf]'" in refused.err


def test_no_such_file_and_a_register_alone(command: Command, tmp_path: Path) -> None:
    refused = command("init", str(tmp_path / "harbour"), "--from", str(tmp_path / "none.md"))
    assert refused.code == 2 and "there is no such file" in refused.err
    (tmp_path / "rules.pdf").write_bytes(b"%PDF-1.4")
    refused = command("spec", "--draft", str(tmp_path / "rules.pdf"))
    assert refused.code == 2 and "`ruleslawyer init mygame --from rules.pdf`" in refused.err


def test_the_text_may_lie_in_the_folder(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And other files, of which none has the name of one that is made."""
    (tmp_path / "harbour").mkdir()
    monkeypatch.chdir(tmp_path / "harbour")
    for name in ("rules.md", "source.txt", "readme.md"):
        Path(name).write_text(MARKDOWN, encoding="utf-8")
    refused = command("init", ".", "--from", "rules.md")
    assert refused.code == 2 and "it has readme.md" in refused.err and len(list(Path().iterdir())) == 3
    Path("readme.md").unlink()
    assert command("init", ".", "--from", "rules.md").code == 0
    assert Path("source.txt").read_text("utf-8") == MARKDOWN and Path("README.md").is_file()
    assert command("init", ".", "--from", "rules.md").code == 2


@pytest.mark.parametrize(("text", "sentences"), [
    ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
    ("Cards, e.g. Aces, cf. No. 3, i.e. the Ace. Then", ["Cards, e.g. Aces, cf. No. 3, i.e. the Ace.", "Then"]),
    ("Wer will, z. B. Anna, d. h. sie, zieht. Er gibt.", ["Wer will, z. B. Anna, d. h. sie, zieht.", "Er gibt."]),
    ("He says “Go!” Then he goes.", ["He says “Go!”", "Then he goes."]),
    ("1. Take 2.5 coins. Pay.", ["1. Take 2.5 coins.", "Pay."]),
    ("(2) Wait... and go on. Ärger droht.", ["(2) Wait... and go on.", "Ärger droht."]),
    ("牌を引く。次に出す。", ["牌を引く。", "次に出す。"]),
])  # fmt: skip
def test_where_a_sentence_ends(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences


def test_sentences_stay_sentences() -> None:
    """What stands alone on its line, short and without a stop, is no heading because of that."""
    parted = one_to_a_line(["Goods", "", "Ships are sold first. Goods follow", "- Nobody sells"], markdown=False)
    assert [parted.lines[n - 1] for n in sorted(parted.sentences)][-3:] == [
        "Ships are sold first.", "Goods follow", "- Nobody sells",
    ]  # fmt: skip
