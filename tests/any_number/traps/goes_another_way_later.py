"""What the first iteration does not do a later one does, since the first has changed what it asks."""


class Card(Sort):
    """A card."""


@state
class State:
    one: bool
    two: bool


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Each card sees whether another came before."""
    with effect("2"):
        s.one = False
        for card in Card:
            if s.one:
                s.two = True
            s.one = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.two
