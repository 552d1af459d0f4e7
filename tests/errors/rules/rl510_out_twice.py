# who is out is said once
@harbour.out("9.1")
def broke(s: State, who: Player) -> bool:
    """Who has nothing left."""
    return s.coins[who] == 0


@harbour.out("9.1")
def gone(s: State, who: Player) -> bool:
    """Who has left."""
    return s.turn != who
