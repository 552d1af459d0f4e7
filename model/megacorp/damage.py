"""MegaCorp, 5.3 with chapter 9: the blows of a challenge: damage, retaliation, and what falls.

Long: one blow is dealt by all of these at once, and the questions stand with the rules that ask them.
"""

from model.megacorp.blocking import share_anew, share_follows_the_score
from model.megacorp.challenge import blockers, defends, out_of_melee
from model.megacorp.deeds import annihilate, destroy, fell, hurt, indestructible, lose_the_game
from model.megacorp.effects import hurt_for_good
from model.megacorp.places import is_bonded, is_engaged, place_of
from model.megacorp.state import Card, Keyword, Kind, Numbers, State, Step, Trait, Zone, megacorp
from model.megacorp.turns import settled
from model.megacorp.words import bears, controller, has, prints, score, whose_business
from ruleslawyer.lang import SILENT, Silent, ask, effect, no, says, simultaneous, when, yes

# --- retaliation (5.3.14, 5.3.17) ---------------------------------------------------------------------------------


@megacorp.deed("5.3.14b", "5.3.14c", "5.3.18a", "5.3.18b")
def retaliate(s: State, card: Card, attacker: Card, trait: Trait) -> None:
    """A defender or blocker deals damage back, in the trait of the challenge; with a score of 0, none (5.3.16b), and
    then it may still do so in this turn."""
    with effect("5.3.14b", "5.3.16b", "5.3.18a"):
        s.answering[card] = power(s, card, trait) > 0
        hurt(s, attacker, trait, power(s, card, trait))
    with effect("5.3.17a"):
        if power(s, card, trait) > 0:
            s.retaliated[card] = True


