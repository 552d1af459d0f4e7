"""A grid for each player: its members, their rows and columns, and steps between them."""


class Berth(Grid):
    """Where somebody lies: each player has a harbour of his own."""

    row: int
    column: int
    rim: bool
    owner: Player


@state
class State:
    at: Map[Player, Berth]


@book.initial("1")
def begin(s: State) -> None:
    """In the first berth of one's harbour."""
    with effect("1"):
        for p in Player:
            s.at[p] = the(b for b in Berth if b.owner == p and b.row == 1 and b.column == 1)


@book.action("2")
def move(s: State, who: Player, to: Berth) -> None:
    """Go to another berth."""
    with effect("2"):
        s.at[who] = to


@move.domain
def in_his_harbour(s: State, who: Player, to: Berth) -> bool:
    return to.owner == who and to != s.at[who]


@move.permit("2")
def onwards(s: State, who: Player, to: Berth) -> bool:
    here = s.at[who]
    return to.row - here.row + to.column - here.column == 1 and here.row <= to.row and here.column <= to.column


@checks.always("2")
def at_home(s: State) -> bool:
    return all(s.at[p].owner == p and s.at[p].rim for p in Player)


@checks.sometimes("2")
def in_the_corner(s: State) -> bool:
    return any(s.at[p].row == 2 and s.at[p].column == 2 for p in Player)
