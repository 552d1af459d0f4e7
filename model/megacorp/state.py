"""MegaCorp, chapters 1 to 9: players, cards with what is printed on them, zones, and the state of a game.

Long: a table of all that is printed and all that lies on the table.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    Constants,
    Grid,
    Map,
    Pile,
    Range,
    Ruleset,
    Sort,
    cite,
    defines,
    number,
    remembers,
    state,
    until,
)

megacorp = Ruleset("megacorp")
megacorp.closed_world(
    assumed="the book nowhere says that what it does not allow is forbidden; play would be unbounded otherwise"
)

Money = Annotated[int, Range(0, cite="1.3.9a")]
Amount = Annotated[int, Range(0)]


@defines("1.3.2a")
class Player(Sort):
    """A person taking part (1.3.2)."""


@defines("3.8.4", "3.8.5", "3.8.6a", "3.8.6b")
class Slot(Grid):
    """A space of a player's network, by its row and column; beyond the rim the network would go on."""

    network: Player
    row: int
    column: int
    rim: bool


@defines("2.1.1", "2.1.2")
class Kind(Enum):
    """The types of cards; Business and Founder (4.1.1) have none of the four, and are kinds of their own here."""

    CHARACTER = "character"
    EVENT = "event"
    EQUIPMENT = "equipment"
    LOCATION = "location"
    BUSINESS = "business"
    FOUNDER = "founder"


@defines("2.6.1", "2.6.2a", "2.6.3a", "2.6.4a", "2.6.5a")
class Trait(Enum):
    """The four traits (2.6)."""

    IQ = "intelligence"
    EQ = "emotion"
    MQ = "moral"
    BQ = "body"


class Keyword(Enum):
    """The keyword abilities of chapter 9, and the two of 2.1 and 7.7; cashflow and upkeep are amounts of their own.

    Cancel and Card Radius (9.6, 9.7) are parts of effects, see `Does`.
    """

    ABRUPT = "9.1"
    AREA_ATTACK = "9.2"
    ASSASSIN = "9.3"
    BOND = "9.4"
    CAMOUFLAGE = "9.5"
    DEAD_DROP = "9.8"
    DEMOLISHER = "9.9"
    DISASTER = "9.10"
    DISRUPTOR = "9.11"
    ELUSIVE = "9.12"
    FLYING = "9.13"
    INDEPENDENT = "9.14"
    INDESTRUCTIBLE = "9.15"
    INITIATIVE = "9.16"
    LOYAL = "9.17"
    MELEE = "9.18"
    MOVE = "9.19"
    MUTATION = "9.20"
    OVERWATCH = "9.21"
    PENETRATOR = "9.22"
    PRECISION = "9.23"
    REFLEXES = "9.24"
    REGENERATE = "9.25"
    SWAP = "9.26"
    SUPPRESSOR = "9.27"
    TERRAIN = "9.28"
    DEVELOPMENT = "9.29"
    PERMANENT = "2.1.4"
    UNIQUE = "7.7"


class Tag(Enum):
    """What a card says of itself with a #, as far as the book names it (9.5, 9.10, 9.20)."""

    WATER = "#water"
    CRISIS = "#crisis"
    MUTATION = "#mutation"


class When(Enum):
    """When the printed ability of a card does something: 6.5, 7.2 and 7.4, the moments of chapter 5, that of 9.15."""

    PLAYED = "when it is played"
    DEPLOYED = "when it is deployed"
    DOCKED = "when it is docked"
    ACTIVATED = "whenever its controller pays for it"
    GAME = "at the beginning of the game"
    TURN = "at the beginning of a turn"
    ACCOUNTING = "during phase A"
    BUY = "at the beginning of the Buy phase"
    CHALLENGE = "at the beginning of the Challenge phase"
    BLOCK = "at the beginning of the block phase"
    END = "at the end of a turn"
    DESTROYED = "when it is destroyed"


