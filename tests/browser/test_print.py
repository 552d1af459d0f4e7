"""Pages on paper, as a browser prints them: cards four to a sheet and none on two, a finding on two pages, errata on
A6."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.report.write import write
from ruleslawyer.rulebook.table.derive import derive_view
from tests.browser.chromium import CHROMIUM
from tests.checked import FERRY, ferry_checked
from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture

pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed")
pytest.importorskip("playwright", reason="playwright is not installed")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
COPIES = """(copies) => {
  const all = [...document.querySelectorAll(".a6")];
  for (const one of all) for (let n = 1; n < copies; n++) one.parentElement.append(one.cloneNode(true));
  [...document.querySelectorAll(".a6")].forEach((one, n) => {
    one.firstElementChild.prepend(`<${n}> `); one.append(`<${n}>`);
  });
  return document.querySelectorAll(".a6").length;
}"""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the ferry with its tables drawn as its types say."""
    checked, folder = ferry_checked(prove=False), tmp_path_factory.mktemp("printed")
    write([replace(checked, view=derive_view(checked.system))], folder)
    return folder


def printed(page: Any) -> list[str]:
    """The text of each page that is printed."""
    paper = page.pdf(prefer_css_page_size=True)
    return [one.extract_text() for one in pypdf.PdfReader(io.BytesIO(paper)).pages]


def test_cards_are_four_to_a_sheet_and_none_is_on_two(browser: Any, drawn: Path) -> None:
    """Of two cards 43 copies each: 86 would be 22 sheets, and none of these is tall."""
    page = browser.new_page()
    page.goto((drawn / "ferry" / "playtest.html").as_uri())
    cards = page.evaluate(COPIES, 43)
    tall = page.evaluate("document.querySelectorAll('.a6.tall').length")
    sheets = printed(page)
    page.close()
    where = {n: {i for i, text in enumerate(sheets) if f"<{n}>" in text} for n in range(cards)}
    assert cards == 86 and all(len(on) == 1 for on in where.values()), where
    assert Counter(len(re.findall(rf"<{n}>", " ".join(sheets))) for n in where) == {2: cards}, "its top and its end"
    assert tall == 0 and len(sheets) <= 23


@pytest.mark.parametrize("name", ["finding-001", "finding-002"])
def test_a_finding_is_two_pages(browser: Any, drawn: Path, name: str) -> None:
    """What happens, the question with its answers, the rules and why; its play, which may be long, is on the screen."""
    page = browser.new_page()
    page.goto((drawn / "ferry" / f"{name}.html").as_uri())
    sheets = printed(page)
    page.close()
    assert (len(sheets) <= 2 and "The rules" in " ".join(sheets)) or "Two rules" in " ".join(sheets)
    assert "How it comes to this" not in " ".join(sheets)


def test_errata_are_printed_on_a6(browser: Any, command: Command, tmp_path: Path) -> None:
    made = Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
    told = {"finding": "003", "state": "ruled", "says": "The other one", "wording": "Then the other one has the turn."}
    (made / "a.json").write_text(json.dumps({"ruleset": "ferry", "answers": [told]}), "utf-8")
    assert command("findings", "--settle", "--from", str(made / "a.json"), project=made).code == 0
    out = ("--source", str(made / "text"), "-o", str(made / "out"))
    assert command("findings", "ferry", "--edition", *out, project=made).code == 0
    page = browser.new_page()
    page.goto((made / "out" / "errata.html").as_uri())
    (sheet,) = pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    page.close()
    assert [round(float(side) / 72 * 25.4) for side in sheet.mediabox[2:]] == [105, 148]
    assert "Then the other one has the turn." in " ".join(sheet.extract_text().split())
