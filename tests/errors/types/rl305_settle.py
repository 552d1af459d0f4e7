# a settle that goes through numbers
@harbour.settle("5.5")
def leak(s: State, depth: int) -> None:
    with effect("5.5"):
        s.wind = depth


@leak.when
def deeper(s: State, depth: int) -> bool:
    return depth > s.wind
