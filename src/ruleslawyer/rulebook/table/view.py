"""The declared view of a game's table: where things lie, what is printed on them, and what is counted.

A view names fields, attributes and members of the model, and computes nothing. A *path* is an attribute or a field by
name, and of what that holds another one: `module.drafted` is whoever drafted the module of a card.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

BEGINNING = "initial"
"""The name of the beginning among actions."""
Look = Literal["cost", "score", "gain", "loss", "word"]
Draw = Literal["row", "pile", "grid"]
Tokens = Literal["number", "coins", "hearts", "shields"]


@dataclass(frozen=True, slots=True)
class Seats:
    """turn: the field that says whose turn it is, a player or a pile of them with the first on top. flags: fields that
    are true of a player, each with its word. out: one of those of whoever is out of the game."""

    turn: str | None = None
    out: str | None = None
    flags: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Print:
    """A print on cards: an attribute, or a number of the book (`Class.name`) that stands for one. unit: after the
    value; `{key}` is the key of a map. words: texts for members of an enum, in which `{attribute}` is filled in. only:
    of cards with these values; unless: of those without. always: nothing is said too."""

    field: str
    word: str
    unit: str = ""
    look: Look = "word"
    words: Mapping[str, str] = dataclasses.field(default_factory=dict)
    only: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    unless: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    always: bool = False


@dataclass(frozen=True, slots=True)
class Cards:
    """The sort of what lies on the table. kind: an attribute. owner: a path to a player. where: the fields with the
    area, of which the first counts that says anything. seat: a path to the player at whose side it lies, where that is
    not the owner. slot: the field with the space of a grid; bound: with the space where it is going. beneath: with the
    card that it lies on or beneath. turned, down: whether it is turned sideways, or face down. marks: fields that say
    something of it, each with a word. secret: whoever does not know it does not see where it lies either."""

    sort: str
    kind: str | None = None
    owner: str | None = None
    where: tuple[str, ...] = ()
    seat: str | None = None
    slot: str | None = None
    bound: str | None = None
    beneath: str | None = None
    turned: str | None = None
    down: str | None = None
    prints: tuple[Print, ...] = ()
    marks: Mapping[str, str] = dataclasses.field(default_factory=dict)
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table: cards that are `at` some values of where they are, or in a pile (`of`: a field, also by
    player); neither of both: each place that no other area has is an area. shared: it is nobody's. always: also when
    it is empty."""

    title: str
    at: tuple[str, ...] = ()
    of: str | None = None
    draw: Draw = "row"
    shared: bool = False
    always: bool = False


@dataclass(frozen=True, slots=True)
class Counter:
    """A number of each player, or of all; of a map one for each key, which stands in `word` as `{key}`."""

    field: str
    word: str
    unit: str = ""
    draw: Tokens = "number"
    always: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """A marker on a row of numbers, from the least to the greatest that its type has. side: the field with the player
    on whose side the positive numbers are; without it they are to the right. end: the number of the book (`Class.name`)
    at which it ends, to both sides where there are two."""

    field: str
    title: str
    side: str | None = None
    end: str | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Places that are no cards: the members of a sort, and what fields say of each. columns: so many in a row; or row
    and column: attributes that say where each lies. lines: an attribute with those that it is joined to."""

    sort: str
    title: str
    shows: tuple[str, ...]
    columns: int | None = None
    row: str | None = None
    column: str | None = None
    lines: str | None = None


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from a card to a card, a player or a space: a field by card, or two fields that name one each."""

    field: str
    word: str
    to: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A table. said: fields of which the value stands beside it, each with its word. deeds: a sentence for each action,
    in which `{name}` is a choice of it and `{turn}` whoever has the turn, and one for a beginning with choices. quiet:
    actions of which little is shown. themes: sections by the name of what they have in common. derived: from types
    alone, nobody declared it."""

    seats: Seats = Seats()
    cards: Cards | None = None
    areas: tuple[Area, ...] = ()
    counters: tuple[Counter, ...] = ()
    tracks: tuple[Track, ...] = ()
    boards: tuple[Board, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    said: Mapping[str, str] = dataclasses.field(default_factory=dict)
    deeds: Mapping[str, str] = dataclasses.field(default_factory=dict)
    quiet: frozenset[str] = frozenset()
    themes: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    derived: bool = False
