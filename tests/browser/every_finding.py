"""Opens each live page of a site that was made, as a reader would: python -m tests.browser.every_finding SITE RULESET

Each finding's moment is played on by a move, and the game by a few; said are those that do not open, how many moves
there are at the others, and how long it took from the press of the button to the table."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.chromium import CHROMIUM

LIVE, WAIT = "[data-live]", 60_000


def opened(page: Any, address: str) -> tuple[str, float]:
    """The words where a page has its table, and in how many seconds it came; empty: the page has none."""
    page.goto(address)
    if not page.locator(LIVE).count():
        return "", 0.0
    begun = perf_counter()
    page.locator(f"{LIVE} button.main").first.click()
    page.wait_for_selector(f"{LIVE}[data-moves], {LIVE} :text('does not open here')", timeout=WAIT)
    took = perf_counter() - begun
    if page.locator(f"{LIVE}[data-moves]").count() == 0:
        return str(page.inner_text(LIVE)), took
    moves = int(page.get_attribute(LIVE, "data-moves"))
    press = page.locator(f"{LIVE} .sit button", has_text="Do it")
    if moves or press.count():
        (press if press.count() else page.locator(f"{LIVE} .moves button")).first.click()
    return f"{moves} moves", took


def complaints_of(page: Any) -> list[str]:
    """The complaints of a page, as it goes on."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda message: found.append(message.text))
    return found


def main(site: Path, ruleset: str) -> int:
    wrong, times = 0, []
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for file in [*sorted((site / ruleset).glob("finding-*.html")), site / ruleset / "games.html"]:
            page = browser.new_page()
            complaints = complaints_of(page)
            try:
                said, took = opened(page, file.as_uri())
            except Exception as error:  # it is told, and the others are opened
                said, took = f"failed: {str(error)[:200]}", 0.0
            page.close()
            fine = (said.endswith("moves") or not said) and not complaints
            wrong += not fine
            times += [took] if said and fine else []
            if not fine:
                print(file.stem, said, *complaints, flush=True)
        browser.close()
    print(f"{ruleset}: {len(times)} open, {wrong} do not; median {1000 * median(times or [0]):.0f} ms")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
