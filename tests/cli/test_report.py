"""`ruleslawyer report`: a site from a check or from an earlier report, and what it refuses."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.bridges.portable import linking
from ruleslawyer.report.document import read_document
from ruleslawyer.report.statement import visible
from ruleslawyer.report.write import write
from tests.checked import FERRY, ferry_checked
from tests.cli.command import Answer, Command
from tests.unit.pages import Page


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report without proofs, for nobody to change."""
    folder = tmp_path_factory.mktemp("report")
    write([ferry_checked(prove=False)], folder)
    return folder


def test_a_check_and_its_site(command: Command, tmp_path: Path) -> None:
    answer = command("report", "t20_answers_differ", "--matrix", "0", "-o", str(tmp_path / "site"))
    assert answer.code == 0, "a report that says what falls short is a report"
    assert answer.out == f"report: {(tmp_path / 'site' / 'index.html').as_posix()}\n"
    assert not read_document(tmp_path / "site" / "report.json.gz")["as_expected"]


def test_clauses_that_no_rule_speaks_of(command: Command, tmp_path: Path) -> None:
    """In this register one clause is an invitation, and that shouts may be loud nothing cites, as is counted by
    hand in its files."""
    asked = ("report", "stones", "--no-prove", "--matrix", "0", "-o", str(tmp_path / "site"))
    assert command(*asked, project=FERRY.parents[1] / "oracle" / "spoken").code == 0
    front = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    told = "2 clauses of the book are not written down as rules: 1 for a reason (an invitation), 1 not yet."
    assert told in front and "in no rule" not in front


def refuses(answer: Answer, *said: str) -> None:
    assert answer.code == 2, answer
    assert answer.err.startswith("error: ") and answer.err.count("\n") <= 6, answer.err
    assert "Traceback" not in answer.err and "internal error" not in answer.err
    assert "= help: " in answer.err and answer.out == ""
    for text in said:
        assert text in answer.err, answer.err


@pytest.mark.parametrize("number", ["001", "01", "1"])
def test_one_finding_is_one_file(command: Command, first: Path, tmp_path: Path, number: str) -> None:
    """It is small, has its style in it, asks for no other file, and says the same where no script runs."""
    asked = ("report", "ferry", "--finding", number, "--single-file", "--from", str(first / "report.json.gz"))
    answer = command(*asked, "-o", str(tmp_path))
    assert answer.code == 0, answer
    (file,) = tmp_path.iterdir()
    assert answer.code == 0 and file.name == "ferry-001.html" and answer.out == f"report: {file.as_posix()}\n"
    text = file.read_text(encoding="utf-8")
    assert len(text.encode()) <= 200_000
    page = Page(text)
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links), page.links
    for words in ("Who gets the toll?", "How it comes to this", "Words that would settle it"):
        assert words in page.words
    assert "src=" not in text and "<link" not in text and "<nav" not in text
    assert '<meta property=og:title content="001 Two people are promised the toll">' in text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("ferry", "--finding", "001"), "--single-file"),
        (("--finding", "001", "--single-file"), "name the rulebook"),
        (("ferry", "--finding", "002b", "--single-file"), "002"),
        (("ferry", "--finding", "9", "--single-file"), "ferry has no finding `9`"),
    ],
)
def test_a_finding_that_cannot_be_one_file(
    command: Command, first: Path, tmp_path: Path, asked: tuple[str, ...], said: str
) -> None:
    refuses(command("report", *asked, "--from", str(first / "report.json.gz"), "-o", str(tmp_path)), said)
    assert list(tmp_path.iterdir()) == []


def everything(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_an_earlier_report_gives_the_same_site(command: Command, first: Path, tmp_path: Path) -> None:
    """Without a project: everything that the pages show is in report.json.gz."""
    again = tmp_path / "again"
    assert command("report", "--from", str(first / "report.json.gz"), "-o", str(again), project=tmp_path).code == 0
    one, other = everything(first), everything(again)
    apart = {"timings.json", "files.txt"}
    assert {k: v for k, v in one.items() if k not in apart} == {k: v for k, v in other.items() if k not in apart}


def test_one_of_the_rulesets(command: Command, first: Path, tmp_path: Path) -> None:
    again = ("report", "--from", str(first / "report.json.gz"), "-o", str(tmp_path / "again"))
    assert command(*again, "ferry", project=tmp_path).code == 0
    refuses(command(*again, "fery", project=tmp_path), "fery", "did you mean `ferry`?")


def drop(key: str) -> Callable[[Any], None]:
    return lambda d: d["rulesets"][0].pop(key)


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(format=99),
        lambda d: d.pop("tool"),
        lambda d: d.update(rulesets=7),
        lambda d: d.update(rulesets=[[]]),
        lambda d: d["rulesets"][0].update(id="../up"),
        lambda d: d["rulesets"][0].update(findings=7),
        lambda d: d["rulesets"][0]["findings"][0].update(id="a/b"),
        lambda d: d["rulesets"][0]["findings"][0]["evidence"][0].update(play=[1]),
        lambda d: d["rulesets"][0]["events"][0]["play"].update(start=None),
        lambda d: d["rulesets"][0]["coverage"]["sections"][0].update(modelled="x"),
        *(drop(key) for key in ("title", "findings", "events", "register", "coverage", "scopes", "others", "cores")),
    ],
    ids=range(18),
)
def test_a_document_that_is_none(command: Command, first: Path, tmp_path: Path, change: Callable[[Any], None]) -> None:
    found = read_document(first / "report.json.gz")
    change(found)
    (tmp_path / "wrong.json").write_text(json.dumps(found), "utf-8")
    refuses(command("report", "--from", str(tmp_path / "wrong.json"), "-o", str(tmp_path / "again"), project=tmp_path))
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 1}', "\x00", "{" * 100_000], ids=range(6))
def test_a_file_that_is_no_document(command: Command, tmp_path: Path, text: str) -> None:
    (tmp_path / "wrong.json").write_text(text, "utf-8")
    refuses(command("report", "--from", str(tmp_path / "wrong.json"), "-o", str(tmp_path / "again"), project=tmp_path))
    refuses(command("report", "--from", str(tmp_path / "none.json"), "-o", str(tmp_path / "again"), project=tmp_path))
    assert not (tmp_path / "again").exists()


