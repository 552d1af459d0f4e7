# precedence among the clauses of a deed
@harbour.deed("4.3")
def scuttle(s: State, ship: Ship) -> None:
    """Nothing happens."""


@harbour.deed("4.3")
def sink(s: State, ship: Ship) -> None:
    """Nothing happens."""


@sink.forbid("4.4", over=(sink, scuttle), because="cannot")
def a(s: State, ship: Ship) -> bool:
    return True


@sink.instead("4.4", by=scuttle, over=sink, because="instead")
def b(s: State, ship: Ship) -> bool:
    return True


@sink.permit("4.4")
def c(s: State, ship: Ship) -> bool:
    return True
