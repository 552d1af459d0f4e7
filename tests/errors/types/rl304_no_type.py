# annotations that are no types of the language
def f(s: State, p: "Player") -> int:
    return 1


def g(s: State, p: list[Player]) -> float:
    return 1


def h(s: State, p: Player | Ship) -> bool:
    return True
