"""The order of a trigger hangs on a question: nothing is said of it there, and the reading decides."""


class Player(Sort):
    """Who plays, and whether he is the elder one."""

    elder: bool


@state
class State:
    rung: bool
    took: Map[Player, bool]


in_turn = book.doubt(
    "is the elder one asked first?",
    elder=yes("he is", default=True),
    at_once=no("both at once"),
)


@moment("4")
class Rung:
    """The bell has rung."""


@book.action("2")
def ring(s: State, who: Player) -> None:
    """Ring, once."""
    with effect("2"):
        s.rung = True
        emit(s, Rung())


@ring.permit("2")
def once(s: State, who: Player) -> bool:
    return not s.rung


@book.trigger("4", on=Rung, miss="5")
def take(s: State, who: Player) -> None:
    """Take a cake."""
    with effect("4"):
        s.took[who] = True


@take.when
def anybody(s: State, who: Player) -> bool:
    return True


@take.order("6")
def turn(s: State, who: Player) -> int:
    return 1 if in_turn(s) and not who.elder else 0
