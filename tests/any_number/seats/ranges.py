"""Numbers with a range, of each seat: what is lent by one is owed by another, and a share is asked for of two.

Right by hand: who has none lends none. Wrong: whoever owes nothing pays back; with two seats a share is of nothing.
"""


@state
class State:
    coins: Map[Player, Annotated[int, Range(0, 3)]]
    wrong_owed: Map[Player, Annotated[int, Range(0)]]
    wrong_lent: Map[Player, Annotated[int, Range(0, 3)]]
    wrong_thanks: Annotated[int, Range(0)]
    shares: Map[Player, Map[Player, int]]
    times: Annotated[int, Range(0)]


@book.initial("1")
def begin(s: State) -> None:
    """Three each."""
    with effect("1"):
        for p in Player:
            s.coins[p] = 3
            s.shares[p][p] = 1


@book.ended("9")
def over(s: State) -> bool:
    """After four times."""
    return s.times == 4


@book.action("2")
def lend(s: State, who: Player, to: Player) -> None:
    """One coin."""
    with effect("2"):
        lose(s.coins, who, 1)
        gain(s.wrong_lent, to, 1)
        s.times += 1


@lend.permit("2")
def has_one(s: State, who: Player, to: Player) -> bool:
    return s.coins[who] > 0


@book.action("3")
def pay_back(s: State, who: Player, bad: bool) -> None:
    """One back; or one less for everybody, and two more thanks."""
    with effect("3"):
        if bad:
            for p in Player:
                lose(s.wrong_owed, p, 1)
        s.times += 1


@pay_back.permit("3")
def may_pay(s: State, who: Player, bad: bool) -> bool:
    return True


@book.action("4")
def thank(s: State, who: Player) -> None:
    """One thanks the less."""
    with effect("4"):
        s.wrong_thanks -= 1


@thank.permit("4")
def may_thank(s: State, who: Player) -> bool:
    return s.wrong_thanks == 0


@checks.always("5")
def right_coins_are_three_at_most(s: State) -> bool:
    return all(s.coins[p] + 0 <= 3 for p in Player)


@checks.always("5")
def right_ones_own_share(s: State) -> bool:
    return all(s.shares[p][p] // s.shares[p][p] == 1 for p in Player)


@checks.always("6")
def wrong_shares_of_two(s: State) -> bool:
    return all(all(a == b or 0 * (1 // s.shares[a][b]) == 0 for b in Player) for a in Player)
