"""What the first iteration writes is one value of those that are written: a later one finds what the first changed."""


class Card(Sort):
    """A card."""


@state
class State:
    one: bool
    two: bool


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Each card says whether another came before."""
    with effect("2"):
        s.one = False
        for card in Card:
            s.two = True if s.one else False
            s.one = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.two
