"""Of two players whom a trigger names the first decides."""


@state
class State:
    answered: Player | None


@moment("2")
class Called:
    """Somebody has called."""

    caller: Player


@book.action("2")
def call(s: State, who: Player) -> None:
    """Call."""
    with effect("2"):
        emit(s, Called(caller=who))


@call.permit("2")
def unanswered(s: State, who: Player) -> bool:
    return s.answered is None


@book.trigger("3", on=Called, miss="3")
def reply(s: State, who: Player, caller: Player) -> None:
    """Another one answers."""
    with effect("3"):
        s.answered = who


@reply.when
def another(s: State, who: Player, caller: Player) -> bool:
    return who != caller
