"""MegaCorp, 6.7: producing traits."""

from model.megacorp.deeds import turn_round
from model.megacorp.frames import CardBid, Response
from model.megacorp.instants import has_instant
from model.megacorp.leaving import may_be_regenerated, undecided
from model.megacorp.places import beneath, is_engaged
from model.megacorp.state import Card, Keyword, Kind, Player, State, Step, Trait, Zone, megacorp
from model.megacorp.turns import any_moment, may_act_in_turn, no_priority, on_turn, something_leaves
from model.megacorp.words import controller, is_null, may_control, prints, score
from ruleslawyer.lang import domain, effect, is_open, no, yes


@megacorp.action("6.7.3a", "6.7.3c", "6.7.4", "6.7.5c", "6.5.1f", "6.5.1h", at=(None, CardBid, Response))
def produce(s: State, who: Player, card: Card, trait: Trait) -> None:
    """Engage a card for one of its traits, into the pool; nothing of this goes onto the stack. Whoever says in which
    order cards leave is asked for that alone."""
    domain(s.zone[card] == Zone.NETWORK and (undecided(s) or not something_leaves(s)))
    amount = what_it_yields(s, card, trait)
    with effect("6.7.4", "8.5.1a"):
        turn_round(s, card)
    with effect("6.7.2a", "6.7.5a", "6.7.5b", "6.7.7"):
        s.pool[who][trait] += amount


def printed(card: Card, trait: Trait) -> int:
    """A score as printed; a null trait counts nothing where it is produced all the same."""
    value = card.score[trait]
    return 0 if value is None else value


def what_it_yields(s: State, card: Card, trait: Trait) -> int:
    """The number of traits that a card generates: whether it has changed is asked only where it has."""
    return (
        printed(card, trait)
        if score(s, card, trait) == printed(card, trait) or not yields_its_score_now(s)
        else score(s, card, trait)
    )


yields_its_score_now = megacorp.doubt(
    "does a card whose score has changed produce the printed score, or what it is now?",
    as_it_is_now=yes("what it is now", default=True),
    as_it_is_printed=no("what is printed"),
)


def instants_may_cost(s: State, who: Player) -> bool:
    """Whether a player has something that costs traits at any time, and that there is a window for it."""
    return (has_instant(s, who) and any_moment(s) and not no_priority(s)) or regenerates_for_traits(s, who)


def regenerates_for_traits(s: State, who: Player) -> bool:
    """Whether a player may pay traits to regenerate a card that is about to be destroyed (9.25.1e)."""
    return any(
        may_be_regenerated(s, c)
        and may_control(s, c, who)
        and any(
            prints(s, source, c, Keyword.REGENERATE) and source.trait_fee[t] > s.pool[who][t]
            for source in Card
            for t in Trait
        )
        for c in Card
    )


@produce.permit("6.7.1a", "8.1.2a", "8.1.2b", "2.3.5", "6.3.3b")
def to_pay_a_cost(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """Whenever a cost is to be paid, as we read it: for the revealed card, in phase B, in bids, for instants and to
    regenerate."""
    return is_open(s, CardBid) or (on_turn(s, who) and s.step in (Step.OFFER, Step.BUY)) or instants_may_cost(s, who)


@produce.permit("6.7.1b")
def with_priority(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """Whenever one has priority, which the book does not define: as we read it, on one's turn after disengaging."""
    return may_act_in_turn(s, who)


@produce.forbid("6.7.1c")
def nothing_requires_it(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """Only a trait that is required is produced; in phases C and D only instants may cost traits."""
    return s.step in (Step.CHALLENGE, Step.DIVEST) and not has_instant(s, who)


@produce.cannot("6.7.2b", "a type of trait as long as its value is not null")
def null_trait(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """A null trait cannot be produced."""
    return is_null(card, trait)


@produce.cannot("6.7.3b", "to produce, a disengaged card must be chosen")
def already_engaged(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """The card chosen must be disengaged."""
    return is_engaged(s, card)


@produce.cannot("3.3.3d", "bonded cards cannot be engaged for traits")
def bonded_to_another(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """A bonded card may not be engaged to produce traits."""
    return s.under[card] is not None


@produce.forbid("9.28.2", over=produce, because="6.7.4: engaging is the cost, and a terrain cannot be engaged")
def terrain_produces_nothing(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """A card with TERRAIN cannot be engaged, and so cannot pay for producing."""
    return card.keywords[Keyword.TERRAIN]


@produce.forbid("9.28.2", "3.3.9c")
def pile_upon_a_terrain_produces_nothing(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """A pile has one orientation, and the terrain in it cannot be engaged: so the cost cannot be paid."""
    return any(c.keywords[Keyword.TERRAIN] and beneath(s, c, card) for c in Card)


@produce.forbid("6.7.3a", over=produce)
def not_a_card_to_choose(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """A player chooses a card; whose is not said. The question comes up where nothing else stands in the way."""
    return (
        (is_open(s, CardBid) or may_act_in_turn(s, who) or instants_may_cost(s, who))
        and not is_null(card, trait)
        and not is_engaged(s, card)
        and s.under[card] is None
        and not card.keywords[Keyword.TERRAIN]
        and controller(s, card) != who
        and not may_engage_cards_of_others(s)
    )


@produce.forbid("6.7.1c", "6.7.3a", over=produce)
def no_card_of_the_four_types(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """A card is engaged for a trait; whether a Business is a card as others are is not said. The question comes up
    where nothing else stands in the way."""
    return (
        card.kind == Kind.BUSINESS
        and (is_open(s, CardBid) or may_act_in_turn(s, who) or instants_may_cost(s, who))
        and not is_null(card, trait)
        and not is_engaged(s, card)
        and s.under[card] is None
        and not a_business_is_used_for_traits(s)
    )


a_business_is_used_for_traits = megacorp.doubt(
    "may a Business be engaged for its traits, as cards of the four types are?",
    it_is_a_card_like_others=yes("yes: it is a card in play, with scores", default=True),
    it_is_of_a_fifth_type=no("no: it is of none of the four types, and its scores are there to be lowered by damage"),
)


may_engage_cards_of_others = megacorp.doubt(
    "may a player produce traits with cards that others control?",
    only_own_cards=no("only with one's own cards", default=True),
    any_card_in_play=yes("with any disengaged card in play, as the words have it"),
)