class Does(Enum):
    """What a printed ability does. The book prints no cards: these are the effects that its rules speak of.

    REGENERATE, MOVE, SWAP and DEVELOP are what the keywords of these names do when they are activated.
    """

    DRAW = "its player draws a card (6.10)"
    GAIN = "its player gains `level` money"
    WIN = "its player wins the game (1.2.9)"
    DESTROY = "the target is destroyed (8.2)"
    DISCARD = "the target is discarded (8.6)"
    ANNIHILATE = "the target is annihilated (8.4)"
    ENGAGE = "the target is engaged (8.5)"
    DISENGAGE = "the target is disengaged (8.5)"
    RETURN = "the target goes back to its controller's hand (3.3.7)"
    CANCEL = "the target, on the stack, is cancelled (9.6)"
    BLAST = "all within card radius `level` take 1 damage in its trait (9.7)"
    SCAR = "the target takes `level` permanent damage in its trait (5.5.5)"
    COUNTER = "the target gets a counter of +1 in its trait (7.9)"
    WEAKEN = "the target gets a counter of -1 in its trait (7.9)"
    CLEANSE = "the counters of the target in its trait are destroyed (7.9.4)"
    TOKEN = "a token of the target's name comes into play (7.8)"
    SEARCH = "its player searches for a card with its tag (6.11)"
    SEARCH_ANY = "its player searches for any card (6.11.6)"
    REVEAL = "the hand of its player is shown (8.3)"
    REGENERATE = "it is regenerated (9.25)"
    MOVE = "it moves to another slot (9.19)"
    SWAP = "it exchanges slots with the target (9.26)"
    DEVELOP = "it gets development counters (9.29)"


@defines(
    "3.0.1a", "3.1.1a", "3.1.1b", "3.4.1a", "3.5.1a", "3.5.3a", "3.6.1a", "3.7.1", "3.7.2a", "3.8.1a", "3.8.1b",
    "3.8.1c", "3.9.1a",
)  # fmt: skip
class Zone(Enum):
    """Where a card is; whose zone it is, the owner says (3.1.1, 3.1.2), except in a network.

    RESOURCE is the part of a resource deck whose order nobody knows; SUNK are the cards put beneath it, in order.
    A card on the stack as it is being played (6.5.1) is in no zone of chapter 3, nor is the pile beneath one that was
    bought: STACK. ASIDE are founders that have not been placed, and tokens that do not exist.
    """

    MAIN = "main deck"
    RESOURCE = "resource deck"
    SUNK = "bottom of the resource deck"
    REVEALED = "revealed resource"
    HAND = "hand"
    STACK = "being played"
    MARKET = "open market"
    NETWORK = "network"
    ANNIHILATED = "annihilated area"
    ASIDE = "aside"


@defines("3.4.1b", "3.5.1b", "4.1.1a", "4.1.1b")
class Back(Enum):
    """Where a card starts: blue backs in the main deck, green ones in the resource deck, the rest on the table."""

    BLUE = "main deck"
    GREEN = "resource deck"
    TABLE = "on the table"


class Fate(Enum):
    """Why a card is about to leave a network."""

    DESTROYED = "destroyed (8.2)"
    DISCARDED = "discarded (8.6)"
    ANNIHILATED = "annihilated (8.4)"
    RETURNED = "back to a hand (3.3.7)"
    SOLD = "sold (6.9)"


class Stage(Enum):
    """How far a card on the stack has come (6.5): after each stage there is a window for responses."""

    DECLARED = "declared and paid"
    PLAYED = "effects of playing it are resolved"
    DEPLOYED = "effects of deploying it are resolved"
    DOCKED = "it is docked"
    DONE = "effects of docking it are resolved"


