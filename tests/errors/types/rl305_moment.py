# a moment of numbers, and a trigger that takes one
@moment("4.4")
class Rained:
    """It has rained."""

    drops: int


@moment("4.4")
class Docked:
    """A ship has docked."""

    ship: Ship = None


@harbour.trigger("5.5", on=Docked, miss="4.5")
def bet(s: State, who: Player, amount: int) -> None:
    """Bet on the next one."""


@bet.when
def rich(s: State, who: Player, amount: int) -> bool:
    return s.coins[who] > amount
