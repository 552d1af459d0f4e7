"""Hare and Hounds, chapters 1 and 3: the board, the pieces, and when somebody has won."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    SILENT,
    Constants,
    Map,
    Range,
    Ruleset,
    Silent,
    Sort,
    ask,
    cite,
    no,
    number,
    state,
    the,
    yes,
)

game = Ruleset("harehounds")
game.closed_world(assumed="pieces do nothing that no sentence lets them do")


class Numbers(Constants):
    """The numbers of the text, and one of other descriptions of the game."""

    stalling: int = number(10, "3.3a")


class Animal(Enum):
    """The side that a player plays."""

    HARE = "the hare"
    HOUNDS = "the hounds"


class Piece(Enum):
    """The things that may stand on a point."""

    HOUND = "a hound"
    HARE = "the hare"


class Result(Enum):
    """How it stands."""

    OPEN = "nobody has won yet"
    HARE = "the hare has won"
    HOUNDS = "the hounds have won"
    DRAWN = "nobody wins"


class Player(Sort):
    """Who plays, and which animal."""

    animal: Annotated[Animal, cite("2.1", "1.1a")]


class Point(Sort):
    """A point of the board: how far from the end of the hounds, where in its column, and what it is joined to."""

    column: Annotated[int, Range(1, 5), cite("1.2")]
    row: Annotated[int, Range(1, 3)]
    lines: Annotated[frozenset[Point], cite("1.1b")]


@state
class State:
    """The board, whose turn it is, how long the hounds have not advanced, and how the game stands."""

    on: Annotated[Map[Point, Piece | None], cite("1.1b", "1.3")]
    turn: Annotated[Player, cite("2.4")]
    vertical: Annotated[int, Range(0, 10), cite("3.3a")]
    result: Result
    begun: bool


def hare_is_there(s: State) -> bool:
    """Whether the hare has been placed."""
    return any(s.on[p] == Piece.HARE for p in Point)


def hare(s: State) -> Point:
    """Where the hare is."""
    return the(p for p in Point if s.on[p] == Piece.HARE)


def last_hound(s: State) -> int:
    """The column of the hound that is furthest back."""
    return min(p.column for p in Point if s.on[p] == Piece.HOUND)


def at_the_end(s: State) -> bool:
    """Whether the hare is at the end where the hounds began."""
    return hare(s).column == min(p.column for p in Point)


level_is_past = game.doubt(
    "is the hare past a hound that stands beside it?",
    "3.1a",
    beside_is_not_past=no("whoever is beside is not behind, and the hound still goes sideways", default=True),
    beside_is_past=yes("a hound that stands beside the hare does not come before it any more"),
)

passing_is_enough = game.doubt(
    "does the hare win when it has passed the hounds, wherever it is?",
    "3.1a",
    "3.1b",
    past_is_enough=yes("passing and reaching the end stand side by side, and either will do", default=True),
    the_end_is_needed=no("or why is the end named at all? it has to come there too, as other descriptions have it"),
)


@game.term("3.1a")
def passed(s: State) -> bool:
    """Whether the hare has got past all hounds."""
    if not hare_is_there(s):
        return False
    if hare(s).column < last_hound(s):
        return at_the_end(s) or passing_is_enough(s)
    return hare(s).column == last_hound(s) and level_is_past(s)


@game.term("3.2")
def surrounded(s: State) -> bool:
    """Whether no neighbouring point of the hare is free."""
    return hare_is_there(s) and all(s.on[p] is not None for p in hare(s).lines)


@game.term("3.3a")
def stalling(s: State) -> bool:
    """Whether the hounds have moved vertically ten times running."""
    return s.vertical == Numbers.stalling


@game.question("who has won?", "3.1a", "3.1b", "3.2", "3.3b")
def who_has_won(s: State) -> Result:
    return ask()


@who_has_won.answer("3.1a")
def the_hare_that_passed(s: State) -> Result | Silent:
    """The hare, past the hounds."""
    return Result.HARE if passed(s) else SILENT


@who_has_won.answer("3.1b")
def the_hare_at_the_end(s: State) -> Result | Silent:
    """The hare, at the other end."""
    return Result.HARE if hare_is_there(s) and at_the_end(s) else SILENT


@who_has_won.answer("3.2")
def the_hounds_around_the_hare(s: State) -> Result | Silent:
    """The hounds, when the hare cannot move."""
    return Result.HOUNDS if surrounded(s) else SILENT


@who_has_won.answer("3.3b")
def the_hare_that_waited(s: State) -> Result | Silent:
    """The hare, when the hounds stall."""
    return Result.HARE if stalling(s) else SILENT


@who_has_won.reading("whoever has just moved", default=True)
def whoever_moved(s: State) -> Result | Silent:
    """The turn has gone on already, so the one who moved is the one who is not to move."""
    return Result.HOUNDS if s.turn.animal == Animal.HARE else Result.HARE


@who_has_won.reading("the hounds: a hare that is surrounded has lost, whatever else is so")
def the_hounds_first_of_all(s: State) -> Result | Silent:
    return Result.HOUNDS


@who_has_won.reading("the hare: what it needs is fulfilled, and the hounds came too late")
def the_hare_first_of_all(s: State) -> Result | Silent:
    return Result.HARE


def something_is_decided(s: State) -> bool:
    """Whether any sentence about winning speaks."""
    return passed(s) or (hare_is_there(s) and at_the_end(s)) or surrounded(s) or stalling(s)


@game.ended("3.1a", "3.1b", "3.2", "3.3b")
def somebody_has_won(s: State) -> bool:
    return s.result != Result.OPEN


@game.winners("3.1a", "3.1b", "3.2", "3.3b")
def whoever_has_won(s: State) -> frozenset[Player]:
    return frozenset(
        p
        for p in Player
        if (s.result == Result.HARE and p.animal == Animal.HARE)
        or (s.result == Result.HOUNDS and p.animal == Animal.HOUNDS)
    )
