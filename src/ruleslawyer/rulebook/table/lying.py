"""Where each card of a state lies on the table, in an area or beneath another; and boards, with what stands on each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import types as t
from ruleslawyer.rulebook.table.areas import goes_round
from ruleslawyer.rulebook.table.look import Look, Printed
from ruleslawyer.rulebook.table.view import Area, Board, View
from ruleslawyer.rulebook.table.words import beside
from ruleslawyer.semantics.sight import UNSEEN


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an area: at whose seat it is (None: at nobody's), and its cards, the back of a hidden one as `UNSEEN`
    where a pile holds it. always: drawn when it is empty, too. beside: of an area at seats, what is nobody's."""

    area: Area
    seat: str | None
    title: str
    cards: Sequence[str]
    always: bool = False
    beside: bool = False


class Lying:
    """The parts of all areas, in their order, and the card that each card lies beneath. A card is drawn once: beneath
    another one that is drawn, but out of a pile; else in the pile that has it, of several the first; else in the
    first area of its place. Whose it is, is said by its space, its place, `seat` or `owner`: where none of them does,
    it lies at nobody's seat."""

    def __init__(
        self, tables: Printed, view: View, now: Look, backs: Mapping[str, Look], spaces: Mapping[str, str | None]
    ) -> None:
        """backs: of each card of which only the back is seen, the state that tells where it lies; spaces: those of the
        grid on which cards lie, each with whose it is."""
        assert view.cards is not None
        self.tables, self.view, self.now, self.backs, self.cards = tables, view, now, backs, view.cards
        self.taken: set[str] = set()
        self.here = self._here()
        self.side = {card: self._side(card, spaces) for card in self.here}
        piles = {n: list(self._pile(area)) for n, area in enumerate(view.areas) if area.of is not None}
        self.taken.update(card for look in {*backs.values()} for card in self._cards_of_piles(look))
        self.parts = tuple(
            part for n, area in enumerate(view.areas) for part in (piles[n] if n in piles else self._places(area))
        )
        self.over = self._over()

    def look(self, card: str) -> Look:
        """The look that tells where a card lies."""
        return self.backs.get(card, self.now)

    def _here(self) -> dict[str, Any]:
        """The place of each card that lies anywhere."""
        members = self.tables.scope.names[self.cards.sort]
        known = sorted(members, key=self.backs.__contains__)  # their place in a row tells nothing of backs
        found = {}
        for card in known:
            places = (self.look(card).at(name, card) for name in self.cards.where)
            place = next((one for one in places if one is not None), None)
            if place is not None:
                found[card] = place
        return found

    # --- parts --------------------------------------------------------------------------------------------------------

    def _pile(self, area: Area) -> Iterator[Part]:
        """A field with a pile, or one for each player or thing."""
        assert area.of is not None
        type_, held = self.tables.names.fields[area.of], self.now.field(area.of)
        if not isinstance(type_, t.Map):
            yield self._part(area, None, area.title, [*(held or ())], area.always)
            return
        mine = not area.shared and type_.key == t.Sort(self.tables.system.players)
        for key, cards in (held or {}).items():
            seat, title = (key, area.title) if mine else (None, f"{area.title} {key}".strip())
            yield self._part(area, seat, title, [*cards], area.always)

    def _cards_of_piles(self, look: Look) -> Iterator[str]:
        """The cards of the piles that are drawn, as somebody else sees them."""
        for area in self.view.areas:
            held = None if area.of is None else look.field(area.of)
            for cards in held.values() if isinstance(held, dict) else (held or (),):
                yield from cards

    def _places(self, area: Area) -> Iterator[Part]:
        seats = (None,) if area.shared else (*self.tables.players, None)
        if area.at:
            for seat in seats:
                always = area.always or (area.draw == "grid" and seat is not None)
                yield self._at(area, seat, area.title, area.at, always)
            return
        for place in self._other_places():
            called = f"{area.title} {place}".strip()
            for seat in seats:
                title = area.title or place if seat == place and self._is_person(place) else called
                always = seat is None or not self._is_person(place) or seat == place
                yield self._at(area, seat, title, (place,), always)

    def _at(self, area: Area, seat: str | None, title: str, places: Sequence[str], always: bool) -> Part:
        """The cards at some places that lie at a seat, or that are nobody's."""
        lying = [
            card for card, place in self.here.items()
            if place in places and (area.shared or self.side[card] == seat)
        ]  # fmt: skip
        return self._part(area, seat, title, lying, always)

    def _part(self, area: Area, seat: str | None, title: str, cards: Sequence[str], always: bool) -> Part:
        left = [card for card in cards if card == UNSEEN or card not in self.taken]
        self.taken.update(card for card in left if card != UNSEEN)
        beside = seat is None and not area.shared and area.of is None
        return Part(area, seat, title, left, always and not beside, beside)

    def _other_places(self) -> tuple[str, ...]:
        """The places that no area names."""
        own, named = self.tables.names.of(self.cards.sort), {value for area in self.view.areas for value in area.at}
        every = (place for name in self.cards.where for place in self.tables.codec.members(t.unwrap(own[name])))
        return tuple(dict.fromkeys(place for place in every if place not in named))

    def _is_person(self, place: str) -> bool:
        own, person = self.tables.names.of(self.cards.sort), t.Sort(self.tables.system.players)
        return place in self.tables.players and any(t.unwrap(own[name]) == person for name in self.cards.where)

    def _side(self, card: str, spaces: Mapping[str, str | None]) -> str | None:
        """The player at whose side a card lies; None where it is nobody's."""
        look, cards, place = self.look(card), self.cards, self.here[card]
        space = look.at(cards.slot, card)
        said = [None if space is None else spaces.get(space), place if self._is_person(place) else None]
        said += [None if path is None else look.path(cards.sort, card, path) for path in (cards.seat, cards.owner)]
        found = next((one for one in said if one is not None), None)
        return found if found in self.tables.players else None

    # --- beneath others -----------------------------------------------------------------------------------------------

    def _over(self) -> dict[str, str]:
        """The card beneath which each is drawn that does not lie in a part of its own."""
        if self.cards.beneath is None:
            return {}
        said = {card: self.now.at(self.cards.beneath, card) for card in self.tables.scope.names[self.cards.sort]}
        piled = {card for part in self.parts if part.area.draw == "pile" for card in part.cards}
        over = {
            card: one for card, one in said.items()
            if one not in (None, UNSEEN) and card not in piled and not goes_round(said, card)
        }  # fmt: skip
        return {card: one for card, one in over.items() if self._lowest(over, one) in self.taken}

    def _lowest(self, over: Mapping[str, str], card: str) -> str:
        """The card on which others lie, from one of them."""
        while card in over:
            card = over[card]
        return card


