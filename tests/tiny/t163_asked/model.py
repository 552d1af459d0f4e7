"""What is said of the end, asked in checks."""


@state
class State:
    points: Map[Player, Annotated[int, Range(0, 2)]]


@book.ended("3")
def over(s: State) -> bool:
    return any(s.points[p] == 2 for p in Player)


@book.winners("3")
def won(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.points[p] == 2)


@book.action("2")
def score(s: State, who: Player) -> None:
    """Score a point."""
    with effect("2"):
        s.points[who] += 1


@score.permit("2")
def always(s: State, who: Player) -> bool:
    return True


@checks.sometimes("3")
def it_ends(s: State) -> bool:
    return over(s)


@checks.always("3", reached=it_ends)
def somebody_wins(s: State) -> bool:
    return not over(s) or len(won(s)) == 1


@checks.always("3")
def it_goes_on(s: State) -> bool:
    return not over(s)


@checks.step("2", of=score)
def the_scorer_wins(before: State, after: State, who: Player) -> bool:
    return not over(before) and (not over(after) or who in won(after))


@checks.possible("3")
def it_can_end(s: State) -> bool:
    return over(s)


@checks.leads_to("3")
def it_will_end(s: State) -> tuple[bool, bool]:
    return True, over(s)
