"""Drawings that are written once: the page shows the same shapes, at the same places."""

from __future__ import annotations

import re

from ruleslawyer.report.rendering import share_shapes, short_links, tight, without_quotes
from ruleslawyer.rulebook.table.svg import sheet

CARD = '<rect class="card p0" width="124" height="58" rx="5"/><text class="name" x="6" y="15">Imp</text>'
PAGE = '<main id="main" tabindex="-1"><svg class="tabletop">{}</svg></main>'


def placed(shapes: str, x: int) -> str:
    return f'<g transform="translate({x},0)">{shapes}</g>'


def test_what_is_there_twice_is_written_once() -> None:
    page = PAGE.format(placed(CARD, 0) + placed(CARD, 128) + placed(CARD.replace("Imp", "Elf"), 256))
    found = share_shapes(page)
    assert found.count(">Imp<") == found.count(">Elf<") == 1
    assert re.findall(r'<use href="#(\w+)"(?: x="(\d+)")?/>', found) == [("d1", ""), ("d1", "128")]
    assert f'<g id="d1">{CARD}</g>' in found and found.index('id="d1"') < found.index("<use")


def test_what_is_there_once_stays() -> None:
    page = PAGE.format(placed(CARD, 8))
    assert share_shapes(page) == page


def test_a_group_that_holds_groups_is_shared_as_a_whole() -> None:
    """The card is led to from one group alone, which is there twice: it is kept within that group."""
    page = PAGE.format(placed(placed(CARD, 1), 0) + placed(placed(CARD, 1), 128))
    assert share_shapes(page).count("<use") == 2 and share_shapes(page).count(">Imp<") == 1
    assert f'<g id="d1">{placed(CARD, 1)}</g>' in share_shapes(page)


def test_what_a_group_holds_is_shared_by_different_groups() -> None:
    """Two rows with the same card, and one of them once more: the card is kept, and the row that is there twice."""
    other = CARD.replace("Imp", "Elf")
    row = placed(CARD, 1) + placed(other, 2)
    page = PAGE.format(placed(row, 3) + placed(placed(CARD, 1), 4) + placed(row, 5))
    found = share_shapes(page)
    assert found.count(">Imp<") == found.count(">Elf<") == 1
    assert found.index('id="d1"') < found.index('id="d2"'), "what is held is kept before what holds it"
    assert found.count('href="#d1"') == 2 and found.count('href="#d2"') == 2


def test_the_class_of_a_group_stays_with_its_shapes() -> None:
    """What a style sheet says of things in a seat holds in each copy of the seat."""
    seat = f'<g class="seat p1" transform="translate(1 9)">{CARD}</g>'
    found = share_shapes(PAGE.format(seat + seat.replace("1 9", "1 90")))
    assert f'<g id="d1"><g class="seat p1">{CARD}</g></g>' in found
    assert re.findall(r'<use href="#d1" x="1" y="(\d+)"/>', found) == ["9", "90"]


def test_a_picture_in_two_layouts_is_described_once() -> None:
    """Words of some length; a few letters, and what is there once, stay where they are."""
    picture = '<svg class="tabletop" aria-label="x"><desc>{}</desc></svg>'
    words, few = "Ann: to move, money 2; Bob: money 3; the market is open", "as before"
    once = picture.format("Bob: to move, and nothing else is as it was before that")
    found = share_shapes(picture.format(words) * 2 + picture.format(few) * 2 + once)
    assert found.count(words) == 1 and f'<desc id="w1">{words}</desc>' in found and once in found
    assert found.count('aria-describedby="w1"></svg>') == 1 and found.count(f"<desc>{few}</desc>") == 2


def test_quotes_are_left_out_where_html_does_not_ask_for_them() -> None:
    tag = '<a class="chip small" href="rules-5.html#c-5.1.6a" title="it&#39;s" data-x="">a="b"</a><use href="#d1"/>'
    assert without_quotes(tag) == tag.replace('"rules-5.html#c-5.1.6a"', "rules-5.html#c-5.1.6a").replace(
        '"#d1"/', "#d1 /"
    )
    assert without_quotes('<use href="#d1" x="1" y="2.5"/>') == "<use href=#d1 x=1 y=2.5 />"


def test_a_value_with_a_slash_needs_no_quotes_but_at_its_end() -> None:
    """At the end it would close the element."""
    assert without_quotes('<a href="../index.html">x</a>') == "<a href=../index.html>x</a>"
    assert without_quotes('<body data-top="../">') == '<body data-top="../">'


def test_a_link_to_a_page_beside_it_is_its_name() -> None:
    """But where the name might be taken for something else."""
    assert (
        short_links('<a href="./cores.html#a"> <a href="./index.html">')
        == '<a href="cores.html#a"> <a href="index.html">'
    )
    for other in ('<a href="./a:b.html">', '<a href="./javascript:x.html#">', "./cores.html"):
        assert short_links(other) == other


def test_lines_end_only_where_somebody_may_see_it() -> None:
    """Between words and inside a line a space is seen; before a block it is not."""
    assert tight("<ul>\n<li>one\ntwo</li>\n\n</ul>\n<b>x</b>\n<i>y</i>") == (
        "<ul><li>one\ntwo</li></ul>\n<b>x</b>\n<i>y</i>"
    )


def test_the_style_sheet_reaches_into_what_is_kept() -> None:
    """A copy has nothing around it but the kept group: each rule that holds within a picture holds within one."""
    (kept,) = re.findall(r"<g id[^>]*>", share_shapes(PAGE.format(placed(CARD, 0) + placed(CARD, 128))))
    assert kept == '<g id="d1">'
    within = [rule for rule in re.findall(r"[^{}]*\.tabletop[^{}]* [^{}]*(?={)", sheet()) if ":is(" in rule]
    assert within and all(":is(.tabletop, :where(g)[id])" in rule for rule in within)