@defines("2.2.1")
class Card(Sort):
    """A card with what is printed on it, and who brought it (1.3.3); its member is its name.

    `lies`: where a card on the table lies as the scope begins (the book places the Business anywhere, 4.2.7).
    `copy_of`: the card whose name this one bears too (2.2.2), if any. `level`: the number of DEAD DROP, MUTATION,
    Disaster Level and of printed abilities. `width`, `height`: of its AREA ATTACK. `hides_by`: the type of its
    CAMOUFLAGE. `razes`: the types of its DEMOLISHER. `fee`, `trait_fee`: the money and the
    traits that activating its abilities costs. `cashflow`: in whole M, a fraction rounded up.
    `with_trait`: the trait of its printed ability, of its AREA ATTACK and of its DEVELOPMENT.
    `looks_in`: the one deck (MAIN, RESOURCE), or the open market (MARKET), that its search names, if it names any.
    """

    owner: Annotated[Player, cite("1.3.3")]
    kind: Annotated[Kind, cite("2.1.1")]
    back: Back
    lies: Slot | None
    copy_of: Annotated[Card | None, cite("2.2.2")]
    cost: Annotated[int, Range(0), cite("2.3.1", "2.3.2a")]
    trait_cost: Annotated[Map[Trait, Amount], cite("2.3.2b", "2.3.4a")]
    score: Annotated[Map[Trait, Annotated[int, Range(0)] | None], cite("2.6.6a", "2.6.6b", "2.6.6c")]
    cashflow: Annotated[int, Range(0), cite("1.3.11a", "1.3.11b")]
    upkeep: Annotated[int, Range(0), cite("3.2.7a")]
    keywords: Annotated[Map[Keyword, bool], cite("2.1.4a", "6.2.1")]
    tags: Map[Tag, bool]
    level: Amount
    width: Amount
    height: Amount
    hides_by: Tag | None
    razes: Map[Kind, bool]
    when: Annotated[When | None, cite("2.5.1")]
    does: Annotated[Does | None, cite("7.1.1a")]
    fee: Amount
    trait_fee: Map[Trait, Amount]
    with_trait: Annotated[Trait | None, cite("9.2.1k")]
    looks_in: Annotated[Zone | None, cite("6.11.3b")]
    token: Annotated[bool, cite("7.8.3a", "7.8.3b", "7.8.4a", "7.8.4b")]


class Numbers(Constants):
    """The book's numbers."""

    start_money: Amount = number(10, "1.3.8c", "4.2.2")
    business_price: Amount = number(10, "3.2.3b")
    hand: Amount = number(5, "4.2.4a")
    main_deck: Amount = number(40, "4.1.2b")
    resource_deck: Amount = number(20, "4.1.3b")
    copies: Amount = number(4, "4.1.2c")
    players: Amount = number(9, "1.1.2")
    players_by_default: Amount = number(2, "1.1.1")
    least_attack: Amount = number(1, "5.3.7b")
    melee_radius: Amount = number(1, "9.18.1a")
    disrupted: Amount = number(1, "9.11.1b")


class Step(Enum):
    """Where the game is: setting up (4.2), then the phases (5.1 to 5.5), those of A, C and E step by step."""

    DEAL = "hands are dealt"
    MULLIGAN = "hands may be drawn anew"
    START = "how to choose who starts"
    PICK = "a player is picked at random"
    PICKED = "the picked player chooses"
    SEATING = "places by bid"
    FOUND = "founders are placed"
    INCOME = "A: pools, cashflow"
    UPKEEP = "A: upkeep"
    READY = "A: disengaged"
    REVEAL = "A: reveal"
    OFFER = "A: the revealed card"
    DRAW = "A: draw"
    DRAWN = "A: drawn"
    BUY = "B"
    CHALLENGE = "C: attack or go on"
    DECLARED = "C: an attack is declared"
    BLOCK = "C: blockers"
    BLOCKED = "C: blockers are declared"
    SPLIT = "C: damage among blockers, retaliation"
    STRIKE = "C: damage"
    AFTERMATH = "C: what fell leaves"
    DIVEST = "D"
    END = "E: as it begins"
    ORPHANS = "E: orphans"
    CLEANUP = "E: discards"
    CLOSING = "E: healing"
    LATE = "E: after the discards"
    OVER = "E: end of turn"


class Moments(Enum):
    """When players may act in a challenge (finding 227)."""

    DECLARATION = "once the attack is declared"
    STEPS = "after each step"
    ANY = "whenever somebody decides"


