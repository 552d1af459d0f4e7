# whole
"""What a duty's condition needs is gone, though its answer is known."""

from ruleslawyer.lang import Map, Ruleset, Sort, effect, state, the

book = Ruleset("t172_asked_in_vain")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


class Lamp(Sort):
    """What burns."""


@state
class State:
    lit: Map[Lamp, bool]
    wet: Map[Lamp, bool]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        for lamp in Lamp:
            s.lit[lamp] = True


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
def rain(s: State, who: Player) -> None:
    """It rains."""
    with effect("2"):
        for lamp in Lamp:
            s.wet[lamp] = True


@rain.permit("2")
def may_rain(s: State, who: Player) -> bool:
    return True


@book.action("3")
def blow_out(s: State, who: Player) -> None:
    """No lamp burns."""
    with effect("3"):
        for lamp in Lamp:
            s.lit[lamp] = False


@blow_out.permit("3")
def may_blow(s: State, who: Player) -> bool:
    return True


@book.duty("4")
def dry(s: State) -> None:
    """The lamp that burns dries."""
    with effect("4"):
        for lamp in Lamp:
            s.wet[lamp] = False


@dry.when
def is_wet(s: State) -> bool:
    """Of the lamp that burns: there has to be one."""
    return s.wet[the(lamp for lamp in Lamp if s.lit[lamp])]
