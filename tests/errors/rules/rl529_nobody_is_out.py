# an exception in a ruleset where nobody is ever out
@frame("6.1", may_be_out="9.1")
class Wake:
    awaits: frozenset[Player]


@harbour.action("4.2", may_be_out="5.5")
def give(s: State, who: Player, to: Player) -> None:
    """Something."""


@give.permit("4.2")
def may_give(s: State, who: Player, to: Player) -> bool:
    return True
