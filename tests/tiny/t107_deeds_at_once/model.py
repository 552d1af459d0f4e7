"""Deeds demanded at the same time wait like any other write."""


@state
class State:
    life: Map[Player, Annotated[int, Range(0)]]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        for p in Player:
            s.life[p] = 3


@book.deed("2")
def hurt(s: State, whom: Player, much: int) -> None:
    """Lose life."""
    with effect("2"):
        lose(s.life, whom, much)


@hurt.cannot("3", "cannot")
def safe(s: State, whom: Player, much: int) -> bool:
    return s.life[whom] <= 1


@book.deed("2")
def storm(s: State) -> None:
    """Everybody is hurt, whatever there is."""
    with effect("2"), simultaneous():
        for p in Player:
            hurt(s, p, 1)


@book.action("6")
def blow(s: State, who: Player) -> None:
    """A storm, and one who is hurt besides."""
    with effect("6"), simultaneous():
        hurt(s, who, 1)
        storm(s)


@blow.permit("7")
def may(s: State, who: Player) -> bool:
    return True
