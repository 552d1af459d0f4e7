# the prefix of a text
def f(s: State) -> int:
    u"""A helper."""
    return 1
