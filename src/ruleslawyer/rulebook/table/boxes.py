"""Boxes of a picture: side by side in rows, and in frames with a line of words; each is noted where it comes to lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ruleslawyer.rulebook.table.shapes import button, text_at
from ruleslawyer.rulebook.table.sizes import SMALL, Size, width_of

Frame: TypeAlias = tuple[float, float, float, float]
"""Left and upper edge, width and height."""


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper that is drawn on. live: names of what can be chosen; places: where what has a name lies; written: where
    something is written that has none."""

    size: Size
    live: frozenset[str]
    places: dict[str, Frame] = field(default_factory=dict)
    written: set[Frame] = field(default_factory=set)


@dataclass(slots=True)
class Box:
    """Something with a size, drawn where it is put."""

    width: float
    height: float
    shapes: list[str]

    def at(self, x: float, y: float) -> str:
        return f'<g transform="translate({x:.4g} {y:.4g})">{"".join(self.shapes)}</g>'


@dataclass(slots=True)
class Named(Box):
    """A box that arrows may lead to by any of its names, and by those of what it holds."""

    names: list[str]
    held: Sequence[str] = ()


class Flow:
    """Boxes side by side, in rows as wide as there is room, or of so many columns."""

    def __init__(self, paper: Paper, title: str, boxes: Sequence[Named], kind: str, columns: int | None = None) -> None:
        self.paper, self.title, self.boxes, self.kind = paper, title, boxes, kind
        room, gap = paper.size.width - 20, paper.size.gap / 2
        self.at: list[tuple[float, float]] = []
        x = y = row = wide = 0.0
        count = 0
        for box in boxes:
            if count and ((columns and count % columns == 0) or x + box.width > room):
                x, y, row, count = 0.0, y + row + gap, 0.0, 0
            self.at.append((x, y))
            x, row, count = x + box.width + gap, max(row, box.height), count + 1
            wide = max(wide, x - gap)
        head = 15 if title else 0
        self.width = max(wide, width_of(title, paper.size.text * SMALL) if title else 0.0)
        self.height, self.head = y + row + head, head

    def put(self, x: float, y: float, left: float, top: float) -> str:
        """The shapes at a point of a frame, which lies at `left` and `top` of the paper."""
        shapes = [text_at(self.title, 0, 10, "area", self.paper.size.text * SMALL)] if self.title else []
        if self.title:
            wide = width_of(self.title, self.paper.size.text * SMALL)
            self.paper.written.add((left + x, top + y, wide, 12.0))
        for box, (a, b) in zip(self.boxes, self.at, strict=True):
            shapes.append(button(box.at(a, b + self.head), self.paper.live.intersection(box.names)))
            frame = left + x + a, top + y + b + self.head, box.width, box.height
            self.paper.places.update(dict.fromkeys((*box.names, *box.held), frame))
            if not box.names:
                self.paper.written.add(frame)
        return f'<g class="{self.kind}" transform="translate({x:.4g} {y:.4g})">{"".join(shapes)}</g>'


class Place:
    """A frame with a line of words and areas beneath it."""

    def __init__(self, paper: Paper, head: Sequence[Box], parts: Sequence[Flow], kind: str, name: str) -> None:
        self.paper, self.kind, self.name, self.width = paper, kind, name, paper.size.width - 2
        gap, x, y, row = paper.size.gap, 8.0, 6.0, 0.0
        self.heads: list[tuple[Box, float, float]] = []
        for box in head:
            if x > 8 and x + box.width > self.width - 8:
                x, y = 8.0, y + 20
            self.heads.append((box, x, y))
            x += box.width + 12
        y += (24 if parts else 18) if head else 0
        x = 8.0
        self.parts: list[tuple[Flow, float, float]] = []
        for part in parts:
            if x > 8 and x + part.width > self.width - 8:
                x, y, row = 8.0, y + row + gap, 0.0
            self.parts.append((part, x, y))
            x, row = x + part.width + gap * 2, max(row, part.height)
        self.height = (y + row if parts else y + 2) + 8

    def put(self, x: float, y: float) -> str:
        paper = self.paper
        if self.name:
            paper.places[self.name] = (x + 8, y, 80, 22)
        inside = [box.at(a, b) for box, a, b in self.heads]
        paper.written.update((x + a, y + b, box.width, box.height) for box, a, b in self.heads[bool(self.name) :])
        if self.name in paper.live:
            inside[0] = button(inside[0], {self.name})
        inside += [part.put(a, b, x, y) for part, a, b in self.parts]
        frame = f'<rect class="mat" width="{self.width:g}" height="{self.height:g}"/>'
        return f'<g class="{self.kind}" transform="translate({x:.4g} {y:.4g})">{frame}{"".join(inside)}</g>'
