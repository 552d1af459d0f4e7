"""MegaCorp, 9.29: DEVELOPMENT."""

from model.megacorp.activating import covers_trait_fee, fee_of, pay_for, put_ability_on_the_stack, usable
from model.megacorp.deeds import turn_round
from model.megacorp.frames import Response
from model.megacorp.places import is_bonded, is_engaged
from model.megacorp.state import Card, Does, Keyword, Kind, Player, State, Trait, Zone, megacorp
from model.megacorp.words import bears, controller, is_null, score, trait_allows
from ruleslawyer.lang import domain, effect, no, yes


@megacorp.deed("9.29.3a", "9.29.3c")
def grow(s: State, card: Card, worker: Card, trait: Trait) -> None:
    """Counters come onto the card, as many as the character's score in the trait, if that is there to be engaged."""
    amount = score(s, worker, trait)
    engaging = not engaging_is_a_cost(s)
    engaged_meanwhile = engaging and is_engaged(s, worker) and not engaged_ones_may_develop(s)
    if s.zone[worker] == Zone.NETWORK and not engaged_meanwhile:
        with effect("9.29.3a"):
            if engaging:
                turn_round(s, worker)
        with effect("9.29.3c", "9.29.3d", "9.29.3e"):
            s.developed[card] += amount


@megacorp.action("9.29.1a", "9.29.2a", at=(None, Response))
def develop(s: State, who: Player, card: Card, worker: Card, trait: Trait) -> None:
    """Use DEVELOPMENT: engage a character with a trait, for counters."""
    # One use of a card at a time is on the stack: a limit of this model.
    domain(
        any(c.keywords[Keyword.DEVELOPMENT] for c in Card)
        and worker.kind == Kind.CHARACTER
        and s.zone[worker] == Zone.NETWORK
        and s.zone[card] == Zone.NETWORK
        and bears(s, card, Keyword.DEVELOPMENT)
        and card not in s.stack
    )
    with effect("7.2.1c", "8.1.1"):
        pay_for(s, who, card, Keyword.DEVELOPMENT)
    with effect("7.2.1c"):
        if engaging_is_a_cost(s):
            turn_round(s, worker)
    with effect("7.2.1b", "9.29.1a"):
        put_ability_on_the_stack(s, who, card, Does.DEVELOP)
        s.target[card] = worker
        s.by_trait[card] = trait


@develop.permit("9.29.1b", "9.29.5b", "9.29.5c", "7.2.2a", "7.2.2b")
def controller_develops(s: State, who: Player, card: Card, worker: Card, trait: Trait) -> bool:
    """The controller may use DEVELOPMENT, also on a card that was given it."""
    return usable(s, who, card)


@develop.forbid("1.3.10", over=develop, because="7.2.1: an activated ability is used upon paying for it")
def developed_beyond_means(s: State, who: Player, card: Card, worker: Card, trait: Trait) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < fee_of(s, who, card, Keyword.DEVELOPMENT)


@develop.forbid("7.2.1c", over=develop, because="7.2.1: an activated ability is used upon paying for it")
def developed_without_traits(s: State, who: Player, card: Card, worker: Card, trait: Trait) -> bool:
    """The traits that developing costs are to be paid too."""
    return not covers_trait_fee(s, who, card, Keyword.DEVELOPMENT)


@develop.cannot("9.29.2b", "9.29.2c", "a trait that the condition names")
def not_the_trait_specified(s: State, who: Player, card: Card, worker: Card, trait: Trait) -> bool:
    """DEVELOPMENT has a condition: one trait, or any at all."""
    return not trait_allows(s, card, Keyword.DEVELOPMENT, trait)


@develop.cannot("9.29.3b", "a character with the specified trait")
def without_the_trait(s: State, who: Player, card: Card, worker: Card, trait: Trait) -> bool:
    """The character must have the trait; a score of zero is one (2.6.6)."""
    return is_null(worker, trait)


@develop.forbid("3.3.3d", over=develop, because="9.29.3: it is engaged for its trait, which bonded cards are not")
def bonded_cards_do_not_work(s: State, who: Player, card: Card, worker: Card, trait: Trait) -> bool:
    """A bonded card is not engaged for a trait."""
    return is_bonded(s, worker)


@develop.forbid("9.29.3a", over=develop)
def not_a_character_to_engage(s: State, who: Player, card: Card, worker: Card, trait: Trait) -> bool:
    """A character is engaged: whose, and whether it may be engaged already, is not said."""
    return usable(s, who, card) and (
        (controller(s, worker) != who and not others_may_be_engaged_to_develop(s))
        or (is_engaged(s, worker) and not engaged_ones_may_develop(s))
    )


others_may_be_engaged_to_develop = megacorp.doubt(
    "may characters that others control be engaged for DEVELOPMENT?",
    own_characters_develop=no("only one's own", default=True),
    any_character_develops=yes("any character, as the words have it"),
)


engaged_ones_may_develop = megacorp.doubt(
    "may a character that is engaged already be engaged for DEVELOPMENT?",
    disengaged_ones_develop=no("only a disengaged one", default=True),
    engaged_ones_develop_too=yes("to engage is to make engaged, whatever it was"),
)


engaging_is_a_cost = megacorp.doubt(
    "is the character engaged as a cost of DEVELOPMENT, or as it resolves?",
    paid_on_activation=yes(
        "An activated ability is used upon paying its costs, and engaging is one, as for traits (6.7.4).", "7.2.1c"
    ),
    part_of_what_it_means=no(
        "Engaging a character is the first half of what Development means.", "9.29.3a", default=True
    ),
)
