"""Two flip a coin in turns until it shows heads: a play may go round for ever, and none does with probability 1."""


class Player(Sort):
    """Who plays, and whose turn comes next."""

    next: Player


@state
class State:
    turn: Player
    heads: bool


@book.initial("1")
def begin(s: State, first: Player) -> None:
    """Either begins."""
    with effect("1"):
        s.turn = first


@book.awaits
def nobody(s: State) -> frozenset[Player] | Chance:
    """All is by chance."""
    return CHANCE


@book.ended("2")
def over(s: State) -> bool:
    """Once it shows heads."""
    return s.heads


@book.chance("3")
def flip(s: State, heads: bool) -> None:
    """Heads ends it; else it is the next one's turn."""
    with effect("3"):
        s.heads = heads
        if not heads:
            s.turn = s.turn.next


@checks.leads_to("9")
def it_ends(s: State) -> tuple[bool, bool]:
    return True, over(s)


@checks.leads_to("9", fair=CHANCE)
def it_ends_with_probability_1(s: State) -> tuple[bool, bool]:
    return True, over(s)
