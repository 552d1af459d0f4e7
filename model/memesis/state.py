"""Memesis, Sections 0 to 8: players and sides, cards with what is printed on them, Cells, the state of a game."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Constants, Map, Pile, Range, Ruleset, Sort, cite, defines, number, remembers, state, until

memesis = Ruleset("memesis")
memesis.closed_world(
    assumed="the book nowhere says that what it does not allow is forbidden; play would be unbounded otherwise"
)

Amount = Annotated[int, Range(0)]


@defines("F.34c")
class Side(Sort):
    """Players who are allied are one side; all others are opposed."""


@defines("F.34b")
class Player(Sort):
    """A person playing."""

    side: Annotated[Side, cite("F.34c")]


class Kind(Enum):
    """The types of cards: Sections 2, 4 and 5 speak of one each, Section 4 of two."""

    CREATURE = "Creature"
    CAUSE = "Cause"
    EFFECT = "Effect"
    RUNE = "Rune"


@defines("5.1a")
class Mark(Enum):
    """The four kinds of Rune, and the markings of the cards that they upgrade."""

    SPIRITUAL = "Spiritual"
    PHILOSOPHICAL = "Philosophical"
    MATHEMATICAL = "Mathematical"
    PRACTICAL = "Practical"


class Family(Enum):
    """The three sets of Trans Fusion (7.1)."""

    SYM = "Sym"
    BIO = "Bio"
    TIC = "Tic"


class Does(Enum):
    """What a printed ability, a played Effect or an upgrade does. The book prints no cards: the least that its rules
    speak of. STRONGER and TOUGHER hold by themselves, the others are done when the card is used or played."""

    STRIKE = "directs `level` damage at a player"
    DESTROY = "a card in play that its player chooses goes to the Dead Cell"
    DRAW = "its player draws a card"
    SOURCE = "its player gains `level` source"
    HEAL = "its player gains `level` life"
    RECALL = "a card of its player's Dead Cell goes back to the hand"
    STRONGER = "attack power is higher by `level`"
    TOUGHER = "life is higher by `level`"


class Join(Enum):
    """How a card is attached to the one that it lies upon."""

    RUNE = "a Rune that upgrades it (Section 5)"
    PARTIAL = "Partial Fusion"
    TRUE = "True Fusion"
    TRANS = "Trans Fusion, of Sym, Bio and Tic"


@defines("0.3a")
class Cell(Enum):
    """Where a card is: the seven Cells; the hand; upon another card; or shown, while an Effect is being played."""

    BRAIN = "Brain Cell"
    MAIN = "Main Cell"
    ATTACK = "Attack Cell"
    DEFEND = "Defend Cell"
    INCUBATION = "Incubation Cell"
    AMMUNITION = "Ammunition Cell"
    DEAD = "Dead Cell"
    HAND = "hand"
    UPON = "upon another card"
    SHOWN = "an Effect that is being played"


class Card(Sort):
    """A card with what is printed on it; its member is its name.

    `attack`, `life`, `armor`: of a Creature, armor in hits. `rune`: which Rune it is. `upgrades`: the marks that it
    bears, and what each does. `fragments`: the Rune fragments that it can become by fission. `family`: its set for
    Trans Fusion. `partner`: the particular card that it may be truly fused with. `does`: its printed ability, with
    `level`, and the Ammunition that using any ability of it needs.
    """

    owner: Player
    kind: Kind
    cost: Amount
    attack: Annotated[Amount, cite("2.4a", "2.4b")]
    life: Annotated[Amount, cite("2.4a", "2.4c")]
    armor: Annotated[int, Range(0, 3), cite("3.9b", "3.10c")]
    rune: Annotated[Mark | None, cite("5.1a")]
    upgrades: Annotated[Map[Mark, Does | None], cite("5.1b")]
    fragments: Annotated[Map[Mark, bool], cite("7.1b")]
    family: Annotated[Family | None, cite("7.1d")]
    partner: Annotated[Card | None, cite("7.1c")]
    does: Does | None
    level: Amount
    ammo: Annotated[Amount, cite("0.10c")]


class Numbers(Constants):
    """The book's numbers."""

    life: Amount = number(20, "0.1b")
    hand: Amount = number(7, "0.2")
    generated: Amount = number(1, "0.5c", "1.3a")
    draw_price: Amount = number(5, "0.19", "1.7b")
    rune_price: Amount = number(1, "1.6a")
    removal_price: Amount = number(1, "1.6b")
    stealth_price: Amount = number(1, "6.2b")
    stealth_factor: Amount = number(2, "0.9c", "6.3a")
    per_sourced_card: Amount = number(1, "1.1d")
    rune_turns: Amount = number(1, "5.10b")
    hidden_rune_turns: Amount = number(2, "5.10d")


