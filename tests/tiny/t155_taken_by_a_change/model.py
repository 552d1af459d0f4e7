"""A fair set is taken by what changes the state alone."""


@state
class State:
    lit: bool


@book.action("2")
def turn(s: State, who: Player, to: bool) -> None:
    """Put the light on, or off; it may be so already."""
    with effect("2"):
        s.lit = to


@turn.permit("2")
def may(s: State, who: Player, to: bool) -> bool:
    return True


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
