"""That forgetting makes a duty due is a failed check of it."""


@state
class State:
    armed: bool
    bet: Annotated[int, Range(0, 1)]
    running: bool


@book.matters("bet")
def while_running(s: State) -> bool:
    return s.running


@book.action("2")
def offer(s: State, who: Player) -> None:
    """A bet, though nothing runs."""
    with effect("2"):
        s.armed = True
        s.bet = 1


@offer.permit("2")
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
