# guest that adds what the host has already
guest = Ruleset("guest", on=harbour)


class Hull(Ship):
    cost: int


@state
class Game(State):
    wind: int
