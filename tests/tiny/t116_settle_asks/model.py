"""When something settles hangs on a question: each reading has rounds of its own."""


class Ship(Sort):
    """What sails."""

    large: bool


@state
class State:
    crew: Map[Ship, bool]
    lost: Map[Ship, bool]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        for ship in Ship:
            s.crew[ship] = True


drifts = book.doubt(
    "is a large ship lost without a crew?",
    drifting=no("it drifts on", cite=("3",), default=True),
    sinking=yes("so is it", cite=("4",)),
    nobody_says=yes("as the small ones are"),
)


@book.action("2")
def desert(s: State, who: Player, ship: Ship) -> None:
    """The crew of a ship runs away."""
    with effect("2"):
        s.crew[ship] = False


@desert.permit("2")
def somebody_aboard(s: State, who: Player, ship: Ship) -> bool:
    return s.crew[ship]


@book.settle("4")
def founder(s: State, ship: Ship) -> None:
    """A ship without crew is lost."""
    with effect("4"):
        s.lost[ship] = True


@founder.when
def nobody_aboard(s: State, ship: Ship) -> bool:
    return not s.crew[ship] and not s.lost[ship] and (not ship.large or drifts(s))


@checks.always("4")
def kept(s: State) -> bool:
    return not any(s.lost[x] and x.large for x in Ship)