class Step(Enum):
    """Setting up, then the twelve steps of a turn (0.20); of Combat its parts, and what may come after a turn."""

    DEAL = "hands are dealt"
    START = "somebody begins, by lot"
    AGREE = "somebody begins, as the players agree"
    REGENERATE = "1: creatures regenerate"
    UNSOURCE = "2: cards are unsourced"
    RECYCLE = "3: Ammunition recycles"
    RETURN = "4: creatures go back to the Main Cell"
    GENERATE = "5: source is generated"
    DRAW = "6: draw from the Brain Cell"
    AMMUNITION = "7: draw from the Ammunition Cell"
    SOURCING = "8: source or consume"
    PLACING = "9: place cards"
    DECLARING = "10: declare attackers and defenders"
    COMBAT = "11: Combat"
    INTERCEPTING = "11: Combat: interceptions"
    STRIKING = "11: Combat: damage"
    FIGHTING = "11: Combat: damage, fight after fight"
    DEALT = "11: Combat: after the damage"
    END = "12: end of turn"
    OVER = "a defeated opponent was enough, and no more turns come"


@state
class State:
    """A game of Memesis."""

    step: Annotated[Step, cite("0.20"), remembers("0.32a")]
    order: Pile[Player]
    after_turn: Annotated[bool, cite("0.6i", "0.7d", "0.16c")]
    turns: Annotated[Map[Player, Annotated[int, Range(0, 2)]], cite("0.16a", "3.1")]
    life: Annotated[Map[Player, int], cite("0.1e")]
    source: Annotated[Map[Player, Amount], cite("1.1a", "1.3b")]
    lost: Annotated[Map[Player, bool], cite("0.1a")]
    owed: Map[Player, Amount]
    # where cards are
    cell: Map[Card, Cell]
    holder: Map[Card, Player | None]
    upon: Map[Card, Card | None]
    joined: Map[Card, Join | None]
    fragment: Map[Card, Mark | None]
    ammo: Annotated[Map[Player, Pile[Card]], cite("0.10b", "0.11d")]
    face_down: Annotated[Map[Card, bool], cite("6.2a")]
    # what cards have done and suffered
    sourced: Annotated[Map[Card, bool], cite("1.1c")]
    fresh: Annotated[Map[Card, bool], until("1.9", step=Step.REGENERATE)]
    turned_up: Annotated[Map[Card, bool], until("6.8b", step=Step.REGENERATE)]
    used: Annotated[Map[Card, bool], cite("4.2b")]
    spent: Annotated[Map[Card, Card | None], cite("0.11b")]
    incubated: Annotated[Map[Card, Amount], cite("0.9b")]
    doubled: Annotated[Map[Card, bool], cite("0.9c", "6.3a")]
    raised: Annotated[Map[Card, bool], cite("8.2g"), remembers("8.2g")]
    waited: Annotated[Map[Card, bool], cite("4.5", "7.3a")]
    damage: Annotated[Map[Card, Amount], cite("2.4c")]
    hits: Annotated[Map[Card, Amount], cite("3.10b")]
    hurt_attacking: Annotated[Map[Card, bool], cite("3.11b")]
    fallen: Annotated[Map[Card, bool], until("5.5d", step=Step.REGENERATE)]
    placed: Annotated[Map[Card, bool], cite("6.7d")]
    kept: Annotated[Map[Card, bool], cite("5.4c")]
    # what players have done in this turn
    took_ammo: Annotated[bool, until("0.11e", step=Step.REGENERATE)]
    bought: Annotated[Map[Player, bool], until("1.7b", step=Step.REGENERATE)]
    paid_into_main: Annotated[Map[Player, bool], until("8.1c", step=Step.REGENERATE)]
    may_grant: Annotated[Map[Player, Amount], until("8.1c", step=Step.REGENERATE)]
    # Combat: whom each attacker attacks, which attackers each creature intercepts, what a player takes himself
    aimed: Annotated[Map[Card, Player | None], until("0.32a", step=Step.END)]
    late: Annotated[Map[Card, bool], until("0.32a", step=Step.END)]
    met: Annotated[Map[Card, bool], until("0.32a", step=Step.END)]
    intercepts: Annotated[Map[Card, frozenset[Card]], until("0.32a", step=Step.END)]
    turned_upon: Annotated[Map[Card, Card | None], until("0.32a", step=Step.END)]
    absorbed: Annotated[Map[Card, bool], until("0.8e", step=Step.END)]
    asked: Annotated[Map[Player, bool], until("0.32a", step=Step.END), remembers("0.32a")]


@memesis.matters("holder")
def lies_in_somebodys_cells(s: State, card: Card) -> bool:
    """Whose Cells a card is in means something in those where others may place cards (8.2)."""
    return s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND, Cell.INCUBATION, Cell.AMMUNITION)


@memesis.matters("upon", "joined", "fragment")
def is_attached(s: State, card: Card) -> bool:
    """Only attached cards lie upon others, joined in some way, by some fragment."""
    return s.cell[card] == Cell.UPON


@memesis.matters("face_down", "fresh")
def is_in_or_before_play(s: State, card: Card) -> bool:
    """Cards are in Stealth that were entered into play, or placed into the Incubation Cell (6.2); that a card came in
    this turn means something there too (0.9, 1.9)."""
    return s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND, Cell.INCUBATION, Cell.UPON)