@state
class State:
    """A game of MegaCorp."""

    step: Step
    order: Annotated[Pile[Player], cite("1.3.2b", "4.2.3c")]
    picked: Annotated[Player | None, until("4.2.8b", step=Step.INCOME)]
    bid: Annotated[Map[Player, Amount], until("4.2.8b", step=Step.INCOME)]
    stake: Annotated[Map[Player, Amount], until("4.2.8b", step=Step.INCOME)]
    rank: Annotated[Map[Player, Amount], until("4.2.8b", step=Step.INCOME)]
    mulligans: Annotated[Map[Player, Amount], until("4.2.8b", step=Step.INCOME)]
    kept: Annotated[Map[Player, bool], until("4.2.8b", step=Step.INCOME)]
    money: Annotated[Map[Player, Money], cite("1.3.8a")]
    pool: Annotated[Map[Player, Map[Trait, Amount]], cite("6.7.5a")]
    lost: Map[Player, bool]
    won: Annotated[Map[Player, bool], cite("1.2.9")]
    turns: Annotated[Map[Player, Annotated[int, Range(0, 2)]], cite("5.2.3b")]
    opened: Annotated[bool, cite("5.1.7d")]
    zone: Annotated[Map[Card, Zone], cite("3.7.2c")]
    market: Annotated[Map[Player, Pile[Card]], cite("3.6.2a", "3.6.2b", "3.6.4a")]
    sunk: Annotated[Map[Player, Pile[Card]], cite("3.4.4d")]
    slot: Map[Card, Slot | None]
    under: Annotated[Map[Card, Card | None], cite("3.3.1", "7.3.3b")]
    buyer: Map[Card, Player | None]
    engaged: Annotated[Map[Card, bool], cite("3.2.1a", "3.2.1b", "3.2.1c", "3.2.1d")]
    # cards with INDEPENDENT that are orphaned, and are to move at once
    adrift: Annotated[Map[Card, bool], cite("9.14.1a")]
    fate: Map[Card, Fate | None]
    let_go: Map[Card, bool]
    by_damage: Annotated[Map[Card, bool], cite("9.25.1c")]
    assassinated: Annotated[Map[Card, bool], cite("9.3.1c", "9.25.1f")]
    upkeep_due: Annotated[Map[Card, bool], until("5.1.5b", step=Step.READY)]
    sold: Annotated[bool, until("5.4.2", step=Step.INCOME)]
    unique_deployed: Annotated[Map[Card, bool], until("7.7.2e", step=Step.INCOME)]
    out_of_cards: Annotated[Map[Player, bool], until("1.2.7", step=Step.INCOME)]
    frozen: Annotated[Map[Card, bool], until("8.8.5c", step=Step.INCOME), cite("3.6.5h")]
    triggered: Annotated[Map[Card, bool], until("5.1.2a", step=Step.BUY)]
    # what is being played (6.5)
    stack: Annotated[Pile[Card], cite("6.5.1j")]
    stage: Map[Card, Stage | None]
    doing: Annotated[Map[Card, Does | None], cite("3.0.1b")]
    player: Map[Card, Player | None]
    goal: Map[Card, Slot | None]
    target: Map[Card, Card | None]
    by_trait: Map[Card, Trait | None]
    came_from: Map[Card, Zone | None]
    answered: bool
    # what is left to chance, and what was shown (6.10, 6.11, 8.3)
    owed: Annotated[Map[Player, Amount], cite("6.10.1")]
    to_shuffle: Annotated[Map[Card, bool], cite("6.11.2b")]
    compelled: Map[Card, bool]
    shown: Annotated[Map[Card, bool], cite("3.7.2b", "8.3.2a")]
    # what cards have suffered (5.3, 5.5, 7.9)
    damage: Annotated[Map[Card, Map[Trait, Amount]], cite("5.3.15a")]
    scar: Annotated[Map[Card, Map[Trait, Amount]], cite("5.5.5b")]
    # by how much the counters on a card change a trait, together
    counter: Annotated[Map[Card, Map[Trait, int]], cite("7.9.1a", "7.9.1d")]
    developed: Annotated[Map[Card, Amount], cite("7.9.1c", "7.9.1d", "9.29.1b", "9.29.5a", "9.29.5d")]
    # the challenge (5.3); `defender`: what lay in the target space, `area`: the spaces of an area attack, `stood`:
    # where in it a card was attacked, `weighed`: what lies there as far as it was looked at, `caught`: what of that it
    # falls on, `asked`: players who have still to speak, `blocked`: blockers were declared, if gone by now, `to_share`:
    # damage that the attacker has still to distribute among blockers, `struck_first`: the blows of INITIATIVE have
    # fallen, `sound`, `strength`: damage and score before the blows, `answering`: cards that dealt damage back,
    # `beaten`: what the blows destroy
    attacker: Card | None
    aimed: Annotated[Slot | None, until("5.3.12", step=Step.CHALLENGE)]
    contested: Annotated[Trait | None, until("5.3.12", step=Step.CHALLENGE)]
    defender: Annotated[Card | None, until("5.3.12", step=Step.CHALLENGE), remembers("5.3.6b", "5.3.27a")]
    area: Annotated[Map[Slot, bool], until("5.3.12", step=Step.CHALLENGE)]
    stood: Annotated[Map[Card, Slot | None], until("5.3.12", step=Step.CHALLENGE)]
    weighed: Annotated[Map[Card, bool], until("5.3.12", step=Step.CHALLENGE)]
    caught: Annotated[Map[Card, bool], until("5.3.12", step=Step.CHALLENGE)]
    asked: Annotated[Map[Player, bool], until("5.3.12", step=Step.CHALLENGE)]
    blocking: Annotated[Map[Card, bool], until("5.3.12", step=Step.CHALLENGE)]
    blocked: Annotated[bool, until("5.3.12", step=Step.CHALLENGE)]
    to_share: Annotated[Amount, until("5.3.12", step=Step.CHALLENGE)]
    share: Annotated[Map[Card, Amount], until("5.3.12", step=Step.CHALLENGE)]
    struck_first: Annotated[bool, until("5.3.12", step=Step.CHALLENGE)]
    suppressing: Annotated[bool, until("5.3.12", step=Step.CHALLENGE)]
    withheld: Annotated[Map[Card, bool], until("5.3.12", step=Step.CHALLENGE)]
    sound: Annotated[Map[Card, Amount], until("5.3.12", step=Step.CHALLENGE)]
    strength: Annotated[Map[Card, Amount], until("5.3.12", step=Step.CHALLENGE)]
    answering: Annotated[Map[Card, bool], until("5.3.12", step=Step.CHALLENGE)]
    beaten: Annotated[Map[Card, bool], until("5.3.12", step=Step.CHALLENGE)]
    attacked: Annotated[Map[Card, bool], until("5.3.13", step=Step.INCOME)]
    retaliated: Annotated[Map[Card, bool], until("5.3.17a", step=Step.INCOME)]
    assailed: Annotated[Map[Card, bool], until("9.12.1a", step=Step.INCOME)]
    # attacks that stand declared before any is fought (finding 063): `queue`: the attackers, the first on top, with the
    # space, the card beneath and the trait of each; `fighting`: no more are declared
    queue: Annotated[Pile[Card], until("5.3.12", step=Step.INCOME)]
    queued_space: Map[Card, Slot | None]
    queued_victim: Map[Card, Card | None]
    queued_trait: Map[Card, Trait | None]
    fighting: Annotated[bool, until("5.3.12", step=Step.INCOME)]


