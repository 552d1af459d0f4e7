"""A duty of a frame runs only while that frame is innermost."""


@state
class State:
    rounds: Annotated[int, Range(0, 2)]


@frame("2")
class Round:
    awaits: frozenset[Player]
    moves: Annotated[int, Range(0, 2)] = 0


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.rounds == 2


@book.action("2")
def begin_round(s: State, who: Player) -> None:
    """Begin a round."""
    with effect("2"):
        open_frame(s, Round(awaits=frozenset({who})))


@begin_round.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("3", at=Round)
def play(s: State, f: Round, who: Player) -> None:
    """Make a move of the round."""
    with effect("3"):
        f.moves += 1


@play.permit("3")
def may_play(s: State, f: Round, who: Player) -> bool:
    return True


@book.duty("4", at=Round)
def close_round(s: State, f: Round) -> None:
    """After two moves the round is over."""
    with effect("4"):
        close_frame(s, Round)
        s.rounds += 1


@close_round.when
def two_moves(s: State, f: Round) -> bool:
    return f.moves == 2
