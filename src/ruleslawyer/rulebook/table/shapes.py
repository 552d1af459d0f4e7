"""Shapes of a picture: text, rectangles, and groups that can be chosen or that somebody does not see."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from ruleslawyer.rulebook.table.sizes import LARGE, SMALL

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