@megacorp.matters("attacker")
def a_challenge_is_on(s: State) -> bool:
    """There is an attacker from the declaration until what fell has left; not even when its player loses meanwhile."""
    return s.step in (Step.DECLARED, Step.BLOCK, Step.BLOCKED, Step.SPLIT, Step.STRIKE, Step.AFTERMATH)


@megacorp.matters("queued_space", "queued_victim", "queued_trait")
def stands_declared(s: State, card: Card) -> bool:
    """What an attack is made on matters while it waits to be fought."""
    return card in s.queue


@megacorp.matters("assailed")
def elusiveness_exists(s: State, card: Card) -> bool:
    """That a card was attacked matters for ELUSIVE alone (9.12)."""
    return any(c.keywords[Keyword.ELUSIVE] for c in Card)


def is_within_an_attack(s: State) -> bool:
    """Moments of a challenge in which players are asked: once the attack is declared, and perhaps once blockers are."""
    return s.step in (Step.DECLARED, Step.BLOCKED)


def is_between_steps(s: State) -> bool:
    """Moments of phases A and E to act in: after disengaging, after the draw, as E begins, after its discards."""
    return s.step in (Step.READY, Step.DRAWN, Step.END, Step.LATE)


@megacorp.matters("answered")
def may_be_responded_to(s: State) -> bool:
    """Whether players were asked matters for what is on the stack, for an attack, and between steps."""
    return len(s.stack) > 0 or is_within_an_attack(s) or is_between_steps(s)


