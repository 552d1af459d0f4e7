"""Remember and forget: who has looked at a card knows it until the cards are shuffled.

1. Two cards are shuffled and laid out, face down.
2. Whoever has the turn looks at a card, and shows it to nobody; everybody sees which one lies before him.
3. Whoever has looked at a card knows which it is, as long as it lies there.
4. Or he shuffles the cards and lays them out anew.
5. Then it is the other one's turn.
"""

from __future__ import annotations

from ruleslawyer.lang import CHANCE, Chance, Checks, Map, Ruleset, Sort, effect, knows, state, the

game = Ruleset("memory")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """One of the cards."""


class Spot(Sort):
    """A place on the table."""

    place: int


@state
class State:
    """The cards where they lie, who has looked at each, and whose turn it is."""

    lies: Map[Spot, Card | None]
    looked: Map[Card, frozenset[Player]]
    turn: Player


@game.initial("1")
def nothing_lies_there(s: State, first: Player) -> None:
    """Before the cards are laid out."""
    with effect("1"):
        s.turn = first


@game.awaits
def chance_first(s: State) -> frozenset[Player] | Chance:
    """Cards are laid out; then whoever has the turn decides."""
    return CHANCE if any(s.lies[x] is None for x in Spot) else frozenset({s.turn})


@game.chance("1", uniform="1")
def lay(s: State, spot: Spot, card: Card) -> None:
    """One card for the next spot."""
    with effect("1"):
        s.lies[spot] = card


@lay.domain
def the_next_spot_and_a_card_that_is_left(s: State, spot: Spot, card: Card) -> bool:
    return spot.place == min(x.place for x in Spot if s.lies[x] is None) and all(s.lies[x] != card for x in Spot)


@game.seen("3")
def sees(s: State, card: Card, who: Player) -> bool:
    """Sight remembers by a field: who has looked at a card is kept with it, and taken back by a shuffle."""
    return who in s.looked[card]


def pass_turn(s: State) -> Player:
    """The other player."""
    return the(p for p in Player if p != s.turn)


@game.action("2", openly="2")
def look_at(s: State, who: Player, spot: Spot) -> None:
    """The one who looks knows which card it is; the others see at which spot he looks."""
    with effect("2"):
        for c in Card:
            if s.lies[spot] == c:
                s.looked[c] = s.looked[c] | frozenset({who})
    with effect("5"):
        s.turn = pass_turn(s)


@look_at.permit("2")
def on_the_own_turn(s: State, who: Player, spot: Spot) -> bool:
    return who == s.turn


@game.action("4")
def shuffle(s: State, who: Player) -> None:
    """All cards are taken up, and what was known of them is worth nothing."""
    with effect("4"):
        for x in Spot:
            s.lies[x] = None
        for c in Card:
            s.looked[c] = frozenset()
    with effect("5"):
        s.turn = pass_turn(s)


@shuffle.permit("4")
def instead_of_looking(s: State, who: Player) -> bool:
    return who == s.turn


checks = Checks(game)


def laid_out(s: State) -> bool:
    """Whether all cards lie there."""
    return all(s.lies[x] is not None for x in Spot)


@checks.sometimes("3")
def one_look_tells_both(s: State) -> bool:
    """Of two cards: whoever knows where one lies knows where the other one lies, though he has not looked at it."""
    return any(any(not sees(s, c, p) and any(knows(p, s.lies[x] == c) for x in Spot) for c in Card) for p in Player)


@checks.always("4", reached=one_look_tells_both)
def whoever_has_looked_at_none_knows_nothing(s: State) -> bool:
    """After a shuffle what was seen before it tells nothing."""
    return not laid_out(s) or not any(
        all(not sees(s, c, p) for c in Card) and any(any(knows(p, s.lies[x] == c) for x in Spot) for c in Card)
        for p in Player
    )


@checks.always("2", reached=one_look_tells_both)
def everybody_knows_who_has_looked(s: State) -> bool:
    """Not which card it is, but that it lies before somebody who has looked at it."""
    return all(
        all(
            knows(q, any(s.lies[x] == c and sees(s, c, p) for c in Card))
            or knows(q, not any(s.lies[x] == c and sees(s, c, p) for c in Card))
            for x in Spot
        )
        for p in Player
        for q in Player
    )
