"""Numbers that are hidden: chips behind a hand, and a prize under a cover.

1. One or two coins are laid under a cover, whichever comes up; nobody looks there before the end.
2. One after the other, each of two players takes one or two chips from the bag and holds them behind his hand. Only he
   sees how many he has.
3. Then, on his turn, a player lays a chip from behind his hand into the bowl, for all to see.
4. Or he says that the other one has nothing left, and the hands are lifted. If that is so he gets the coins, and else
   the other one.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import CHANCE, Chance, Checks, Map, Range, Ruleset, Sort, domain, effect, knows, state

game = Ruleset("chips")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, and who is next."""

    left: Player


class Stage(Enum):
    """How far the game is."""

    COVER = "coins are laid under the cover"
    TAKE = "players take chips"
    LAY = "players lay chips, or speak"
    OVER = "hands and cover are lifted"


@state
class State:
    """The coins under the cover, the chips in hands and in the bowl, whose turn it is, and who gets the coins."""

    stage: Stage
    prize: Annotated[int, Range(0, 2)]
    chips: Map[Player, Annotated[int, Range(0, 2)]]
    bowl: Map[Player, Annotated[int, Range(0, 2)]]
    turn: Player
    winner: Player | None


@game.initial("1")
def nothing_lies_there(s: State, first: Player) -> None:
    """Anybody may begin."""
    with effect("1"):
        s.stage = Stage.COVER
        s.turn = first


@game.awaits
def chance_first(s: State) -> frozenset[Player] | Chance:
    return CHANCE if s.stage == Stage.COVER else frozenset({s.turn})


@game.seen("2", field="chips")
def sees_behind_the_hand(s: State, owner: Player, who: Player) -> bool:
    """One's own chips; all, once the hands are lifted."""
    return owner == who or s.stage == Stage.OVER


@game.seen("1", field="prize")
def sees_under_the_cover(s: State, who: Player) -> bool:
    """Nobody before the end."""
    return s.stage == Stage.OVER


@game.chance("1")
def lay_coins(s: State, coins: Annotated[int, Range(1, 2)]) -> None:
    """Lay coins under the cover."""
    with effect("1"):
        s.prize = coins
        s.stage = Stage.TAKE


@game.action("2")
def take(s: State, who: Player, many: Annotated[int, Range(1, 2)]) -> None:
    """Take chips from the bag, which nobody counts."""
    with effect("2"):
        s.chips[who] = many
        s.turn = who.left
        if s.chips[who.left] > 0:
            s.stage = Stage.LAY


@take.permit("2")
def at_first(s: State, who: Player, many: int) -> bool:
    return s.stage == Stage.TAKE


@game.action("3")
def lay(s: State, who: Player) -> None:
    """Lay a chip into the bowl."""
    domain(s.chips[who] > 0)
    with effect("3"):
        s.chips[who] -= 1
        s.bowl[who] += 1
        s.turn = who.left


@lay.permit("3")
def on_ones_turn(s: State, who: Player) -> bool:
    return s.stage == Stage.LAY


@game.action("4")
def say(s: State, who: Player) -> None:
    """Say that the other one has nothing left."""
    with effect("4"):
        s.winner = who if s.chips[who.left] == 0 else who.left
        s.stage = Stage.OVER


@say.permit("4")
def instead_of_laying(s: State, who: Player) -> bool:
    return s.stage == Stage.LAY


@game.ended("4")
def somebody_has_spoken(s: State) -> bool:
    return s.stage == Stage.OVER


@game.payoff("4")
def coins(s: State, who: Player) -> int:
    """The coins under the cover, for the winner."""
    return s.prize if s.winner == who else 0


checks = Checks(game)


@checks.sometimes("3")
def the_bowl_tells_that_a_hand_is_empty(s: State) -> bool:
    """Who has laid two chips can have no more, and the other one knows it."""
    return s.stage == Stage.LAY and any(knows(p, s.chips[p.left] == 0) for p in Player)


@checks.always("2", reached=the_bowl_tells_that_a_hand_is_empty)
def nothing_else_does(s: State) -> bool:
    """As long as a hand may hide a chip, the other one cannot tell whether it does."""
    return s.stage != Stage.LAY or all(s.bowl[p.left] == 2 or not knows(p, s.chips[p.left] == 0) for p in Player)


@checks.always("1")
def nobody_knows_what_is_under_the_cover(s: State) -> bool:
    """As long as it lies there."""
    lies = s.stage in {Stage.TAKE, Stage.LAY}
    return not lies or not any(knows(p, s.prize == 1) or knows(p, s.prize == 2) for p in Player)
