"""The stall: wares lie on shelves and in crates, and are haggled over; there is a field of every type."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    Checks,
    Constants,
    Grid,
    Map,
    Pile,
    Range,
    Ruleset,
    Size,
    Sort,
    close_frame,
    effect,
    frame,
    number,
    open_frame,
    state,
)

stall = Ruleset("stall")
stall.closed_world(assumed="what no line allows is not done")
Price = Annotated[int, Range(low=-2, high=2)]


class Player(Sort):
    """Who trades."""


class Kind(Enum):
    """What is sold."""

    FRUIT = "fruit"
    CLOTH = "cloth"


class Zone(Enum):
    """Where a ware is."""

    CRATE = "crate"
    SHELF = "shelf"


class Spot(Grid):
    """A place on the shelf."""

    keeper: Player


class Maker(Sort):
    """Who made a ware."""

    lives: Player
    fame: int


class Ware(Sort):
    """What is traded."""

    kind: Kind
    worth: int
    rare: bool
    owner: Player
    maker: Maker | None
    tags: frozenset[Kind]
    by_kind: Map[Kind, int]


class Numbers(Constants):
    """The book's numbers."""

    limit: int = number(2, "1")


@frame("1")
class Haggle:
    """Two talk about a ware."""

    awaits: frozenset[Player]
    about: Ware
    with_whom: Player
    offer: Price = 0
    last: bool = False


@state
class State:
    """The stall."""

    turn: Player
    order: Pile[Player]
    purse: Map[Player, Price]
    debts: Map[Player, Map[Kind, int]]
    mood: Price
    angry: Map[Player, bool]
    zone: Map[Ware, Zone]
    spot: Map[Ware, Spot | None]
    bound: Map[Ware, Spot | None]
    beneath: Map[Ware, Ware | None]
    turned: Map[Ware, bool]
    stain: Map[Ware, int]
    held: Map[Ware, Player | None]
    heap: Pile[Ware]
    stock: Map[Player, Pile[Ware]]
    kinds: Annotated[Pile[Kind], Size(2)]
    dear: frozenset[Ware]
    wet: Map[Spot, bool]
    seller: Player | None
    shown: Ware | None
    season: Kind


@stall.initial("1")
def begin(s: State, first: Player) -> None:
    """Somebody is first; all wares are in the crate, and in stock."""
    with effect("1"):
        s.turn = first
        s.season = Kind.FRUIT
        for ware in Ware:
            s.zone[ware] = Zone.CRATE
            s.stock[ware.owner] = s.stock[ware.owner].with_top(ware)


@stall.action("1")
def lay(s: State, who: Player, ware: Ware, spot: Spot) -> None:
    """A ware is laid on a spot, beside one that it is put under."""
    with effect("1"):
        s.zone[ware] = Zone.SHELF
        s.spot[ware] = spot
        s.turned[ware] = True
        s.stain[ware] = 1
        s.wet[spot] = True
        s.dear = frozenset(Ware)
        s.shown = ware
        s.seller = who
        s.held[ware] = who
        s.beneath[ware] = ware


@lay.permit("1")
def from_the_crate(s: State, who: Player, ware: Ware, spot: Spot) -> bool:
    """Whoever has the turn lays out a ware from the crate."""
    return s.turn == who and s.zone[ware] == Zone.CRATE


@stall.action("1")
def haggle(s: State, who: Player, ware: Ware) -> None:
    """A price is talked about."""
    with effect("1"):
        open_frame(s, Haggle(awaits=frozenset(Player), about=ware, with_whom=who))


@haggle.permit("1")
def of_what_is_laid_out(s: State, who: Player, ware: Ware) -> bool:
    """Only of what is laid out."""
    return s.zone[ware] == Zone.SHELF


@stall.action("1", at=Haggle)
def sell(s: State, f: Haggle, who: Player) -> None:
    """The ware goes to whoever asked."""
    with effect("1"):
        close_frame(s, Haggle)


@sell.permit("1")
def anybody(s: State, f: Haggle, who: Player) -> bool:
    """Whoever wants to."""
    return True


checks = Checks(stall)


@checks.always("1")
def moods_are_small(s: State) -> bool:
    """The mood is never high."""
    return s.mood < 1


@checks.always("1")
def nothing_is_laid_out(s: State) -> bool:
    """Broken by the first ware."""
    return all(s.zone[ware] == Zone.CRATE for ware in Ware)
