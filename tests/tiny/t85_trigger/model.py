"""A trigger: whoever may react declares it or lets it pass; who goes first is open."""


class Ship(Sort):
    """What sails."""


@state
class State:
    docked: Map[Ship, bool]
    coins: Map[Player, Annotated[int, Range(0, 2)]]
    late: bool


@moment("5")
class Docked:
    """A ship has docked."""

    ship: Ship


@book.action("2")
def dock(s: State, who: Player, ship: Ship) -> None:
    """Dock a ship."""
    with effect("2"):
        s.docked[ship] = True
        emit(s, Docked(ship=ship))


@dock.permit("2")
def not_docked(s: State, who: Player, ship: Ship) -> bool:
    return not any(s.docked[x] for x in Ship)


@book.trigger("6", on=Docked, miss="7")
def harbour_fee(s: State, who: Player, ship: Ship) -> None:
    """Take a fee."""
    with effect("6"):
        gain(s.coins, who, 1)


@harbour_fee.when
def has_none(s: State, who: Player, ship: Ship) -> bool:
    return s.coins[who] == 0


@book.duty("8")
def close(s: State) -> None:
    """It gets late."""
    with effect("8"):
        s.late = True


@close.when
def something_docked(s: State) -> bool:
    return any(s.docked[x] for x in Ship) and not s.late


@checks.sometimes("6")
def both_took(s: State) -> bool:
    return all(s.coins[p] == 1 for p in Player)


@checks.step("6", of=harbour_fee)
def one_coin(before: State, after: State, who: Player, ship: Ship) -> bool:
    return after.coins[who] == before.coins[who] + 1 and not after.late
