"""What becomes of a ship."""

from prelude import Player, Ship, State, harbour


@harbour.term("4.5")
def belongs(s: State, who: Player, ship: Ship) -> bool:
    return s.owner[ship] == who
