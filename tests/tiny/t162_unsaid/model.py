# whole
"""A ruleset that says neither whose decision it is nor when the game ends nor who wins."""

from ruleslawyer.lang import Map, Ruleset, Sort, effect, state

book = Ruleset("t162_unsaid")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays: everybody may act."""


@state
class State:
    greeted: Map[Player, bool]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.action("2")
def greet(s: State, who: Player) -> None:
    """Greet the others, once."""
    with effect("2"):
        s.greeted[who] = True


@greet.permit("2")
def has_not_greeted(s: State, who: Player) -> bool:
    return not s.greeted[who]
