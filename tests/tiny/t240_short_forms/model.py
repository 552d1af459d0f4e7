"""What may be left out: a permit where the domain says all, its name, and a name that another action's has.

Of several domains all hold.
"""


@state
class State:
    at: Annotated[int, Range(0, 3)]


@book.action("2")
def climb(s: State, who: Player) -> None:
    """Its own clause allows it."""
    domain(s.at != 2)
    domain(s.at < 3)
    s.at += 1


@book.action("2")
def go_down(s: State, who: Player) -> None:
    """Without a name."""
    permit("2", s.at == 2)
    s.at -= 1


@book.action("2")
def jump(s: State, who: Player) -> None:
    """With a name, and without one; both hold at 0."""
    permit("2", below=s.at == 0)
    permit("2", s.at < 1)
    s.at = 3


@book.action("3")
def leap(s: State, who: Player) -> None:
    """With the same name."""
    domain(s.at < 3)
    permit("3", below=s.at == 1)
    s.at = 3


@checks.always("9")
def never_there_with_two(s: State) -> bool:
    return sum(1 for p in Player for q in Player for r in Player) != 8 or s.at < 3
