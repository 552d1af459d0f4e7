# whole
"""A ruleset that says neither how a game begins nor who plays."""

from ruleslawyer.lang import Ruleset, Sort, state

harbour = Ruleset("harbour")


class Seat(Sort):
    """Who plays, though nothing says so."""


@state
class State:
    open: bool
