"""Shapes of a picture: text and rectangles with their sizes, boxes in rows and frames, arrows, and places."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TypeAlias

_PART = 3
"""Letters of a word that a hyphen parts from the rest, at least."""


@dataclass(frozen=True, slots=True)
class Size:
    """Measures in pixels: of the whole, of a card, of its text."""

    width: int
    card: int
    least: int
    text: float
    gap: int


LARGE = Size(760, 132, 58, 13, 8)
MIDDLE = Size(600, 132, 58, 13, 8)
CARD = Size(500, 132, 58, 13, 8)
"""For a card to print: on A6 it is drawn at two thirds, where the smallest letters have 6 points."""
NARROW = Size(316, 132, 58, 13, 8)
"""For a phone, for an answer and for a column of three: two cards side by side."""
SMALL = 12 / 13
"""The size of small text, to that of the usual: what is drawn as wide as it is made has no letters below 12 pixels."""


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide a text is: fonts differ, so on the wide side."""
    narrow = sum(c in "iljtfrI.,:;'|!() " for c in text)
    return (len(text) - narrow * 0.4) * size * (0.76 if bold else 0.7)


def shorten(text: str, room: float, size: float) -> str:
    while len(text) > 2 and width_of(text, size) > room:
        text = text[:-2].rstrip() + "…"
    return text


def in_lines(text: str, room: float, size: float, most: int) -> list[str]:
    """A text in lines, at most so many, the last one cut. A word that is too long for a line goes on in the next one,
    after a hyphen."""
    lines = [""]
    for word in text.split(" "):
        rest = word
        while most > 1 and (fits := _begin_of(rest, room, size)) < len(rest):
            lines += [f"{rest[:fits]}-"]
            rest = rest[fits:]
        longer = f"{lines[-1]} {rest}".strip()
        if lines[-1] and (rest != word or width_of(longer, size) > room):
            lines.append(rest)
        else:
            lines[-1] = longer
    lines = lines if lines[0] else lines[1:] or lines
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [shorten(line, room, size) for line in lines]


def _begin_of(word: str, room: float, size: float) -> int:
    """How many letters of a word stand in a line: all, or so many as leave room for a hyphen, and three for the next
    line."""
    if width_of(word, size) <= room or len(word) < 2 * _PART:
        return len(word)
    fits = max((n for n in range(_PART, len(word)) if width_of(f"{word[:n]}-", size) <= room), default=len(word))
    return fits if fits == len(word) else max(_PART, min(fits, len(word) - _PART))


def list_of_names(names: Sequence[str], room: float, size: float, most: int) -> list[str]:
    """Names in lines, at most so many; of those for which there is no room, three dots say that there are more."""
    for shown in range(len(names), 0, -1):
        text = ", ".join([*names[:shown], *["…"] * (shown < len(names))])
        lines = in_lines(text, room, size, most + 1)
        if len(lines) <= most:
            return lines
    return in_lines(names[0] if names else "", room, size, most)


_ANCHORS = {"middle": "mid", "end": "end"}
_SIZES = {round(LARGE.text * SMALL, 1): "s", 14.3: "l"}
"""The classes of text that is smaller or larger than the usual one; the style sheet has the sizes."""


def text_at(text: str, x: float, y: float, kind: str, size: float, anchor: str = "") -> str:
    where = f" {_ANCHORS[anchor]}" if anchor else ""
    least = f" {_SIZES[round(size, 1)]}" if round(size, 1) in _SIZES else ""
    return f'<text class="{kind}{least}{where}"{point(x, y)}>{escape(text)}</text>'


def point(x: float, y: float) -> str:
    return "".join(f' {axis}="{value:.4g}"' for axis, value in (("x", x), ("y", y)) if value)


def button(shapes: str, names: Collection[str]) -> str:
    """A shape that can be chosen by some names; unchanged where there are none."""
    if not names:
        return shapes
    said = escape(", ".join(sorted(names)))
    return f'<g class="live" role="button" tabindex="-1" data-names="{said}" aria-label="{said}">{shapes}</g>'


def face(shapes: str, hidden: Sequence[int]) -> str:
    """Shapes that some seats do not see: the style sheet takes them away where the table is looked at from there."""
    for seat in hidden:
        shapes = f'<g class="h{seat % 6}">{shapes}</g>'
    return shapes


def rect(width: float, height: float, kind: str) -> str:
    return f'<rect class="{kind}" width="{width:g}" height="{height:g}"/>'


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


_BENDS = (0, 30, -30, 60, -60, 100, -100, 150, -150)
"""Pixels to the side by which the middle of an arrow may be led around what lies between."""
_Spot: TypeAlias = tuple[float, float]


