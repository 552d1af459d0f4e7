"""Arrows of a picture: from card to card, around others."""

from __future__ import annotations

import re

from ruleslawyer.rulebook.table.shapes import NARROW, arrow_between
from ruleslawyer.rulebook.table.svg import svg
from tests.unit.table.by_hand import hand


def test_an_arrow_runs_from_edge_to_edge_around_other_cards() -> None:
    """From the first of three cards in a row to the third: it begins and ends on a border, and no point of it is on the
    second one; its word has a patch beneath it."""
    drawing = hand({"Ape": [], "Bee": [], "Cow": []})
    drawing["arrows"] = [{"from": "Ape", "to": "Cow", "word": "hits"}]
    picture = svg(drawing)
    path = re.search(r'class="arrow" d="M([\d.-]+) ([\d.-]+)Q([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+)"', picture)
    assert path is not None
    x, y, p, q, a, b = map(float, path.groups())
    left = 9.0  # of the first card: the frame's border, and its padding
    for k in range(11):
        s = k / 10
        at = (1 - s) ** 2 * x + 2 * s * (1 - s) * p + s * s * a
        below = (1 - s) ** 2 * y + 2 * s * (1 - s) * q + s * s * b
        inside = [left + n * 136 < at < left + n * 136 + 132 for n in range(3)]
        assert not any(inside) or not 46 < below < 103, (k, at, below)
    assert picture.index('class="patch"') < picture.index(">hits<")


def test_the_word_of_an_arrow_lies_beside_it_where_something_is_written_on_its_way() -> None:
    """Straight down, along a column of words that ends at 50 pixels."""
    drawn = arrow_between((0, 0, 100, 20), (0, 100, 100, 20), "hits", [], [(20, 24, 30, 72)], NARROW)
    patch = re.search(r'class="patch" x="([\d.-]+)"', drawn)
    assert patch is not None and 50 <= float(patch[1]) < 70