@memesis.matters("sourced", "raised")
def may_act_in_play(s: State, card: Card) -> bool:
    """Cards in play are sourced, not those in the Brain, Ammunition, Incubation and Dead Cells (1.10); it counts
    whether they matured in an ally's Incubation Cell."""
    return s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)


@memesis.matters("turned_upon", "intercepts")
def may_intercept(s: State, card: Card) -> bool:
    """Cards in play intercept and turn upon attackers, until the damage is dealt (0.32)."""
    return s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND) and s.step != Step.DEALT


@memesis.matters("turned_up")
def was_hidden_this_turn(s: State, card: Card) -> bool:
    """That a card was turned up in this turn means something where it also came in this turn (6.8)."""
    return s.fresh[card] and s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)


@memesis.matters("used")
def has_an_ability_to_use(s: State, card: Card) -> bool:
    """Of cards in play it is known whether their ability was used; by way of the Ammunition Cell, the hand and the
    Incubation Cell one may come again in the same turn."""
    return s.cell[card] not in (Cell.BRAIN, Cell.DEAD, Cell.SHOWN)


@memesis.matters("spent")
def is_ammunition(s: State, card: Card) -> bool:
    """Only Ammunition is spent; from the hand, and out of play, a card may become Ammunition again in the same turn."""
    return s.cell[card] not in (Cell.BRAIN, Cell.DEAD, Cell.SHOWN)


@memesis.matters("incubated")
def is_incubating(s: State, card: Card) -> bool:
    """How long a card has waited is neither kept by one that leaves the Incubation Cell nor passed on (0.9h)."""
    return s.cell[card] == Cell.INCUBATION


@memesis.matters("doubled")
def counts_in_incubation(s: State, card: Card) -> bool:
    """That a card was in Stealth as it was placed into the Incubation Cell, or fused to a card there, means something
    as long as it is there (0.9h)."""
    under = s.upon[card]
    return s.cell[card] == Cell.INCUBATION or (
        s.cell[card] == Cell.UPON and under is not None and s.cell[under] == Cell.INCUBATION
    )


@memesis.matters("waited")
def is_used_without_paying(s: State, card: Card) -> bool:
    """That an Effect incubated instead of being paid for counts until it was used."""
    return (
        card.kind == Kind.EFFECT and card.cost > 0 and s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND, Cell.SHOWN)
    )


@memesis.matters("damage")
def may_be_hurt(s: State, card: Card) -> bool:
    """Damage lies on creatures in play, also on those with another card at the bottom."""
    return s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND) and (
        card.kind == Kind.CREATURE
        or any(c.kind == Kind.CREATURE and s.cell[c] == Cell.UPON and s.upon[c] == card for c in Card)
    )


@memesis.matters("hits")
def may_be_hit(s: State, card: Card) -> bool:
    """Armor is that of a creature in play, fused to another or not; by way of the Ammunition Cell and the hand it may
    come again, out of the Dead Cell it comes in its normal state (7.15)."""
    return card.armor > 0 and s.cell[card] not in (Cell.BRAIN, Cell.DEAD, Cell.SHOWN)


@memesis.matters("fallen")
def may_be_recovered(s: State, card: Card) -> bool:
    """A Rune comes back from the Dead Cell alone (5.5)."""
    return s.cell[card] == Cell.DEAD


@memesis.matters("placed")
def lies_loose(s: State, card: Card) -> bool:
    """That a Rune was upon a card before means something while it lies loose in play (6.7)."""
    return card.kind == Kind.RUNE and s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)


@memesis.matters("kept")
def lies_upon_an_effect(s: State, card: Card) -> bool:
    """That a Rune is to come back means something upon an Effect that is being played (5.4)."""
    under = s.upon[card]
    return s.cell[card] == Cell.UPON and under is not None and s.cell[under] == Cell.SHOWN


@memesis.matters("aimed", "late", "met", "absorbed")
def may_attack_somebody(s: State, card: Card) -> bool:
    """Only cards in the Attack Cell attack, are intercepted, or are let through to a player, until the damage is
    dealt (0.32)."""
    return s.cell[card] == Cell.ATTACK and s.step != Step.DEALT


@memesis.matters("hurt_attacking")
def bears_damage(s: State, card: Card) -> bool:
    """Whether damage was taken in an attack means something until it is gone."""
    return s.damage[card] > 0 and s.cell[card] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)


@memesis.seen("0.10b", "6.1c")
def knows_the_card(s: State, card: Card, who: Player) -> bool:
    """One's own cards, also in Stealth, and what lies face up. Not said, and taken as usual: hands and Brain Cells are
    hidden, Dead Cells are open; that only the owner looks at a card in Stealth, and that he looks at his Ammunition."""
    hidden = s.face_down[card] or s.cell[card] in (Cell.BRAIN, Cell.HAND, Cell.AMMUNITION)
    return card.owner == who or not hidden
