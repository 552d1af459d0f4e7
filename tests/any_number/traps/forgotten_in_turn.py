"""A field without meaning is forgotten, and then others: one that mattered for its sake alone does not when it is gone,
and one that did not matter is gone though it would later."""


class Card(Sort):
    """A card."""


@state
class State:
    lit: Map[Card, bool]
    shade: Map[Card, bool]
    shape: Map[Card, bool]
    blank: Map[Card, bool]


@book.matters("shade")
def shade_matters(s: State, card: Card) -> bool:
    return s.lit[card]


@book.matters("shape")
def shape_matters(s: State, card: Card) -> bool:
    return s.shade[card]


@book.matters("blank")
def blank_matters(s: State, card: Card) -> bool:
    return not s.shade[card]


@book.initial("1")
def begin(s: State) -> None:
    """All are lit, and have a shade and a shape."""
    with effect("1"):
        for c in Card:
            s.lit[c] = True
            s.shade[c] = True
            s.shape[c] = True


@book.action("2")
def douse(s: State, who: Player, card: Card) -> None:
    """A light goes out, and its card goes blank."""
    with effect("2"):
        s.lit[card] = False
        s.blank[card] = True


@douse.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return s.lit[card]


@checks.always("3")
def right(s: State) -> bool:
    return all((s.shade[c] and s.shape[c]) or not s.lit[c] for c in Card)


@checks.always("3")
def wrong_of_shapes(s: State) -> bool:
    return all(s.shape[c] for c in Card)


@checks.always("3")
def wrong_of_blanks(s: State) -> bool:
    return all(s.blank[c] or s.lit[c] for c in Card)
