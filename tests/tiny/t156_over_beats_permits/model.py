"""What is over an action beats its permits, and no forbid that stands beside it."""


@state
class State:
    done: bool


@book.action("2")
def act(s: State, who: Player) -> None:
    """Once."""
    with effect("2"):
        s.done = True


@act.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@act.forbid("3", over=act, because="the text: cannot")
def not_again(s: State, who: Player) -> bool:
    return s.done


@act.forbid("4")
def nor_so(s: State, who: Player) -> bool:
    """It speaks where the other does, and is heard there."""
    return s.done
