"""Whether who has lost is out is a doubt: each reading has its own awaited players, targets and rounds."""


@state
class State:
    lost: Map[Player, bool]
    turns: Annotated[int, Range(0, 2)]


@frame("3")
class Talk:
    """Both may speak."""

    awaits: frozenset[Player]


leaves = book.doubt(
    "does who has lost leave the game?",
    stays=no("he plays on", default=True),
    goes=yes("he is out"),
)


@book.out("5")
def is_out(s: State, who: Player) -> bool:
    """Who has lost, if that is so."""
    return s.lost[who] and leaves(s)


@book.ended("9")
def over(s: State) -> bool:
    """After two turns."""
    return s.turns == 2


@book.action("2")
def strike(s: State, who: Player, at: Player | None) -> None:
    """Another loses, or nobody."""
    with effect("2"):
        s.turns += 1
        if at is not None:
            s.lost[at] = True
        if s.turns == 1:
            open_frame(s, Talk(awaits=frozenset(Player)))


@strike.permit("2")
def may_strike(s: State, who: Player, at: Player | None) -> bool:
    return who != at


@book.action("3", at=Talk)
def hush(s: State, f: Talk, who: Player) -> None:
    """Somebody ends the talk."""
    with effect("3"):
        close_frame(s, Talk)


@hush.permit("3")
def may_hush(s: State, f: Talk, who: Player) -> bool:
    return True
