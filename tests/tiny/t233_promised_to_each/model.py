"""What is promised to each of two who wait for one place, of whom one goes first."""


class Guest(Sort):
    """Who waits."""

    early: bool


@state
class State:
    waits: Map[Guest, bool]
    inside: Guest | None


@book.action("2")
def come(s: State, who: Player, guest: Guest) -> None:
    """Whoever is not there waits."""
    domain(not s.waits[guest] and s.inside != guest)
    permit("2", may_come=True)
    with effect("2"):
        s.waits[guest] = True


@book.action("3")
def enter(s: State, who: Player, guest: Guest) -> None:
    """One of those who wait goes in."""
    domain(s.waits[guest] and s.inside is None)
    permit("3", may_enter=True)
    with effect("3"):
        s.waits[guest] = False
        s.inside = guest


@enter.cannot("4", "the early go first")
def after_the_early(s: State, who: Player, guest: Guest) -> bool:
    return not guest.early and any(s.waits[g] and g.early for g in Guest)


@book.action("5")
def leave(s: State, who: Player, guest: Guest) -> None:
    """And out again."""
    domain(s.inside == guest)
    permit("5", may_leave=True)
    with effect("5"):
        s.inside = None


@checks.leads_to("9")
def plain(s: State, guest: Guest) -> tuple[bool, bool]:
    return s.waits[guest], s.inside == guest


@checks.leads_to("9", fair=enter.each("guest"))
def weak(s: State, guest: Guest) -> tuple[bool, bool]:
    return s.waits[guest], s.inside == guest


@checks.leads_to("9", strongly_fair=enter)
def strong_as_a_whole(s: State, guest: Guest) -> tuple[bool, bool]:
    return s.waits[guest], s.inside == guest


@checks.leads_to("9", strongly_fair=enter.each("guest"))
def strong(s: State, guest: Guest) -> tuple[bool, bool]:
    return s.waits[guest], s.inside == guest


@checks.leads_to("9")
def released(s: State, guest: Guest, other: Guest) -> tuple[bool, bool]:
    return s.waits[guest] and s.inside == other, s.inside != other


@checks.leads_to("9")
def never_asked(s: State, guest: Guest) -> tuple[bool, bool]:
    return s.waits[guest] and s.inside == guest, False


@checks.possible("9")
def may_enter_yet(s: State, guest: Guest) -> bool:
    return s.inside == guest


@checks.possible("9")
def may_wait_inside(s: State, guest: Guest) -> bool:
    return s.waits[guest] and s.inside == guest


@checks.possible("9")
def early_may_enter(s: State, guest: Guest) -> bool:
    return s.inside == guest and guest.early
