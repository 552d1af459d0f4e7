# whole: names that are defined elsewhere and not imported
def f(x: int) -> int:
    return the(y for y in Ship)
