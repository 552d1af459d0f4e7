"""What is over an action beats its permits, and no forbid that stands beside it."""

from ruleslawyer.lang import Ruleset, Sort, effect, state

book = Ruleset("t156_over_beats_permits")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    done: bool


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return False


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


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
