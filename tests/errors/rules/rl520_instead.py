# what an `instead` names
@harbour.deed("4.3")
def sink(s: State, ship: Ship) -> None:
    with effect("4.3"):
        s.sunk |= frozenset({ship})


@harbour.deed("4.3")
def pay(s: State, who: Player) -> None:
    with effect("4.3"):
        s.coins[who] = 0


@sink.instead("4.4")
def a(s: State, ship: Ship) -> bool:
    return True


@sink.instead("4.4", by=price)
def b(s: State, ship: Ship) -> bool:
    return True


@sink.instead("4.4", by=pay)
def c(s: State, ship: Ship) -> bool:
    return True


@sink.instead("4.4", by=later)
def d(s: State, ship: Ship) -> bool:
    return True


@harbour.deed("4.3")
def later(s: State, ship: Ship) -> None:
    """Nothing happens."""
