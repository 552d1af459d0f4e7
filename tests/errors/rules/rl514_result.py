# rules that give something else than their kind asks for
@buy.permit("4.2")
def a(s: State, buyer: Player, ship: Ship) -> int:
    return 1


@harbour.action("4.2")
def b(s: State, who: Player) -> bool:
    return True


@price.exception("4.3")
def c(s: State, ship: Ship) -> Player | Silent:
    return s.turn


@harbour.term("4.3")
def d(s: State) -> None:
    return None


@checks.leads_to("9.1")
def e(s: State) -> bool:
    return True
