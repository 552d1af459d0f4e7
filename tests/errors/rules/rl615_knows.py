# knows(who, fact)
@checks.always("4.3")
def a(s: State) -> bool:
    return all(knows(p, p != q) for p in Player for q in Player)


@checks.always("4.3")
def b(s: State) -> bool:
    return all(knows(p, knows(p, s.turn == p)) for p in Player)


@checks.possible("4.3")
def c(s: State) -> bool:
    return any(knows(p, s.turn == p) for p in Player)
