"""A game that is over owes nothing, whatever is forgotten in the step that ends it."""


@state
class State:
    armed: bool
    bet: Annotated[int, Range(0, 1)]
    running: bool
    stopped: bool


@book.matters("bet")
def while_running(s: State) -> bool:
    return s.running


@book.ended("9")
def over(s: State) -> bool:
    return s.stopped


@book.action("2")
def stop(s: State, who: Player) -> None:
    """The end, with a bet, though nothing runs."""
    with effect("2"):
        s.armed = True
        s.bet = 1
        s.stopped = True


@stop.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.duty("3")
def disarm(s: State) -> None:
    """Without a bet."""
    with effect("3"):
        s.armed = False


@disarm.when
def without_a_bet(s: State) -> bool:
    return s.armed and s.bet == 0
