# a prohibition over all permits takes neither `over` nor `because`
@buy.cannot("4.2", "without a harbour", over=buy)
def a(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@buy.cannot("4.2", because="it is said")
def b(s: State, buyer: Player, ship: Ship) -> bool:
    return True