@retaliate.cannot("5.3.17b", "its controller can decide to forgo it")
def is_withheld(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """The controller has withheld the damage."""
    return s.withheld[card]


@retaliate.cannot("3.2.5", "cannot deal retaliation damage")
def engaged_characters_deal_nothing_back(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """Engaged characters deal no damage back."""
    return card.kind == Kind.CHARACTER and is_engaged(s, card)


@retaliate.cannot("9.27.1e", "it will not be able to retaliate")
def suppressed_cards_deal_nothing_back(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """What SUPPRESSOR has engaged deals no damage back, character or not."""
    return has(s, attacker, Keyword.SUPPRESSOR) and is_engaged(s, card)


@retaliate.forbid("9.27.1e", over=retaliate)
def engaged_cards_deal_nothing_back(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """Of engaged cards that are no characters nothing is said outside SUPPRESSOR."""
    return (
        card.kind != Kind.CHARACTER
        and is_engaged(s, card)
        and not has(s, attacker, Keyword.SUPPRESSOR)
        and not engaged_assets_deal_damage_back(s)
    )


@retaliate.forbid("5.3.25a", over=retaliate)
def untouched_blockers_deal_nothing_back(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """Of several blockers some may have been given no damage."""
    return s.blocking[card] and blockers(s) > 1 and s.share[card] == 0 and not every_blocker_answers(s)


@retaliate.cannot("5.3.17a", "9.24.1b", "only once per turn")
def has_retaliated(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A card deals damage back once a turn."""
    return s.retaliated[card]


@has_retaliated.exception("9.24.1a")
def with_reflexes(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A card with REFLEXES does so as often as it is attacked."""
    return has(s, card, Keyword.REFLEXES)


@retaliate.cannot("9.13.1d", "may not retaliate against a flying card")
def cannot_reach_a_flyer(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A card without FLYING deals no damage back to one with it."""
    return has(s, attacker, Keyword.FLYING) and not has(s, card, Keyword.FLYING)


@retaliate.cannot("9.16.1c", "9.16.1d", "does not get to deal it back")
def struck_down_first(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """What INITIATIVE has brought to zero first, having none itself, deals no damage back."""
    return (
        has(s, attacker, Keyword.INITIATIVE)
        and not has(s, card, Keyword.INITIATIVE)
        and dealt(s, card, trait) > 0
        and score(s, card, trait) == 0
    )


@retaliate.cannot("9.18.1b", "can only retaliate into these spaces")
def attacker_is_beyond_melee(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A card with MELEE deals damage back only into the spaces around it."""
    there = place_of(s, attacker)
    return there is not None and out_of_melee(s, card, there)


engaged_assets_deal_damage_back = megacorp.doubt(
    "does an engaged card that is no character deal damage back?",
    only_characters_are_silenced=yes("It is engaged characters that deal none.", "3.2.5", default=True),
    every_engaged_defender_is=no(
        "As the defender is engaged, it cannot retaliate: that is given as the reason.", "9.27.1e"
    ),
)


every_blocker_answers = megacorp.doubt(
    "do all of several blockers deal damage back?",
    each_of_them=yes("each of them, as 5.3.18 says of a blocker", default=True),
    only_those_dealt_damage=no("only those that the attacker deals damage to"),
)


# --- how much (5.3.14, 5.3.25) ------------------------------------------------------------------------------------


def power(s: State, card: Card, trait: Trait) -> int:
    """The damage that a card deals: its score, or what it was before a first strike."""
    return s.strength[card] if dealt(s, card, trait) > 0 and not weakened_cards_deal_less(s) else score(s, card, trait)


weakened_cards_deal_less = megacorp.doubt(
    "does a card that a first strike has weakened deal less damage?",
    damage_lowers_the_score=yes("Damage lowers the score, and the score is what is dealt.", "5.3.15a", default=True),
    only_at_zero=no(
        "What is said of being brought to zero by INITIATIVE would be needless if damage dealt were lowered anyway.",
        "9.16.1c",
    ),
)


@megacorp.deed("5.3.14a", "5.3.16a", "5.3.25a", "9.2.1f", "9.2.1h")
def deal(s: State, card: Card, attacker: Card, trait: Trait) -> None:
    """The attacker deals a defender damage: its trait, in an area attack each of them, or the share of a blocker."""
    with effect("5.3.14a", "5.3.25a", "9.2.1f"):
        hurt(s, card, trait, due(s, card, attacker, trait))


def due(s: State, card: Card, attacker: Card, trait: Trait) -> int:
    """The damage that an attacker has for a defender: its power, or what it gave to one of several blockers."""
    return s.share[card] if s.blocking[card] and blockers(s) > 1 else power(s, attacker, trait)


@deal.forbid("9.16.1c", over=deal)
def struck_down_attackers(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """Only a defender is said to lose its damage when it is brought to zero first; asked where there is any to lose."""
    return (
        dealt(s, attacker, trait) > 0
        and score(s, attacker, trait) == 0
        and due(s, card, attacker, trait) > 0
        and not struck_down_attackers_deal_damage(s)
    )


struck_down_attackers_deal_damage = megacorp.doubt(
    "does an attacker deal damage that a defender's INITIATIVE has brought to zero?",
    only_defenders_lose_theirs=yes("yes: it is the defender that does not get to deal damage", default=True),
    nor_do_attackers=no("no: what is brought to zero deals none"),
)


# --- bonded cards (9.4, 9.22) -------------------------------------------------------------------------------------


@hurt.cannot("9.4.1i", "9.4.1k", "impervious to damage while under another card", also=hurt_for_good)
def bonded_cards_take_no_damage(s: State, card: Card, trait: Trait, amount: int) -> bool:
    """A card beneath another takes no damage, permanent damage or not."""
    return is_bonded(s, card)


@bonded_cards_take_no_damage.exception("9.22.1c")
def when_penetrated(s: State, card: Card, trait: Trait, amount: int) -> bool:
    """PENETRATOR attacks bonded cards."""
    attacker = s.attacker
    return (
        s.step == Step.STRIKE
        and s.defender == card
        and is_bonded(s, card)
        and attacker is not None
        and has(s, attacker, Keyword.PENETRATOR)
        and penetrators_hurt_bonded_cards(s)
    )


penetrators_hurt_bonded_cards = megacorp.doubt(
    "does a bonded card take damage from the attack of a card with PENETRATOR?",
    an_attack_deals_damage=yes("It can be attacked, and attacks deal damage.", "9.22.1c", default=True),
    impervious_without_exception=no("Damage to a card beneath another is ruled out, with no exception.", "9.4.1i"),
)


@retaliate.forbid("3.3.3a", over=retaliate)
def bonded_cards_deal_nothing_back(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """What is said of bonded cards names abilities, attacks and blocks, and not this."""
    return is_bonded(s, card) and not bonded_cards_deal_damage_back(s)


bonded_cards_deal_damage_back = megacorp.doubt(
    "does a bonded card that is attacked deal damage back?",
    as_every_defender=yes("yes: it is a defender like any other", default=True),
    nor_do_they_answer=no("no more than it attacks or blocks"),
)


# --- who strikes first (9.16) -------------------------------------------------------------------------------------


@megacorp.term("9.16.1a")
def goes_first(s: State, card: Card, other: Card) -> bool:
    """A card with INITIATIVE deals its damage first."""
    return has(s, card, Keyword.INITIATIVE)


@goes_first.exception("9.16.1b")
def both_have_initiative(s: State, card: Card, other: Card) -> bool | Silent:
    """Not against a card that has it too."""
    return False if has(s, other, Keyword.INITIATIVE) else SILENT


def answers_first(s: State, card: Card, attacker: Card) -> bool:
    """Whether a defender deals its damage before the attacker does."""
    return goes_first(s, card, attacker) and defenders_have_initiative(s)


defenders_have_initiative = megacorp.doubt(
    "does a defender's INITIATIVE make its damage come first?",
    any_card_in_a_challenge=yes(
        "A card with it deals damage first in a challenge: on either side.", "9.16.1a", default=True
    ),
    only_attackers=no(
        "What is excepted is its defender: the sentence, like that on attacks with INITIATIVE, speaks of attackers.",
        "9.16.1b",
        "5.3.24",
    ),
)


# --- the blows ----------------------------------------------------------------------------------------------------


def dealt(s: State, card: Card, trait: Trait) -> int:
    """The damage that a card has taken in this challenge."""
    return s.damage[card][trait] - s.sound[card]


def involved(s: State, card: Card) -> bool:
    """The attacker and whatever stands against it."""
    return s.attacker == card or defends(s, card)


def spent(s: State, card: Card, trait: Trait) -> bool:
    """Whether damage in this challenge left a card with a score of zero: from more, or from zero (5.3.16c)."""
    return involved(s, card) and dealt(s, card, trait) > 0 and score(s, card, trait) == 0


def razes_type(s: State, card: Card, kind: Kind) -> bool:
    """Whether a card's DEMOLISHER, its own or one that it was given, names a type."""
    return any(c.razes[kind] and prints(s, c, card, Keyword.DEMOLISHER) for c in Card) and has(
        s, card, Keyword.DEMOLISHER
    )


def demolished(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """Whether a card took damage from one with DEMOLISHER that names its type."""
    return (
        involved(s, card)
        and dealt(s, card, trait) > 0
        and (
            (card != attacker and razes_type(s, attacker, card.kind))
            or (card == attacker and any(s.answering[c] and razes_type(s, c, card.kind) for c in Card))
        )
    )


def matched(s: State, card: Card, attacker: Card) -> bool:
    """Whether the attacker and another character met with equal scores, and a card is one of the two."""
    return attacker.kind == Kind.CHARACTER and any(
        c != attacker
        and c.kind == Kind.CHARACTER
        and defends(s, c)
        and card in (c, attacker)
        and s.strength[c] == s.strength[attacker]
        for c in Card
    )


@megacorp.deed("5.3.24", "9.16.1a")
def strike_first(s: State, attacker: Card, trait: Trait) -> None:
    """The blows of INITIATIVE fall; scores and damage of what lies in a network are noted as they were before."""
    with effect("5.3.15b", "5.3.26a"):
        for c in Card:
            if s.zone[c] == Zone.NETWORK:
                s.sound[c] = s.damage[c][trait]
                s.strength[c] = score(s, c, trait)
        s.struck_first = True
    with effect("5.3.24", "9.16.1a"), simultaneous():
        for c in Card:
            if defends(s, c) and goes_first(s, attacker, c):
                deal(s, c, attacker, trait)
            if defends(s, c) and answers_first(s, c, attacker):
                retaliate(s, c, attacker, trait)


@megacorp.deed("5.3.14a", "5.3.14b", "5.3.14d")
def exchange_blows(s: State, attacker: Card, trait: Trait) -> None:
    """The other blows fall, both ways at once."""
    with effect("5.3.14a", "5.3.14b", "5.3.14d", "9.2.1i", "9.2.1j", "9.2.1n", "9.2.1o"), simultaneous():
        for c in Card:
            if defends(s, c) and not goes_first(s, attacker, c):
                deal(s, c, attacker, trait)
            if defends(s, c) and not answers_first(s, c, attacker):
                retaliate(s, c, attacker, trait)


@megacorp.deed("9.11.1a", "9.11.1b", "9.11.1c")
def disrupt(s: State, attacker: Card, trait: Trait) -> None:
    """A Business that a card with DISRUPTOR damages costs its player money, down to nothing."""
    with effect("9.11.1a", "9.11.1b", "9.11.1c", "1.3.9b"):
        for c in Card:
            if c.kind == Kind.BUSINESS and defends(s, c) and has(s, attacker, Keyword.DISRUPTOR):
                player = controller(s, c)
                s.money[player] = max(0, s.money[player] - Numbers.disrupted * dealt(s, c, trait))


@megacorp.deed("5.3.15b", "9.9.1a", "5.3.26a")
def destroy_the_beaten(s: State, attacker: Card, trait: Trait) -> None:
    """What is left with nothing is destroyed, then what DEMOLISHER razes, then those that met with equal scores."""
    with effect("5.3.15b", "5.3.16c", "1.2.4", "6.2.4c"):
        for c in Card:
            if spent(s, c, trait):
                fell(s, c)
    with effect("9.9.1a", "9.9.1b", "9.9.1d"):
        for c in Card:
            if not spent(s, c, trait) and demolished(s, c, attacker, trait):
                destroy(s, c)
    with effect("5.3.26a", "5.3.26b"):
        for c in Card:
            if matched(s, c, attacker) and not spent(s, c, trait) and equal_scores_are_enough(s, c):
                destroy(s, c)
    with effect("1.2.4"):
        for c in Card:
            s.beaten[c] = s.fate[c] is not None


@megacorp.deed("1.2.4")
def defeat_the_beaten(s: State, trait: Trait) -> None:
    """Who has a Business that is left with nothing loses, even where it cannot be destroyed, if that is defeat."""
    with effect("1.2.4", "1.2.2a"):
        for c in Card:
            if (
                c.kind == Kind.BUSINESS
                and spent(s, c, trait)
                and has(s, c, Keyword.INDESTRUCTIBLE)
                and defeated_though_in_play(s)
            ):
                lose_the_game(s, whose_business(s, c))


@megacorp.deed("5.3.14a", "5.3.15b")
def finish_the_exchange(s: State, attacker: Card, trait: Trait) -> None:
    """After the first blows the others fall, and what damage does is done."""
    with effect("5.3.14a"):
        exchange_blows(s, attacker, trait)
    with effect("9.11.1a"):
        disrupt(s, attacker, trait)
    with effect("5.3.15b", "9.9.1a", "5.3.26a"):
        destroy_the_beaten(s, attacker, trait)
    with effect("1.2.4"):
        defeat_the_beaten(s, trait)


def is_weakened(s: State, attacker: Card, trait: Trait) -> bool:
    """Whether first blows have left an attacker, if they lower what it deals, less than it gave to several blockers."""
    return (
        blockers(s) > 1
        and sum(s.share[c] for c in Card) > score(s, attacker, trait)
        and dealt(s, attacker, trait) > 0
        and weakened_cards_deal_less(s)
    )


@megacorp.duty("5.3.14a", "5.3.15b", "5.3.24")
def strike(s: State) -> None:
    """Damage is dealt both ways, first by INITIATIVE, and what it leaves with nothing is destroyed."""
    when(s.step == Step.STRIKE)
    attacker = s.attacker
    trait = s.contested
    if attacker is not None and trait is not None:
        with effect("5.3.24"):
            if not s.struck_first:
                strike_first(s, attacker, trait)
        with effect("5.3.25a", "5.3.15a"):
            if is_weakened(s, attacker, trait) and share_follows_the_score(s):
                share_anew(s, attacker, trait)
        with effect("5.3.14a", "5.3.15b"):
            if s.step == Step.STRIKE:
                finish_the_exchange(s, attacker, trait)
    with effect("5.3.15b"):
        if s.step == Step.STRIKE:
            s.step = Step.AFTERMATH


@megacorp.question("do characters with equal scores both fall, even one that was not dealt enough damage?")
def equal_scores_are_enough(s: State, card: Card) -> bool:
    return ask(
        both_go_to_their_markets=says(
            True, "With equal scores both go to the open market; no damage is asked for.", "5.3.26a"
        ),
        only_through_damage=says(
            False, "What is destroyed is what damage has reduced to zero.", "5.3.15b", default=True
        ),
    )


defeated_though_in_play = megacorp.doubt(
    "is an indestructible Business defeated when its score is brought to zero?",
    it_stays_in_play=no("no: it stays in play", default=True),
    defeat_is_no_destruction=yes("yes: to be defeated is not to be destroyed"),
)


@megacorp.duty("5.3.12")
def end_the_challenge(s: State) -> None:
    """With everything gone that fell, the turn player may attack again; the phase does not begin anew."""
    when(s.step == Step.AFTERMATH and settled(s))
    s.step = Step.CHALLENGE


# --- ASSASSIN (9.3) -----------------------------------------------------------------------------------------------


def killed_by_an_assassin(s: State, card: Card) -> bool:
    """Whether a card is destroyed in combat by one with ASSASSIN: the attacker, or one that dealt it damage back."""
    attacker = s.attacker
    return (
        s.step == Step.STRIKE
        and attacker is not None
        and (
            (card != attacker and defends(s, card) and has(s, attacker, Keyword.ASSASSIN))
            or (card == attacker and any(s.answering[c] and has(s, c, Keyword.ASSASSIN) for c in Card))
        )
    )


@megacorp.deed("9.3.1a", "9.3.1c")
def assassinate(s: State, card: Card) -> None:
    """A card is to be annihilated, unless its controller may yet pay to keep it."""
    with effect("9.3.1a", "9.3.1c"):
        annihilate(s, card)
    with effect("9.25.1d", "9.25.1f"):
        s.assassinated[card] = bears(s, card, Keyword.REGENERATE) and regenerating_comes_first(s)


regenerating_comes_first = megacorp.doubt(
    "may a card be regenerated that ASSASSIN annihilates in place of destroying it?",
    its_destruction_is_cancelled=yes(
        "Its controller may pay once the damage is dealt, and cancel its destruction: nothing is destroyed.",
        "9.25.1c",
        "9.25.1d",
        "9.25.1f",
        default=True,
    ),
    annihilated_at_once=no(
        "It is annihilated in place of being destroyed: there is no destruction to cancel.", "9.3.1a", "9.3.1c"
    ),
)


@destroy.instead("9.3.1a", "9.3.1b", "9.3.1c", by=assassinate)
def by_an_assassin(s: State, card: Card) -> bool:
    """What a card with ASSASSIN destroys in combat is annihilated."""
    return killed_by_an_assassin(s, card)


@destroy.instead("9.15.1b", by=annihilate, over=indestructible, because="only where the question says that it may")
def even_the_indestructible(s: State, card: Card) -> bool:
    """Cards with INDESTRUCTIBLE can still be annihilated."""
    return (
        has(s, card, Keyword.INDESTRUCTIBLE)
        and killed_by_an_assassin(s, card)
        and assassins_annihilate_the_indestructible(s)
    )


assassins_annihilate_the_indestructible = megacorp.doubt(
    "does ASSASSIN annihilate a card with INDESTRUCTIBLE?",
    it_is_never_destroyed=no(
        "ASSASSIN changes what destroying does, and the card is not destroyed.", "9.15.1a", default=True
    ),
    annihilated_in_place_of_being_destroyed=yes(
        "What would be destroyed is annihilated instead, and annihilation is what remains possible.",
        "9.3.1c",
        "9.15.1b",
    ),
)
