"""Exceptions that say None, that speak in one branch alone, and that are never silent."""


class Rank(Enum):
    """Who one is on board."""

    CAPTAIN = "captain"
    MATE = "mate"


@state
class State:
    ashore: bool
    drilled: bool


@book.term("2")
def rank(s: State) -> Rank | None:
    """A captain on board."""
    return Rank.CAPTAIN


@rank.exception("3")
def none_ashore(s: State) -> Rank | Silent | None:
    """Nobody has a rank ashore."""
    return None if s.ashore else SILENT


@book.term("6")
def obeyed(s: State) -> bool:
    """Orders are obeyed."""
    return True


@obeyed.exception("6")
def but_not_ashore(s: State) -> bool | Silent:
    """Not by a crew ashore; the two ways out of it say different sorts of things."""
    if s.ashore:
        return False
    return SILENT


@book.term("7")
def hands(s: State) -> int:
    """How many are on board."""
    return 1


@hands.exception("7")
def always_two(s: State) -> int:
    """An exception that always speaks."""
    return 2


@book.action("4")
def go_ashore(s: State, who: Player) -> None:
    """Leave the ship."""
    with effect("4"):
        s.ashore = True


@go_ashore.domain
def on_board(s: State, who: Player) -> bool:
    return not s.ashore


@go_ashore.permit("4")
def may_go(s: State, who: Player) -> bool:
    return True


@book.action("5")
def drill(s: State, who: Player) -> None:
    """Drill the crew, once."""
    with effect("5"):
        s.drilled = True


@drill.domain
def not_yet(s: State, who: Player) -> bool:
    return not s.drilled


@drill.permit("5")
def captains_drill(s: State, who: Player) -> bool:
    ranked = rank(s) == Rank.CAPTAIN
    orders = obeyed(s)
    enough = hands(s) == 2
    return ranked and orders and enough
