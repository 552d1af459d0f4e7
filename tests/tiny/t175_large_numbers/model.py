# whole
"""A power that is beyond 64 bits."""

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, state

book = Ruleset("t175_large_numbers")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    much: Annotated[int, Range(0, 8000)]
    told: bool


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
    return s.told


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def grow(s: State, who: Player) -> None:
    """As far as it goes."""
    with effect("2"):
        s.much = 8000


@grow.permit("2")
def may_grow(s: State, who: Player) -> bool:
    return s.much == 0


@book.action("3")
def boast(s: State, who: Player) -> None:
    """Of more than a machine's word holds."""
    with effect("3"):
        s.told = True


@boast.permit("3")
def beyond(s: State, who: Player) -> bool:
    """The greatest number of 63 bits."""
    return s.much * s.much * s.much * s.much * s.much > 9223372036854775807


checks = Checks(book)


@checks.always("2")
def below(s: State) -> bool:
    return s.much * s.much * s.much * s.much * s.much < 9223372036854775807


@checks.always("2")
def above(s: State) -> bool:
    return s.much * s.much * s.much * s.much * s.much >= 0
