# a loop that may meet one thing twice
Days = Annotated[Pile[Phase], Size(4)]


@frame("6.1")
class Fair:
    awaits: frozenset[Player]
    days: Days


def held(days: Days) -> int:
    return sum(1 for day in days if day == Phase.END)


@harbour.duty("5.5", at=Fair)
def pay(s: State, fair: Fair) -> None:
    with effect("5.5"), simultaneous():
        for p in Player:
            for day in fair.days:
                s.coins[p] -= 1


@pay.when
def time_to_pay(s: State, fair: Fair) -> bool:
    return held(fair.days.reversed()) == 0
