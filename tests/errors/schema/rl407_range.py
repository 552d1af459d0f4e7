# ranges and lifetimes that make no sense
class Card(Sort):
    a: Annotated[Player, Range(0, 3)]
    b: Annotated[int, Range(3, 0)]
    c: Annotated[int, Range(0, most=3)]
    d: Annotated[int, until("5.5", phase=Phase.END)]
    e: Annotated[int, "five"]
