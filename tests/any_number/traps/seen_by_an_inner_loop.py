"""A loop inside a loop reads what another member of the outer one has written by then."""


class Card(Sort):
    """A card."""


@state
class State:
    mark: Map[Card, bool]
    seen: Map[Card, bool]


@book.action("2")
def turn(s: State, who: Player) -> None:
    """Each looks for one with a mark, and is marked then."""
    with effect("2"):
        for c in Card:
            for d in Card:
                if s.mark[d]:
                    s.seen[c] = True
            s.mark[c] = True


@turn.permit("2")
def may(s: State, who: Player) -> bool:
    return all(not s.mark[c] for c in Card)


@checks.always("3")
def wrong(s: State) -> bool:
    return all(not s.seen[c] for c in Card)
