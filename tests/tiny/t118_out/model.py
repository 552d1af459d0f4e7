"""Who is out of the game is awaited nowhere, in a frame neither, and is chosen by nobody; by an exception he is."""


@state
class State:
    lost: Map[Player, bool]
    votes: Map[Player, Annotated[int, Range(0, 1)]]
    asked: bool


@frame("3")
class Vote:
    """Everybody votes, one after the other."""

    awaits: frozenset[Player]


@book.out("5")
def is_out(s: State, who: Player) -> bool:
    """Who has lost."""
    return s.lost[who]


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, until it was voted."""
    return frozenset() if s.asked else frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    """When all that was asked is answered."""
    return s.asked and not is_open(s, Vote)


@book.action("2")
def strike(s: State, who: Player, at: Player) -> None:
    """Another is out."""
    with effect("2"):
        s.lost[at] = True


@strike.permit("2")
def may_strike(s: State, who: Player, at: Player) -> bool:
    return who != at


@book.action("3")
def call(s: State, who: Player) -> None:
    """A vote is called, of everybody."""
    with effect("3"):
        s.asked = True
        open_frame(s, Vote(awaits=frozenset(Player)))


@call.permit("3")
def may_call(s: State, who: Player) -> bool:
    return True


@book.action("4", at=Vote, may_be_out="6")
def vote(s: State, f: Vote, who: Player, for_: Player) -> None:
    """For anybody, the dead as well."""
    with effect("4"):
        s.votes[for_] = 1
        f.awaits = f.awaits - frozenset({who})


@vote.permit("4")
def may_vote(s: State, f: Vote, who: Player, for_: Player) -> bool:
    return s.votes[for_] == 0


@book.duty("4", at=Vote)
def count(s: State, f: Vote) -> None:
    """All have voted."""
    with effect("4"):
        close_frame(s, Vote)


@count.when
def all_have_voted(s: State, f: Vote) -> bool:
    return len(f.awaits) == 0


@checks.always("5")
def the_dead_do_not_vote(s: State) -> bool:
    return not is_open(s, Vote) or all(not is_out(s, p) for p in Player if p in frame_of(s, Vote).awaits)


@checks.sometimes("6")
def somebody_votes_for_the_dead(s: State) -> bool:
    return any(s.lost[p] and s.votes[p] == 1 for p in Player)
