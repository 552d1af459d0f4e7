# of two players, and not of one
@harbour.payoff("9.1")
def gets(s: State, who: Player, other: Player) -> int:
    """What?"""
    return 1
