"""Elimination: who is out does nothing any more, but may still be pointed at where the text says so.

1. Each player begins with two lives.
2. Whoever has the turn points at another player, who loses a life.
3. A player without lives is out of the game.
4. A player who is out haunts: he may be pointed at, and then whoever pointed loses the life.
5. The turn goes to the next player to the left who is not out. The last one in the game wins.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, state

game = Ruleset("elimination")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, and who sits to his left."""

    left: Player


@state
class State:
    """Lives, and whose turn it is."""

    lives: Map[Player, Annotated[int, Range(0, 2)]]
    turn: Player


@game.initial("1")
def begin(s: State, first: Player) -> None:
    with effect("1"):
        for p in Player:
            s.lives[p] = 2
    with effect("5"):
        s.turn = first


@game.out("3")
def without_lives(s: State, who: Player) -> bool:
    """Nobody who is out is awaited, reacts or is chosen: it need not be said again in any rule."""
    return s.lives[who] == 0


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@game.ended("5")
def one_is_left(s: State) -> bool:
    return sum(1 for p in Player if s.lives[p] > 0) <= 1


@game.winners("5")
def the_last_one(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.lives[p] > 0)


@game.action("2", may_be_out="4")
def point(s: State, who: Player, at: Player) -> None:
    """Somebody loses a life: who is pointed at, or whoever points at a ghost."""
    if s.lives[at] == 0:
        with effect("4"):
            s.lives[who] -= 1
    else:
        with effect("2"):
            s.lives[at] -= 1
    with effect("5"):
        s.turn = who.left


@point.permit("2")
def at_another(s: State, who: Player, at: Player) -> bool:
    return at != who


@game.settle("5")
def next_turn_skips(s: State) -> None:
    """Where the turn has come to somebody who is out, it goes on."""
    with effect("5"):
        s.turn = s.turn.left


@next_turn_skips.when
def the_turn_is_with_somebody_out(s: State) -> bool:
    return s.lives[s.turn] == 0 and any(s.lives[p] > 0 for p in Player)


checks = Checks(game)


@checks.sometimes("5")
def two_are_out(s: State) -> bool:
    """The game comes down to one player."""
    return sum(1 for p in Player if without_lives(s, p)) == 2


@checks.always("3", "5", reached=two_are_out)
def whoever_is_out_has_no_turn(s: State) -> bool:
    return not without_lives(s, s.turn)
