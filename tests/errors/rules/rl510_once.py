# pieces that a ruleset has once
@harbour.ended("9.1")
def again(s: State) -> bool:
    return True


@buy.domain
def afloat(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@buy.domain
def present(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@harbour.duty("5.5")
def never(s: State) -> None:
    """Not due."""
