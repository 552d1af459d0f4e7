# decorators that do not exist there
@buy.permits("4.2")
def a(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@other.permit("4.2")
def b(s: State) -> bool:
    return True


@buy.permit("4.2")
@buy.forbid("4.2")
def c(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@harbour
def d(s: State) -> bool:
    return True
