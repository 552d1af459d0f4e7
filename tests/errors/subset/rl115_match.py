# `match`
def f(s: State) -> int:
    match s.phase:
        case Phase.BUY:
            return 1
    return 0
