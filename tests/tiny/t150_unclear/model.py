"""Properties that cannot be evaluated in some state: a check fails in them, or a question has no answer."""


class Thing(Sort):
    """What is played with."""


@state
class State:
    x: Annotated[int, Range(0, 4)]


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go on."""
    with effect("2"):
        s.x += 1


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return s.x < 4


@book.question("what then?")
def what(s: State) -> bool:
    ask()


@what.reading("silence", default=True)
def silence(s: State) -> bool | Silent:
    return SILENT if s.x == 2 else True


@checks.always("2")
def divides(s: State) -> bool:
    return 6 // (2 - s.x) != 7


@checks.always("2")
def violated_later(s: State) -> bool:
    return 6 // (1 - s.x) != -3


@checks.always("2")
def asks(s: State) -> bool:
    return what(s)


@checks.sometimes("2")
def met_later(s: State) -> bool:
    return 6 // (1 - s.x) == -3


@checks.sometimes("2")
def not_met(s: State) -> bool:
    return 6 // (1 - s.x) == 100


@checks.always("2", reached=not_met)
def paired(s: State) -> bool:
    return s.x <= 4


@checks.step("2", of=go)
def step_divides(before: State, after: State, who: Player) -> bool:
    return 6 // (2 - after.x) != 7


@checks.step("2")
def every_step(before: State, after: State) -> bool:
    return 6 // (2 - after.x) != 7


@checks.step("2")
def every_step_violated(before: State, after: State) -> bool:
    return 6 // (2 - after.x) != -3


@checks.possible("2")
def comes(s: State) -> bool:
    return 6 // (3 - s.x) == -6


@checks.possible("2")
def comes_not(s: State) -> bool:
    return 6 // (3 - s.x) == 6


@checks.leads_to("2")
def leads(s: State) -> tuple[bool, bool]:
    return 6 // (2 - s.x) == 3, s.x == 4


@checks.leads_to("2")
def leads_not(s: State) -> tuple[bool, bool]:
    return 6 // (2 - s.x) == -6, s.x == 0


@checks.always("2")
def fine(s: State) -> bool:
    return s.x <= 4
