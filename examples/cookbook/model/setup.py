"""A set-up that the text leaves out: what is not said is asked, so that play shows whether it matters.

1. Three towers stand on the table, with one, two and three blocks.
2. On his turn a player takes blocks from one tower: as many as he likes, but at least one.
3. Players take turns. Whoever takes the last block wins.

Who begins, and whether all towers are used, the text does not say.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, ask, domain, effect, no, says, state, the, when, yes

game = Ruleset("setup")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, by age, and who is next."""

    age: int
    left: Player


class Tower(Sort):
    """A tower, and its blocks at the start."""

    blocks: Annotated[int, Range(1, 3)]


@state
class State:
    """The towers, whose turn it is, who took last, and whether play has begun."""

    left: Map[Tower, Annotated[int, Range(0, 3)]]
    turn: Player
    last: Player | None
    begun: bool


@game.initial("1")
def before_play(s: State, any_player: Player) -> None:
    """Anybody might be the first; a duty then asks whether he is."""
    with effect("1"):
        for tower in Tower:
            s.left[tower] = tower.blocks
        s.turn = any_player


the_highest_tower_is_set_aside = game.doubt(
    "with two players, is the highest tower used?",
    it_is_used=no("the text names three towers, and makes no exception", default=True),
    it_is_set_aside=yes("as in many games of this kind, two players use less"),
    about=("left",),
    aside={"take": "blocks are taken of what stands there"},
)


@game.question("who takes the first turn?", "3")
def first(s: State) -> Player | None:
    """None stands for any of them."""
    return ask(
        anybody=says(None, "anybody: the players agree", default=True),
        the_youngest=says(the(p for p in Player if all(p.age <= q.age for q in Player)), "the youngest"),
    )


@game.duty("1", "3")
def begin(s: State) -> None:
    """Set-up that depends on an answer is a duty: it runs before the first decision."""
    when(not s.begun)
    with effect("1"):
        for tower in Tower:
            if tower.blocks == 3 and the_highest_tower_is_set_aside(s):
                s.left[tower] = 0
    with effect("3"):
        chosen = first(s)
        if chosen is not None:
            s.turn = chosen
        s.begun = True


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@game.ended("3")
def no_block_is_left(s: State) -> bool:
    return s.begun and all(s.left[t] == 0 for t in Tower)


@game.winners("3")
def whoever_took_last(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.last == p)


@game.action("2")
def take(s: State, who: Player, tower: Tower, blocks: Annotated[int, Range(1, 3)]) -> None:
    """Take blocks from one tower."""
    domain(blocks <= s.left[tower])
    with effect("2"):
        s.left[tower] -= blocks
        s.last = who
    with effect("3"):
        s.turn = who.left


@take.permit("2")
def as_many_as_he_likes(s: State, who: Player, tower: Tower, blocks: int) -> bool:
    return s.turn == who


checks = Checks(game)


@checks.leads_to("3")
def somebody_takes_the_last_block(s: State) -> tuple[bool, bool]:
    return s.begun, no_block_is_left(s)
