"""The registry of pages: what each kind prints and is made of, and how many files somebody reads to follow one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from ruleslawyer.report import rendering
from ruleslawyer.report.document import document
from ruleslawyer.report.site import PAGES, Page, Rulebook, _Writer
from ruleslawyer.report.statement import STATEMENTS
from tests.checked import ferry_checked

TEMPLATES = resources.files("ruleslawyer.report") / "templates"
PARTS = "parts.html"
"""What any page may use, with statements of its own."""
LEADS = re.compile(r'{% (?:import|include) "([\w-]+\.html)"')
SAID = re.compile(r'say\("(\w+)\.(\w*)"')
WAY = {"making/report.py", "write.py"}
"""The files from the command to the site."""
FILES = {
    "front.html": 17, "impact.html": 15, "rulebook.html": 9, "games.html": 8, "engineers.html": 7, "unasked.html": 7,
    "best-play.html": 8, "playtest.html": 11, "faq.html": 10, "events.html": 10, "cores.html": 10, "proofs.html": 11,
    "pictures.html": 10, "coverage.html": 10, "chapter.html": 9, "finding.html": 19, "question.html": 13,
}  # fmt: skip
"""The files of this room from the command to a page of the ferry, at most: Python that runs for it, and templates. Of a
large rulebook they are one or two more. Without a registry they were 25 to 35."""


def templates_of(name: str) -> Iterator[str]:
    """A template and those that it uses, but for the parts that any page may use."""
    yield name
    for other in LEADS.findall((TEMPLATES / name).read_text(encoding="utf-8")):
        if other != PARTS:
            yield from templates_of(other)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.template)
def test_a_page_names_the_modules_of_its_statements(page: Page) -> None:
    """Each of them, and no other one."""
    texts = [(TEMPLATES / name).read_text(encoding="utf-8") for name in templates_of(page.template)]
    said = {found for text in texts for found in SAID.findall(text)}
    modules = {
        one.values.__module__
        for name, one in STATEMENTS.items()
        for subject, word in said
        if name == f"{subject}.{word}" or (not word and name.startswith(f"{subject}."))
    }
    assert modules == {module.__name__ for module in page.statements}


def test_every_kind_of_page_is_named_once() -> None:
    """The ferry has no pictures of states, and no play apart from findings."""
    assert [page.template for page in PAGES] == [*FILES, "states.html", "play.html"]


@pytest.fixture(scope="module")
def found() -> Any:
    return document([ferry_checked(prove=True)])


@pytest.mark.parametrize("page", [one for one in PAGES if one.template in FILES], ids=lambda page: page.template)
def test_a_page_is_followed_in_few_files(page: Page, found: Any) -> None:
    (r,) = found["rulesets"]
    assert len(followed(page, r, _Writer(found))) <= FILES[page.template]


def followed(page: Page, r: Any, writer: _Writer) -> set[str]:
    """The files that are run through for the first page of a kind."""
    folder, run = Path(rendering.__file__).parent, set[str]()
    rendering.environment.cache_clear()

    def note(frame: FrameType, event: str, _: object) -> None:
        template, file = frame.f_globals.get("name"), Path(frame.f_code.co_filename)
        if event == "call" and folder in file.parents and file.suffix == ".py":
            run.add(file.relative_to(folder).as_posix())
        elif event == "call" and "blocks" in frame.f_globals and isinstance(template, str):
            run.add(template)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        next(writer.pages_of(page, Rulebook(r, writer._books)))
    finally:
        sys.setprofile(before)
    return run | WAY
