"""In one block a gain and a loss cancel; their sum alone has to stay in its range."""


class Card(Sort):
    """A card."""


@state
class State:
    coins: Map[Player, Annotated[int, Range(0, 1)]]
    late: bool


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Get two and give two."""
    with effect("2"), simultaneous():
        gain(s.coins, who, 2)
        lose(s.coins, who, 2)
        s.late = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
