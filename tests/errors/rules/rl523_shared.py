# clauses that cannot be shared
@harbour.action("4.2")
def rent(s: State, buyer: Player, ship: Ship) -> None:
    with effect("4.4"):
        s.owner[ship] = buyer


@harbour.action("4.2")
def wait(s: State, who: Player) -> None:
    with effect("4.4"):
        s.phase = Phase.END


@buy.permit("4.2", also=seller)
def of_a_question(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@buy.permit("4.2", also=buy)
def of_the_same(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@buy.permit("4.2", also="rent")
def of_a_text(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@buy.forbid("4.2", also=(rent, wait))
def of_other_parameters(s: State, buyer: Player, ship: Ship) -> bool:
    return True
