"""Two-phase commit of any number of deals: workers vote, a coordinator counts the votes for and decides, workers hear.

After Gray and Lamport, "Consensus on transaction commit" (ACM TODS 31, 2006), with deals as in mypyvy's
examples/2pc.pyv. The coordinator knows no names: as many are for it as there are workers. The lemmas: the count is
right, a vote is cast once, and what is heard was decided.
"""


class Deal(Sort):
    """The outcome of a transaction."""


class Decision(Enum):
    OPEN = "open"
    COMMIT = "commit"
    ABORT = "abort"


@state
class State:
    agreed: Map[Deal, Map[Player, bool]]
    refused: Map[Deal, Map[Player, bool]]
    votes: Map[Deal, int]
    decision: Map[Deal, Decision]
    committed: Map[Deal, Map[Player, bool]]
    aborted: Map[Deal, Map[Player, bool]]


@book.initial("1")
def begin(s: State) -> None:
    """Everything is open."""
    with effect("1"):
        for d in Deal:
            s.decision[d] = Decision.OPEN


@book.action("2")
def agree(s: State, who: Player, d: Deal) -> None:
    """For it."""
    with effect("2"):
        s.agreed[d][who] = True
        s.votes[d] += 1


@agree.permit("2")
def has_no_vote_yet(s: State, who: Player, d: Deal) -> bool:
    return not s.agreed[d][who] and not s.refused[d][who]


@book.action("3")
def refuse(s: State, who: Player, d: Deal) -> None:
    """Against it, and done with it."""
    with effect("3"):
        s.refused[d][who] = True
        s.aborted[d][who] = True


@refuse.permit("3")
def has_not_voted(s: State, who: Player, d: Deal) -> bool:
    return not s.agreed[d][who] and not s.refused[d][who]


@book.action("4")
def decide(s: State, who: Player, d: Deal, what: Decision) -> None:
    """To commit, where all are for it; or to abort at any time."""
    with effect("4"):
        s.decision[d] = what


@decide.permit("4")
def all_are_for_it(s: State, who: Player, d: Deal, what: Decision) -> bool:
    return s.decision[d] == Decision.OPEN and (
        what == Decision.ABORT or (what == Decision.COMMIT and s.votes[d] == sum(1 for p in Player))
    )


@book.action("5")
def hear(s: State, who: Player, d: Deal) -> None:
    """A worker does what was decided."""
    with effect("5"):
        if s.decision[d] == Decision.COMMIT:
            s.committed[d][who] = True
        else:
            s.aborted[d][who] = True


@hear.permit("5")
def is_decided(s: State, who: Player, d: Deal) -> bool:
    return s.decision[d] != Decision.OPEN


@checks.always("6")
def right_votes_are_counted(s: State) -> bool:
    return all(s.votes[d] == sum(1 for p in Player if s.agreed[d][p]) for d in Deal)


@checks.always("6")
def right_a_vote_is_one(s: State) -> bool:
    return all(not (s.agreed[d][p] and s.refused[d][p]) for d in Deal for p in Player)


@checks.always("6")
def right_what_is_committed_was_decided(s: State) -> bool:
    return all(not s.committed[d][p] or s.decision[d] == Decision.COMMIT for d in Deal for p in Player)


@checks.always("6")
def right_what_is_aborted_was_decided_or_refused(s: State) -> bool:
    return all(not s.aborted[d][p] or s.refused[d][p] or s.decision[d] == Decision.ABORT for d in Deal for p in Player)


@checks.always("6")
def right_what_is_to_be_committed_all_agreed_to(s: State) -> bool:
    return all(s.decision[d] != Decision.COMMIT or s.agreed[d][p] for d in Deal for p in Player)


@checks.always("6")
def right_nobody_commits_what_another_aborts(s: State) -> bool:
    return all(not any(s.committed[d][p] for p in Player) or not any(s.aborted[d][p] for p in Player) for d in Deal)


@checks.always("7")
def wrong_what_all_agreed_to_is_committed(s: State) -> bool:
    return all(s.decision[d] != Decision.ABORT or any(not s.agreed[d][p] for p in Player) for d in Deal)


@checks.always("7")
def wrong_who_refused_hears_it_first(s: State) -> bool:
    return all(not s.aborted[d][p] or s.decision[d] == Decision.ABORT for d in Deal for p in Player)