def test_a_packed_document_is_whole_or_none(command: Command, first: Path, tmp_path: Path) -> None:
    """Cut off, damaged, or with something else in it: one message; unpacked by hand it is read as before."""
    data = (first / "report.json.gz").read_bytes()
    for number, wrong in enumerate((data[:100], data[:-8] + bytes(8), gzip.compress(b"\xff"), gzip.compress(b"[]"))):
        (tmp_path / f"{number}.json.gz").write_bytes(wrong)
        told = ("report", "--from", str(tmp_path / f"{number}.json.gz"), "-o", str(tmp_path / "no"))
        refuses(command(*told), ".json.gz")
    assert not (tmp_path / "no").exists()
    (tmp_path / "by-hand.json").write_bytes(gzip.decompress(data))
    again = ("report", "--from", str(tmp_path / "by-hand.json"), "-o", str(tmp_path / "again"))
    assert command(*again, project=tmp_path).code == 0
    assert (tmp_path / "again" / "report.json.gz").read_bytes() == data


@pytest.mark.parametrize("output", ["file", "file/below", "/proc/nowhere"])
def test_a_place_that_cannot_be_written(command: Command, first: Path, tmp_path: Path, output: str) -> None:
    (tmp_path / "file").write_text("mine")
    told = ("report", "--from", str(first / "report.json.gz"), "-o", str(tmp_path / output))
    refuses(command(*told), "cannot be written")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_in_the_place_of_a_page(command: Command, first: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    (blocked / "ferry" / "rulebook.html").mkdir(parents=True)
    answer = command("report", "--from", str(first / "report.json.gz"), "-o", str(blocked))
    refuses(answer, "rulebook.html")
    assert everything(blocked) == {}


PAYLOADS = (
    "</p><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202egnirts\u202c\x07",
    "{{ 7 * 7 }}{% raw %}<!--",
)


@pytest.mark.parametrize("payload", PAYLOADS, ids=range(len(PAYLOADS)))
def test_hostile_files_of_a_project(command: Command, tmp_path: Path, payload: str) -> None:
    """In the register, a finding, a scope and a scenario: escaped on every page, or refused with one message."""
    project = tmp_path / "ferry"
    shutil.copytree(FERRY, project, ignore=shutil.ignore_patterns("__pycache__", "build"))
    quoted = json.dumps(payload)
    changes = {
        "spec/ferry/river.toml": ('"A heavy cart is not sent across."', quoted),
        "spec/ferry/book.toml": ('title = "', f"title = {quoted} # "),
        "checks/ferry/scopes/tiny.toml": ('title = "', f"title = {quoted} # "),
        "findings/ferry/001-toll.md": ('title = "', f"title = {quoted} # "),
        "findings/ferry/002-heavy.md": ('where = "a letter"', f"where = {quoted}"),
        "findings/ferry/003-turn.md": ('state = "', f'crux = {quoted}\nask = {quoted}\nstate = "'),
    }
    for file, (old, new) in changes.items():
        text = (project / file).read_text("utf-8")
        assert old in text, file
        (project / file).write_text(text.replace(old, new, 1), "utf-8")
    prose = project / "findings" / "ferry" / "003-turn.md"
    prose.write_text(prose.read_text("utf-8") + f"\n\n## {payload}\n\n- {payload}\n\n```\n{payload}\n```\n", "utf-8")
    answer = command("report", "--no-prove", "--matrix", "0", "-o", str(tmp_path / "site"), project=project)
    if answer.code == 2:
        assert answer.err.count("error:") == 1 and "Traceback" not in answer.err and "= help: " in answer.err
        assert not (tmp_path / "site").exists()
        return
    assert answer.code == 0, answer.err
    seen = 0
    for path in (tmp_path / "site").rglob("*.html"):
        page = Page(path.read_text("utf-8"))
        assert not {"img", "iframe", "style"} & set(page.names)
        assert page.names.count("script") == 2
        assert "\u202e" not in page.words and "\x07" not in page.words
        seen += visible(" ".join(payload.split())) in page.words
    assert seen >= 3


def test_live_pages_without_a_linker_are_refused_at_once(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Before anything is checked, and nothing is written."""
    monkeypatch.setattr(linking, "LINKERS", ())
    monkeypatch.setattr(linking, "find_spec", lambda name: None)
    answer = command("report", "ferry", "--live", "-o", str(tmp_path / "site"), project=FERRY)
    assert answer.code == 2
    assert "--live: no linker for WebAssembly" in answer.err and "lld" in answer.err
    assert not (tmp_path / "site").exists()
