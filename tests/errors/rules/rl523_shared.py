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


@harbour.action("4.2")
def anchor(s: State, who: Player, ship: int) -> None:
    with effect("4.4"):
        s.phase = Phase.END


@buy.forbid("4.2", also=anchor)
def of_another_type(s: State, ship: Ship) -> bool:
    return True


@buy.forbid("4.2", also=rent)
def of_no_state(ship: Ship, buyer: Player) -> bool:
    return True


@buy.forbid("4.2", also=wait)
def of_what_both_have(s: State) -> bool:
    return True


@of_what_both_have.exception("4.2")
def takes_more(s: State, ship: Ship) -> bool:
    return True
