# frames that do not say whose decision they await
@frame("6.1")
class Fair:
    stalls: int


@frame("6.1")
class Market:
    awaits: Player