def arrow_between(
    start: Frame, end: Frame, word: str, cards: Collection[Frame], written: Collection[Frame], size: Size
) -> str:  # fmt: skip
    """An arrow from the edge of one box to the edge of another, around cards where that can be; its word on a plain
    patch on it or beside it, where it hides the least."""

    def crossings(curve: tuple[_Spot, _Spot, _Spot]) -> int:
        points = [_on(curve, k / 20) for k in range(21)]
        return sum(_inside(point, cards) or not 4 < point[0] < size.width - 4 for point in points)

    (x, y), (p, q), (a, b) = min((_bent(start, end, bend) for bend in _BENDS), key=crossings)
    length = max(1.0, ((a - p) ** 2 + (b - q) ** 2) ** 0.5)
    u, v = (a - p) / length, (b - q) / length
    left, right = (a - 9 * u + 5 * v, b - 9 * v - 5 * u), (a - 9 * u - 5 * v, b - 9 * v + 5 * u)
    head = f"M{a:.1f} {b:.1f}L{left[0]:.1f} {left[1]:.1f}L{right[0]:.1f} {right[1]:.1f}z"
    line = f"M{x:.1f} {y:.1f}Q{p:.1f} {q:.1f} {a - 6 * u:.1f} {b - 6 * v:.1f}"
    wide = width_of(word, size.text * SMALL, bold=True) + 6
    spots = [
        (min(max(m + aside * (wide / 2 + 4), wide / 2 + 2), size.width - wide / 2 - 2), n)
        for aside in (0, 1, -1)
        for m, n in (_on(((x, y), (p, q), (a, b)), at) for at in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2))
    ]
    m, n = min(spots, key=lambda at: _covers((at[0] - wide / 2, at[1] - 9, wide, 16), [*written, start, end]))
    patch = f'<rect class="patch" x="{m - wide / 2:.1f}" y="{n - 9:.1f}" width="{wide:.0f}" height="16"/>'
    said = f"{patch}{text_at(word, m, n + 3.5, 'arrowed', size.text * SMALL, 'middle')}" if word else ""
    return f'<path class="arrow" d="{line}"/><path class="head" d="{head}"/>{said}'


def _bent(start: Frame, end: Frame, bend: float) -> tuple[_Spot, _Spot, _Spot]:
    """A curve between the edges of two boxes, whose middle is so far to the side: its ends and what draws it aside."""
    (x, y), (a, b) = middle(start), middle(end)
    length = max(1.0, ((a - x) ** 2 + (b - y) ** 2) ** 0.5)
    over = (x + a) / 2 - 2 * bend * (b - y) / length, (y + b) / 2 + 2 * bend * (a - x) / length
    return edge(start, over), over, edge(end, over)


def _on(curve: tuple[_Spot, _Spot, _Spot], at: float) -> _Spot:
    """The point of a curve at a part of its way."""
    (x, y), (p, q), (a, b) = curve
    one, way, two = (1 - at) ** 2, 2 * at * (1 - at), at * at
    return one * x + way * p + two * a, one * y + way * q + two * b


def middle(box: Frame) -> _Spot:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def edge(box: Frame, toward: _Spot) -> _Spot:
    """The point where a line from the middle of a box to a point leaves it."""
    x, y = middle(box)
    dx, dy = toward[0] - x, toward[1] - y
    scale = min(box[2] / 2 / max(abs(dx), 0.1), box[3] / 2 / max(abs(dy), 0.1), 1.0)
    return x + dx * scale, y + dy * scale


def _covers(label: Frame, boxes: Collection[Frame]) -> float:
    """How much of boxes a label lies on, in square pixels."""
    a, b, wide, high = label
    return sum(
        max(0.0, min(a + wide, x + w) - max(a, x)) * max(0.0, min(b + high, y + h) - max(b, y)) for x, y, w, h in boxes
    )


def _inside(point: _Spot, boxes: Collection[Frame]) -> bool:
    """Whether a point lies on one of some boxes."""
    a, b = point
    return any(x <= a <= x + w and y <= b <= y + h for x, y, w, h in boxes)


LINE = 18.0
"""How far places are apart, so that a line between them is seen."""


class Laid(Flow):
    """Boxes at their rows and columns, both from 1; beneath them a line between each two that are joined."""

    def __init__(
        self, paper: Paper, title: str, boxes: Sequence[Named], spots: Sequence[tuple[int, int]],
        lines: Sequence[tuple[str, str]],
    ) -> None:  # fmt: skip
        super().__init__(paper, title, boxes, "board")
        wide, high = (max(getattr(box, side) for box in boxes) + LINE for side in ("width", "height"))
        self.at = [((column - 1) * wide, (row - 1) * high) for row, column in spots]
        self.width = max(wide * max(column for _, column in spots) - LINE, self.width if title else 0.0)
        self.height = high * max(row for row, _ in spots) - LINE + self.head
        self.lines = lines

    def put(self, x: float, y: float, left: float, top: float) -> str:
        frames = {
            box.names[0]: (a, b + self.head, box.width, box.height)
            for box, (a, b) in zip(self.boxes, self.at, strict=True)
        }
        shapes = []
        for start, end in self.lines:
            (a, b), (p, q) = edge(frames[start], middle(frames[end])), edge(frames[end], middle(frames[start]))
            shapes.append(f'<path class="line" d="M{a:.1f} {b:.1f}L{p:.1f} {q:.1f}"/>')
        drawn = f'<g transform="translate({x:.4g} {y:.4g})">{"".join(shapes)}</g>' if shapes else ""
        return drawn + super().put(x, y, left, top)
