"""4.2 to 4.5: what becomes of a ship."""

from prelude import Ship, State, harbour
from ruleslawyer.lang import effect, no, yes

wrecks_belong_to_nobody = harbour.doubt(
    "does a wreck belong to nobody?",
    nobody=yes("to nobody", default=True),
    somebody=no("to whom it belonged"),
    about=("owner",),
    aside={"buy": "nobody is wrecked"},
)


@harbour.settle("4.4")
def sink(s: State, ship: Ship) -> None:
    with effect("4.4"):
        s.owner[ship] = None if wrecks_belong_to_nobody(s) else s.owner[ship]


@sink.when("4.4")
def is_wrecked(s: State, ship: Ship) -> bool:
    return s.owner[ship] is not None


@harbour.settle("4.5")
def rot(s: State, ship: Ship) -> None:
    with effect("4.5"):
        s.owner[ship] = None


@rot.when
def is_rotten(s: State, ship: Ship) -> bool:
    return s.owner[ship] is not None
