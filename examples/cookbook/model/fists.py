"""Simultaneous choice: everybody chooses in secret, and all choices are shown at once.

1. In each round every player hides some of his coins in a fist, or none; then all fists are opened.
2. Nobody hides more coins than he has.
3. Whoever hid more than everybody else takes a prize. Hidden coins are lost.
4. The game ends when no coins are left; whoever has most prizes wins.
5. At the start each player has two coins.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import (
    Checks,
    Constants,
    Map,
    Range,
    Ruleset,
    Sort,
    close_frame,
    effect,
    frame,
    gain,
    lose,
    number,
    open_frame,
    simultaneous,
    state,
)

game = Ruleset("fists")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays."""


class Numbers(Constants):
    """The numbers of the book."""

    coins: int = number(2, "5")


@state
class State:
    """The coins and the prizes of everybody."""

    coins: Map[Player, Annotated[int, Range(0, 2)]]
    prizes: Map[Player, Annotated[int, Range(0)]]


@frame("1")
class Fists:
    """A round: everybody is awaited, and the choices of all are one move."""

    awaits: frozenset[Player]


@game.initial("5")
def begin(s: State) -> None:
    with effect("5"):
        for p in Player:
            s.coins[p] = Numbers.coins


@game.awaits
def nobody_between_rounds(s: State) -> frozenset[Player]:
    return frozenset()


@game.ended("4")
def no_coins_are_left(s: State) -> bool:
    return all(s.coins[p] == 0 for p in Player)


@game.winners("4")
def most_prizes(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.prizes[p] == max(s.prizes[q] for q in Player))


@game.duty("1")
def next_round(s: State) -> None:
    with effect("1"):
        open_frame(s, Fists(awaits=frozenset(p for p in Player if s.coins[p] > 0)))


@next_round.when
def coins_are_left(s: State) -> bool:
    return any(s.coins[p] > 0 for p in Player)


@game.joint("1", at=Fists)
def open_fists(s: State, f: Fists, hidden: Map[Player, Annotated[int, Range(0, 2)]]) -> None:
    """All choices together: a value for each player who is awaited."""
    with effect("3"), simultaneous():
        for p in f.awaits:
            lose(s.coins, p, hidden[p])
            if all(hidden[p] > hidden[q] for q in f.awaits if q != p) and hidden[p] > 0:
                gain(s.prizes, p, 1)
    with effect("1"):
        close_frame(s, Fists)


@open_fists.seat(of="hidden")
def hide(s: State, f: Fists, who: Player, coins: int) -> None:
    pass  # the effect is that of all choices; this one is judged by clauses of its own


@hide.permit("1")
def some_or_none(s: State, f: Fists, who: Player, coins: int) -> bool:
    return True


@hide.cannot("2", "nobody hides more coins than he has")
def more_than_he_has(s: State, f: Fists, who: Player, coins: int) -> bool:
    return coins > s.coins[who]


checks = Checks(game)


@checks.sometimes("3")
def a_draw_gives_no_prize(s: State) -> bool:
    return no_coins_are_left(s) and all(s.prizes[p] == 0 for p in Player)


@checks.leads_to("4")
def the_game_ends(s: State) -> tuple[bool, bool]:
    """Not so: nobody has to hide a coin, and no sentence says that somebody must."""
    return True, no_coins_are_left(s)


@checks.possible("4")
def an_end_stays_possible(s: State) -> bool:
    return no_coins_are_left(s)
