"""The sites of all bundled rulebooks: axe on every page, and on one of each kind in the dark and on a phone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
pytestmark = [
    pytest.mark.campaign,
    pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed"),
]
ROOT = Path(__file__).parents[2]
LOOKS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1200, "height": 900}},
    "dark": {"viewport": {"width": 1200, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}},
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("sites")
    command = (sys.executable, "-m", "ruleslawyer", "--project", str(ROOT), "check", "-o", str(folder))
    assert subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0
    return sorted(folder.rglob("*.html"))


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(browser: Any, pages: list[Path], look: str) -> None:
    """Links of all pages are followed in tests/unit/report; here they are looked at."""
    kinds = {(page.parent.name, page.stem.rstrip("0123456789")): page for page in pages}
    assert len({folder for folder, _ in kinds}) >= 6
    page = browser.new_context(**LOOKS[look]).new_page()
    complaints = {}
    for path in pages if look == "desk" else kinds.values():
        page.goto(path.as_uri())
        found = axe.Axe().run(page).response["violations"]
        if found:
            complaints[path.name] = [violation["id"] for violation in found]
        if look == "phone":
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    assert complaints == {}
