"""MegaCorp, 5.3.27 with 3.3.5, 6.5.1 and 9.5: what an ability aims at, and who may be its target."""

from model.megacorp.effects import act_on, exchange
from model.megacorp.frames import Targeting
from model.megacorp.places import is_bonded, network_of, on_top
from model.megacorp.state import Card, Does, Keyword, Player, State, When, Zone, megacorp
from model.megacorp.words import camouflaged, has
from ruleslawyer.lang import close_frame, domain, no, yes


def acts_on_a_target(card: Card) -> bool:
    """Whether the printed ability does something to a target."""
    does = card.does
    return does is not None and does in (
        Does.DESTROY, Does.DISCARD, Does.ANNIHILATE, Does.ENGAGE, Does.DISENGAGE, Does.RETURN, Does.CANCEL, Does.SCAR,
        Does.COUNTER, Does.WEAKEN, Does.CLEANSE,
    )  # fmt: skip


def needs_target(card: Card) -> bool:
    """Whether a target is named as the card is played: for its ability, or for what it will be bonded to (9.4.1a)."""
    return card.keywords[Keyword.BOND] or (
        acts_on_a_target(card) and (card.when == When.PLAYED or card.when == When.DEPLOYED or card.when == When.DOCKED)
    )


def can_be_affected(s: State, card: Card, target: Card) -> bool:
    """Whether something is of the sort that an ability acts on: a card in play; for cancelling, on the stack."""
    return target != card and target in s.stack if card.does == Does.CANCEL else s.zone[target] == Zone.NETWORK


def can_be_exchanged(s: State, card: Card, other: Card) -> bool:
    """Whether a card may exchange spaces with another one: on top of a space of the same network (9.26)."""
    return card != other and on_top(s, other) and network_of(s, card) == network_of(s, other)


def is_hidden_from(s: State, card: Card, target: Card) -> bool:
    """Whether CAMOUFLAGE keeps a card from being targeted; on the stack it hides nothing."""
    return card.does != Does.CANCEL and camouflaged(s, target)


def has_a_target(s: State, card: Card) -> bool:
    """Whether there is anything that the card may target."""
    return any(
        can_be_affected(s, card, c)
        and not is_hidden_from(s, card, c)
        and (not is_bonded(s, c) or has(s, card, Keyword.PENETRATOR))
        for c in Card
    )


may_lack_a_target = megacorp.doubt(
    "may a card be played, or an ability used, whose effect has no target?",
    the_effect_is_lost=yes("it may, and that effect is lost", default=True),
    without_a_target_it_stays=no("it may not: targets have to be declared"),
)


@megacorp.action("6.5.1e", at=Targeting)
def choose_target(s: State, f: Targeting, who: Player, target: Card) -> None:
    """Name what an effect will act on."""
    domain(can_be_exchanged(s, f.card, target) if f.exchanges else can_be_affected(s, f.card, target))
    card = f.card
    at_once = f.at_once
    exchanges = f.exchanges
    close_frame(s, Targeting)
    if exchanges:
        exchange(s, card, target)
    elif at_once:
        act_on(s, card, target)
    else:
        s.target[card] = target


@choose_target.permit("6.5.1e", "5.3.27a")
def a_target_is_declared(s: State, f: Targeting, who: Player, target: Card) -> bool:
    """Targets are declared for effects to come; it is the topmost card of a space that is targeted."""
    return not is_bonded(s, target)


@choose_target.permit("3.3.5b")
def penetrator_targets_bonded_cards(s: State, f: Targeting, who: Player, target: Card) -> bool:
    """A card with PENETRATOR may target a bonded card."""
    return is_bonded(s, target) and has(s, f.card, Keyword.PENETRATOR)


@choose_target.forbid("3.3.5a", over=choose_target, because="3.3.5: may not be targeted, unless by PENETRATOR")
def bonded_cards_are_not_targeted(s: State, f: Targeting, who: Player, target: Card) -> bool:
    """A bonded card may not be targeted."""
    return is_bonded(s, target) and not has(s, f.card, Keyword.PENETRATOR)


@choose_target.forbid("5.3.27a", "5.3.27b")
def beneath_the_topmost_card(s: State, f: Targeting, who: Player, target: Card) -> bool:
    """Whoever targets a card targets the topmost one of its space: no exception for PENETRATOR here."""
    return is_bonded(s, target)


@choose_target.cannot("9.5.1b", "it may not be targeted")
def camouflage_is_not_targeted(s: State, f: Targeting, who: Player, target: Card) -> bool:
    """A card with CAMOUFLAGE that holds may not be targeted."""
    return not f.exchanges and is_hidden_from(s, f.card, target)


@megacorp.action("6.5.1e", at=Targeting, passes=True)
def name_no_target(s: State, f: Targeting, who: Player) -> None:
    """There is nothing to target."""
    close_frame(s, Targeting)


@name_no_target.permit("6.5.1e")
def nothing_to_target(s: State, f: Targeting, who: Player) -> bool:
    """Where nothing may be targeted, no target can be declared."""
    return not any(can_be_exchanged(s, f.card, c) for c in Card) if f.exchanges else not has_a_target(s, f.card)
