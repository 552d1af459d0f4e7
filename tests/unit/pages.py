"""Pages as a test reads them: elements with their attributes, ids, links and text."""

from __future__ import annotations

import os.path
from collections.abc import Container, Mapping
from html.parser import HTMLParser
from pathlib import PurePosixPath

VOID = {"meta", "br", "rect", "img", "hr", "link", "input", "path", "line", "circle", "polygon", "use"}


class Page(HTMLParser):
    """A page; its elements must close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.elements]

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(sorted(name for name, _ in attrs))))
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def leads_to(path: str, link: str) -> tuple[str, str]:
    """The file and the place in it that a link of a page means."""
    file, _, place = link.partition("#")
    target = os.path.normpath(PurePosixPath(path).parent / file) if file else path
    return target, place


def expect_links_resolved(files: Container[str], pages: Mapping[str, Page]) -> None:
    """Each link of each page leads to a file, and to a place in it."""
    for path, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), path
        for link in page.links:
            file, place = leads_to(path, link)
            assert file in files or file == "report.json.gz", f"{path}: {link}"
            assert not place or place in pages[file].ids, f"{path}: {link}"
