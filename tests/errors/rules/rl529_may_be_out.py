# a frame and an action that choose nobody who could be out
@harbour.out("9.1")
def broke(s: State, who: Player) -> bool:
    """Who has nothing left."""
    return s.coins[who] == 0


@harbour.action("4.2", may_be_out="5.5")
def sail(s: State, who: Player, ship: Ship) -> None:
    """It sails."""


@sail.permit("4.2")
def may_sail(s: State, who: Player, ship: Ship) -> bool:
    return True


@harbour.action("4.2", may_be_out="5.5")
def give(s: State, who: Player, to: Player | None) -> None:
    """That one needs it."""


@give.permit("4.2")
def may_give(s: State, who: Player, to: Player | None) -> bool:
    return True
