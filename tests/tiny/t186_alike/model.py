# whole
"""Four things that are alike."""

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, effect, state

book = Ruleset("t186_alike")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Thing(Sort):
    """What can be taken."""


@state
class State:
    held: Map[Thing, bool]


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
def take(s: State, who: Player, thing: Thing) -> None:
    """Take one of them."""
    with effect("2"):
        s.held[thing] = True


@take.permit("2")
def is_there(s: State, who: Player, thing: Thing) -> bool:
    return not s.held[thing]


checks = Checks(book)


@checks.always("2")
def one_is_there(s: State) -> bool:
    return any(not s.held[thing] for thing in Thing)