@megacorp.matters("slot", "engaged")
def is_on_top_of_a_space(s: State, card: Card) -> bool:
    """The top card of a space has a place of its own, which what is beneath it shares. In some zones a card has an
    orientation (3.2.1): in the network, as we read it; a pile has one (3.3.9)."""
    return s.zone[card] == Zone.NETWORK and s.under[card] is None


def in_or_between_networks(s: State, card: Card) -> bool:
    """In a network, or on the stack: that is how cards come into one, and go from one to another."""
    return s.zone[card] == Zone.NETWORK or s.zone[card] == Zone.STACK


@megacorp.matters("under", "developed")
def lies_or_moves_in_networks(s: State, card: Card) -> bool:
    """Cards lie beneath others in a network, and on the way from one to another. Counters are gone when their card
    leaves play (7.9.4b); what comes onto the stack otherwise has none."""
    return in_or_between_networks(s, card)


@megacorp.matters("buyer")
def was_bought_into_a_network(s: State, card: Card) -> bool:
    """Who bought a card means something while it is in play, being played, or back in a hand (3.3.7)."""
    return in_or_between_networks(s, card) or s.zone[card] == Zone.HAND


def in_hand_of(s: State, card: Card, who: Player) -> bool:
    """Whether a card is in a player's hand: its owner's, or that of a buyer to whom it went back (3.3.7)."""
    return s.zone[card] == Zone.HAND and (s.buyer[card] == who or (card.owner == who and s.buyer[card] is None))


@megacorp.matters("let_go", "by_damage", "assassinated")
def is_to_be_destroyed(s: State, card: Card) -> bool:
    """Whether damage destroys a card, whether a regeneration may save it from ASSASSIN, and whether one was declined,
    matter while it is about to leave (9.25)."""
    return s.fate[card] is not None


@megacorp.matters("player", "by_trait")
def is_on_the_stack(s: State, card: Card) -> bool:
    """Who plays a card or uses its ability, and the trait that a use of DEVELOPMENT names, matter while it is on the
    stack."""
    return card in s.stack


@megacorp.matters("came_from")
def is_being_played(s: State, card: Card) -> bool:
    """Where a card was before matters while it is being played: some abilities ask whether it was the hand."""
    return s.zone[card] == Zone.STACK


@megacorp.matters("shown")
def is_hidden_otherwise(s: State, card: Card) -> bool:
    """A reveal ends once the card moves to another area (8.3.2a): what is shown are cards in a hand."""
    return s.zone[card] == Zone.HAND


@megacorp.matters("counter", "damage", "scar")
def bears_marks(s: State, card: Card, trait: Trait) -> bool:
    """Counters that change traits, damage and permanent damage lie on cards in play, in traits that they have (2.6.6c,
    2.6.6d)."""
    return in_or_between_networks(s, card) and card.score[trait] is not None


@megacorp.seen("3.5.3b", "3.7.2b", "4.2.1d", "8.3.1a")
def knows_the_card(s: State, card: Card, who: Player) -> bool:
    """One's own cards, of which one knows the list, what was shown, and what lies open. From whom hands and decks are
    hidden is not said: from rivals. A resource is revealed to all (8.3.1a), and not to the turn player alone (6.4.1c),
    and is known beneath the deck, too. Open markets are open, though 3.6.3c says so of a top card alone."""
    return (
        card.owner == who
        or s.buyer[card] == who
        or s.shown[card]
        or s.zone[card] not in (Zone.MAIN, Zone.RESOURCE, Zone.HAND)
    )
