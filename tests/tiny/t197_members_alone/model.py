"""That its members are permitted permits no action: no clause speaks of it."""


class Animal(Sort):
    """What is fed."""


@state
class State:
    fed: frozenset[Animal]


@book.action("2")
def feed(s: State, who: Player, animals: frozenset[Animal]) -> None:
    """Feed some animals."""
    with effect("2"):
        s.fed = s.fed | animals


@feed.member(of="animals")
def meal(s: State, who: Player, animal: Animal) -> None:
    """One of them."""


@meal.permit("3")
def any_animal(s: State, who: Player, animal: Animal) -> bool:
    return True
