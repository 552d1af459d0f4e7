"""4.2 to 4.5: what becomes of a ship."""

from prelude import Player, Ship, State, harbour
from ruleslawyer.lang import effect


@harbour.action("4.4")
def give_away(s: State, who: Player, ship: Ship) -> None:
    with effect("4.4"):
        s.owner[ship] = None


@harbour.action("4.3")
def wait(s: State, who: Player) -> None:
    """Nothing happens."""


@give_away.permit("4.2")
def ones_own(s: State, who: Player, ship: Ship) -> bool:
    return s.owner[ship] == who


@wait.permit("4.2")
def any_time(s: State, who: Player) -> bool:
    return s.turn == who
