"""Teams: partners share a score and win together, and sides may be uneven.

1. Each player belongs to a side, red or blue.
2. Whoever has the turn throws a ball for his side, or to somebody of his side.
3. A throw scores a point for the side; a ball that was passed on scores two.
4. The ball passes to the left after a throw.
5. The side that first has three points or more wins, with all its players.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, defines, effect, state

game = Ruleset("teams")
game.closed_world(assumed="what no sentence allows is not done")


@defines("1")
class Side(Enum):
    """A side."""

    RED = "red"
    BLUE = "blue"


class Player(Sort):
    """Who plays, for which side, and who sits to his left."""

    side: Side
    left: Player


@game.assume("4")
def left_of_one_alone(one: Player, other: Player) -> bool:
    """Nobody sits to the left of two players."""
    return one == other or one.left != other.left


@state
class State:
    """Who has the ball, whether it was passed to him, and the scores."""

    ball: Player
    passed: bool
    score: Map[Side, Annotated[int, Range(0, 4)]]


@game.initial("2")
def begin(s: State, first: Player) -> None:
    with effect("2"):
        s.ball = first


@game.awaits
def whoever_has_the_ball(s: State) -> frozenset[Player]:
    return frozenset({s.ball})


@game.ended("5")
def a_side_has_three(s: State) -> bool:
    return any(s.score[side] >= 3 for side in Side)


@game.winners("5")
def all_of_that_side(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.score[p.side] >= 3)


@game.term("3")
def worth(s: State) -> int:
    """The points of a throw."""
    return 2 if s.passed else 1


@game.action("2")
def throw(s: State, who: Player) -> None:
    """Throw for one's side."""
    with effect("3"):
        s.score[who.side] += worth(s)
    with effect("4"):
        s.ball = who.left
        s.passed = False


@throw.permit("2")
def having_the_ball(s: State, who: Player) -> bool:
    return s.ball == who


@game.action("2")
def pass_on(s: State, who: Player, to: Player) -> None:
    """Give the ball to a partner."""
    with effect("2"):
        s.ball = to
        s.passed = True


@pass_on.permit("2")
def to_a_partner(s: State, who: Player, to: Player) -> bool:
    return to != who and to.side == who.side


checks = Checks(game)


@checks.sometimes("5")
def red_can_win(s: State) -> bool:
    return a_side_has_three(s) and any(p.side == Side.RED for p in all_of_that_side(s))


@checks.always("5", reached=red_can_win)
def one_side_wins(s: State) -> bool:
    """Partners win together, and the others do not."""
    winners = all_of_that_side(s)
    return not a_side_has_three(s) or all(p.side == q.side for p in winners for q in winners)


@checks.leads_to("5", fair=throw)
def it_ends_if_throwing_is_not_put_off(s: State) -> tuple[bool, bool]:
    """On plays on which nobody puts off for ever what he may do all the time."""
    return True, a_side_has_three(s)


@checks.leads_to("5", strongly_fair=throw.each("who"))
def it_ends_if_each_throws_at_last(s: State) -> tuple[bool, bool]:
    """Player by player: whoever gets the ball again and again throws it some time."""
    return True, a_side_has_three(s)


@checks.eventually("5")
def the_game_ends(s: State) -> bool:
    """Not so: partners may pass the ball between them for ever, and no sentence ends it."""
    return a_side_has_three(s)


@checks.eventually_always("5", strongly_fair=throw.each("who"))
def a_side_has_won_for_good(s: State) -> bool:
    """Whoever has three keeps them."""
    return a_side_has_three(s)


@checks.leads_to("4", strongly_fair=throw.each("who"))
def each_gets_the_ball(s: State, who: Player) -> tuple[bool, bool]:
    """Asked of each by himself: whoever is without the ball gets it some time, or the game ends before."""
    return s.ball != who, s.ball == who or a_side_has_three(s)
