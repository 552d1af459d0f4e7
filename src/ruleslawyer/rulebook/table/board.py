"""Places of a board where they lie, by row and column, with the lines between them."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.rulebook.table.arrows import edge, middle
from ruleslawyer.rulebook.table.boxes import Flow, Named, Paper

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
