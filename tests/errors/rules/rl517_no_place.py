# of what no field holds nothing can be seen
class Gull(Sort):
    """A bird that sits nowhere."""


@harbour.seen("4.2")
def a(s: State, gull: Gull, who: Player) -> bool:
    return True
