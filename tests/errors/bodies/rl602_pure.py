# a permit that changes something
@buy.permit("4.2")
def a(s: State, buyer: Player, ship: Ship) -> bool:
    s.wind = 0
    return True


@harbour.term("4.3")
def b(s: State) -> int:
    with effect("4.3"):
        s.wind = 0
    return 1
