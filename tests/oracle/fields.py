"""Numbers on the pages of a report: fields that carry the name of their source."""

from __future__ import annotations

from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path


@dataclass(frozen=True)
class Said:
    """A field of a page. source: the name of its statement; about: what it is about, where a page says the same of
    several."""

    page: str
    source: str
    about: str
    text: str


class _Fields(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.found, self.open = page, list[Said](), list[list[str]]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "span":
            self.open.append([given.get("data-source") or "", given.get("data-about") or "", ""])

    def handle_endtag(self, tag: str) -> None:
        if tag == "span" and self.open:
            source, about, text = self.open.pop()
            if source:
                self.found.append(Said(self.page, source, about, " ".join(text.split())))

    def handle_data(self, data: str) -> None:
        for one in self.open:
            one[2] += data


def fields(folder: Path) -> list[Said]:
    """Those of all pages in a folder."""
    found = list[Said]()
    for path in sorted(folder.rglob("*.html")):
        parser = _Fields(path.name)
        parser.feed(path.read_text(encoding="utf-8"))
        found += parser.found
    return found
