"""In one round a settle emits for everybody again, and who is out is dropped: two writes to what is pending for him."""


@state
class State:
    lost: Map[Player, bool]
    strokes: Annotated[int, Range(0, 2)]
    rung: bool
    heard: bool


@moment("3")
class Rung:
    """The bell was rung, for everybody."""

    taker: Player


@book.out("5")
def is_out(s: State, who: Player) -> bool:
    """Who has lost."""
    return s.lost[who]


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, until the bell was rung."""
    return frozenset() if s.rung else frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.heard


@book.action("2")
def strike(s: State, who: Player, at: Player) -> None:
    """Another is out."""
    with effect("2"):
        s.lost[at] = True


@strike.permit("2")
def may_strike(s: State, who: Player, at: Player) -> bool:
    return who != at


@book.action("3")
def ring(s: State, who: Player, twice: bool) -> None:
    """Ring the bell."""
    with effect("3"):
        s.rung = True
        s.strokes = 2 if twice else 1


@ring.permit("3")
def may_ring(s: State, who: Player, twice: bool) -> bool:
    return True


@book.settle("3")
def sound(s: State) -> None:
    """Each stroke sounds."""
    with effect("3"):
        s.strokes = s.strokes - 1
        for p in Player:
            emit(s, Rung(taker=p))


@sound.when
def is_struck(s: State) -> bool:
    return s.strokes > 0


@book.trigger("4", on=Rung, miss="4")
def answer(s: State, taker: Player) -> None:
    """Answer it."""
    with effect("4"):
        s.heard = True


@answer.when
def hears_it(s: State, taker: Player) -> bool:
    return True
