"""Order and the first to call together, in a frame, of two moments at once: each moment by itself."""


class Player(Sort):
    """Who plays, and which seat he has."""

    seat: Annotated[int, Range(0, 1)]


class Lot(Sort):
    """A thing that is offered."""


@state
class State:
    owner: Map[Lot, Player | None]
    offered: bool


@frame("2")
class Sale:
    """Lots being offered, from a seat on."""

    awaits: frozenset[Player]
    first: Annotated[int, Range(0, 1)]


@moment("3")
class Offered:
    """A lot is offered."""

    lot: Lot


@book.action("2")
def offer(s: State, who: Player) -> None:
    """Offer all lots, from the second seat on."""
    with effect("2"):
        s.offered = True
        open_frame(s, Sale(awaits=frozenset(), first=1))
        for lot in Lot:
            emit(s, Offered(lot=lot))


@offer.permit("2")
def once(s: State, who: Player) -> bool:
    return not s.offered


@book.trigger("3", on=Offered, miss="3", at=Sale, first_only=True)
def take(s: State, f: Sale, lot: Lot, who: Player) -> None:
    """Take it."""
    with effect("3"):
        s.owner[lot] = who


@take.when
def anybody(s: State, f: Sale, lot: Lot, who: Player) -> bool:
    return True


@take.order("4")
def from_that_seat_on(s: State, f: Sale, lot: Lot, who: Player) -> int:
    return (who.seat - f.first) % len(Player)


@checks.always("4")
def as_offered(s: State) -> bool:
    return s.offered or all(s.owner[lot] is None for lot in Lot)
