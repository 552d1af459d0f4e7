"""The host, chapters 1 to 6: what happens that other rules may react to."""

from model.ccg.state import Card
from ruleslawyer.lang import moment


@moment("1.8")
class Buried:
    """A card was put into a graveyard."""

    card: Card
