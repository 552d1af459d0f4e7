"""A pile on another one, and under it; its bottom one, and without it."""


class Card(Sort):
    """A card."""


@state
class State:
    left: Pile[Card]
    right: Pile[Card]


@book.action("2")
def put_on(s: State, who: Player) -> None:
    """The right pile goes on the left one."""
    with effect("2"):
        s.left = s.right.on(s.left)
        s.right = Pile()


@put_on.permit("2")
def may_put_on(s: State, who: Player) -> bool:
    return len(s.right) > 0


@book.action("3")
def put_under(s: State, who: Player) -> None:
    """The right pile goes under the left one."""
    with effect("3"):
        s.left = s.right.under(s.left)
        s.right = Pile()


@put_under.permit("3")
def may_put_under(s: State, who: Player) -> bool:
    return len(s.right) > 0


@book.action("4")
def lift(s: State, who: Player) -> None:
    """The bottom card of the left pile goes on the right one."""
    with effect("4"):
        s.right = s.right.with_top(s.left.bottom)
        s.left = s.left.without_bottom()


@lift.permit("4")
def may_lift(s: State, who: Player) -> bool:
    return len(s.left) > 0


@book.action("5")
def put_twice(s: State, who: Player) -> None:
    """What cannot be: a pile on itself."""
    with effect("5"):
        s.left = s.left.on(s.left)


@put_twice.permit("5")
def may_put_twice(s: State, who: Player) -> bool:
    return len(s.left) > 0
