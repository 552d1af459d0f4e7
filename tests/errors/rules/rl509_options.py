# questions without options, without a default, and with two
@harbour.question("where?")
def where(s: State) -> Player:
    ask()


@harbour.question("when?")
def when(s: State) -> int:
    ask()


@when.reading("now")
def now(s: State) -> int:
    return 0


@seller.reading("the one whose turn it is", default=True)
def turn(s: State, ship: Ship) -> Player:
    return s.turn
