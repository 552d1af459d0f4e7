# a number that is doubled and added to: nobody knows which comes first
@price.times("4.4")
def twice_in_a_calm(s: State, ship: Ship) -> int | Silent:
    return 2 if s.wind == CALM else SILENT


@price.at_most("4.4")
def most(s: State, ship: Ship) -> int:
    return 9


@price.adjust("4.5")
def one_more(s: State, ship: Ship) -> int:
    return 1


@price.adjust("4.5")
def two_more(s: State, ship: Ship) -> int:
    return 2
