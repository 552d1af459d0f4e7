# an action of nobody
@harbour.action("4.2")
def sink(s: State, ship: Ship) -> None:
    """Sink."""
