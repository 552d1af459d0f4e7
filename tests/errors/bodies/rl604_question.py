# a duty whose `when` asks


def payee(s: State, ship: Ship) -> Player:
    return seller(s, ship)


@harbour.duty("5.5")
def pay(s: State) -> None:
    """Pay."""


@pay.when
def time_to_pay(s: State) -> bool:
    return payee(s, s.quay.top) == s.turn


@harbour.settle("5.5")
def settles(s: State) -> None:
    """A settle may ask when it holds, and so may a domain."""


@settles.when
def time_to_settle(s: State) -> bool:
    return payee(s, s.quay.top) == s.turn


@buy.domain
def afloat(s: State, buyer: Player, ship: Ship) -> bool:
    return seller(s, ship) != buyer
