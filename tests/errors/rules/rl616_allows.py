# whether an action may be done
@harbour.action("4.2")
def spend(s: State, payer: Player, amount: Coins) -> None:
    with effect("4.4"):
        s.coins[payer] -= amount


@spend.permit("4.2")
def nothing_to_buy(s: State, payer: Player, amount: int) -> bool:
    return not allows(buy, s, payer)


@checks.always("1.1")
def a(s: State) -> bool:
    return allows(spend, s, s.turn)


@checks.always("1.1")
def b(s: State) -> bool:
    return allows(price, s)


@checks.always("1.1")
def c(s: State) -> bool:
    return allows(s.turn, s)


@checks.always("1.1")
def d(s: State) -> bool:
    return allows(reveal, s)


@checks.step("1.1", of=buy)
def e(before: State, after: State, buyer: Player, ship: Ship) -> bool:
    return allows(buy, before, buyer) and not allows(buy, after, buyer, ship)


@checks.step("1.1")
def f(before: State, after: State) -> bool:
    return allows(buy, before)


@checks.always("1.1")
def g(s: State) -> bool:
    return allows(buy)


@checks.always("1.1")
def h(s: State) -> bool:
    return allows(buy, s, s.turn, the(x for x in Ship), 2)


@checks.always("1.1")
def i(s: State) -> bool:
    return allows(buy, s, buyer=s.turn)


@checks.always("1.1")
def j(s: State) -> bool:
    return allows(buy, s.turn, s)


@checks.always("1.1")
def k(s: State) -> bool:
    return all(allows(buy, s, ship) for ship in Ship)


@checks.always("1.1")
def l(s: State) -> bool:
    return allows(sell, s)
