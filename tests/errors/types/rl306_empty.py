# empty collections, and None, of a type that cannot be known
def f(s: State) -> int:
    x = frozenset()
    y = None
    return len(Pile())
