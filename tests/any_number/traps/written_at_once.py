"""A block writes one field in loops, and beside them, with values of its own: an entry may have any of them, or be as it
was; and what a loop adds, or says by its own member, is none of these values."""


class Card(Sort):
    """A card."""


class Color(Enum):
    """The look of a card."""

    WHITE = "white"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"


@state
class State:
    color: Map[Card, Color]
    ripe: Map[Card, bool]
    coins: Map[Card, int]
    link: Map[Card, Card]
    seen: Map[Card, Map[Card, bool]]


@book.initial("1")
def begin(s: State, card: Card) -> None:
    """All are white, and linked to one of them, which is ripe."""
    with effect("1"):
        for c in Card:
            s.color[c] = Color.WHITE
            s.link[c] = card
        s.ripe[card] = True


@book.action("2")
def turn(s: State, who: Player, card: Card) -> None:
    """The ripe go red, the chosen one blue, and what was red green."""
    with effect("2"), simultaneous():
        for c in Card:
            if s.ripe[c] and s.color[c] == Color.WHITE:
                s.color[c] = Color.RED
        for c in Card:
            if s.color[c] == Color.RED:
                s.color[c] = Color.GREEN
        s.color[card] = Color.BLUE
        for c in Card:
            gain(s.coins, c, 1)
        for c in Card:
            s.link[c] = c
    with effect("2"):
        for d in Card:
            with simultaneous():
                for c in Card:
                    s.seen[d][c] = c == d


@turn.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return s.color[card] == Color.WHITE and not s.ripe[card]


@checks.step("3", of=turn)
def right(before: State, after: State, who: Player, card: Card) -> bool:
    return after.color[card] == Color.BLUE and all(
        after.color[c] == before.color[c]
        or (after.color[c] == Color.RED and before.ripe[c])
        or after.color[c] == Color.GREEN
        or c == card
        for c in Card
    )


@checks.step("3", of=turn)
def wrong_of_the_first(before: State, after: State, who: Player, card: Card) -> bool:
    return all(after.color[c] != Color.RED for c in Card)


@checks.step("3", of=turn)
def wrong_of_the_second(before: State, after: State, who: Player, card: Card) -> bool:
    return all(after.color[c] != Color.GREEN for c in Card)


@checks.step("3", of=turn)
def wrong_beside_loops(before: State, after: State, who: Player, card: Card) -> bool:
    return after.color[card] != Color.BLUE


@checks.step("3", of=turn)
def wrong_of_the_kept(before: State, after: State, who: Player, card: Card) -> bool:
    return all(after.color[c] != Color.WHITE for c in Card)


@checks.step("3", of=turn)
def wrong_of_coins(before: State, after: State, who: Player, card: Card) -> bool:
    return all(after.coins[c] <= 1 for c in Card)


@checks.step("3", of=turn)
def wrong_of_links(before: State, after: State, who: Player, card: Card) -> bool:
    return all(after.link[c] == before.link[c] for c in Card)


@checks.step("3", of=turn)
def wrong_within_a_loop(before: State, after: State, who: Player, card: Card) -> bool:
    return all(not after.seen[d][c] for d in Card for c in Card)
