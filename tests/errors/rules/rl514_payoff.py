# no number
@harbour.payoff("9.1")
def gets(s: State, who: Player) -> bool:
    """What?"""
    return True
