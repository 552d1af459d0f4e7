# members that a settle adds to a set, in each of their spellings
def with_one(s: State, ship: Ship) -> frozenset[Ship]:
    both = s.sunk | frozenset({ship})
    return both


@harbour.settle("5.5")
def founder(s: State, ship: Ship) -> None:
    with effect("5.5"):
        s.sunk = s.sunk | frozenset({ship})


@founder.when
def ship_has_no_owner(s: State, ship: Ship) -> bool:
    return ship not in s.sunk and s.owner[ship] is None


@harbour.deed("5.5")
def scuttle(s: State, ship: Ship) -> None:
    with effect("5.5"):
        s.sunk = frozenset(x for x in Ship if x == ship or x in s.sunk)


@harbour.duty("5.5")
def storm(s: State) -> None:
    with effect("5.5"), simultaneous():
        for ship in Ship:
            s.sunk = with_one(s, ship)
    with effect("5.5"), simultaneous():
        for ship in Ship:
            there = s.sunk
            s.sunk = there if s.owner[ship] is None else there - frozenset({ship})
    with effect("5.5"), simultaneous():
        s.sunk |= frozenset(x for x in Ship if s.owner[x] is None)
        s.sunk = frozenset(x for x in s.sunk if s.owner[x] is not None)
    with effect("5.5"), simultaneous():
        for ship in Ship:
            scuttle(s, ship)


@storm.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
