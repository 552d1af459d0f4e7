"""The keys of a map of maps, in their order."""

from enum import Enum

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, effect, state

book = Ruleset("t159_keys_in_order")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Kind(Enum):
    CUP = "cup"
    PLATE = "plate"


class Hue(Enum):
    RED = "red"
    BLUE = "blue"


@state
class State:
    broken: Map[Kind, Map[Hue, bool]]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def drop(s: State, who: Player) -> None:
    """The blue cup breaks."""
    with effect("2"):
        s.broken[Kind.CUP][Hue.BLUE] = True


@drop.permit("2")
def may(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("2")
def cup_is_whole(s: State) -> bool:
    return not s.broken[Kind.CUP][Hue.BLUE]


@checks.always("2")
def plate_is_whole(s: State) -> bool:
    return not s.broken[Kind.PLATE][Hue.RED]
