# a name that a trigger needs
@moment("4.4")
class Docked:
    """A ship has docked."""


@harbour.action("4.2")
def miss_toast(s: State, who: Player) -> None:
    """It is taken."""


@harbour.trigger("5.5", on=Docked, miss="4.5")
def toast(s: State, who: Player) -> None:
    """Drink to it."""


@toast.when
def thirsty(s: State, who: Player) -> bool:
    return s.wind > 0
