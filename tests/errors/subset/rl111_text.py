# a text built from parts
def label(s: State) -> int:
    return f"{s.wind}"
