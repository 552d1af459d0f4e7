# what no scope could fill in


class Pier(Grid):
    row: bool
    rim: int
    port: Player
    builder: Player
    cost: int


class Crane(Grid):
    row: int
    pier: Pier
