"""4.2 to 4.5: what becomes of a ship."""

from prelude import Phase, Ship, State, harbour
from ruleslawyer.lang import effect


def is_over(s: State) -> bool:
    return s.phase == Phase.END


@harbour.settle("4.4")
def sink(s: State, ship: Ship) -> None:
    with effect("4.4"):
        s.owner[ship] = None


@sink.when
def at_the_end(s: State, ship: Ship) -> bool:
    return s.owner[ship] is not None and is_over(s)


@harbour.settle("4.5")
def rot(s: State, ship: Ship) -> None:
    with effect("4.5"):
        s.owner[ship] = None


@rot.when("4.2")
def at_the_end_as_well(s: State, ship: Ship) -> bool:
    return s.owner[ship] is not None and is_over(s)
