# names that have a meaning already
class Ship(Sort):
    cost: int


@buy.permit("4.2")
def on_your_turn(s: State, buyer: Player, ship: Ship) -> bool:
    return True


class Colour(Enum):
    RED = "red"
    RED = "dark red"
