"""`the` of none or of two: a broken check."""

from ruleslawyer.lang import Checks, Ruleset, Sort, effect, state, the

book = Ruleset("t43_the")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    ready: frozenset[Player]
    chosen: Player | None


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
    return s.chosen is not None


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def stand_up(s: State, who: Player) -> None:
    """Be ready."""
    with effect("2"):
        s.ready = s.ready | frozenset({who})


@stand_up.permit("2")
def once(s: State, who: Player) -> bool:
    return who not in s.ready


@book.action("3")
def choose(s: State, who: Player) -> None:
    """The one who is ready is chosen."""
    with effect("3"):
        s.chosen = the(p for p in s.ready)


@choose.permit("3")
def may(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("3")
def ready_one(s: State) -> bool:
    return s.chosen is None or s.chosen in s.ready
