"""A block in a deed is part of the block around it; an instead over another replaces alone."""


@state
class State:
    left: Annotated[int, Range(0, 1)]
    right: Annotated[int, Range(0, 1)]
    hit: Annotated[int, Range(0, 3)]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.left = 1


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.hit > 0


@book.deed("2")
def to_the_right(s: State) -> None:
    """What is on the left."""
    with effect("2"), simultaneous():
        s.right = s.left


@book.action("2")
def swap(s: State, who: Player) -> None:
    """Both at once: the deed's block does not end before that around it."""
    with effect("2"), simultaneous():
        to_the_right(s)
        s.left = s.right


@swap.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.deed("3")
def hit_one(s: State) -> None:
    with effect("3"):
        s.hit = 1


@book.deed("3")
def hit_two(s: State) -> None:
    with effect("3"):
        s.hit = 2


@book.deed("3")
def hit_three(s: State) -> None:
    with effect("3"):
        s.hit = 3


@hit_one.instead("4", by=hit_two)
def second(s: State) -> bool:
    return True


@hit_one.instead("5", by=hit_three, over=second, because="the text: rather")
def third(s: State) -> bool:
    return True


@book.action("3")
def strike(s: State, who: Player) -> None:
    """Hit one of them."""
    with effect("3"):
        hit_one(s)


@strike.permit("3")
def may_too(s: State, who: Player) -> bool:
    return s.left == 0


@book.action("6")
def strike_two(s: State, who: Player) -> None:
    """Hit the second."""
    with effect("6"):
        hit_two(s)


@strike_two.permit("6")
def may_as_well(s: State, who: Player) -> bool:
    return s.left == 0
