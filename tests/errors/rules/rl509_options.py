# questions without options, without a default, and with two
@harbour.question("where?")
def where(s: State) -> Player:
    ask()


@harbour.question("which hour?")
def hour(s: State) -> int:
    ask()


@hour.reading("now")
def now(s: State) -> int:
    return 0


@seller.reading("the one whose turn it is", default=True)
def turn(s: State, ship: Ship) -> Player:
    return s.turn
