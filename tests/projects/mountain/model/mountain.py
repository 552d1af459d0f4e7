"""The mountain: who has a rope climbs, and may slip down to its foot at any time; stones are of no use."""

from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, effect, state

mountain = Ruleset("mountain")
mountain.closed_world(assumed="what no line allows is not done")


class Player(Sort):
    """Who climbs."""


class Card(Sort):
    rope: bool
    weight: Annotated[int, Range(0, 9)]


@state
class State:
    held: Map[Card, bool]
    height: Annotated[int, Range(0, 30)]
    over: bool


@mountain.initial("1")
def begin(s: State) -> None:
    """At its foot."""


@mountain.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@mountain.ended("9")
def done(s: State) -> bool:
    return s.over or s.height == 30


@mountain.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@mountain.action("2")
def take(s: State, who: Player, card: Card) -> None:
    """Take up a thing."""
    with effect("2"):
        s.held[card] = True


@take.permit("2")
def it_lies_there(s: State, who: Player, card: Card) -> bool:
    return not s.held[card]


@mountain.action("3")
def climb(s: State, who: Player) -> None:
    """One step up."""
    with effect("3"):
        s.height += 1


@climb.permit("3")
def by_a_rope(s: State, who: Player) -> bool:
    return any(s.held[c] and c.rope for c in Card)


@mountain.action("4")
def slip(s: State, who: Player) -> None:
    """Down to the foot."""
    with effect("4"):
        s.height = 0


@slip.permit("4")
def at_any_time(s: State, who: Player) -> bool:
    return True


@mountain.action("5", outside_play=True)
def go_home(s: State, who: Player) -> None:
    """It is over."""
    with effect("5"):
        s.over = True


@go_home.permit("5")
def whoever_likes(s: State, who: Player) -> bool:
    return True


checks = Checks(mountain)


@checks.always("6")
def nobody_sees_the_top(s: State) -> bool:
    """The top is at 24."""
    return s.height < 24


@checks.always("7")
def stones_are_carried_by_nobody_else(s: State) -> bool:
    """A property that cannot fail, and has parts."""
    return s.height >= 0 and all(c.weight <= 9 for c in Card if s.held[c])
