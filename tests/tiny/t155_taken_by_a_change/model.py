"""A fair set is taken by what changes the state alone."""

from ruleslawyer.lang import Checks, Ruleset, Sort, effect, state

book = Ruleset("t155_taken_by_a_change")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    lit: bool


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
def turn(s: State, who: Player, to: bool) -> None:
    """Put the light on, or off; it may be so already."""
    with effect("2"):
        s.lit = to


@turn.permit("2")
def may(s: State, who: Player, to: bool) -> bool:
    return True


checks = Checks(book)


@checks.leads_to("2", fair=(turn,))
def there_is_light(s: State) -> tuple[bool, bool]:
    """Putting it off again and again does not count as turning it."""
    return True, s.lit


@checks.leads_to("2", fair=(turn.each("to"),))
def there_is_light_by_each(s: State) -> tuple[bool, bool]:
    return True, s.lit


@checks.leads_to("2")
def without_fairness(s: State) -> tuple[bool, bool]:
    return True, s.lit
