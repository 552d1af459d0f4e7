"""Clauses that hang on actions inside and outside of a frame, and on deeds of different parameters."""


class Boat(Sort):
    """What is raced."""

    tough: bool


@state
class State:
    afloat: Map[Boat, bool]


@frame("2")
class Race:
    awaits: frozenset[Player]


@book.deed("3")
def sink(s: State, boat: Boat, by: Player) -> None:
    """In a race."""
    with effect("3"):
        s.afloat[boat] = False


@book.deed("3")
def beach(s: State, boat: Boat) -> None:
    """Outside of one."""
    with effect("3"):
        s.afloat[boat] = False


@sink.cannot("4", "a tough one stays afloat", also=beach)
def is_tough(s: State, boat: Boat) -> bool:
    return boat.tough


@book.action("2")
def start(s: State, who: Player) -> None:
    """A race begins."""
    with effect("2"):
        open_frame(s, Race(awaits=frozenset(Player)))


@book.action("2", at=Race)
def stop(s: State, f: Race, who: Player) -> None:
    """It is over."""
    with effect("2"):
        close_frame(s, Race)


@book.action("5")
def launch(s: State, who: Player, boat: Boat) -> None:
    """A boat is put on the water."""
    with effect("5"):
        s.afloat[boat] = True


@launch.domain
def is_ashore(s: State, who: Player, boat: Boat) -> bool:
    return not s.afloat[boat]


@book.action("6")
def pull(s: State, boat: Boat, who: Player) -> None:
    """And off it."""
    with effect("6"):
        beach(s, boat)


@pull.domain
def may_be_pulled(s: State, boat: Boat, who: Player) -> bool:
    return s.afloat[boat]


@book.action("6", at=Race)
def overtake(s: State, f: Race, boat: Boat, who: Player) -> None:
    """A boat is overtaken."""
    with effect("6"):
        sink(s, boat, who)


@overtake.domain
def is_in_the_race(s: State, f: Race, boat: Boat, who: Player) -> bool:
    return s.afloat[boat]


@start.permit("7", also=(stop, launch, pull, overtake))
def anybody(s: State, who: Player) -> bool:
    """Inside the race and outside of it, with a boat or without."""
    return who in frozenset(Player)
