# a chance action with one clause, which forbids
@harbour.chance("4.2")
def storm(s: State, ship: Ship) -> None:
    """A storm meets a ship."""
    with effect("4.2"):
        s.owner[ship] = None


@storm.forbid("4.3")
def owned(s: State, ship: Ship) -> bool:
    return s.owner[ship] is not None
