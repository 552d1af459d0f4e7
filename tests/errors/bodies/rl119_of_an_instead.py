# a mistake in a deed that takes another's place, which what happens at once demands
@harbour.deed("4.3")
def sink(s: State, ship: Ship) -> None:
    with effect("4.3"):
        s.sunk |= frozenset({ship})


@harbour.deed("4.4")
def float_on(s: State, ship: Ship) -> None:
    one, other = s.wind, s.wind
    s.wind = one


@sink.instead("4.4", by=float_on)
def lifeboats(s: State, ship: Ship) -> bool:
    return True


@harbour.settle("4.5")
def storm(s: State, ship: Ship) -> None:
    when(s.wind > 2 and ship not in s.sunk)
    with effect("4.5"):
        sink(s, ship)
