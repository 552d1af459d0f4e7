"""Cards of a list put on two members of a small scope, in place of what these are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ruleslawyer.base.diagnostics import Diagnostic, ModelError, UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.toml import Places
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Optional, Set, Sort, Type
from ruleslawyer.rulebook.scopes.cards import CardFile, read_cards
from ruleslawyer.rulebook.scopes.copies import Dealing
from ruleslawyer.rulebook.scopes.values import Mistakes, Values, Wrong


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a list: the attributes that it gives, as canonical values. Cards that it refers to are numbers beyond
    the scope's members: those of the list, in its order. line: where it stands."""

    name: str
    line: int
    values: Json


@dataclass(frozen=True, slots=True)
class CardSlots:
    """A scope, and the two members of a sort (by index) that cards take the place of."""

    system: System
    scope: Scope
    sort: str
    places: tuple[int, int]

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two members in the scope."""
        one, other = self.places
        return self.scope.names[self.sort][one], self.scope.names[self.sort][other]

    def with_cards(self, seated: Mapping[int, tuple[int, Card]]) -> Scope:
        """The scope with cards (and their numbers in the list) in some seats, by the number of the seat."""
        names = list(self.scope.names[self.sort])
        attributes = dict(self.scope.attributes)
        at = {number: self.places[seat] for seat, (number, _) in seated.items()}
        types = {a.name: a.type for a in self.system.sorts[self.sort].attributes}
        for seat, (_, card) in seated.items():
            place = self.places[seat]
            names[place] = card.name
            for name, value in card.values.items():
                column = list(attributes[self.sort, name] or ())
                column[place] = self._put_in_seat(value, types[name], at)
                attributes[self.sort, name] = tuple(column)
        return replace(self.scope, names={**self.scope.names, self.sort: tuple(names)}, attributes=attributes)

    def _put_in_seat(self, value: Any, type_: Type, at: Mapping[int, int]) -> Any:
        """A value in which other cards of the list are where they sit; none where they do not."""
        size = self.scope.size(self.sort)
        match type_:
            case Optional(Sort(self.sort)) if value is not None and value >= size:
                return at.get(value - size)
            case Set(Sort(self.sort)):
                return frozenset(at.get(v - size, v) for v in value if v < size or v - size in at)
        return value


def seats_in(system: System, scope: Scope, sort: str, names: Sequence[str]) -> CardSlots:
    """The two members of a scope that cards take the place of; raises UsageError."""
    if sort not in scope.names:
        raise UsageError(f"the ruleset has no sort `{sort}`", "--sort", nearest(sort, scope.names))
    if len(names) != 2 or names[0] == names[1]:
        raise UsageError("cards are put on two members of a scope", "--seats", "write --seats First,Second")
    for name in names:
        if name not in scope.names[sort]:
            mend = nearest(name, scope.names[sort])
            raise UsageError(f"the scope `{scope.name}` has no {sort} `{name}`", "--seats", mend)
    if scope.is_open:
        raise UsageError(f"the scope `{scope.name}` leaves something open", "--scope", "name one that does not")
    members = scope.names[sort]
    return CardSlots(system, scope, sort, (members.index(names[0]), members.index(names[1])))


def cards_in(path: Path, shown: str, seats: CardSlots) -> tuple[Card, ...]:
    """The cards of a list; raises ModelError with every mistake in it. An empty list is a `UsageError`."""
    mistakes = Mistakes(Places(shown, ""))
    system, sort, scope = seats.system, seats.sort, seats.scope
    listed = read_cards(CardFile(path, shown, Dealing(())), sort, system, mistakes)
    names = {**scope.names, sort: (*scope.names[sort], *listed.rows)}
    found = Mistakes(_CardListPlaces(shown, listed.find))
    values = Values(system, names, found)
    types = {a.name: a.type for a in system.sorts[sort].attributes}
    cards = []
    for name, row in listed.rows.items():
        if name in scope.names[sort]:
            message = f"the scope `{scope.name}` has a {sort} `{name}` already"
            found.report("RL706", (name,), message, "give the card another name")
        given = {}
        for attribute, value in row.items():
            if attribute not in types:
                message = f"`{sort}` has no attribute `{attribute}`"
                found.report("RL702", (name, attribute), message, nearest(attribute, types))
                continue
            try:
                given[attribute] = values.one((name, attribute), value, types[attribute])
            except Wrong:
                continue
        cards.append(Card(name, listed.find(name, ()).line, given))
    wrong: list[Diagnostic] = [*mistakes.found, *found.found]
    if wrong:
        raise ModelError(sorted(wrong, key=lambda d: (d.span, d.code, d.message)))
    if not cards:
        raise UsageError("there are no cards in this list", shown, "write each on a line below the head")
    return tuple(cards)


class _CardListPlaces(Places):
    """The places of a list of cards: a key begins with the card's name."""

    def __init__(self, path: str, find: Any) -> None:
        super().__init__(path, "")
        self._at = find

    def find(self, key: Any) -> Any:
        return self._at(str(key[0]), key[1:])
