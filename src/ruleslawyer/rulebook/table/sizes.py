"""Sizes in a picture: of the whole, of a card, and of text, which is measured by its letters."""

from __future__ import annotations

from dataclasses import dataclass


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
    """A text in lines, at most so many, the last one cut."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [shorten(line, room, size) for line in lines]
