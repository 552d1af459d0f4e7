# names that the language uses
def max(a: int, b: int) -> int:
    return a


class Card(Sort):
    _cost: int
