"""At rest a field that means nothing is at its default."""


@state
class State:
    running: bool
    bet: Annotated[int, Range(0, 2)]


@book.matters("bet")
def while_running(s: State) -> bool:
    return s.running


@book.action("2")
def start(s: State, who: Player, amount: Annotated[int, Range(1, 2)]) -> None:
    """Bet an amount."""
    with effect("2"):
        s.running = True
        s.bet = amount


@start.permit("2")
def when_idle(s: State, who: Player, amount: int) -> bool:
    return not s.running


@book.action("3")
def stop(s: State, who: Player) -> None:
    """The bet is over."""
    with effect("3"):
        s.running = False


@stop.permit("3")
def when_running(s: State, who: Player) -> bool:
    return s.running
