"""A match of rounds: a score, a dealer who passes, and a set-up that differs by the number of players.

1. Two to four players play rounds. Before each round five stones are laid out; with two players two of them are put
   aside, with three players one.
2. For each round a player has chips: two with two players, one with three or four.
3. The player to the left of the dealer begins. On his turn a player takes one or two stones, or pays a chip.
4. Whoever takes the last stone gets a point. Then the dealer passes to the left, and the next round is laid out.
5. Whoever has two points first has won the match.

How many stones are put aside with four players the text does not say.
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
    ask,
    domain,
    effect,
    number,
    says,
    state,
    when,
)

game = Ruleset("match")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, and who sits to the left."""

    left: Player


class Numbers(Constants):
    """The numbers of the book."""

    stones: int = number(5, "1")
    aside_with_two: int = number(2, "1")
    aside_with_three: int = number(1, "1")
    chips_with_two: int = number(2, "2")
    chips_with_more: int = number(1, "2")
    points: int = number(2, "5")


@state
class State:
    """The stones and chips of a round; the points and the dealer of the match."""

    laid: bool
    stones: Annotated[int, Range(0, 5)]
    chips: Map[Player, Annotated[int, Range(0, 2)]]
    turn: Player
    dealer: Player
    points: Map[Player, Annotated[int, Range(0, 2)]]


@game.initial("1")
def before_the_first_round(s: State, dealer: Player) -> None:
    """Anybody may deal first."""
    with effect("1"):
        s.dealer = dealer
        s.turn = dealer


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


def seats(s: State) -> int:
    """How many play."""
    return sum(1 for p in Player)


@game.question("how many stones are put aside with four players?", "1")
def aside_with_four(s: State) -> int:
    return ask(
        none=says(0, "none: the more players, the fewer are put aside", default=True),
        one=says(1, "one, as with the number nearest to it"),
    )


@game.term("1")
def aside(s: State) -> int:
    """The stones that are put aside: a number for each number of players, and a question where there is none."""
    if seats(s) == 2:
        return Numbers.aside_with_two
    return Numbers.aside_with_three if seats(s) == 3 else aside_with_four(s)


def has_won(s: State, who: Player) -> bool:
    """As many points as a match takes."""
    return s.points[who] == Numbers.points


@game.ended("5")
def somebody_has_won(s: State) -> bool:
    return any(has_won(s, p) for p in Player)


@game.winners("5")
def whoever_has_points_enough(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if has_won(s, p))


@game.duty("1", "2", "3")
def lay_out(s: State) -> None:
    """Set up a round. Every field of a round is written here, and no field of the match."""
    when(not s.laid and not any(has_won(s, p) for p in Player))
    with effect("1"):
        s.laid = True
        s.stones = Numbers.stones - aside(s)
    with effect("2"):
        for p in Player:
            s.chips[p] = Numbers.chips_with_two if seats(s) == 2 else Numbers.chips_with_more
    with effect("3"):
        s.turn = s.dealer.left


@game.action("3")
def take(s: State, who: Player, stones: Annotated[int, Range(1, 2)]) -> None:
    """Take stones; with the last one the round is over."""
    domain(stones <= s.stones)
    with effect("3"):
        s.stones -= stones
        s.turn = who.left
    if s.stones == 0:
        with effect("4"):
            s.points[who] += 1
            s.dealer = s.dealer.left
            s.laid = False


@take.permit("3")
def one_or_two(s: State, who: Player, stones: int) -> bool:
    return True


@game.action("3")
def pay(s: State, who: Player) -> None:
    """Pay a chip, and take nothing."""
    domain(s.chips[who] > 0)
    with effect("3"):
        s.chips[who] -= 1
        s.turn = who.left


@pay.permit("3")
def instead(s: State, who: Player) -> bool:
    return True


checks = Checks(game)


@checks.leads_to("5")
def every_match_comes_to_its_end(s: State) -> tuple[bool, bool]:
    return True, somebody_has_won(s)


@checks.step("4")
def a_point_passes_the_deal(before: State, after: State) -> bool:
    """With each point the dealer passes to the left, and at no other time."""
    return (after.dealer == before.dealer.left) == any(after.points[p] > before.points[p] for p in Player)


@checks.sometimes("4")
def a_second_round(s: State) -> bool:
    """A round is played after another one."""
    return s.laid and any(s.points[p] == 1 for p in Player)
