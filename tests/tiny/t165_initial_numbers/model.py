"""Numbers as choices of the initial rule, one for each player."""


@state
class State:
    coins: Map[Player, Annotated[int, Range(0, 2)]]


def all_coins(coins: Map[Player, int]) -> int:
    return sum(coins[p] for p in Player)


@book.initial("1")
def share(s: State, coins: Map[Player, Annotated[int, Range(0)]]) -> None:
    """Two coins are shared."""
    with effect("1"):
        for p in Player:
            s.coins[p] = coins[p]


@share.domain
def two_in_all(s: State, coins: Map[Player, int]) -> bool:
    return all_coins(coins) == 2


@book.action("2")
def give(s: State, who: Player, to: Player) -> None:
    """Give a coin away."""
    with effect("2"):
        s.coins[who] -= 1
        s.coins[to] += 1


@give.domain
def to_another(s: State, who: Player, to: Player) -> bool:
    return who != to


@give.permit("2")
def has_one(s: State, who: Player, to: Player) -> bool:
    return s.coins[who] > 0


@checks.always("1")
def two_remain(s: State) -> bool:
    return sum(s.coins[p] for p in Player) == 2


@checks.always("1")
def nobody_has_both(s: State) -> bool:
    return all(s.coins[p] < 2 for p in Player)
