# whole: pyproject.toml does not say what this is played on
from ruleslawyer.lang import Ruleset, Sort, state

harbour = Ruleset("harbour", on=None)


class Player(Sort):
    """A player."""


@state
class State:
    wind: int


@harbour.initial("1.1")
def begin(s: State) -> None:
    """How it starts."""


@harbour.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@harbour.ended("9.1")
def over(s: State) -> bool:
    return s.wind > 0


@harbour.winners("9.1")
def won(s: State) -> frozenset[Player]:
    return frozenset()
