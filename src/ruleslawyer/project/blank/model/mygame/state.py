"""The title: who plays, what lies on the table, and how the game begins."""

from __future__ import annotations

from ruleslawyer.lang import Ruleset, Sort, effect, state

game = Ruleset("mygame")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """The players."""


@state
class State:
    """The table: a field for each thing that rules speak of."""

    turn: Player


@game.initial()
def begin(s: State, first: Player) -> None:
    """Anybody begins, until a sentence says who: cite it here and in the effect, as in `@game.initial("1.2")`."""
    with effect():
        s.turn = first


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    """The player on turn decides. The first action comes next: `ruleslawyer explain action`."""
    return frozenset({s.turn})
