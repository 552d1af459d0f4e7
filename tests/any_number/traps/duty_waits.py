"""While somebody may react a duty waits, though it is due."""


class Card(Sort):
    """A card."""


@state
class State:
    going: bool
    late: bool


@moment("5")
class Begun:
    """It has begun."""

    card: Card


@book.action("2")
def turn(s: State, who: Player, card: Card) -> None:
    """Begin."""
    with effect("2"):
        s.going = True
        emit(s, Begun(card=card))


@turn.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@book.trigger("6", on=Begun, miss="7")
def react(s: State, who: Player, card: Card) -> None:
    """It is late where it goes on."""
    with effect("6"):
        if s.going:
            s.late = True


@react.when
def always(s: State, who: Player, card: Card) -> bool:
    return True


@book.duty("8")
def stop(s: State) -> None:
    """It stops."""
    with effect("8"):
        s.going = False


@stop.when
def goes_on(s: State) -> bool:
    return s.going


@checks.always("3")
def wrong(s: State) -> bool:
    return not s.late
