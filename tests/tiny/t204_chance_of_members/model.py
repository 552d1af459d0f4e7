"""Chance picks some animals: what is picked is judged by its members, and by a clause of its own that need not be."""


class Animal(Sort):
    """What may run away."""


@state
class State:
    gone: frozenset[Animal]


@book.awaits
def awaited(s: State) -> frozenset[Player] | Chance:
    return CHANCE


@book.chance("2")
def stray(s: State, animals: frozenset[Animal]) -> None:
    """Some run away."""
    with effect("2"):
        s.gone = s.gone | animals


@stray.permit("2")
def any_may(s: State, animals: frozenset[Animal]) -> bool:
    """Without it the citation of the action permits the same."""
    return True


@stray.member(of="animals")
def runner(s: State, animal: Animal) -> None:
    """One of them."""


@runner.permit("3")
def whoever_is_there(s: State, animal: Animal) -> bool:
    return animal not in s.gone
