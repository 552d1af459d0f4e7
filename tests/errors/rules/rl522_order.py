# an order of reactions, and the first to call, where they say nothing
@moment("4.4")
class Docked:
    """A ship has docked, and who steered it."""

    ship: Ship
    pilot: Player


@harbour.trigger("5.5", on=Docked, miss="4.5", first_only=True)
def toast(s: State, pilot: Player, ship: Ship) -> None:
    """One alone may."""


@toast.when
def always(s: State, pilot: Player, ship: Ship) -> bool:
    return True


@toast.order("4.5")
def the_pilot(s: State, pilot: Player, ship: Ship) -> int:
    return 0


@harbour.trigger("5.5", on=Docked, miss="4.5", first_only="yes")
def cheer(s: State, who: Player, ship: Ship) -> None:
    """Who else?"""


@cheer.when
def here(s: State, who: Player, ship: Ship) -> bool:
    return True


@cheer.order("4.5")
def sooner(s: State, who: Player, ship: Ship) -> bool:
    return who == s.turn


@cheer.order("4.5")
def later(s: State, one: Player, other: Player) -> int:
    return 1


@cheer.order
def last(s: State, who: Player, ship: Ship) -> int:
    return 2


@cheer.before("4.5")
def earlier(s: State, who: Player, ship: Ship) -> int:
    return 3
