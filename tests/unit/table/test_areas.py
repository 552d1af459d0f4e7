"""The cards of a drawing, wherever they lie."""

from __future__ import annotations

from ruleslawyer.rulebook.table.areas import hides, lying, on_table
from tests.unit.table.by_hand import hand


def test_every_card_of_a_table_is_gone_through() -> None:
    """By hand: one in a hand, two beneath it, one on a space of a grid, and one on its way to another space."""
    drawing = hand({"Top": [], "Low": [], "Deep": [], "Set": [], "Coming": [1]})
    (area,) = drawing["seats"][0]["areas"]
    top, low, deep, placed, coming = area["cards"]
    low["beneath"], top["beneath"], area["cards"] = [deep], [low], [top]
    cells = [{"name": "a", "card": placed, "ghost": None}, {"name": "b", "card": None, "ghost": coming}]
    drawing["shared"]["areas"] = [{"title": "Board", "draw": "grid", "cards": [], "cells": cells}]
    assert sorted(card["name"] for card in on_table(drawing)) == ["Coming", "Deep", "Low", "Set", "Top"]
    assert sorted(card["name"] for card in lying([area])) == ["Deep", "Low", "Top"]
    assert hides(drawing), "what is on its way is drawn, and one seat does not see its face"
