"""Sizes in a picture: of the whole, of a card, and of text, which is measured by its letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