def draw_board(tables: Printed, board: Board, now: Look, was: Look, wanted: Collection[str]) -> Json:
    """A board as it is, with what differs from how it was; wanted: members that somebody asks for."""
    members = tables.scope.names[board.sort]
    size = tables.scope.grids.get(board.sort)
    spots = _spots(tables, board, members)
    columns = board.columns or (size.columns if size else _square(len(members)))
    cells = []
    for member in members:
        row, column = spots.get(member, (None, None))
        values = _values(tables, board, member, now, was)
        cells.append({"name": member, "values": values, "asked": member in wanted, "row": row, "column": column})
    return {
        "title": board.title,
        "columns": max((column for _, column in spots.values()), default=columns),
        "cells": cells,
        "lines": _lines(tables, board, members),
    }


def _values(tables: Printed, board: Board, member: str, now: Look, was: Look) -> list[Json]:
    """The fields and attributes of a place that say something of it, or have said it."""
    values, known = [], tables.names.of(board.sort)
    for name in board.shows:
        if name in tables.names.attributes(board.sort):
            one = before = tables.attribute(board.sort, name, member)
        else:
            one, before = now.at(name, member), was.at(name, member)
        if one not in (None, False, 0, [], {}) or one != before:
            word = "" if len(board.shows) == 1 and one is not True else name.replace("_", " ")
            person = t.unwrap(known[name]) == t.Sort(tables.names.players)
            said = beside(one) if one is not None or person else "nothing"
            values.append({"word": word, "value": said, "changed": one != before})
    return values


def _spots(tables: Printed, board: Board, members: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The row and column of each place, from 1 and without empty ones; nothing where the view does not say them, or
    the scope leaves them open or puts two places on one another."""
    if board.row is None or board.column is None:
        return {}
    rows, columns = ([tables.attribute(board.sort, name, m) for m in members] for name in (board.row, board.column))
    found = set(zip(rows, columns, strict=True))
    if len(found) < len(members) or not all(isinstance(one, int) for spot in found for one in spot):
        return {}
    across, along = sorted(set(rows)), sorted(set(columns))
    return {m: (across.index(r) + 1, along.index(c) + 1) for m, r, c in zip(members, rows, columns, strict=True)}


def _lines(tables: Printed, board: Board, members: Sequence[str]) -> list[list[str]]:
    """Each two places that are joined, in the order of their members."""
    if board.lines is None:
        return []
    joined: Json = {member: tables.attribute(board.sort, board.lines, member) for member in members}
    pairs = {(member, to) for member, some in joined.items() for to in some or ()}
    return [[a, b] for k, a in enumerate(members) for b in members[k + 1 :] if pairs & {(a, b), (b, a)}]


def _square(count: int) -> int:
    """The number of columns that makes a board about as wide as high."""
    side = max(1, round(count**0.5))
    return side if side * side == count else min(count, 6)
