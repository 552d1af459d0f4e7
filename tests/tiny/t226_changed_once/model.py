"""What is changed once in a block may be changed by `+=` and `|=`: everything else in it leaves that place alone."""


class Ship(Sort):
    """What sails."""


@state
class State:
    storms: Annotated[int, Range(0, 2)]
    luck: Map[Ship, Annotated[int, Range(0, 2)]]
    wrecked: frozenset[Ship]
    rough: bool


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        for ship in Ship:
            s.luck[ship] = 2


@book.action("2")
def sail(s: State, who: Player) -> None:
    """A storm comes up: it is counted, and each ship is less lucky."""
    with effect("2"), simultaneous():
        if s.storms == 0:
            s.storms += 1
        else:
            s.storms += s.storms
        for ship in Ship:
            s.luck[ship] -= 1
        s.rough = True


@sail.permit("2")
def twice_at_most(s: State, who: Player) -> bool:
    return s.storms < 2


@book.settle("3")
def sink(s: State) -> None:
    """Whoever has no luck is wrecked, after a storm."""
    with effect("3"):
        s.wrecked |= frozenset(ship for ship in Ship if s.luck[ship] == 0)
        s.rough = False


@sink.when
def is_rough(s: State) -> bool:
    return s.rough


@checks.always("3")
def wrecked_without_luck(s: State) -> bool:
    return s.wrecked == frozenset(ship for ship in Ship if s.luck[ship] == 0)


@checks.sometimes("3")
def all_wrecked(s: State) -> bool:
    return s.wrecked == frozenset(Ship) and s.storms == 2
