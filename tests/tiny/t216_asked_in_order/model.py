"""Who reacts before whom: whoever rang is asked first, the others at once after him."""


@state
class State:
    rung: bool
    took: Map[Player, bool]


@moment("4")
class Rung:
    """The bell has rung."""

    by: Player


@book.action("2")
def ring(s: State, who: Player) -> None:
    """Ring, once."""
    with effect("2"):
        s.rung = True
        emit(s, Rung(by=who))


@ring.permit("2")
def once(s: State, who: Player) -> bool:
    return not s.rung


@book.trigger("4", on=Rung, miss="5")
def take(s: State, who: Player, by: Player) -> None:
    """Take a cake."""
    with effect("4"):
        s.took[who] = True


@take.when
def anybody(s: State, who: Player, by: Player) -> bool:
    return True


@take.order("6")
def the_ringer_first(s: State, who: Player, by: Player) -> int:
    return 0 if who == by else 1


@checks.step("6", of=take)
def nobody_before_the_ringer(before: State, after: State, who: Player, by: Player) -> bool:
    return who != by or not any(before.took[p] for p in Player)


@checks.sometimes("6")
def one_before_another(s: State) -> bool:
    return sum(1 for p in Player if s.took[p]) == 2
