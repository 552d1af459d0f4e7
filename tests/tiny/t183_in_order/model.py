"""A loop over a pile, from the top: what is first, what is last, and a sum that hangs on the order."""


class Colour(Enum):
    WHITE = 1
    RED = 2
    BLUE = 3


@state
class State:
    row: Annotated[Pile[Colour], Size(3)]
    first: Colour
    last: Colour
    reds: Annotated[int, Range(0, 7)]


@book.initial("1")
def begin(s: State, a: Colour, b: Colour, c: Colour) -> None:
    """Three colours, from the top."""
    with effect("1"):
        s.row = s.row.with_bottom(a).with_bottom(b).with_bottom(c)
        s.first = Colour.WHITE
        s.last = Colour.WHITE


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return len(s.row) == 0


@book.term("2")
def first_colour(s: State) -> Colour:
    """The first that is not white; white where all are."""
    for colour in s.row:
        if colour != Colour.WHITE:
            return colour
    return Colour.WHITE


@book.action("2", "3")
def read(s: State, who: Player) -> None:
    """The row is read from the top, and gone."""
    with effect("2"):
        s.first = first_colour(s)
    with effect("3"):
        for colour in s.row:
            s.last = colour
            s.reds = s.reds * 2 + (1 if colour == Colour.RED else 0)
        s.row = Pile()


@read.permit("2")
def may_read(s: State, who: Player) -> bool:
    return True
