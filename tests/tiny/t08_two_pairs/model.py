"""A contradiction for each pair of a live permit and a live forbid."""

from ruleslawyer.lang import Ruleset, Sort, effect, state

book = Ruleset("t08_two_pairs")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    done: bool


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
    return s.done


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go one further."""
    with effect("2"):
        s.done = True


@move.permit("3")
def first(s: State, who: Player) -> bool:
    return True


@move.permit("4")
def second(s: State, who: Player) -> bool:
    return True


@move.forbid("5")
def beaten(s: State, who: Player) -> bool:
    return True


@move.forbid("6")
def stays(s: State, who: Player) -> bool:
    return True


@move.permit("7", over=beaten, because="instead")
def third(s: State, who: Player) -> bool:
    return True
