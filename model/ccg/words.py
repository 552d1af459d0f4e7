"""The host, chapters 1 to 6: the words that the rules use. Whoever plays on it may except the terms."""

from model.ccg.state import Card, Colour, Kind, Player, State, Step, Zone, ccg
from ruleslawyer.lang import the

# --- players ------------------------------------------------------------------------------------------------------


def opponent(who: Player) -> Player:
    """The other player (1.1)."""
    return the(p for p in Player if p != who)


def acts_now(s: State) -> Player:
    """Who may act in a turn: whoever has not put the top thing on the stack; else the one whose step it is."""
    if len(s.stack) > 0:
        caster = s.caster[s.stack.top]
        return s.turn if caster is None else opponent(caster)
    return opponent(s.turn) if s.step == Step.BLOCK else s.turn


def may_act(s: State, who: Player) -> bool:
    """Whether a player is the one to act, in a step in which things are done."""
    return s.step in (Step.MAIN, Step.ATTACK, Step.BLOCK) and acts_now(s) == who


def lies_in(s: State, who: Player, card: Card, zone: Zone) -> bool:
    """Whether a card is in that zone of a player: hands, libraries and graveyards hold cards of their owner."""
    return s.zone[card] == zone and s.owner[card] == who


def has_library(s: State, who: Player) -> bool:
    """Whether a player has a library to draw from."""
    return any(lies_in(s, who, c, Zone.LIBRARY) for c in Card)


def hand(s: State, who: Player) -> int:
    """How many cards a player has in hand."""
    return sum(1 for c in Card if lies_in(s, who, c, Zone.HAND))


# --- cards --------------------------------------------------------------------------------------------------------


@ccg.term("1.4")
def is_land(s: State, card: Card) -> bool:
    """Lands are played, not cast."""
    return card.kind == Kind.LAND


@ccg.term("1.4")
def is_creature(s: State, card: Card) -> bool:
    """Creatures attack and block."""
    return card.kind == Kind.CREATURE


@ccg.term("1.5")
def gives(s: State, card: Card) -> Colour | None:
    """The mana that a land can be tapped for."""
    return card.colour


@ccg.term("4.3")
def cost(s: State, who: Player, card: Card) -> int:
    """How much mana, of its own colour, a card costs a player."""
    return card.price


@ccg.term("4.3")
def can_pay(s: State, who: Player, card: Card) -> bool:
    """Whether a player has what a card costs."""
    colour = card.colour
    return cost(s, who, card) == 0 or (colour is not None and s.pool[who][colour] >= cost(s, who, card))


@ccg.term("1.6")
def power(s: State, card: Card) -> int:
    """How much damage a creature deals."""
    return card.power


@ccg.term("1.6")
def toughness(s: State, card: Card) -> int:
    """How much damage destroys a creature."""
    return card.toughness


@ccg.term("5.5")
def flies(s: State, card: Card) -> bool:
    """Whether a creature has flying."""
    return card.flying


@ccg.term("1.7")
def controller(s: State, card: Card) -> Player | None:
    """Who decides about a card on the battlefield."""
    return s.owner[card]


@ccg.term("3.5")
def is_sick(s: State, card: Card) -> bool:
    """Whether a creature came under its controller's control too late to attack and to be tapped for an ability."""
    return s.fresh[card] and is_creature(s, card)


def controls(s: State, who: Player, card: Card) -> bool:
    """Whether a card lies on the battlefield and is that player's to decide about."""
    return s.zone[card] == Zone.BATTLEFIELD and controller(s, card) == who
