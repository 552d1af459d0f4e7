"""An action is allowed while at most one card has something, or none has it: after it, one more has it."""


class Card(Sort):
    """A card."""


@state
class State:
    mine: frozenset[Card]
    lent: frozenset[Card]


@book.action("2")
def turn(s: State, who: Player, card: Card) -> None:
    """Take a card."""
    with effect("2"):
        s.mine = s.mine | frozenset({card})


@turn.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return sum(1 for one in Card if one in s.mine) <= 1


@book.action("2")
def lend(s: State, who: Player, card: Card) -> None:
    """Lend a card."""
    with effect("2"):
        s.lent = s.lent | frozenset({card})


@lend.permit("2")
def may_lend(s: State, who: Player, card: Card) -> bool:
    return all(one not in s.lent for one in Card)


@book.action("2")
def show(s: State, who: Player) -> None:
    """Show that some card has it."""
    with effect("2"):
        s.mine = s.mine


@show.permit("2")
def may_show(s: State, who: Player) -> bool:
    return sum(1 for one in Card if one in s.mine) > 0


@checks.always("3")
def wrong(s: State) -> bool:
    return all(a == b or a not in s.mine or b not in s.mine for a in Card for b in Card)


@checks.always("3")
def wrong_of_nobody(s: State) -> bool:
    return sum(1 for one in Card if one in s.lent) <= 0


@checks.always("3")
def two(s: State) -> bool:
    return not sum(1 for one in Card if one in s.mine) > 2


@checks.always("3")
def wrong_of_one(s: State) -> bool:
    return sum(1 for one in Card if one in s.lent) == 1 or any(
        a != b and a in s.lent and b in s.lent for a in Card for b in Card
    )


@checks.always("3")
def wrong_of_few(s: State) -> bool:
    return sum(1 for one in Card if one in s.mine) > 2 or all(
        a == b or a not in s.mine or b not in s.mine for a in Card for b in Card
    )


@checks.step("3", of=show)
def wrong_of_two(before: State, after: State, who: Player) -> bool:
    return any(a != b and a in before.mine and b in before.mine for a in Card for b in Card)


@checks.step("3", of=show)
def some(before: State, after: State, who: Player) -> bool:
    return any(a in before.mine for a in Card)
