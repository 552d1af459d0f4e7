"""A settle emits a moment; a trigger makes a settle fire, which ends the game while another is pending."""


@state
class State:
    full: bool
    drunk: Map[Player, Annotated[int, Range(0, 2)]]
    shut: bool


@moment("3")
class Poured:
    """A glass is full."""

    taker: Player


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.shut


@book.action("2")
def pour(s: State, who: Player) -> None:
    """Pour a glass."""
    with effect("2"):
        s.full = True


@pour.permit("2")
def may_pour(s: State, who: Player) -> bool:
    return True


@book.settle("3")
def offer(s: State, taker: Player) -> None:
    """A full glass is offered to everybody, and counts as poured no more."""
    with effect("3"):
        s.full = False
        emit(s, Poured(taker=taker))


@offer.when
def is_full(s: State, taker: Player) -> bool:
    return s.full


@book.trigger("4", on=Poured, miss="5")
def drink(s: State, taker: Player) -> None:
    """Drink."""
    with effect("4"):
        gain(s.drunk, taker, 2)


@drink.when
def sees_it(s: State, taker: Player) -> bool:
    return s.full


@book.settle("6")
def close(s: State) -> None:
    """Whoever has had two is the last."""
    with effect("6"):
        s.shut = True


@close.when
def had_two(s: State) -> bool:
    return any(s.drunk[p] == 2 for p in Player) and not s.shut
