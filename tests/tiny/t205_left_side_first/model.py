"""Both sides of a comparison fail: the left one is asked first, whichever sign stands between them."""


@state
class State:
    count: Annotated[int, Range(0, 1)]


@book.term("3")
def share(s: State) -> int:
    return 6 // s.count


@book.term("3")
def rest(s: State) -> int:
    return 6 % s.count


@book.action("2")
def take(s: State, who: Player) -> None:
    with effect("2"):
        s.count = 1


@take.permit("2")
def more_than_the_rest(s: State, who: Player) -> bool:
    return share(s) > rest(s)


@book.action("2")
def keep(s: State, who: Player) -> None:
    with effect("2"):
        s.count = 1


@keep.permit("2")
def no_less_than_the_rest(s: State, who: Player) -> bool:
    return share(s) >= rest(s)


@book.action("4")
def go(s: State, who: Player) -> None:
    with effect("4"):
        s.count = 1 - s.count


@go.permit("4")
def always(s: State, who: Player) -> bool:
    return True
