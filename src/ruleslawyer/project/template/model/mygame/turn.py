"""The last stone, chapter 2: what a player may do in a turn."""

from __future__ import annotations

from typing import Annotated

from model.mygame.state import Player, State, game, opponent

from ruleslawyer.lang import Range, effect


@game.action("2.1")
def take(s: State, who: Player, stones: Annotated[int, Range(1, 2)]) -> None:
    """Take stones from the middle; then it is the other player's turn."""
    with effect("2.1"):
        s.middle -= stones
        s.taken[who] += stones
        s.last = stones
        s.passed = False
    with effect("1.3"):
        s.turn = opponent(who)


@take.domain
def there_are_so_many(s: State, who: Player, stones: int) -> bool:
    """Nobody can take stones that are not there."""
    return stones <= s.middle


@take.permit("2.1")
def one_or_two(s: State, who: Player, stones: int) -> bool:
    """The player on turn takes one stone or two."""
    return s.turn == who


@take.forbid("2.2", over=one_or_two, because="an exception to it: it says what is not taken")
def as_many_again(s: State, who: Player, stones: int) -> bool:
    """Not as many as the opponent has just taken."""
    return stones == s.last


@take.permit("2.5")
def the_last_stone(s: State, who: Player, stones: int) -> bool:
    """The last stone may always be taken."""
    return s.middle == 1


@game.action("2.3")
def pass_(s: State, who: Player) -> None:
    """Take nothing; then it is the other player's turn."""
    with effect("2.3"):
        s.last = 0
        s.passed = True
    with effect("1.3"):
        s.turn = opponent(who)


@pass_.permit("2.3")
def instead_of_taking(s: State, who: Player) -> bool:
    """The player on turn may pass."""
    return s.turn == who


@pass_.forbid("2.4", over=instead_of_taking, because="an exception to it: it names a pass that is not allowed")
def after_a_pass(s: State, who: Player) -> bool:
    """Not when the opponent has just passed."""
    return s.passed
