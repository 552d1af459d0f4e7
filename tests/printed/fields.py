"""The statements of a page as a reader finds them: what carries a source, with its text, and what stands around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "rect", "img", "hr", "link", "input", "path", "line", "circle", "polygon", "polyline", "use"}
NUMBER = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?")


@dataclass(eq=False)
class Node:
    """An element, or at the top the page."""

    tag: str
    attributes: dict[str, str]
    above: Node | None
    inside: list[Node | str] = field(default_factory=list)

    def every(self, tag: str = "", **having: str) -> list[Node]:
        """The elements in it, in their order; `class_`: one of the words of its class."""
        return [one for one in self._all() if one._fits(tag, having)]

    def around(self, tag: str) -> Node:
        """The nearest element that it stands in."""
        node = self.above
        while node is not None and node.tag != tag:
            node = node.above
        assert node is not None, f"stands in no {tag}"
        return node

    def _fits(self, tag: str, having: dict[str, str]) -> bool:
        known = {**self.attributes, "class_": ""}
        classes = self.attributes.get("class", "").split()
        fits = all(v in classes if k == "class_" else known.get(k) == v for k, v in having.items())
        return fits and tag in ("", self.tag)

    def _all(self) -> Iterator[Node]:
        for one in self.inside:
            if isinstance(one, Node):
                yield one
                yield from one._all()

    @property
    def text(self) -> str:
        return "".join(one if isinstance(one, str) else one.text for one in self.inside)

    @property
    def numbers(self) -> list[float]:
        return [float(found[0].replace(",", "")) for found in NUMBER.finditer(self.text)]


class _Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.top = self.at = Node("page", {}, None)
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.inside.append(node)
        if tag not in VOID:
            self.at = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.at.inside.append(Node(tag, {name: value or "" for name, value in attrs}, self.at))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self.at.above is not None:
            self.at = self.at.above

    def handle_data(self, data: str) -> None:
        self.at.inside.append(data)


def read(page: str) -> Node:
    return _Reader(page).top


def statements(page: Node) -> list[Node]:
    """What carries a source."""
    return [one for one in page.every() if "data-source" in one.attributes]


def texts(page: Node, values: bool = False) -> Iterator[tuple[str, str, bool]]:
    """Every piece of text outside of statements that is read as prose, with the whole text of its element, and whether
    it may be a bare value of the document: of a state that a play shows, or the name of a row or of a place. No
    drawings, code or scripts."""
    classes = {*page.attributes.get("class", "").split()}
    values = values or page.tag == "th" or "#" in page.attributes.get("href", "") or bool(classes & {"film", "value"})
    for one in page.inside:
        if isinstance(one, str):
            yield one, page.text, values
        elif one.tag not in ("svg", "code", "script", "style", "pre", "kbd") and "data-source" not in one.attributes:
            yield from texts(one, values)
