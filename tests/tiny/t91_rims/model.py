"""The rims of grids: held by a field, a set, a frame, or as the key of a map; and one that is not held."""


class Yard(Grid):
    """Somebody stands in its middle, always."""

    row: int
    column: int


class Pool(Grid):
    """Its places are collected."""

    row: int
    column: int


class Lot(Grid):
    """Its places are marked."""

    row: int
    column: int


class Dock(Grid):
    """Its places are visited."""

    rim: bool


@state
class State:
    yard: Yard
    pool: frozenset[Pool]
    lot: Map[Lot, bool]
    visited: bool


@frame("3")
class Visit:
    awaits: frozenset[Player]
    dock: Dock | None = None


@book.initial("1")
def begin(s: State) -> None:
    """In the middle of the yard, with the middle of the pool and of the lot."""
    with effect("1"):
        s.yard = the(y for y in Yard if y.row == 2 and y.column == 2)
        s.pool = frozenset(p for p in Pool if p.row == 2 and p.column == 2)
        for place in Lot:
            s.lot[place] = place.row == 2 and place.column == 2


@book.action("2")
def dip(s: State, who: Player) -> None:
    """Collect a corner of the pool."""
    with effect("2"):
        s.pool = s.pool | frozenset(p for p in Pool if p.row == 1 and p.column == 1)


@dip.permit("2")
def not_yet_dipped(s: State, who: Player) -> bool:
    return len(s.pool) == 1


@book.action("2")
def mark(s: State, who: Player) -> None:
    """Mark a corner of the lot."""
    with effect("2"):
        for place in Lot:
            if place.row == 3 and place.column == 3:
                s.lot[place] = True


@mark.permit("2")
def not_yet_marked(s: State, who: Player) -> bool:
    return not all(s.lot[place] for place in Lot if place.row == 3 and place.column == 3)


@book.action("3")
def visit(s: State, who: Player) -> None:
    """Go to the one dock."""
    with effect("3"):
        open_frame(s, Visit(awaits=frozenset({who}), dock=the(d for d in Dock)))


@visit.permit("3")
def once(s: State, who: Player) -> bool:
    return not s.visited


@book.action("3", at=Visit)
def leave(s: State, f: Visit, who: Player) -> None:
    """Come back."""
    with effect("3"):
        s.visited = True
        close_frame(s, Visit)


@leave.permit("3")
def at_any_time(s: State, f: Visit, who: Player) -> bool:
    return True
