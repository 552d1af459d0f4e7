# whole
"""What few plays come to, and only after many steps."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t176_far_away")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    count: Annotated[int, Range(0, 20)]
    unlocked: bool


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
def climb(s: State, who: Player) -> None:
    """One up."""
    with effect("2"):
        s.count += 1


@climb.permit("2")
def not_at_the_top(s: State, who: Player) -> bool:
    return s.count < 20


@book.action("3")
def fall(s: State, who: Player, to: Annotated[int, Range(0, 3)]) -> None:
    """Down again, as far as one likes."""
    with effect("3"):
        s.count = to


@fall.permit("3")
def at_any_time(s: State, who: Player, to: int) -> bool:
    return True


@book.action("4")
def unlock(s: State, who: Player) -> None:
    """For good."""
    with effect("4"):
        s.unlocked = True


@unlock.permit("4")
def once(s: State, who: Player) -> bool:
    return not s.unlocked


checks = Checks(book)


@checks.always("2")
def below_the_top(s: State) -> bool:
    return s.count < 20


@checks.always("4")
def locked_at_the_top(s: State) -> bool:
    """Of two fields, each of which is changed by itself."""
    return s.count < 20 or not s.unlocked


@checks.always("2")
def no_further(s: State) -> bool:
    return s.count <= 20
