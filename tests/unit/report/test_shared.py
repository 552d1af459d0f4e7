"""Drawings that are written once: the page shows the same shapes, at the same places."""

from __future__ import annotations

import re

from ruleslawyer.report.shared import shared

CARD = '<rect class="card p0" width="124" height="58" rx="5"/><text class="name" x="6" y="15">Imp</text>'
PAGE = '<main id="main" tabindex="-1"><svg class="tabletop">{}</svg></main>'


def placed(shapes: str, x: int) -> str:
    return f'<g transform="translate({x} 0)">{shapes}</g>'


def test_what_is_there_twice_is_written_once() -> None:
    page = PAGE.format(placed(CARD, 0) + placed(CARD, 128) + placed(CARD.replace("Imp", "Elf"), 256))
    found = shared(page)
    assert found.count(">Imp<") == found.count(">Elf<") == 1
    assert re.findall(r'<use href="#(\w+)" transform="translate\((\d+) 0\)"/>', found) == [("d1", "0"), ("d1", "128")]
    assert f'<g id="d1" class="tabletop">{CARD}</g>' in found and found.index('id="d1"') < found.index("<use")


def test_what_is_there_once_stays() -> None:
    page = PAGE.format(placed(CARD, 0))
    assert shared(page) == page


def test_a_group_that_holds_groups_is_none_to_share() -> None:
    page = PAGE.format(placed(placed(CARD, 1), 0) + placed(placed(CARD, 1), 128))
    assert shared(page).count("<use") == 2 and shared(page).count(">Imp<") == 1
