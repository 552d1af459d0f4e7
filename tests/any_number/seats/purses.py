"""Coins of all seats: what is given goes from one to another, the bank pays each, and the poor are counted.

Right by hand: a gift changes no sum; the bank's debt is what the purses have. Each begins with two.
"""


@state
class State:
    purse: Map[Player, int]
    debt: int
    at_first: int
    last: int
    gifts: int
    poor: int
    richest: int
    fined: Map[Player, bool]


@book.initial("1")
def begin(s: State) -> None:
    """Two each."""
    with effect("1"):
        for p in Player:
            s.purse[p] = 2
        s.debt = sum(2 for p in Player)
        s.at_first = s.debt


@book.ended("9")
def over(s: State) -> bool:
    """After three gifts."""
    return s.gifts == 3


@book.action("2")
def give(s: State, who: Player, to: Player) -> None:
    """One coin."""
    with effect("2"):
        lose(s.purse, who, 1)
        gain(s.purse, to, 1)
        s.gifts += 1


@give.permit("2")
def has_one(s: State, who: Player, to: Player) -> bool:
    return s.purse[who] > 0


@book.action("3")
def pay_out(s: State, who: Player, twice: bool) -> None:
    """Those who are not fined get one, or two."""
    with effect("3"):
        s.last = sum((1 if s.fined[p] else 0) if twice else s.purse[p] for p in Player)
        for p in Player:
            if not s.fined[p]:
                gain(s.purse, p, 2 if twice else 1)
        s.debt += sum(2 if twice else 1 for p in Player if not s.fined[p])
        s.gifts += 1


@pay_out.permit("3")
def may_pay(s: State, who: Player, twice: bool) -> bool:
    return True


@book.action("4")
def fine(s: State, who: Player) -> None:
    """Fined."""
    with effect("4"):
        s.fined[who] = True
        s.poor = sum(1 for p in Player if s.purse[p] < 2)
        s.richest = max((s.purse[p] for p in Player if not s.fined[p]), default=0)


@fine.permit("4")
def may_fine(s: State, who: Player) -> bool:
    return not s.fined[who]


@checks.always("5")
def right_the_bank_knows_all_coins(s: State) -> bool:
    return s.debt == sum(s.purse[p] for p in Player)


@checks.step("5", of=give)
def right_a_gift_changes_no_sum(before: State, after: State, who: Player, to: Player) -> bool:
    return sum(before.purse[p] for p in Player) == sum(after.purse[p] for p in Player)


@checks.step("5", of=fine)
def right_nobody_left_has_more_than_the_richest(before: State, after: State, who: Player) -> bool:
    return all(after.purse[p] <= after.richest for p in Player if not after.fined[p])


@checks.step("5", of=fine)
def right_the_poor_are_not_negative(before: State, after: State, who: Player) -> bool:
    return after.poor >= 0


@checks.always("5")
def right_coins_twice(s: State) -> bool:
    return 2 * s.debt == sum(2 * s.purse[p] for p in Player)


@checks.always("6")
def wrong_all_have_two(s: State) -> bool:
    return all(s.purse[p] == 2 for p in Player)


@checks.always("6")
def wrong_two_at_first(s: State) -> bool:
    return s.at_first == 2


@checks.step("5", of=pay_out)
def right_fines_or_coins_are_counted(before: State, after: State, who: Player, twice: bool) -> bool:
    return after.last == sum(1 for p in Player if before.fined[p]) if twice else after.last == before.debt


@checks.step("6", of=fine)
def wrong_the_richest_is_not_fined(before: State, after: State, who: Player) -> bool:
    return any(not after.fined[p] and after.purse[p] == after.richest for p in Player)


@checks.always("6")
def wrong_two_coins_alone(s: State) -> bool:
    return s.debt == 2 + s.gifts


@checks.always("6")
def wrong_nobody_is_poor(s: State) -> bool:
    return s.poor == 0


@checks.step("6", of=fine)
def wrong_the_poor_are_one_at_most(before: State, after: State, who: Player) -> bool:
    return after.poor <= 1


@checks.step("6", of=fine)
def wrong_somebody_is_not_fined(before: State, after: State, who: Player) -> bool:
    return any(not after.fined[p] for p in Player)


@checks.step("6", of=fine)
def wrong_all_are_fined_at_once(before: State, after: State, who: Player) -> bool:
    return all(after.fined[p] for p in Player)


@checks.step("6", of=give)
def wrong_who_gives_gets(before: State, after: State, who: Player, to: Player) -> bool:
    return after.purse[who] >= before.purse[who]


@checks.step("6", of=pay_out)
def wrong_each_gets_one(before: State, after: State, who: Player, twice: bool) -> bool:
    return all(after.purse[p] == before.purse[p] + 1 for p in Player)


@checks.step("6", of=pay_out)
def wrong_the_debt_grows_by_one(before: State, after: State, who: Player, twice: bool) -> bool:
    return after.debt <= before.debt + 2


@checks.always("6")
def wrong_no_debt(s: State) -> bool:
    return s.debt <= 4
