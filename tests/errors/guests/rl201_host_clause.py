# guest that cites clauses of its host
guest = Ruleset("guest", on=harbour)


@price.exception("harbour:4.22", "4.2")
def cheap(s: State, ship: Ship) -> int | Silent:
    return 1
