"""A trigger is declared although the reason for which it became pending holds no more."""


class Card(Sort):
    """A card."""


@state
class State:
    open: bool
    late: bool


@moment("5")
class Begun:
    """It has begun."""

    card: Card


@book.action("2")
def turn(s: State, who: Player, card: Card) -> None:
    """It is open as somebody may react, and then it is not."""
    with effect("2"):
        s.open = True
        emit(s, Begun(card=card))
        s.open = False


@turn.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@book.trigger("6", on=Begun, miss="7")
def react(s: State, who: Player, card: Card) -> None:
    """It is late where it is not open."""
    with effect("6"):
        if not s.open:
            s.late = True


@react.when
def was_open(s: State, who: Player, card: Card) -> bool:
    return s.open


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
