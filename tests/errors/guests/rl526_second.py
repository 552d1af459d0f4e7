# guest with two classes that add to the same one
guest = Ruleset("guest", on=harbour)


class Hull(Ship):
    wood: bool


class Mast(Ship):
    tall: bool


@state
class Game(State):
    tide: int


@state
class Match(State):
    round: int
