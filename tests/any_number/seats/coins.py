"""Coins that a bank hands out: a share of all of them is at most all of them.

Right by hand: all coins together are those there were; so nobody has more, nor have two together.
"""


@state
class State:
    purse: Map[Player, Annotated[int, Range(0, 9)]]
    bank: Annotated[int, Range(0, 9)]


@book.initial("1")
def begin(s: State) -> None:
    """Three coins."""
    with effect("1"):
        s.bank = 3


@book.action("2")
def draw(s: State, who: Player) -> None:
    """A coin."""
    with effect("2"):
        s.bank -= 1
        gain(s.purse, who, 1)


@draw.permit("2")
def has_coins(s: State, who: Player) -> bool:
    return s.bank > 0


@book.action("3")
def pay(s: State, who: Player) -> None:
    """A coin."""
    with effect("3"):
        s.bank += 1
        lose(s.purse, who, 1)


@pay.permit("3")
def has_a_coin(s: State, who: Player) -> bool:
    return s.purse[who] > 0


@checks.always("5")
def right_all_coins_are_there(s: State) -> bool:
    return s.bank + sum(s.purse[p] for p in Player) == 3


@checks.always("5")
def right_nobody_has_more(s: State) -> bool:
    return all(s.purse[p] <= 3 for p in Player)


@checks.always("5")
def right_nor_have_two(s: State) -> bool:
    return all(p == q or s.purse[p] + s.purse[q] <= 3 for p in Player for q in Player)


@checks.always("6")
def wrong_somebody_has_two(s: State) -> bool:
    return all(s.purse[p] <= 2 for p in Player)


@checks.always("6")
def wrong_nor_have_two_but_one(s: State) -> bool:
    return all(p == q or s.purse[p] + s.purse[q] <= 2 for p in Player for q in Player)
