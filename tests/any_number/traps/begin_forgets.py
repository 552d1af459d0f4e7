"""What means nothing is forgotten as a game begins, too."""


class Card(Sort):
    """A card."""


@state
class State:
    wind: Annotated[int, Range(0, 7)]
    going: bool


@book.matters("wind")
def wind_matters(s: State) -> bool:
    return s.going


@book.initial("1")
def begin(s: State) -> None:
    """It blows."""
    with effect("1"):
        s.wind = 7


@book.action("2")
def go(s: State, who: Player) -> None:
    """It begins to matter."""
    with effect("2"):
        s.going = True


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@checks.always("3")
def wrong(s: State) -> bool:
    return s.wind == 7
