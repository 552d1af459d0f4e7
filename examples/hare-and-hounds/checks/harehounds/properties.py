"""Properties that players of Hare and Hounds rely on."""

from __future__ import annotations

from model.harehounds.board import Piece, Player, Point, Result, State, game, hare, hare_is_there, last_hound
from model.harehounds.play import advance, run

from ruleslawyer.lang import Checks

checks = Checks(game)


def standing(s: State) -> int:
    """How many points are taken."""
    return sum(1 for p in Point if s.on[p] is not None)


@checks.sometimes("3.1a")
def the_hare_can_win(s: State) -> bool:
    """The hare may get past the hounds."""
    return s.result == Result.HARE


@checks.sometimes("3.2")
def the_hounds_can_win(s: State) -> bool:
    """The hounds may surround the hare."""
    return s.result == Result.HOUNDS


@checks.always("1.3", "2.9", reached=the_hounds_can_win, given=True)
def three_hounds_and_one_hare(s: State) -> bool:
    """Nobody is taken off the board: three hounds, and a hare unless it has not been put there yet."""
    return not s.begun or (
        standing(s) == (4 if hare_is_there(s) else 3) and sum(1 for p in Point if s.on[p] == Piece.HARE) <= 1
    )


@checks.step("2.9", reached=the_hounds_can_win)
def nobody_is_taken(before: State, after: State) -> bool:
    """A step takes nothing off the board."""
    return standing(after) >= standing(before)


@checks.step("2.8", of=advance, reached=the_hounds_can_win)
def one_hound_at_a_time(before: State, after: State, who: Player, start: Point, to: Point) -> bool:
    """Of all points, two have changed: where the hound was, and where it is."""
    return sum(1 for p in Point if before.on[p] != after.on[p]) == 2


@checks.step("2.4", of=run, reached=the_hare_can_win)
def the_turn_alternates(before: State, after: State, who: Player, to: Point) -> bool:
    """After the hare the hounds have the turn, unless they have none to make."""
    return after.result != Result.OPEN or after.turn != before.turn


@checks.always("3.2", reached=the_hounds_can_win)
def a_surrounded_hare_is_not_past(s: State) -> bool:
    """The hounds never win against a hare that is behind all of them."""
    return s.result != Result.HOUNDS or hare(s).column >= last_hound(s)


@checks.leads_to("3.1a", "3.2", "3.3b")
def every_game_ends(s: State) -> tuple[bool, bool]:
    """However it is played, somebody wins some time."""
    return True, s.result != Result.OPEN


@checks.possible("3.2")
def an_end_is_possible(s: State) -> bool:
    """From every position the game can still end."""
    return s.result != Result.OPEN
