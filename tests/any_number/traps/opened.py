"""A frame opens."""


class Card(Sort):
    """A card."""


@state
class State:
    late: bool


@frame("2")
class Vote:
    awaits: frozenset[Player]


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Do it."""
    with effect("2"):
        open_frame(s, Vote(awaits=frozenset({who})))


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not is_open(s, Vote)
