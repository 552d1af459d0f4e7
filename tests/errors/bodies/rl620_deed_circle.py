# deeds that lead to themselves: by what they demand, and by what takes their place
@harbour.deed("4.3")
def sink(s: State, ship: Ship) -> None:
    with effect("4.3"):
        drown(s, ship)


@harbour.deed("4.3")
def drown(s: State, ship: Ship) -> None:
    with effect("4.3"):
        s.sunk |= frozenset({ship})


@drown.instead("4.4", by=sink)
def lifeboats(s: State, ship: Ship) -> bool:
    return True


@harbour.deed("4.3")
def again(s: State) -> None:
    with effect("4.3"):
        again(s)
