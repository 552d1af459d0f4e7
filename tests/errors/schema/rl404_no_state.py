# whole: a ruleset without a state
from ruleslawyer.lang import Ruleset, Sort

harbour = Ruleset("harbour")


class Player(Sort):
    """A player."""
