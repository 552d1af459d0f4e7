"""MegaCorp, chapters 4 to 9: procedures that await decisions of their own, the outer first, as they may nest."""

from typing import Annotated

from model.megacorp.state import Amount, Card, Player
from ruleslawyer.lang import Range, frame


@frame("4.2.3a", "4.2.6c", "8.7.1c")
class StartBid:
    """Players bid in secret for going first; `awaits` are those whose bids are still to come or tied."""

    awaits: frozenset[Player]
    round: Annotated[int, Range(1, 4)] = 1


@frame("6.5.2a", "6.5.4a", "6.5.6a", "6.5.8a", "6.5.10a", "9.1.1d")
class Response:
    """A window for responses: to the card or ability on top of the stack, or to an attack; `awaits` have not passed,
    `later` come when they all have."""

    awaits: frozenset[Player]
    later: frozenset[Player]


@frame("8.8.1b", "3.6.5a")
class Claim:
    """A card of an open market is about to be bought; `awaits` may still say that they want it too."""

    awaits: frozenset[Player]
    lot: Card
    bidders: frozenset[Player]


@frame("8.8.2", "3.6.5a")
class CardBid:
    """Those who want the card bid for it in secret; `behind` bid `offer` in the last round that went on without them,
    and may buy the card yet, where that is the answer for want of traits."""

    awaits: frozenset[Player]
    lot: Card
    round: Annotated[int, Range(1, 4)] = 1
    behind: frozenset[Player] = frozenset()
    offer: Amount = 0


@frame("6.11.1a")
class Search:
    """A player looks through decks or an open market for a card; `tagged`: the search asks for a quality."""

    awaits: frozenset[Player]
    card: Card
    tagged: bool


@frame("9.8.1a")
class DeadDrop:
    """A player looks for Equipment to deploy without paying; `left`: the valuation that is not yet used up."""

    awaits: frozenset[Player]
    card: Card
    left: Amount


@frame("9.20.1a")
class Mutating:
    """A player looks for one card with #mutation to deploy without paying."""

    awaits: frozenset[Player]
    card: Card


@frame("9.10.1a")
class Disaster:
    """The others look for crisis cards: `awaits` may go on, `left` cards at most; `to_come` have not concluded."""

    awaits: frozenset[Player]
    card: Card
    left: Amount
    to_come: frozenset[Player]
    from_market: bool = False


@frame("7.8.1a")
class Creating:
    """A token comes into play: its controller takes one, and places it."""

    awaits: frozenset[Player]


@frame("9.14.1a")
class Relocating:
    """Cards with INDEPENDENT are orphaned: one after the other they are moved by those who control them."""

    awaits: frozenset[Player]


@frame("6.5.1c", "6.5.1d", "6.1.2b")
class Placing:
    """A player chooses the space of a card that was bought or played, or found by a search, or of a token."""

    awaits: frozenset[Player]
    card: Card


@frame("6.5.1e")
class Targeting:
    """A player names the target of what a card does; `at_once`: it is resolved without the stack; `exchanges`: what it
    does is SWAP."""

    awaits: frozenset[Player]
    card: Card
    at_once: bool = False
    exchanges: bool = False
