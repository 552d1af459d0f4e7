"""A walk by chance that ends at 3, with one place at which somebody decides: he can keep it from ending for ever."""


@state
class State:
    at: Annotated[int, Range(0, 3)]


@book.awaits
def who_is_next(s: State) -> frozenset[Player] | Chance:
    """He decides at 1."""
    return frozenset(Player) if s.at == 1 else CHANCE


@book.ended("4")
def over(s: State) -> bool:
    """At the far end."""
    return s.at == 3


@book.chance("2")
def walk(s: State, right: bool) -> None:
    """A step to either side; who is at an end and would leave it stays."""
    permit("2", not_decided=s.at != 1)
    with effect("2"):
        if right and s.at < 3:
            s.at += 1
        elif not right and s.at > 0:
            s.at -= 1


@book.action("3")
def go_on(s: State, who: Player) -> None:
    """To 2."""
    permit("3", on_from_one=s.at == 1)
    with effect("3"):
        s.at = 2


@book.action("3")
def turn_back(s: State, who: Player) -> None:
    """To 0."""
    permit("3", back_from_one=s.at == 1)
    with effect("3"):
        s.at = 0


@checks.leads_to("9", fair=CHANCE)
def it_ends_with_probability_1(s: State) -> tuple[bool, bool]:
    return True, over(s)
