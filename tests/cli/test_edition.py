"""The edition sheet: answers become changes of whole sentences of the designer's own copy, in all of its forms."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from docx import Document

from tests.cli.command import Command
from tests.cli.schemas import problems, undocumented

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
OWNER, NEXT = "Whoever owns the cart is paid.", "Then the other carter has the turn."
WRITTEN = ("edition.html", "edition.md", "edition.diff", "errata.html", "ferry.txt", "edition.docx")
TOLD = """
[[answer]]
says = "The owner is paid"
wording = "{wording}"
{places}ruling = {{ payee = "owner_is_paid" }}

[[answer]]
says = "Whoever waits is paid"
ruling = {{ payee = "other_is_paid" }}
"""


def project(folder: Path, places: str = "", wording: str = OWNER) -> Path:
    """The ferry, where 001 has two answers, of which the first has a sentence; 002 and 003 are still to be answered."""
    made = Path(shutil.copytree(FERRY, folder / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
    path = made / "findings" / "ferry" / "001-toll.md"
    front, fence, prose = path.read_text("utf-8").partition("\n+++\n")
    front = front.replace("questions =", 'ask = "Who is paid?"\nquestions =')
    path.write_text(front + TOLD.format(wording=wording, places=places) + fence + prose, "utf-8")
    heavy = made / "findings" / "ferry" / "002-heavy.md"
    was = 'state = "ruled"\nby = "the designer"\nwhere = "a letter"\nsource = "designer"\n'
    heavy.write_text(heavy.read_text("utf-8").replace(was, 'state = "open"\n'), "utf-8")
    return made


def answer(command: Command, made: Path, *answers: dict[str, object], source: bool = False) -> str:
    """Write answers into the findings; gives what was said of a mistake."""
    file = made / "ferry-answers.json"
    told = [{"state": "ruled", **one} for one in answers]
    file.write_text(json.dumps({"ruleset": "ferry", "answers": told}), "utf-8")
    more = ("--source", str(made / "text")) if source else ()
    got = command("findings", "--settle", "--from", str(file), *more, project=made)
    assert got.code == (2 if got.err else 0), got.err
    return got.err


FIRST: dict[str, object] = {"finding": "001", "says": "The owner is paid", "ruling": {"payee": "owner_is_paid"}}
THIRD: dict[str, object] = {"finding": "003", "says": "The other one", "wording": NEXT}


def edition(command: Command, made: Path, code: int = 0) -> Path:
    out = made / "out"
    got = command("findings", "ferry", "--edition", "--source", str(made / "text"), "-o", str(out), project=made)
    assert got.code == code, got.out + got.err
    assert sorted(path.name for path in out.iterdir()) == sorted(WRITTEN)
    return out


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")


def test_the_sentence_that_an_answer_names_goes_and_the_new_one_stands_in_its_place(
    command: Command, tmp_path: Path
) -> None:
    """Line 9 pays the other carter. The answer to 003, in words of its own, stands behind what 3.1 says."""
    made = project(tmp_path, 'instead = ["2.4"]\n')
    answer(command, made, FIRST, THIRD)
    out = edition(command, made)
    old, new = lines(made / "text" / "ferry.txt"), lines(out / "ferry.txt")
    assert new == [*old[:8], OWNER, *old[9:12], f"{old[12]} {NEXT}", *old[13:]]
    page, sheet = (out / "edition.html").read_text("utf-8"), (out / "edition.md").read_text("utf-8")
    assert f"<del>{old[8]}</del>" in page and f"<ins>{OWNER}</ins>" in page and f"<ins>{NEXT}</ins>" in page
    assert page.count("<section") == 2 and "001 Two people are promised the toll: The owner is paid" in page
    assert sheet.index(old[8]) < sheet.index(OWNER) < sheet.index(NEXT)
    assert "Crossing, line 9" in sheet, "by the heading that the book has over it"


def test_what_goes_is_asked_where_nobody_said_it(command: Command, tmp_path: Path) -> None:
    """Nothing of the book goes because a model has two rules: the sentence that says otherwise is named instead."""
    made = project(tmp_path)
    answer(command, made, FIRST)
    out = edition(command, made, code=1)
    old, new = lines(made / "text" / "ferry.txt"), lines(out / "ferry.txt")
    assert len(new) == len(old) and all(one.startswith(was) for was, one in zip(old, new, strict=True))
    told = command("findings", "ferry", "--edition", "--source", str(made / "text"), "--json", project=made)
    assert told.code == 1 and problems("findings-edition", told.json) == [] == undocumented(
        "findings-edition", told.json
    )
    ((row,), asks) = told.json["rows"], told.json["asks"]
    assert (row["line"], row["old"], row["goes"], asks) == (8, old[7], False, 1)
    assert row["doubts"][0].startswith("9:1 says otherwise: does it go, or is this an exception to it?")


def test_a_sentence_that_says_more_than_what_goes_stays(command: Command, tmp_path: Path) -> None:
    """Line 8 says how much, too: nobody but its author can cut it in two."""
    made = project(tmp_path, 'instead = ["2.3b"]\n')
    answer(command, made, FIRST)
    out = edition(command, made, code=1)
    eighth = lines(made / "text" / "ferry.txt")[7]
    assert lines(out / "ferry.txt")[7] == f"{eighth} {OWNER}"
    assert "8:1 says more than what goes, which is: The cart&#39;s owner is paid." in (out / "edition.html").read_text()


def test_a_designer_says_in_the_words_of_the_book_what_goes(command: Command, tmp_path: Path) -> None:
    """Whatever signs and capitals they are in. The finding keeps the place, and no word of the book."""
    made = project(tmp_path, 'instead = ["2.3b"]\n')
    named = "the TOLL of a crossing goes to the other carter"
    assert not answer(command, made, {**FIRST, "instead": [named], "behind": "3.1"}, source=True)
    text = (made / "findings" / "ferry" / "001-toll.md").read_text("utf-8")
    assert 'instead = ["9:1"]\nbehind = "3.1"' in text and "crossing goes" not in text
    old, new = lines(made / "text" / "ferry.txt"), lines(edition(command, made) / "ferry.txt")
    assert new == [*old[:8], *old[9:12], f"{old[12]} {OWNER}", *old[13:]], (
        "what its author says goes before what was proposed"
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"instead": ["goes to the other carter"]}, "begins or ends in the middle of a sentence"),
        ({"instead": ["9:2"]}, "the text has no sentence 9:2"),
        ({"instead": ["12:1"]}, "that line has none"),
        ({"behind": "Nobody pays at all."}, "the text has no such sentence"),
        ({"instead": "9:1"}, "`instead` is a list"),
    ],
)
def test_a_place_that_is_no_whole_sentence_is_refused(
    command: Command, tmp_path: Path, more: dict[str, object], said: str
) -> None:
    made = project(tmp_path)
    before = {path: path.read_bytes() for path in (made / "findings").rglob("*.md")}
    err = answer(command, made, THIRD, {**FIRST, **more}, source=True)
    assert said in err and "answer 2" in err, err
    assert before == {path: path.read_bytes() for path in (made / "findings").rglob("*.md")}


def test_words_of_the_book_need_the_book(command: Command, tmp_path: Path) -> None:
    made = project(tmp_path)
    err = answer(command, made, {**FIRST, "instead": ["The toll of a crossing goes to the other carter."]})
    assert "a sentence of the book is named" in err and "--source DIR" in err


def test_answers_that_touch_one_sentence_are_joined(command: Command, tmp_path: Path) -> None:
    """Both stand in place of line 13, in the order of the findings; and what two answers print alike stands once."""
    made = project(tmp_path)
    answer(command, made, {**FIRST, "instead": ["3.1"]}, {**THIRD, "instead": ["3.1"]})
    out = edition(command, made, code=1)
    assert lines(out / "ferry.txt")[12] == f"3. {OWNER} {NEXT}"
    assert "001, 003 are answered together: read the new sentences as one" in (out / "edition.html").read_text("utf-8")
    answer(command, made, {**FIRST, "behind": "3.1", "wording": NEXT.upper()}, {**THIRD, "behind": "3.1"})
    out = edition(command, made)
    assert (out / "ferry.txt").read_text("utf-8").count(NEXT.upper()) == 1
    assert NEXT not in (out / "ferry.txt").read_text("utf-8")


def test_a_new_sentence_below_a_heading_is_a_paragraph(command: Command, tmp_path: Path) -> None:
    made = project(tmp_path)
    answer(command, made, {**THIRD, "behind": "5:1"})
    assert lines(edition(command, made) / "ferry.txt")[4:7] == ["2. Crossing", "", NEXT]


def texts(document: bytes, *, new: bool) -> list[str]:
    """The paragraphs of a document with all of its changes accepted (`new`), or all rejected."""
    root = ElementTree.fromstring(zipfile.ZipFile(io.BytesIO(document)).read("word/document.xml"))
    found = []
    for paragraph in root.iter(f"{W}p"):
        words, gone = "", "ins" if not new else "del"
        if paragraph.find(f"{W}pPr/{W}rPr/{W}{gone}") is not None:
            continue
        for child in paragraph:
            if child.tag != f"{W}{gone}":
                words += "".join(one.text or "" for one in child.iter() if one.tag in (f"{W}t", f"{W}delText"))
        found.append(words.rstrip())
    return found


def test_tracked_changes_accepted_are_the_new_text_and_rejected_the_old_one(command: Command, tmp_path: Path) -> None:
    """With the finding as the author of each. python-docx reads it, and LibreOffice where it is installed."""
    made = project(tmp_path, 'instead = ["2.4"]\n')
    answer(command, made, FIRST, THIRD)
    out = edition(command, made)
    document = (out / "edition.docx").read_bytes()
    assert texts(document, new=False) == [line for line in lines(made / "text" / "ferry.txt") if line]
    assert texts(document, new=True) == [line for line in lines(out / "ferry.txt") if line]
    read = Document(io.BytesIO(document))
    changes = [one for one in read.element.body.iter() if one.tag in (f"{W}ins", f"{W}del")]
    assert {one.get(f"{W}author") for one in changes} == {"finding 001", "finding 003"}
    assert len({one.get(f"{W}id") for one in changes}) == len(changes) == 3
    assert [one.text for one in read.paragraphs if one.style and one.style.name == "Heading 2"] == [
        "THE FERRY",
        "2. Crossing",
    ]


def test_an_item_that_goes_leaves_no_sign_behind(command: Command, tmp_path: Path) -> None:
    """Line 13 begins with its number, which goes with it, and so does the mark of its paragraph."""
    made = project(tmp_path)
    answer(command, made, {**FIRST, "instead": ["3.1"], "behind": "2.4"})
    out = edition(command, made)
    document, old = (out / "edition.docx").read_bytes(), lines(made / "text" / "ferry.txt")
    assert lines(out / "ferry.txt") == [*old[:8], f"{old[8]} {OWNER}", *old[9:12], *old[13:]]
    assert texts(document, new=True) == [line for line in lines(out / "ferry.txt") if line]
    assert texts(document, new=False) == [line for line in old if line]


def test_an_answer_that_has_no_sentence_prints_none(command: Command, tmp_path: Path) -> None:
    """Though another answer of the finding has one."""
    made = project(tmp_path)
    answer(
        command, made, {"finding": "001", "says": "Whoever waits is paid", "ruling": {"payee": "other_is_paid"}}, THIRD
    )
    told = command("findings", "ferry", "--edition", "--source", str(made / "text"), "--json", project=made)
    assert told.json["silent"] == ["001"] and [row["findings"] for row in told.json["rows"]] == [["003"]]
    assert "001 is answered, and has no sentence" in command(
        "findings", "ferry", "--edition", "--source", str(made / "text"), "-o", str(made / "out"), project=made
    ).out.replace("ferry/", "")


def test_what_the_book_says_already_is_not_printed_again(command: Command, tmp_path: Path) -> None:
    """In other capitals too; what else its answer does away with goes all the same."""
    for places, goes in (("", []), ('instead = ["2.4"]\n', ["The toll of a crossing goes to the other carter."])):
        made = project(tmp_path / f"{len(goes)}", places, "the toll is ONE coin, and it goes to the owner of the cart.")
        answer(command, made, {**FIRST, "state": "in-the-rulebook"}, THIRD)
        told = command("findings", "ferry", "--edition", "--source", str(made / "text"), "--json", project=made).json
        assert [one["text"] for row in told["rows"] for one in row["added"]] == [NEXT]
        assert [row["old"] for row in told["rows"] if row["goes"]] == goes and told["silent"] == []


def test_a_word_processor_opens_it(command: Command, tmp_path: Path) -> None:
    if (program := shutil.which("soffice") or shutil.which("libreoffice")) is None:
        pytest.skip("LibreOffice is not installed: the document was read by python-docx alone")
    made = project(tmp_path, 'instead = ["2.4"]\n')
    answer(command, made, FIRST, THIRD)
    out = edition(command, made)
    asked = [program, "--headless", "--convert-to", "txt:Text", "--outdir", str(tmp_path), str(out / "edition.docx")]
    subprocess.run(asked, check=True, capture_output=True)
    assert OWNER in (tmp_path / "edition.txt").read_text("utf-8-sig")


def test_patch_makes_the_new_text(command: Command, tmp_path: Path) -> None:
    if shutil.which("patch") is None:
        pytest.skip("patch is not installed")
    made = project(tmp_path, 'instead = ["2.4"]\n')
    answer(command, made, FIRST, THIRD)
    out, new = edition(command, made), tmp_path / "new.txt"
    subprocess.run(["patch", "-s", "-o", new, made / "text" / "ferry.txt", out / "edition.diff"], check=True)
    assert new.read_bytes() == (out / "ferry.txt").read_bytes()


def test_the_register_takes_the_next_edition(command: Command, tmp_path: Path) -> None:
    """A line is gone: the clauses that moved are named, and so are those whose lines have changed. Then `diff` says
    what plays differently, and what is printed."""
    made = project(tmp_path)
    shutil.copytree(made, tmp_path / "old")
    answer(command, made, {**FIRST, "instead": ["2.4"], "behind": "2.3b"}, THIRD)
    out = edition(command, made)
    got = command("spec", "ferry", "--verify", "--source", str(out), project=made)
    assert got.code == 1 and "line 9 gone: clauses 2.4" in got.out and "line 8 changed: clauses 2.3a, 2.3b" in got.out
    assert re.search(r"lines 10-1[15] moved together", got.out), got.out
    told = command("diff", str(tmp_path / "old"), str(made), "--no-prove", "--json", project=made)
    assert problems("diff", told.json) == [] == undocumented("diff", told.json)
    changed = {
        one["name"]: {d["what"]: d["after"] for d in one["details"]}
        for one in told.json["rulesets"][0]["findings"]["changed"]
    }
    assert changed["001"]["state"] == "ruled" and changed["001"]["prints"] == OWNER
    assert changed["001"]["plays"].startswith("no more ") and changed["003"]["prints"] == NEXT


def test_errata_are_cards_for_players(command: Command, tmp_path: Path) -> None:
    """Which sentence of their copy, and what is to be read: no finding, no clause, no line."""
    made = project(tmp_path, 'instead = ["2.4"]\n')
    answer(command, made, FIRST, THIRD)
    card = (edition(command, made) / "errata.html").read_text("utf-8")
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", card.partition("<main>")[2]))
    assert "Instead of The toll of a crossing goes to the other carter. read: Whoever owns the cart is paid." in words
    assert "After After each crossing another turn begins. add: Then the other carter has the turn." in words
    assert "105mm 148mm" in card and not re.search(r"\b00\d\b|\d\.\d|\bline\b", words), words


def test_another_edition_nothing_answered_and_the_books_own_folder_are_refused(
    command: Command, tmp_path: Path
) -> None:
    made = project(tmp_path)
    asked = ("findings", "ferry", "--edition", "--source", str(made / "text"))
    got = command(*asked, "-o", str(made / "out"), project=made)
    assert got.code == 2 and "no finding of ferry is answered" in got.err
    answer(command, made, THIRD)
    got = command(*asked, "-o", str(made / "text"), project=made)
    assert got.code == 2 and "in place of the old one" in got.err
    path = made / "text" / "ferry.txt"
    path.write_text(path.read_text("utf-8").replace("two coins", "three coins"), "utf-8")
    got = command(*asked, "-o", str(made / "out"), project=made)
    assert got.code == 2 and "another edition" in got.err and "line 3" in got.err
    assert not (made / "out").exists()


def test_hostile_words_are_words(command: Command, tmp_path: Path) -> None:
    """In every form: markup is escaped, and a sign that XML has no way to write is left out."""
    made = project(tmp_path)
    answer(command, made, {**THIRD, "wording": "<script>alert(1)</script> & \u0007 **pays** [x](y)."})
    out = edition(command, made)
    assert "<script>" not in (out / "edition.html").read_text("utf-8") + (out / "errata.html").read_text("utf-8")
    assert "\\*\\*pays\\*\\*" in (out / "edition.md").read_text("utf-8")
    assert any("<script>alert(1)</script>" in one for one in texts((out / "edition.docx").read_bytes(), new=True))
