# a pile of equal things that may grow for ever
@frame("6.1")
class Fair:
    awaits: frozenset[Player]
    days: Pile[Phase]
