"""The sites of all bundled rulebooks: sizes and links; axe on every page, and as others see it on one of each kind,
with pictures and without."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import CHROMIUM
from tests.browser.letters import too_small
from tests.unit.pages import Page, expect_links_resolved

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
pytestmark = [
    pytest.mark.campaign,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]
ROOT = Path(__file__).parents[2]
SITES = "RULESLAWYER_SITES"
"""A folder with the sites, where they are there already."""
MOST, MOST_TOGETHER = 10_000_000, 35_000_000
"""Bytes of the site of a rulebook, unpacked, and of all."""
LOOKS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1200, "height": 900}},
    "dark": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}},
    "paper": {"viewport": {"width": 794, "height": 1123}},
}
LAID_OUT = "<svg", "stage flat", "class=sides", "class=situation"
"""Words of pages on which pictures have another place, and another width."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if SITES in os.environ:
        return Path(os.environ[SITES])
    made = tmp_path_factory.mktemp("sites")
    command = (sys.executable, "-m", "ruleslawyer", "--project", str(ROOT), "check", "-o", str(made))
    assert subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0
    return made


@pytest.fixture(scope="module")
def pages(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.html"))


def test_no_site_is_too_large(folder: Path) -> None:
    """With the report as data, which is packed and beside the pages."""
    sizes = Counter[str]()
    for path in folder.rglob("*"):
        if path.is_file():
            sizes[path.relative_to(folder).parts[0]] += path.stat().st_size
    assert len(sizes) >= 6 and max(sizes.values()) <= MOST and sizes.total() <= MOST_TOGETHER, sizes


def test_every_link_leads_somewhere(folder: Path, pages: list[Path]) -> None:
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    read = {path.relative_to(folder).as_posix(): Page(path.read_text(encoding="utf-8")) for path in pages}
    expect_links_resolved(files, read)


def test_answers_begin_in_the_first_screen(browser: Any, pages: list[Path]) -> None:
    """Of every finding that has a table and answers, at 1200 by 900; no answer waits for another one's picture."""
    told = [path for path in pages if "class=scene" in (text := path.read_text("utf-8")) and "class=answer>" in text]
    assert len({path.parent.name for path in told}) >= 5
    page = browser.new_context(**LOOKS["desk"]).new_page()
    low = {}
    for path in told:
        page.goto(path.as_uri())
        tops = page.locator("h1, .stage .scene .drawn, .which h2, .answer:not(details .answer) h3").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().top)"
        )
        if max(tops) > 700:
            low[f"{path.parent.name}/{path.stem}"] = max(tops)
    assert low == {}


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_and_every_letter_can_be_read(browser: Any, pages: list[Path], look: str) -> None:
    texts = {page: page.read_text("utf-8") for page in pages}
    kinds = {
        (page.parent.name, page.stem.rstrip("0123456789"), *(word in text for word in LAID_OUT)): page
        for page, text in texts.items()
    }
    assert len({folder for folder, *_ in kinds}) >= 6
    page = browser.new_context(**LOOKS[look]).new_page()
    page.emulate_media(media="print" if look == "paper" else "screen")
    complaints = {}
    for path in pages if look == "desk" else kinds.values():
        page.goto(path.as_uri())
        found = axe.Axe().run(page).response["violations"]
        if found:
            complaints[path.name] = [violation["id"] for violation in found]
        small = too_small(page, "print" if look == "paper" else "screen")
        if small:
            complaints[f"{path.parent.name}/{path.name}"] = small
        if look == "phone":
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    assert complaints == {}
