"""A permit and a forbid that hang on two actions."""


@state
class State:
    rowed: bool
    sailed: bool
    stormy: bool


@book.action("2")
def row(s: State, who: Player) -> None:
    """Row out."""
    with effect("2"):
        s.rowed = True


@row.domain
def not_rowed(s: State, who: Player) -> bool:
    return not s.rowed


@book.action("3")
def sail(s: State, who: Player) -> None:
    """Sail out."""
    with effect("3"):
        s.sailed = True


@sail.domain
def not_sailed(s: State, who: Player) -> bool:
    return not s.sailed


@row.permit("4", also=sail)
def by_day(s: State, who: Player) -> bool:
    """Of both actions."""
    return True


@sail.permit("5")
def with_practice(s: State, who: Player) -> bool:
    """Of one of them."""
    return s.rowed


@row.forbid("6", also=sail, over=row, because="but never in a storm")
def in_a_storm(s: State, who: Player) -> bool:
    """Of both, and over all permits of each."""
    return s.stormy


@book.action("7")
def blow(s: State, who: Player) -> None:
    """A storm comes."""
    with effect("7"):
        s.stormy = True


@blow.domain
def calm(s: State, who: Player) -> bool:
    return not s.stormy


@blow.permit("7")
def may_blow(s: State, who: Player) -> bool:
    return True
