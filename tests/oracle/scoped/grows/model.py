"""Numbers that nothing bounds: below zero, several of them, so that a state takes two words, and one that grows beyond
the room that a search has for it; and a number that may be 0 or None."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Map, Range, Ruleset, Sort, effect, state

book = Ruleset("grows")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Thing(Sort):
    """It has a worth, and how much that rises."""

    rise: int


@state
class State:
    worth: Map[Thing, int]
    noted: Annotated[int, Range(0)] | None


@book.initial("1")
def begin(s: State) -> None:
    """Nothing is worth anything, and nothing is noted."""


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def ended(s: State) -> bool:
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def lift(s: State, who: Player, thing: Thing) -> None:
    with effect("2"):
        s.worth[thing] = thing.rise


@lift.permit("2")
def nothing_is_lifted(s: State, who: Player, thing: Thing) -> bool:
    return all(s.worth[one] == 0 for one in Thing)


@book.action("3")
def put_back(s: State, who: Player, thing: Thing) -> None:
    with effect("3"):
        s.worth[thing] = 0


@put_back.permit("3")
def it_is_lifted(s: State, who: Player, thing: Thing) -> bool:
    return s.worth[thing] == thing.rise


@book.action("4")
def note(s: State, who: Player) -> None:
    with effect("4"):
        s.noted = 0


@note.permit("4")
def nothing_is_noted(s: State, who: Player) -> bool:
    return s.noted is None


@book.action("5")
def strike(s: State, who: Player) -> None:
    with effect("5"):
        s.noted = None


@strike.permit("5")
def nothing_is_what_is_noted(s: State, who: Player) -> bool:
    return s.noted == 0
