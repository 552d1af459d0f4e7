"""Two duties that make each other due never come to rest."""


@state
class State:
    at: Annotated[int, Range(0, 3)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.at == 3


@book.action("2")
def leave(s: State, who: Player, to: Annotated[int, Range(1, 3)]) -> None:
    """Go where one likes, but to 2."""
    domain(s.at == 0 and to != 2)
    permit("2", may_leave=True)
    with effect("2"):
        s.at = to


@book.duty("4")
def there(s: State) -> None:
    """From 1 one is led to 2."""
    with effect("4"):
        s.at = 2


@there.when
def at_one(s: State) -> bool:
    return s.at == 1


@book.duty("4")
def back(s: State) -> None:
    """And from 2 to 1."""
    with effect("4"):
        s.at = 1


@back.when
def at_two(s: State) -> bool:
    return s.at == 2


@checks.always("4")
def at_an_end(s: State) -> bool:
    return s.at == 0 or s.at == 3


@checks.sometimes("4")
def on_the_way(s: State) -> bool:
    return s.at == 1


@checks.leads_to("9")
def it_ends(s: State) -> tuple[bool, bool]:
    return True, over(s)


@checks.leads_to("9")
def what_has_ended_has(s: State) -> tuple[bool, bool]:
    return s.at == 3, over(s)


@checks.possible("9")
def it_can_end(s: State) -> bool:
    return over(s)
