"""Section 5.5: what becomes of a ship."""

from prelude import Player, Ship, State, harbour
from ruleslawyer.lang import effect


@harbour.action("5.5", "4.4")
def give_away(s: State, who: Player, ship: Ship) -> None:
    with effect("4.4"):
        s.owner[ship] = None


@give_away.permit("4.2")
def on_ones_turn(s: State, who: Player, ship: Ship) -> bool:
    return s.turn == who


@give_away.forbid("4.5")
def not_ones_own(s: State, who: Player, ship: Ship) -> bool:
    return s.owner[ship] != who


@give_away.forbid("9.1")
def in_a_storm(s: State, who: Player, ship: Ship) -> bool:
    return s.wind > 0
