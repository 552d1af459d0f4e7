"""A cap of the scope that is reached: an event, never a wrap."""


@state
class State:
    coins: Map[Player, Annotated[int, Range(0)]]


@book.action("2")
def earn(s: State, who: Player) -> None:
    """Earn one."""
    with effect("2"):
        gain(s.coins, who, 1)


@earn.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("1")
def not_negative(s: State) -> bool:
    return all(s.coins[p] >= 0 for p in Player)
