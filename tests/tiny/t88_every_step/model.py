"""Properties of every step of play: of actions, and of what is forced after them and as the game begins."""


@state
class State:
    dealt: bool
    count: Annotated[int, Range(0, 3)]


@book.action("2")
def add(s: State, who: Player) -> None:
    """One more."""
    with effect("2"):
        s.count += 1


@add.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.duty("1")
def deal(s: State) -> None:
    """Cards are dealt as the game begins."""
    with effect("1"):
        s.dealt = True


@deal.when
def not_dealt(s: State) -> bool:
    return not s.dealt


@book.duty("3")
def wrap(s: State) -> None:
    """Three are none."""
    with effect("3"):
        s.count = 0


@wrap.when
def three(s: State) -> bool:
    return s.count == 3


@checks.sometimes("3")
def three_at_rest(s: State) -> bool:
    return s.count == 3


@checks.step("2")
def nothing_falls(before: State, after: State) -> bool:
    return after.count >= before.count


@checks.step("1")
def nothing_is_dealt(before: State, after: State) -> bool:
    return after.dealt == before.dealt


@checks.step("2", "3")
def one_more_or_none(before: State, after: State) -> bool:
    return after.count == before.count or after.count == before.count + 1 or (before.count == 3 and after.count == 0)


@checks.step("2", reached=three_at_rest)
def nothing_is_asked(before: State, after: State) -> bool:
    return True
