# literals outside their range
class Sizes(Constants):
    hand: Annotated[int, Range(1, 9)] = number(10, "1.1")


@harbour.duty("5.5")
def pay(s: State) -> None:
    with effect("5.5"):
        s.coins[s.turn] = -1
        open_frame(s, Auction(awaits=frozenset(Player), lot=s.quay.top, ties=4))


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END
