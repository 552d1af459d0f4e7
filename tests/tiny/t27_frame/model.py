"""A frame: opened and closed by effects, with its own decision."""


@state
class State:
    deals: Annotated[int, Range(0, 2)]


@frame("2")
class Deal:
    awaits: frozenset[Player]
    offerer: Player


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.deals == 2


@book.action("2")
def offer(s: State, who: Player) -> None:
    """Offer a deal to the others."""
    with effect("2"):
        open_frame(s, Deal(awaits=frozenset(p for p in Player if p != who), offerer=who))


@offer.permit("3")
def at_any_time(s: State, who: Player) -> bool:
    return True


@book.action("4", at=Deal)
def accept(s: State, f: Deal, who: Player) -> None:
    """Take the deal."""
    with effect("4"):
        s.deals += 1
        close_frame(s, Deal)


@accept.permit("5")
def not_ones_own(s: State, f: Deal, who: Player) -> bool:
    return who != f.offerer


@book.action("6", at=Deal, passes=True)
def refuse(s: State, f: Deal, who: Player) -> None:
    """Leave it."""
    with effect("6"):
        close_frame(s, Deal)


@refuse.permit("7")
def always(s: State, f: Deal, who: Player) -> bool:
    return is_open(s, Deal)
