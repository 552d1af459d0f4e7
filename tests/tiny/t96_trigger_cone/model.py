"""A trigger that keeps a duty waiting."""


@state
class State:
    docked: bool
    late: bool
    coin: bool


@moment("5")
class Docked:
    """Somebody has docked."""

    by: Player


@book.initial("1")
def begin(s: State) -> None:
    """At sea."""


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody."""
    return frozenset(Player)


@book.action("2")
def dock(s: State, who: Player) -> None:
    """Dock."""
    with effect("2"):
        s.docked = True
        emit(s, Docked(by=who))


@dock.permit("2")
def not_docked(s: State, who: Player) -> bool:
    return not s.docked


@book.trigger("6", on=Docked, miss="7")
def fee(s: State, by: Player) -> None:
    """Take a fee."""
    with effect("6"):
        s.coin = True


@fee.when
def whenever(s: State, by: Player) -> bool:
    return True


@book.duty("8")
def close(s: State) -> None:
    """It gets late."""
    with effect("8"):
        s.late = True


@close.when
def something_docked(s: State) -> bool:
    return s.docked and not s.late


@checks.always("8")
def docked_is_late(s: State) -> bool:
    return s.late or not s.docked
