# precedence over what cannot be beaten
@buy.forbid("4.3", over=any_amount, because="but")
def a(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@buy.forbid("4.3", over=(reveal, price), because="but")
def b(s: State, buyer: Player, ship: Ship) -> bool:
    return True
