"""A write out of a range that nothing promises: a defect of the model."""


@state
class State:
    coins: Map[Player, Annotated[int, Range(0)]]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        for p in Player:
            s.coins[p] = 3


@book.action("2")
def spend(s: State, who: Player) -> None:
    """Spend two."""
    with effect("2"):
        lose(s.coins, who, 2)


@spend.permit("2")
def may(s: State, who: Player) -> bool:
    return True
