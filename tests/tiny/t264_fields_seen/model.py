"""Who sees what fields hold, entries by player, by kind and by card, whole ones, and those of a frame."""


class Card(Sort):
    """A card with its owner."""

    owner: Player


class Hue(Enum):
    """A kind of chip."""

    RED = "red"
    BLUE = "blue"


@state
class State:
    chips: Map[Player, Annotated[int, Range(0, 1)]]
    deep: Map[Player, Map[Hue, bool]]
    by_hue: Map[Hue, bool]
    mark: Player | None
    heap: Annotated[Pile[Hue], Size(2)]
    zone: Map[Card, Hue]


@frame("2")
class Bid:
    awaits: frozenset[Player]
    lot: Hue
    offer: Annotated[int, Range(0, 1)]


@book.initial("1")
def begin(s: State) -> None:
    """Every card is red."""
    with effect("1"):
        for c in Card:
            s.zone[c] = Hue.RED


@book.seen("2", field="chips")
def sees_chips(s: State, owner: Player, who: Player) -> bool:
    """One's own."""
    return owner == who


@book.seen("2", field="deep")
def sees_deep(s: State, owner: Player, who: Player) -> bool:
    """One's own."""
    return owner == who


@book.seen("2", field="by_hue")
def sees_by_hue(s: State, hue: Hue, who: Player) -> bool:
    """Red ones, and all with the mark."""
    return hue == Hue.RED or s.mark == who


@book.seen("2", field="mark")
def sees_mark(s: State, who: Player) -> bool:
    """With the mark."""
    return s.mark == who


@book.seen("2", field="heap")
def sees_heap(s: State, who: Player) -> bool:
    """With a chip."""
    return s.chips[who] == 1


@book.seen("2", field="zone")
def sees_zone(s: State, card: Card, who: Player) -> bool:
    """Once a bid is open."""
    return is_open(s, Bid)


@book.seen("2", field="Bid.offer")
def sees_offer(s: State, who: Player) -> bool:
    """One's own."""
    return who in frame_of(s, Bid).awaits


@book.seen("2", field="Bid.lot")
def sees_lot(s: State, who: Player) -> bool:
    """Where it is blue."""
    return frame_of(s, Bid).lot == Hue.BLUE


@book.seen("2")
def knows(s: State, card: Card, who: Player) -> bool:
    """One's own, and a blue one."""
    return card.owner == who or s.zone[card] == Hue.BLUE


@book.action("3")
def pocket(s: State, who: Player) -> None:
    """A chip is taken."""
    with effect("3"):
        s.chips[who] = 1
        s.deep[who][Hue.RED] = True
        s.by_hue[Hue.BLUE] = True
        s.mark = who
        s.heap = s.heap.with_top(Hue.RED)


@pocket.permit("3")
def once(s: State, who: Player) -> bool:
    return s.chips[who] == 0


@book.action("4")
def bid(s: State, who: Player) -> None:
    """A bid is opened."""
    with effect("4"):
        open_frame(s, Bid(awaits=frozenset({who}), lot=Hue.RED, offer=0))


@bid.permit("4")
def when_all_have_one(s: State, who: Player) -> bool:
    return all(s.chips[p] == 1 for p in Player)


@book.action("5", at=Bid)
def offer(s: State, f: Bid, who: Player) -> None:
    """A chip is offered."""
    with effect("5"):
        f.offer = 1


@offer.permit("5")
def a_first_one(s: State, f: Bid, who: Player) -> bool:
    return f.offer == 0
