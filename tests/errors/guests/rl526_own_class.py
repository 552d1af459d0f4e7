# guest that adds to classes which are not its host's
guest = Ruleset("guest", on=harbour)


class Crew(Sort):
    size: int


class Sailors(Crew):
    strength: int
