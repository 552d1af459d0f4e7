# moments that are not made as they should be
@moment("4.4")
class Docked:
    """A ship has docked."""

    ship: Ship


@harbour.action("4.2")
def dock(s: State, who: Player, ship: Ship) -> None:
    emit(s, Docked(ship=ship))
    with effect("4.2"):
        emit(s, Docked())
        emit(s, Docked(ship=ship, pier=who))
        emit(s, Docked(ship=who))
        emit(s, Storm(awaits=frozenset(Player)))
        emit(s, ship)
