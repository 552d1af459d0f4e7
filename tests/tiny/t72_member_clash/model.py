"""A contradiction at a member of a set."""

from ruleslawyer.lang import Ruleset, Sort, effect, state

book = Ruleset("t72_member_clash")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Animal(Sort):
    ill: bool


@state
class State:
    fed: frozenset[Animal]


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
    return all(a in s.fed or a.ill for a in Animal)


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.action("2")
def feed(s: State, who: Player, animals: frozenset[Animal]) -> None:
    """Feed some animals."""
    with effect("2"):
        s.fed = s.fed | animals


@feed.permit("2")
def at_least_one(s: State, who: Player, animals: frozenset[Animal]) -> bool:
    return len(animals) > 0


@feed.member(of="animals")
def meal(s: State, who: Player, animal: Animal) -> None:
    """One of them."""


@meal.permit("3")
def hungry(s: State, who: Player, animal: Animal) -> bool:
    return animal not in s.fed


@meal.forbid("4")
def sick(s: State, who: Player, animal: Animal) -> bool:
    return animal.ill
