# precedence without its basis, and a basis without precedence
@buy.forbid("4.3", over=buy)
def a(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@buy.forbid("4.3", because="but")
def b(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@buy.forbid("4.3", over=buy, because="")
def c(s: State, buyer: Player, ship: Ship) -> bool:
    return True
