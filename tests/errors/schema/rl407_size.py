# sizes that make no sense
@frame("6.1")
class Fair:
    awaits: Annotated[frozenset[Player], Size(2)]
    stalls: Annotated[Pile[Phase], Size(0)]
    carts: Annotated[Pile[Phase], Size(Numbers.carts)]
    goods: Annotated[Pile[Phase], Size(3, 4)]
