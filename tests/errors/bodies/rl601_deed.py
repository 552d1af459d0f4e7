# deeds demanded where nothing is done, or as if they had a value
@harbour.deed("4.3")
def sink(s: State, ship: Ship) -> None:
    with effect("4.3"):
        s.sunk |= frozenset({ship})


@harbour.action("4.4")
def ram(s: State, who: Player, ship: Ship) -> None:
    sink(s, ship)
    with effect("4.4"):
        s.wind = 0


@ram.permit("4.4")
def may(s: State, who: Player, ship: Ship) -> bool:
    sink(s, ship)
    return True


@harbour.duty("4.5")
def storm(s: State) -> None:
    with effect("4.5"):
        for ship in Ship:
            if sink(s, ship):
                s.wind = 0
        sink(s)


@storm.when
def blows(s: State) -> bool:
    return s.wind > 1
