"""The host, chapters 1 to 6: the usual rules of a tabletop card game, as far as Mnemonic leans on them."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Constants, Map, Pile, Range, Ruleset, Sort, cite, defines, number, remembers, state, until

ccg = Ruleset("ccg")
ccg.closed_world(assumed="in a card game of this kind one does what the rules provide for, and nothing else")

Amount = Annotated[int, Range(0)]


@defines("1.1")
class Player(Sort):
    """One of the two who play."""


@defines("1.5")
class Colour(Sort):
    """A type of mana."""


class Kind(Enum):
    """The types of cards (1.4)."""

    LAND = "Land"
    CREATURE = "Creature"
    INSTANT = "Instant"


class Zone(Enum):
    """Where a card is (1.3)."""

    OUTSIDE = "not in the game"
    LIBRARY = "library"
    HAND = "hand"
    STACK = "stack"
    BATTLEFIELD = "battlefield"
    GRAVEYARD = "graveyard"


class Card(Sort):
    """A card and what is printed on it; a game that is played on this host may say it in another way."""

    colour: Annotated[Colour | None, cite("1.5")]
    kind: Annotated[Kind | None, cite("1.4")]
    price: Annotated[Amount, cite("4.3")]
    power: Annotated[Amount, cite("1.6")]
    toughness: Annotated[Amount, cite("1.6")]
    flying: Annotated[bool, cite("5.5")]


class Numbers(Constants):
    """The usual numbers."""

    life: Amount = number(20, "2.1")
    hand: Amount = number(7, "2.3")
    lands_a_turn: Amount = number(1, "3.4")
    hand_limit: Amount = number(7, "3.6")


class Step(Enum):
    """Before the game, and the steps of a turn (3.1)."""

    READY = "before the game"
    BEGIN = "who begins, by lot"
    AGREE = "who begins, as the players agree"
    DEAL = "hands are dealt"
    MULLIGAN = "hands are kept or dealt anew"
    UNTAP = "untap"
    DRAW = "draw"
    MAIN = "main phase"
    ATTACK = "attackers"
    BLOCK = "blockers"
    DAMAGE = "damage"
    END = "end of turn"


@state
class State:
    """A game."""

    step: Annotated[Step, cite("3.1")]
    turn: Annotated[Player, cite("3.1")]
    opening: Annotated[bool, until("2.5", step=Step.END)]
    life: Annotated[Map[Player, int], cite("2.1")]
    lost: Annotated[Map[Player, bool], cite("6.1")]
    owed: Annotated[Map[Player, Amount], cite("3.3")]
    kept: Annotated[Map[Player, bool], until("2.4", step=Step.UNTAP)]
    mulligans: Annotated[Map[Player, Amount], until("2.4", step=Step.UNTAP)]
    pool: Annotated[Map[Player, Map[Colour, Amount]], cite("4.1", "4.2")]
    owner: Annotated[Map[Card, Player | None], cite("1.2")]
    zone: Annotated[Map[Card, Zone], cite("1.3")]
    stack: Annotated[Pile[Card], cite("4.6")]
    caster: Annotated[Map[Card, Player | None], cite("4.6")]
    tapped: Annotated[Map[Card, bool], cite("3.2")]
    fresh: Annotated[Map[Card, bool], cite("3.5"), remembers("3.5")]
    land_played: Annotated[Amount, until("3.4", step=Step.END)]
    attacking: Annotated[Map[Card, bool], until("5.1", step=Step.END)]
    blocks: Annotated[Map[Card, Card | None], until("5.3", step=Step.END)]
    damage: Annotated[Map[Card, Amount], until("3.7", step=Step.END)]


@ccg.matters("caster")
def waits_on_the_stack(s: State, card: Card) -> bool:
    """Who put a card or its ability on the stack means something while it is there."""
    return card in s.stack


@ccg.matters("tapped", "fresh", "attacking", "blocks", "damage")
def is_on_the_battlefield(s: State, card: Card) -> bool:
    """Cards are tapped, fresh, attacking, blocking and damaged on the battlefield."""
    return s.zone[card] == Zone.BATTLEFIELD


@ccg.seen("1.3")
def knows_the_card(s: State, card: Card, who: Player) -> bool:
    """One's own cards, of which one knows the list, and what is in neither a library nor a hand."""
    return s.owner[card] == who or s.zone[card] not in (Zone.LIBRARY, Zone.HAND)
