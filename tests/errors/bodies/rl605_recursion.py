# terms that are defined by each other
@harbour.term("4.3")
def a(s: State) -> int:
    return b(s)


def b(s: State) -> int:
    return c(s)


@harbour.term("4.3")
def c(s: State) -> int:
    return 1


@c.exception("4.3")
def d(s: State) -> int | Silent:
    return a(s)
