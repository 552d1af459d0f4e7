"""Steps of the world that nobody does, beside what players do: between any two moves the wind may blow.

1. In turn a player lights one of his lamps.
2. Before each move the wind may put out lamps, one after the other, or it is calm. Nobody decides that.
3. Whoever has all his lamps lit wins, and the game is over.
"""

from __future__ import annotations

from ruleslawyer.lang import CHANCE, Chance, Checks, Ruleset, Sort, effect, permit, state

game = Ruleset("wind")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, and who is next."""

    left: Player


class Lamp(Sort):
    """A lamp, and whose it is."""

    owner: Player


@state
class State:
    """Which lamps are lit, whose turn it is, and whether the world has let him act."""

    lit: frozenset[Lamp]
    turn: Player
    calm: bool


@game.initial("1")
def begin(s: State, first: Player) -> None:
    with effect("1"):
        s.turn = first


@game.awaits
def the_world_or_whose_turn_it_is(s: State) -> frozenset[Player] | Chance:
    """The world comes first; once it lets go, a player decides."""
    return frozenset({s.turn}) if s.calm else CHANCE


def has_won(s: State, who: Player) -> bool:
    """Whether all lamps of a player are lit."""
    return all(lamp in s.lit for lamp in Lamp if lamp.owner == who)


@game.ended("3")
def somebody_has_all(s: State) -> bool:
    return any(has_won(s, p) for p in Player)


@game.winners("3")
def whoever_has_all(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if has_won(s, p))


@game.chance("2")
def put_out(s: State, lamp: Lamp) -> None:
    """A step of the world: it has no actor."""
    permit("2", what_is_lit=lamp in s.lit)
    with effect("2"):
        s.lit = s.lit - frozenset({lamp})


@game.chance("2")
def let_go(s: State) -> None:
    """The world does nothing more, and whose turn it is may act."""
    with effect("2"):
        s.calm = True


@game.action("1")
def light(s: State, who: Player, lamp: Lamp) -> None:
    """Light a lamp."""
    permit("1", his_own=s.turn == who and lamp.owner == who and lamp not in s.lit)
    with effect("1"):
        s.lit = s.lit | frozenset({lamp})
        s.turn = who.left
        s.calm = False


checks = Checks(game)


@checks.eventually("3", fair=CHANCE)
def somebody_wins(s: State) -> bool:
    """With probability 1: a wind that blows each time is possible, and has probability 0."""
    return somebody_has_all(s)


@checks.possible("2")
def all_lamps_can_be_out_again(s: State) -> bool:
    """As long as nobody has won; then the wind is of no more account."""
    return len(s.lit) == 0 or somebody_has_all(s)
