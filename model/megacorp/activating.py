"""MegaCorp, 7.2: activated abilities: who may use them, when, and for what."""

from model.megacorp.deeds import lay_on_the_stack
from model.megacorp.frames import Response, Targeting
from model.megacorp.state import Card, Does, Keyword, Player, State, Trait, When, Zone, megacorp
from model.megacorp.targets import acts_on_a_target, has_a_target, may_lack_a_target
from model.megacorp.turns import any_moment
from model.megacorp.words import controller, has_fee_traits, prints
from ruleslawyer.lang import close_frame, domain, effect, is_open, open_frame, simultaneous


@megacorp.deed("7.2.1b", "9.6.1d")
def put_ability_on_the_stack(s: State, who: Player, card: Card, does: Does | None) -> None:
    """An ability that was declared and paid for goes onto the stack; others may respond anew."""
    with effect("6.5.2b", "6.5.4b", "6.5.6b", "6.5.8b", "6.5.10b"):
        if is_open(s, Response):
            close_frame(s, Response)
    with effect("7.2.1b", "9.6.1d"):
        lay_on_the_stack(s, card)
        s.doing[card] = does
        s.player[card] = who
        s.answered = False


def usable(s: State, who: Player, card: Card) -> bool:
    """Whether an activated ability is used by its card's controller (7.2.1b, 1.3.6), and at a time that allows it."""
    return any_moment(s) and controller(s, card) == who


def is_dearer(s: State, who: Player, card: Card, other: Card) -> bool:
    """Whether a player rather pays what is printed on another card: it alone can be paid, or it takes less money, or as
    much and fewer traits."""
    payable = s.money[who] >= card.fee and has_fee_traits(s, who, card)
    other_payable = s.money[who] >= other.fee and has_fee_traits(s, who, other)
    return (other_payable and not payable) or (
        other_payable == payable
        and (other.fee < card.fee or (other.fee == card.fee and trait_fees(other) < trait_fees(card)))
    )


def trait_fees(card: Card) -> int:
    """The traits of what is printed as the cost of a card's abilities, together."""
    return sum(card.trait_fee[t] for t in Trait)


def is_used_as_given(s: State, who: Player, card: Card, keyword: Keyword, source: Card) -> bool:
    """Whether a keyword is used as one card gives it, which may be the card itself: whoever has it twice has two
    abilities, each with its cost (3.3.2b, 7.2.1c)."""
    return prints(s, source, card, keyword) and not any(
        prints(s, c, card, keyword) and is_dearer(s, who, source, c) for c in Card
    )


@megacorp.term("7.2.1c")
def fee_of(s: State, who: Player, card: Card, keyword: Keyword) -> int:
    """What the use of a keyword costs a player: as printed on the card, or on one that gives it."""
    return max((c.fee for c in Card if is_used_as_given(s, who, card, keyword, c)), default=0)


@megacorp.term("7.2.1c")
def trait_fee_of(s: State, who: Player, card: Card, keyword: Keyword, trait: Trait) -> int:
    """What the use of a keyword costs a player in a trait: as printed on the card, or on one that gives it."""
    return max((c.trait_fee[trait] for c in Card if is_used_as_given(s, who, card, keyword, c)), default=0)


@megacorp.term("6.7.9b")
def covers_trait_fee(s: State, who: Player, card: Card, keyword: Keyword) -> bool:
    """Whether a player's trait pool covers what the use of a keyword costs in traits."""
    return all(s.pool[who][t] >= trait_fee_of(s, who, card, keyword, t) for t in Trait)


def names_no_cost(s: State, who: Player, card: Card, keyword: Keyword) -> bool:
    """Whether neither money nor traits are printed as the cost of a keyword."""
    return fee_of(s, who, card, keyword) == 0 and all(trait_fee_of(s, who, card, keyword, t) == 0 for t in Trait)


@megacorp.deed("7.2.1b", "7.2.1c", "8.1.1")
def pay_for(s: State, who: Player, card: Card, keyword: Keyword) -> None:
    """A player pays for the use of a keyword, in money and in traits."""
    with effect("7.2.1c", "8.1.1", "6.7.9b"), simultaneous():
        s.money[who] -= fee_of(s, who, card, keyword)
        for t in Trait:
            s.pool[who][t] -= trait_fee_of(s, who, card, keyword, t)


@megacorp.action("7.2.1a", "7.1.1b", at=(None, Response))
def activate(s: State, who: Player, card: Card) -> None:
    """Pay for a printed ability, and use it."""
    # One use of a card at a time is on the stack: a limit of this model.
    domain(
        card.when == When.ACTIVATED and card.does is not None and s.zone[card] == Zone.NETWORK and card not in s.stack
    )
    with effect("7.2.1c", "8.1.1"):
        s.money[who] -= card.fee
    with effect("6.7.9b"):
        for t in Trait:
            s.pool[who][t] -= card.trait_fee[t]
    with effect("7.2.1b"):
        put_ability_on_the_stack(s, who, card, card.does)
    with effect("6.5.1e"):
        if acts_on_a_target(card):
            open_frame(s, Targeting(awaits=frozenset({who}), card=card))


@activate.permit("7.2.1b", "7.2.2a", "7.2.2b", "1.3.6", "1.3.4a", "6.3.3a")
def controller_activates(s: State, who: Player, card: Card) -> bool:
    """The controller of a card may use its activated abilities, on the turn it came too, and any number of times."""
    return usable(s, who, card)


@activate.forbid("1.3.10", over=activate, because="7.2.1: an activated ability is used upon paying for it")
def activated_beyond_means(s: State, who: Player, card: Card) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < card.fee


@activate.forbid("7.2.1c", over=activate, because="7.2.1: an activated ability is used upon paying for it")
def activated_without_traits(s: State, who: Player, card: Card) -> bool:
    """The traits that using an ability costs are to be paid too."""
    return not has_fee_traits(s, who, card)


@activate.forbid("6.5.1e", over=activate)
def nothing_to_activate_against(s: State, who: Player, card: Card) -> bool:
    """Targets are declared; the question comes up where nothing else stands in the way."""
    return acts_on_a_target(card) and usable(s, who, card) and not has_a_target(s, card) and not may_lack_a_target(s)
