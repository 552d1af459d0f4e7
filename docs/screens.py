"""Screenshots of each kind of page of a report, as it is seen on a desk, on a phone, in the dark and on paper.

    python docs/screens.py build/report build/screens

They are for somebody to look at: nothing compares them. It needs playwright and chromium, as the browser's tests do.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

MODES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    "print": {"viewport": {"width": 794, "height": 1123}},
}
PAGES = (
    "index",
    "impact",
    "question-1",
    "rulebook",
    "playtest",
    "events",
    "cores",
    "proofs",
    "games",
    "coverage",
    "pictures",
)
GRADES = ('"known computed"', '"known played"', '"known text"')
"""By what a page says how its finding is known: one of each is shown."""
LONGEST = 6000
"""Pixels: of a longer page the beginning is shown."""


def pages(site: Path) -> Iterator[Path]:
    """A page of each kind, of each rulebook."""
    yield site / "index.html"
    for folder in sorted(path for path in site.iterdir() if (path / "impact.html").is_file()):
        yield from (path for name in PAGES if (path := folder / f"{name}.html").is_file())
        findings = {path: path.read_text(encoding="utf-8") for path in sorted(folder.glob("finding-*.html"))}
        for grade in GRADES:
            yield from [path for path, text in findings.items() if grade in text][:1]
        yield from [path for path, text in findings.items() if "class=crux" in text][:2]


def main(site: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for mode, look in MODES.items():
            page = browser.new_context(**look).new_page()
            if mode == "print":
                page.emulate_media(media="print")
            for path in dict.fromkeys(pages(site)):
                page.goto(path.resolve().as_uri())
                high = min(LONGEST, page.evaluate("document.documentElement.scrollHeight"))
                name = "-".join(path.relative_to(site).with_suffix("").parts)
                clip: Any = {"x": 0, "y": 0, "width": look["viewport"]["width"], "height": high}
                page.screenshot(path=str(out / f"{name}-{mode}.png"), full_page=True, clip=clip)
        browser.close()
    print(f"{len(list(out.glob('*.png')))} screenshots in {out}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
