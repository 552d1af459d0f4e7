"""Clauses that hang on actions of different parameters: each takes, by name, some of what all of them have."""


class Boat(Sort):
    """What is rowed."""

    leaky: bool


@state
class State:
    out: Map[Boat, bool]
    rested: bool
    stormy: bool


@book.action("2")
def row(s: State, who: Player, boat: Boat) -> None:
    """Row out."""
    with effect("2"):
        s.out[boat] = True


@row.domain
def is_ashore(s: State, who: Player, boat: Boat) -> bool:
    return not s.out[boat]


@book.action("3")
def moor(s: State, boat: Boat, who: Player) -> None:
    """Come back; who does it stands last."""
    with effect("3"):
        s.out[boat] = False


@moor.domain
def is_out(s: State, boat: Boat, who: Player) -> bool:
    return s.out[boat]


@book.action("4")
def rest(s: State, who: Player) -> None:
    """Rest, once."""
    with effect("4"):
        s.rested = True


@rest.domain
def is_tired(s: State, who: Player) -> bool:
    return not s.rested


@book.action("5")
def blow(s: State, who: Player) -> None:
    """A storm comes."""
    with effect("5"):
        s.stormy = True


@blow.domain
def is_calm(s: State, who: Player) -> bool:
    return not s.stormy


@row.permit("6", also=(moor, rest, blow))
def anybody(s: State, who: Player) -> bool:
    """Of all four; without the boat."""
    return who in frozenset(Player)


@row.cannot("7", "nobody leaves a leak alone", also=moor)
def is_leaky(s: State, boat: Boat) -> bool:
    """Of the two that have a boat; without the player."""
    return boat.leaky


@row.forbid("8", also=rest, over=row, because="but never in a storm")
def in_a_storm(s: State) -> bool:
    """Of the state alone."""
    return s.stormy


@in_a_storm.exception("8")
def nobody_is_out(s: State) -> bool:
    """It takes what the clause takes."""
    return not any(s.out[boat] for boat in Boat)
