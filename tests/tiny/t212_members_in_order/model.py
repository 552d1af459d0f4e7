"""Members are asked in order: none behind one that decides, and the last one where no other does."""


class Card(Sort):
    """A card."""

    cost: int
    gold: bool


@state
class State:
    shared: bool
    seen: bool


@book.action("2")
def share(s: State, who: Player) -> None:
    """Share six by what some card costs."""
    with effect("2"):
        s.shared = True


@share.permit("2")
def some_card_makes_three(s: State, who: Player) -> bool:
    return not s.shared and any(6 // card.cost == 3 for card in Card)


@book.action("3")
def look(s: State, who: Player) -> None:
    """Look for gold."""
    with effect("3"):
        s.seen = True


@look.permit("3")
def some_gold_is_unseen(s: State, who: Player) -> bool:
    return any(card.gold and not s.seen for card in Card)
