"""Settles in rounds: all that hold together act at once, before the end is tested."""


class Ship(Sort):
    """What sails."""


@state
class State:
    crew: Map[Ship, Annotated[int, Range(0, 1)]]
    lost: Map[Ship, bool]
    wrecks: Map[Player, Annotated[int, Range(0, 2)]]
    ruined: Map[Player, bool]


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        for ship in Ship:
            s.crew[ship] = 1


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return any(s.ruined[p] for p in Player)


@book.action("2")
def desert(s: State, who: Player, ship: Ship) -> None:
    """The crew of a ship runs away."""
    with effect("2"):
        s.crew[ship] = 0


@desert.permit("2")
def somebody_aboard(s: State, who: Player, ship: Ship) -> bool:
    return s.crew[ship] > 0


@book.action("3")
def mutiny(s: State, who: Player) -> None:
    """All crews run away."""
    with effect("3"):
        for ship in Ship:
            s.crew[ship] = 0


@mutiny.permit("3")
def may(s: State, who: Player) -> bool:
    return True


@book.settle("4")
def founder(s: State, ship: Ship) -> None:
    """A ship without crew is lost, and counted."""
    with effect("4"):
        s.lost[ship] = True
        for p in Player:
            gain(s.wrecks, p, 1)


@founder.when
def nobody_aboard(s: State, ship: Ship) -> bool:
    return s.crew[ship] == 0 and not s.lost[ship]


@book.settle("5")
def ruin(s: State, who: Player) -> None:
    """Two wrecks ruin a player."""
    with effect("5"):
        s.ruined[who] = True


@ruin.when
def two_wrecks(s: State, who: Player) -> bool:
    return s.wrecks[who] == 2 and not s.ruined[who]


@checks.always("4")
def counted(s: State) -> bool:
    return all(s.wrecks[p] == sum(1 for x in Ship if s.lost[x]) for p in Player)


@checks.step("3", of=mutiny)
def not_lost_yet(before: State, after: State, who: Player) -> bool:
    return all(before.lost[x] == after.lost[x] for x in Ship)


@checks.always("5")
def not_ruined(s: State) -> bool:
    return not any(s.ruined[p] for p in Player)
