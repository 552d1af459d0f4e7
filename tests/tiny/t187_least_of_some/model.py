"""The least over two variables, where an outer one has no inner one."""


class Card(Sort):
    owner: Player
    cost: Annotated[int, Range(0)]


@state
class State:
    done: bool


@book.action("2")
def act(s: State, who: Player) -> None:
    """Be done."""
    with effect("2"):
        s.done = True


@act.permit("3")
def may(s: State, who: Player) -> bool:
    return not s.done and min(c.cost for p in Player for c in Card if c.owner == p) == 1
