"""The table in a real browser, as `play --web` serves it: cards, keys, rulings, readings, reloads, and axe."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
pytest.importorskip("fastapi_offline", reason="the extra http is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"
PATIENCE = 60_000
"""Milliseconds for a rulebook to be read on a machine that has other work."""


@contextmanager
def table(project: Path, *words: str) -> Iterator[str]:
    """`play --web` in another process: its address."""
    tool = [sys.executable, "-m", "ruleslawyer", "--project", str(project), "play", *words, "--web", "--port", "0"]
    process = subprocess.Popen(tool, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    address = re.search(r"http://[0-9.:]+/", process.stdout.readline())
    try:
        assert address
        yield address[0]
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as engine:
        started = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def ferry() -> Iterator[str]:
    with table(FERRY, "ferry") as address:
        yield address


@pytest.fixture(scope="module")
def duel() -> Iterator[str]:
    with table(ROOT, "daemons", "--scope", "duel") as address:
        yield address


class Person:
    """Somebody at the table; every complaint of the page, and what it asks for elsewhere, is kept."""

    def __init__(self, browser: Any, address: str, width: int = 1200, dark: bool = False) -> None:
        scheme = "dark" if dark else "light"
        self.context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
        self.page = self.context.new_page()
        self.address, self.complaints = address, list[str]()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog {dialog.message}"))
        self.page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.complaints.append(f"request for {request.url}")

    def open(self, place: str = "") -> Any:
        self.page.goto(self.address + place)
        self.page.locator("#says", has_not_text="Reading the rules").wait_for(timeout=PATIENCE)
        return self.page

    def wait(self) -> None:
        self.page.locator("body:not([aria-busy])").wait_for(timeout=PATIENCE)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.wait()

    def click(self, what: Any) -> None:
        what.click()
        self.wait()

    def take(self, says: str) -> None:
        self.click(self.page.locator("#actions .act", has_text=says))

    @property
    def actions(self) -> list[str]:
        """The actions that can be taken, without their numbers."""
        return [re.sub(r"^\d+", "", text).strip() for text in self.page.locator("#actions .act").all_inner_texts()]

    @property
    def tried(self) -> list[str]:
        return [text.strip() for text in self.page.locator("#tree button").all_inner_texts()]

    @property
    def at(self) -> str:
        return str(self.page.locator("#tree [aria-current]").inner_text())

    @property
    def says(self) -> str:
        return str(self.page.locator("#says").inner_text())


@contextmanager
def person(browser: Any, address: str, **how: Any) -> Iterator[Person]:
    one = Person(browser, address, **how)
    yield one
    one.context.close()
    assert one.complaints == []


def test_a_click_on_a_card_takes_an_action(browser: Any, duel: str) -> None:
    """Ann's deck has Imp, Drake and Bolt. Once both have a card, Imp can be put aside, and so can Bob's Elf."""
    with person(browser, duel) as one:
        page = one.open()
        assert one.says == "Chance decides."
        one.take("Imp is drawn")
        one.take("Elf is drawn")
        assert one.actions == ["Ann puts Imp aside", "Bob puts Elf aside", "Ann keeps the grip", "Bob keeps the grip"]
        assert page.locator(".live").evaluate_all("all => all.map((one) => one.dataset.names)") == [
            "Bob", "Elf", "Ann", "Imp"
        ]  # fmt: skip
        page.locator('.live[data-names="Imp"]').click()
        assert one.actions == ["Ann puts Imp aside"] and "Only with Imp: 1 of 4." in page.inner_text("#only")
        one.press("Enter")
        assert one.at == "Ann puts Imp aside"
        assert one.actions == ["Bob puts Elf aside", "Ann keeps the grip", "Bob keeps the grip"]
        assert "2.11" in page.locator("#actions summary").first.inner_text()
