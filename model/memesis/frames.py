"""Memesis, Sections 0, 4 and 5: procedures that await decisions of their own, the outer first, as they may nest.

Where acts come between (meanwhile.py), `awaits` of an Effect, a Cause, damage and a choice is everybody, and not those
alone who decide.
"""

from model.memesis.state import Amount, Card, Player
from ruleslawyer.lang import Chance, frame


@frame("0.15e", "4.3a")
class Held:
    """What is decided waits until an Effect or an ability that was used in answer has been carried out: the Effect that
    is being played, the Cause that is to be given up, directed damage, a choice, as many of them as were open. They
    speak of one card, that `who` uses, and of one player."""

    awaits: frozenset[Player]
    card: Card
    at: Player
    who: Player | None
    is_effect: bool
    done: bool
    dispelled: bool
    gives_up: bool
    named: Card | None
    directs: bool
    amount: Amount
    chooses: bool
    recalls: bool
    destroys_more: Amount
    recalls_more: Amount


@frame("4.5", "7.3a")
class Resolved:
    """An Effect is being played by `who` at somebody; once it has done what it does, and dispelled a Cause if there is
    one to dispel, `awaits` may fuse the card, not to lose it."""

    awaits: frozenset[Player]
    card: Card
    who: Player
    at: Player
    done: bool = False
    dispelled: bool = False


@frame("4.1c", "4.9")
class Dispelling:
    """An Effect was played at a player with Cause cards: `awaits` gives one up, or discards from hand; or, where the
    Effect may fuse with a Cause card, the one who played it elects that (4.7d). By default nothing else is done
    meanwhile, as we read "is sent": a Cause that is to go is neither consumed nor becomes Ammunition in answer.
    `named`: the Cause that would go, where its player names one before the other elects."""

    awaits: frozenset[Player]
    card: Card
    victim: Player
    named: Card | None = None


@frame("0.29b")
class Directed:
    """Damage of an Effect or an ability is directed at a player: `awaits` says what absorbs it, that player, and allies
    whose creatures may defend him."""

    awaits: frozenset[Player]
    card: Card
    at: Player
    amount: Amount


@frame("0.12a", "7.15b")
class Choosing:
    """An ability that destroys a card in the Cells of `at`, or recalls one: `who` chooses which; then come as many
    choices of either kind as are left."""

    awaits: frozenset[Player]
    card: Card
    who: Player
    at: Player
    recalls: bool = False
    destroys_more: Amount = 0
    recalls_more: Amount = 0


@frame("5.12d", "5.12e")
class Attaching:
    """A Rune that lay unattached was revealed: `awaits`, its owner, attaches it to a card or lets it be destroyed."""

    awaits: frozenset[Player]
    card: Card


@frame("5.5c", "5.5d")
class Recovering:
    """A turn ends in which Runes fell with their owners' cards: `awaits` may take theirs back now, or leave them."""

    awaits: frozenset[Player]


@frame("0.1a", "0.15e")
class Fading:
    """A turn is over, and players have no Life, where that is looked at only then: `awaits` may consume cards yet."""

    awaits: frozenset[Player]


@frame("0.26", "4.5")
class Drawing:
    """An Effect has its player draw: what it is, chance says, before anything else is decided about the Effect."""

    awaits: frozenset[Player] | Chance
