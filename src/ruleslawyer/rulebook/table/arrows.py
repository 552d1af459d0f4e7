"""Arrows of a picture: from box to box, around what lies between them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from ruleslawyer.rulebook.table.boxes import Frame
from ruleslawyer.rulebook.table.shapes import text_at
from ruleslawyer.rulebook.table.sizes import SMALL, Size, width_of

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
