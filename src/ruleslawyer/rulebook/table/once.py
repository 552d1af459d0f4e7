"""Whether a view draws each card that lies somewhere, and once: what it draws nowhere, and what two areas have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslawyer.base.files.toml import Key, Places
from ruleslawyer.ir import types as t
from ruleslawyer.rulebook.table.names import Names
from ruleslawyer.rulebook.table.view import Area, Cards

WRONG, UNDRAWN = "RL711", "RL712"
"""A view that is no view, or names what there is not; a place that no area has."""
Problem = tuple[Key, str, str, str]
"""Where in the file, the code, the message, and what mends it."""
REST = "[[area]] with neither `at` nor `of`"


def places_of(names: Names, cards: Cards) -> list[str]:
    """The values of enums that say where a card is."""
    enums = (t.unwrap(names.of(cards.sort).get(name, t.Bool())) for name in cards.where)
    return [member for one in enums if isinstance(one, t.Enum) for member in names.system.enums[one.name].members]


def not_once(names: Names, cards: Cards, areas: Sequence[Area], lines: Places) -> Iterator[Problem]:
    """Find what is drawn nowhere, and what two areas would draw."""
    yield from _undrawn(names, cards, areas)
    yield from _twice(areas, lines)


def _undrawn(names: Names, cards: Cards, areas: Sequence[Area]) -> Iterator[Problem]:
    piles, every = any(area.of for area in areas), any(not area.of and not area.at for area in areas)
    if not cards.where and not piles:
        mend = f'name the field by {cards.sort} that says it, where = "…", or a pile of them: [[area]] of = "…"'
        yield ("card",), WRONG, f"nothing says where a {cards.sort} is, so none is drawn", mend
    if cards.where and not areas:
        mend = "write [[area]] for it: with `at`, or with neither `at` nor `of`, and each place is an area"
        yield ("card", "where"), UNDRAWN, f"a {cards.sort} lies in no area, so none is drawn", mend
    if piles or every or not areas:
        return  # what lies in no pile, may be out of the game
    drawn = {value for area in areas for value in area.at}
    for value in places_of(names, cards):
        if value not in drawn:
            mend = "add it to an `at`, or write [[area]] for it"
            yield ("area",), UNDRAWN, f"cards at `{value}` lie in no area", mend
    for name in cards.where:
        type_ = t.unwrap(names.of(cards.sort).get(name, t.Bool()))
        if isinstance(type_, t.Sort):
            about = f"cards at a {type_.name}, as `{name}` says, lie in no area"
            yield ("area",), UNDRAWN, about, f"write {REST}: each place that no other area has is one"


def _twice(areas: Sequence[Area], lines: Places) -> Iterator[Problem]:
    """Find what two areas say that they have, at the second of them."""
    first: dict[tuple[str, str], int] = {}
    for number, area in enumerate(areas):
        if area.of is not None:
            mine = {("of", area.of): f"the cards of `{area.of}`"}
        else:
            mine = {("at", value): f"cards at `{value}`" for value in area.at} or {("", ""): "cards at any other place"}
        for key, called in mine.items():
            other = first.setdefault(key, number)
            if other != number:
                at = ("area", number, key[0]) if key[0] else ("area", number)
                line = lines.find(("area", other)).line
                yield at, WRONG, f"{called} lie in two areas", f"say it in one: here, or in the area of line {line}"
