# guest that narrows to what adds nothing
guest = Ruleset("guest", on=harbour)


@price.exception("4.2")
def cheap(s: State, ship: Ship) -> int | Silent:
    return 1 if narrow(ship, Ship).cost > 3 else SILENT
