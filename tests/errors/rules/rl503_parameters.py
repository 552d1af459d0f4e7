# clauses whose parameters differ from their action's
@buy.permit("4.2")
def renamed(s: State, player: Player, ship: Ship) -> bool:
    return True


@buy.permit("4.2")
def reordered(s: State, ship: Ship, buyer: Player) -> bool:
    return True


@buy.permit("4.2")
def fewer(s: State, buyer: Player) -> bool:
    return True


@checks.always("1.1")
def more(s: State, p: Player) -> bool:
    return True


@checks.sometimes("1.1")
def some(s: State, p: Player, q: Player) -> bool:
    return True


@checks.leads_to("1.1")
def later(s: State, n: int) -> tuple[bool, bool]:
    return True, True


@checks.possible("1.1")
def still(s: State, of: frozenset[Player]) -> bool:
    return True
