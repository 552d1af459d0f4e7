# all that is done hangs on a question, and on the wind, which the `when` reads neither of
@harbour.settle("5.5")
def founder(s: State, ship: Ship) -> None:
    """A ship without an owner goes down."""
    with effect("5.5"):
        if seller(s, ship) == s.turn and s.wind > 0:
            s.owner[ship] = s.turn


@founder.when
def nobody_has_it(s: State, ship: Ship) -> bool:
    return s.owner[ship] is None and ship not in s.sunk


@harbour.settle("5.5")
def drift(s: State, ship: Ship) -> None:
    """What is done in any case may ask besides what else is."""
    with effect("5.5"):
        s.owner[ship] = None
        if seller(s, ship) == s.turn:
            s.wind = 0


@drift.when
def somebody_has_it(s: State, ship: Ship) -> bool:
    return s.owner[ship] is not None
