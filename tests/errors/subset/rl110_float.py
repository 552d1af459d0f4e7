# half a coin
def half(s: State) -> int:
    return s.wind * 0.5
