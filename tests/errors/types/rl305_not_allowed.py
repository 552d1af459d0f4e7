# types that may not stand there
@frame("6.1")
class Fair:
    awaits: frozenset[Player]
    stalls: Map[Player, int]


def f(s: State, p: frozenset[int]) -> Pile[Player] | None:
    return None


def g(s: State) -> int:
    return len(frozenset(s.coins[p] for p in Player))


@harbour.action("4.2")
def pick(s: State, who: Player, what: Pile[Ship]) -> None:
    """Pick from a pile."""
