"""A set as one choice: each member judged by clauses of its own."""


class Animal(Sort):
    ill: bool


@state
class State:
    fed: frozenset[Animal]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return all(a in s.fed or a.ill for a in Animal)


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


@meal.forbid("4", over=hungry, because="but")
def sick(s: State, who: Player, animal: Animal) -> bool:
    return animal.ill
