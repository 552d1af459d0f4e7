"""Turns go round by a rigid attribute."""


class Player(Sort):
    left: Player


@state
class State:
    active: Player
    over_now: bool


@book.initial("1")
def begin(s: State, first: Player) -> None:
    """Anybody may begin."""
    with effect("1"):
        s.active = first


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Whose turn it is."""
    return frozenset({s.active})


@book.action("2")
def finish(s: State, who: Player) -> None:
    """Finish the turn."""
    with effect("2"):
        s.over_now = True


@finish.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.duty("3", turn_end=True)
def next_turn(s: State) -> None:
    """The one on the left is next."""
    with effect("3"):
        s.active = s.active.left
        s.over_now = False


@next_turn.when
def finished(s: State) -> bool:
    return s.over_now


@checks.step("2", of=finish)
def ones_own_turn(before: State, after: State, who: Player) -> bool:
    return before.active == who and after.over_now


@checks.step("3", of=finish)
def next_already(before: State, after: State, who: Player) -> bool:
    return after.active == who.left
