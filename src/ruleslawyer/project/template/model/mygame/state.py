"""The last stone, chapters 1 and 3: the players, the stones, the beginning and the end."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Constants, Map, Range, Ruleset, Sort, cite, defines, effect, number, state, the

game = Ruleset("mygame")
game.closed_world(assumed="what no sentence allows is not done")


@defines("1.1")
class Player(Sort):
    """One of the two who play."""


class Numbers(Constants):
    """The numbers of the book."""

    stones: int = number(7, "1.2")


@state
class State:
    """The table: what lies on it, whose turn it is, and what was taken last (0: nothing)."""

    middle: Annotated[int, Range(0, 7), cite("1.2")]
    taken: Map[Player, Annotated[int, Range(0, 7)]]
    turn: Player
    last: Annotated[int, Range(0, 2)]
    passed: bool


def opponent(who: Player) -> Player:
    """The other player."""
    return the(p for p in Player if p != who)


@game.initial("1.2", "1.3")
def set_up(s: State, first: Player) -> None:
    """Any player may be drawn to begin."""
    with effect("1.2"):
        s.middle = Numbers.stones
    with effect("1.3"):
        s.turn = first


@game.awaits
def the_player_on_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@game.ended("3.1")
def no_stone_is_left(s: State) -> bool:
    return s.middle == 0


@game.winners("3.2")
def has_more_stones(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.taken[p] > s.taken[opponent(p)])
