# triggers that do not say what they react to, or how they are missed
@moment("4.4")
class Docked:
    """A ship has docked."""

    ship: Ship


@harbour.trigger("5.5", miss="4.5")
def toast(s: State, who: Player) -> None:
    """No moment."""


@harbour.trigger("5.5", on=Ship, miss="4.5")
def cheer(s: State, who: Player) -> None:
    """A sort is no moment."""


@harbour.trigger("5.5", on=Docked)
def wave(s: State, who: Player) -> None:
    """Nothing lets it pass."""


@harbour.trigger("5.5", on=Docked, miss="4.5")
def inspect(s: State, who: Player, ship: Phase) -> None:
    """The moment's ship is a ship."""


@harbour.trigger("5.5", on=Docked, miss="4.5")
def unload(s: State, who: Player, ship: Ship) -> None:
    """It does not say when."""
