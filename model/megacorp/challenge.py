"""MegaCorp, 5.3 with chapter 9: attacks: who may attack what with what.

Long: the clauses that permit or forbid one action, each with its question.
"""

from model.megacorp.areas import covers, lies_in_the_area
from model.megacorp.deeds import engage, enter, subdue
from model.megacorp.places import beneath, docked, in_play, is_engaged, on_top, place_of, surrounded, taken, within
from model.megacorp.state import Card, Keyword, Kind, Numbers, Player, Slot, State, Step, Trait, Zone, megacorp
from model.megacorp.turns import on_turn, settled
from model.megacorp.words import (
    attackers_keep_their_keywords,
    bears,
    camouflaged,
    controller,
    has,
    is_null,
    score,
    trait_allows,
)
from ruleslawyer.lang import SILENT, Silent, domain, effect, no, when, yes

# --- the challenge under way --------------------------------------------------------------------------------------


def blockers(s: State) -> int:
    """How many blockers there are."""
    return sum(1 for c in Card if s.blocking[c] and on_top(s, c))


def attacked_first(s: State, card: Card) -> bool:
    """Whether the attack was made on a card, alone or with others in an area: before anybody blocks."""
    return s.defender == card or s.caught[card]


def defends(s: State, card: Card) -> bool:
    """Whether a card stands against the attacker: a blocker, or what was attacked and no blocker replaces (5.3.23)."""
    return (s.blocking[card] and on_top(s, card)) or (
        attacked_first(s, card)
        and in_play(s, card)
        and not (blockers(s) > 0 and (s.defender == card or s.slot[card] == s.aimed))
    )


def blockers_decide(s: State) -> frozenset[Player]:
    """Those who have still to say whether they block, or block with more."""
    return frozenset(p for p in Player if s.asked[p])


def split_decides(s: State) -> frozenset[Player]:
    """Those who may still withhold damage, and the attacker with blockers to choose among, in no order that is said."""
    return frozenset(
        p for p in Player if s.asked[p] or (on_turn(s, p) and blockers(s) > 0 and (s.to_share > 0 or s.suppressing))
    )


def may_go_on(s: State) -> bool:
    """After the attack was responded to, whenever nothing else is under way."""
    return settled(s) and ((s.step == Step.DECLARED and s.answered) or s.step in (Step.BLOCK, Step.SPLIT))


def could_attack(s: State, who: Player, card: Card) -> bool:
    """Whether the plainest rules let a card attack: so that questions come up only where nothing else decides."""
    return card.kind == Kind.CHARACTER and attacks_are_declared(s, who) and not s.attacked[card]


def attacks_are_declared(s: State, who: Player) -> bool:
    """In one's phase C, and not while something is being played or about to leave, which REGENERATE may yet save."""
    return on_turn(s, who) and s.step == Step.CHALLENGE and not s.fighting and settled(s)


def hits_an_area(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """Whether an attack of a card through a trait is an area attack; through one that its AREA ATTACK does not name,
    or with a card that attacking engages, that is asked where the card could attack at all."""
    return bears(s, card, Keyword.AREA_ATTACK) and not (
        could_attack(s, who, card)
        and score(s, card, trait) >= Numbers.least_attack
        and (
            (not trait_allows(s, card, Keyword.AREA_ATTACK, trait) and attacks_without_its_area(s))
            or (is_engaged_by_attacking(s, card) and not attackers_keep_their_keywords(s, Keyword.AREA_ATTACK))
        )
    )


def is_engaged_by_attacking(s: State, card: Card) -> bool:
    """Whether a card that attacks is engaged from then on: it was before, or it is to be, and lies upon no terrain."""
    return is_engaged(s, card) or (
        is_to_be_engaged(s, card) and not any(c.keywords[Keyword.TERRAIN] and beneath(s, c, card) for c in Card)
    )


attacks_without_its_area = megacorp.doubt(
    "may a card with AREA ATTACK attack a single card through a trait that its area attack does not name?",
    every_attack_is_its_area_attack=no("no: whenever it attacks, that is its area attack", default=True),
    other_traits_attack_one_card=yes("yes: the trait is named for its area attack alone"),
)


# --- an attack is declared ----------------------------------------------------------------------------------------


@megacorp.deed("5.3.6a", "5.3.6b", "5.3.6c", "5.3.6d")
def declare(s: State, card: Card, target: Slot, victim: Card | None, trait: Trait) -> None:
    """A character attacks what is in a space, through a trait; without a victim, what is in the area around it."""
    with effect("5.3.13"):
        s.attacked[card] = True
    with effect("5.3.11a"):
        if is_to_be_engaged(s, card):
            engage(s, card)
    if docked(s, card):
        if len(s.queue) > 0 or (could_attack_too(s, card) and all_attacks_are_declared_first(s)):
            with effect("5.3.12"):
                s.queue = s.queue.with_bottom(card)
                s.queued_space[card] = target
                s.queued_victim[card] = victim
                s.queued_trait[card] = trait
        else:
            with effect("5.3.12"):
                begin_an_attack(s, card, target, victim, trait)
        if victim is not None:
            with effect("9.12.1a"):
                s.assailed[victim] = True
            if has(s, card, Keyword.SUPPRESSOR) and suppressed_at_once(s):
                with effect("9.27.1a", "9.27.1b"):
                    subdue(s, victim)


@megacorp.deed("5.3.6b", "5.3.6c", "5.3.6d", "5.3.11b")
def begin_an_attack(s: State, card: Card, target: Slot, victim: Card | None, trait: Trait) -> None:
    """An attack that was declared comes to be fought, and players may respond to it."""
    with effect("5.3.6b", "5.3.6c", "5.3.6d", "5.3.11b"):
        s.attacker = card
        s.aimed = target
        s.contested = trait
        s.defender = victim
    with effect("9.2.1a", "9.2.1c"):
        for slot in Slot:
            if victim is None:
                s.area[slot] = covers(s, card, target, slot, trait)
    with effect("5.3.6c", "9.2.1a"):
        for c in Card:
            s.stood[c] = s.slot[c] if victim is None and lies_in_the_area(s, c) else None
    with effect("9.1.1e"):
        s.answered = False
        s.step = Step.DECLARED


def could_attack_too(s: State, card: Card) -> bool:
    """Whether another character could still attack in this turn, so that the order makes a difference."""
    return any(
        c != card
        and c.kind == Kind.CHARACTER
        and on_top(s, c)
        and not s.attacked[c]
        and (on_turn(s, controller(s, c)) or may_attack_with_cards_of_others(s))
        and (not s.engaged[c] or engaged_characters_may_attack(s))
        for c in Card
    )


all_attacks_are_declared_first = megacorp.doubt(
    "are all attacks declared before the first one is fought?",
    each_is_fought_before_the_next=no(
        "All of it may be repeated for further characters, the whole challenge.", "5.3.12", default=True
    ),
    declared_before_any_is_fought=yes(
        "What may be repeated is what was said so far, choosing and engaging; blocks and damage come behind it.",
        "5.3.12",
        "5.3.14a",
        "5.3.20a",
    ),
    about=("attacked",),
    aside={"target_has_changed": "nothing is declared there"},
)


@megacorp.duty("5.3.12", "5.3.14a")
def fight_the_next(s: State) -> None:
    """Of the attacks that stand declared the next one is fought, in the order in which they were; after the last the
    phase is over."""
    when(s.fighting and s.step == Step.CHALLENGE and settled(s))
    if len(s.queue) > 0:
        card = s.queue.top
        target = s.queued_space[card]
        trait = s.queued_trait[card]
        with effect("5.3.12"):
            s.queue = s.queue.without(card)
        if target is not None and trait is not None:
            with effect("5.3.14a"):
                begin_an_attack(s, card, target, s.queued_victim[card], trait)
    else:
        with effect("5.3.12"):
            s.fighting = False
            enter(s, Step.DIVEST)


@megacorp.term("5.3.11a")
def is_to_be_engaged(s: State, card: Card) -> bool:
    """Attacking engages a character."""
    return True


@is_to_be_engaged.exception("9.21.1a")
def on_overwatch(s: State, card: Card) -> bool | Silent:
    """A card with OVERWATCH need not be engaged; that its player may engage it all the same is left out."""
    return False if has(s, card, Keyword.OVERWATCH) else SILENT


@megacorp.term("9.18.1a", "9.18.1c")
def out_of_melee(s: State, card: Card, target: Slot) -> bool:
    """Whether a card has MELEE, and a space is not within a card radius of one around it, which has corners."""
    here = place_of(s, card)
    return (
        here is not None
        and has(s, card, Keyword.MELEE)
        and not within(here, target, Numbers.melee_radius)
        and (here.network == target.network or not melee_crosses_networks(s))
    )


suppressed_at_once = megacorp.doubt(
    "does SUPPRESSOR engage the target as soon as it is attacked, or only whoever defends after blocks?",
    as_it_attacks=yes("The defender is engaged once the attack is made.", "9.27.1b"),
    the_blocker_instead=no(
        "Where somebody blocks, the blocker is engaged in the target's stead.", "9.27.1c", "9.27.1d", default=True
    ),
    about=("subdue",),
    aside={
        "blocks_are_declared": "whoever defends after blocks is engaged by either answer, if not engaged already",
        "blocks_were_responded_to": "the same",
        "suppress": "of several blockers one is chosen, after blocks",
    },
)


@megacorp.action("5.3.2a", "5.3.6a", "5.3.6b", "5.3.6d", "9.2.1e")
def attack(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> None:
    """Attack what lies on top in a space, or an area there, through a trait."""
    domain(s.zone[card] == Zone.NETWORK and (bears(s, card, Keyword.AREA_ATTACK) or taken(s, target)))
    if hits_an_area(s, who, card, trait):
        with effect("9.2.1a", "9.2.1c"):
            declare(s, card, target, None, trait)
    else:
        for c in Card:
            if s.slot[c] == target:
                with effect("5.3.6b", "5.3.27a"):
                    declare(s, card, target, c, trait)


@attack.permit("5.3.2a", "5.3.4a", "5.3.4b", "5.3.4c", "5.3.12", "6.3.3c", "6.6.1")
def turn_player_attacks(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """In phase C the turn player may attack, with as many characters as wished, and cards of any kind."""
    return attacks_are_declared(s, who)


@attack.cannot("5.3.5", "may not, an exception to any kind of card")
def attacks_itself(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """A character does not attack itself."""
    return s.slot[card] == target and not hits_an_area(s, who, card, trait)


@attack.forbid("9.2.1k", "9.2.1l", over=attack, because="the example itself: nothing but the trait that is printed")
def not_the_trait_of_its_area(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """An area attack that names a trait is made through no other; whether the card may attack without, is asked."""
    return hits_an_area(s, who, card, trait) and not trait_allows(s, card, Keyword.AREA_ATTACK, trait)


@attack.cannot("5.3.8a", "5.3.8b", "may not be attacked via that trait")
def target_lacks_the_trait(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """The target has at least 0 in the trait: a card with a null there cannot be attacked through it."""
    return not hits_an_area(s, who, card, trait) and all(s.slot[c] != target or is_null(c, trait) for c in Card)


@attack.cannot("5.3.10a", "5.3.10b", "cannot be declared as a target")
def surround_rule(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """A card that is covered on all four sides is no target."""
    return not hits_an_area(s, who, card, trait) and any(s.slot[c] == target and surrounded(s, c) for c in Card)


@surround_rule.exception("9.22.1a", "9.22.1b")
def penetrators_reach_the_surrounded(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """PENETRATOR sets the surround rule aside."""
    return has(s, card, Keyword.PENETRATOR)


@surround_rule.exception("9.18.1d")
def melee_reaches_the_surrounded(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """The spaces of MELEE include surrounded cards."""
    return (
        could_attack(s, who, card)
        and has(s, card, Keyword.MELEE)
        and not has(s, card, Keyword.PENETRATOR)
        and any(s.slot[c] == target and surrounded(s, c) for c in Card)
        and melee_ignores_surrounding(s)
    )


@attack.cannot("9.5.1c", "9.5.1e", "may not be attacked")
def target_is_camouflaged(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """A camouflaged card cannot be attacked."""
    return not hits_an_area(s, who, card, trait) and any(s.slot[c] == target and camouflaged(s, c) for c in Card)


@attack.cannot("9.12.1a", "can only be attacked once a turn")
def target_was_attacked(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """A card with ELUSIVE is attacked once a turn."""
    return not hits_an_area(s, who, card, trait) and any(s.slot[c] == target and eludes(s, c) for c in Card)


@attack.forbid("9.13.1c", over=attack)
def target_flies(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """A card with FLYING can be attacked without it once it is engaged; what holds before is only implied."""
    return (
        could_attack(s, who, card)
        and not hits_an_area(s, who, card, trait)
        and any(s.slot[c] == target and flies_above(s, c, card) for c in Card)
    )


@attack.cannot("9.18.1a", "9.18.1c", "can only attack into these spaces")
def beyond_melee(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """A card with MELEE attacks only into the spaces around it, corners included."""
    return could_attack(s, who, card) and out_of_melee(s, card, target)


@attack.forbid("5.3.6a", over=attack)
def not_a_character_to_choose(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """A character is chosen; whose is not said."""
    return could_attack(s, who, card) and controller(s, card) != who and not may_attack_with_cards_of_others(s)


@attack.forbid("5.3.6b", over=attack)
def not_a_target_to_choose(s: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """A target space is chosen; whose is not said."""
    return (
        could_attack(s, who, card)
        and not hits_an_area(s, who, card, trait)
        and any(s.slot[c] == target and c != card and is_spared(s, c) for c in Card)
    )


# --- what a character can reach -----------------------------------------------------------------------------------


def eludes(s: State, card: Card) -> bool:
    """Whether a card with ELUSIVE was attacked in this turn already."""
    return has(s, card, Keyword.ELUSIVE) and s.assailed[card]


def flies_above(s: State, card: Card, attacker: Card) -> bool:
    """Whether a card flies out of the reach of an attacker without FLYING."""
    return (
        has(s, card, Keyword.FLYING)
        and not has(s, attacker, Keyword.FLYING)
        and not flyers_are_attacked_from_the_ground(s)
    )


def reaches_the_surrounded(s: State, attacker: Card) -> bool:
    """Whether an attacker has PENETRATOR, or MELEE if that reaches surrounded cards, too."""
    return has(s, attacker, Keyword.PENETRATOR) or (has(s, attacker, Keyword.MELEE) and melee_ignores_surrounding(s))


def is_out_of_reach(s: State, attacker: Card, card: Card) -> bool:
    """Whether something about a card, or where it lies, protects it from an attacker."""
    here = s.slot[card]
    return (
        camouflaged(s, card)
        or eludes(s, card)
        or (surrounded(s, card) and not reaches_the_surrounded(s, attacker))
        or flies_above(s, card, attacker)
        or (here is not None and out_of_melee(s, attacker, here))
    )


def is_spared(s: State, card: Card) -> bool:
    """Whether the turn player cannot attack a card, as it is his own."""
    return on_turn(s, controller(s, card)) and not may_attack_own_cards(s)


may_attack_with_cards_of_others = megacorp.doubt(
    "may a player attack with characters that others control?",
    only_own_characters=no("only with one's own characters", default=True),
    any_character_in_play=yes("with any character in play, as the words have it"),
)


may_attack_own_cards = megacorp.doubt(
    "may a player attack cards that he controls himself?",
    only_cards_of_others=no("only cards that others control", default=True),
    any_card_but_itself=yes("any card but the attacker itself, as the words have it"),
)


engaged_characters_may_attack = megacorp.doubt(
    "may a character attack that is engaged already?",
    only_disengaged_characters=no("no: it could not be engaged for the attack", default=True),
    engaged_ones_too=yes("yes: engaged cards cannot block or be sold, and of attacking nothing is said"),
)


flyers_are_attacked_from_the_ground = megacorp.doubt(
    "may characters without FLYING attack a card that flies?",
    only_once_it_is_engaged=no(
        "That they can attack it when it is engaged is said as a consequence: before, they cannot.",
        "9.13.1c",
        default=True,
    ),
    any_kind_of_card_is_attacked=yes(
        "Characters attack any kind of card; of FLYING only what it does to blocking and retaliation is said.",
        "5.3.4a",
        "5.3.4c",
    ),
)


melee_crosses_networks = megacorp.doubt(
    "does MELEE reach into another network?",
    only_its_own_network=no("no space of another network is around the card", default=True),
    no_limit_between_networks=yes("between networks nothing can be measured, and nothing limits it"),
)


melee_ignores_surrounding = megacorp.doubt(
    "may a card with MELEE attack a surrounded card next to it?",
    surrounded_cards_are_included=yes("What MELEE can attack includes surrounded cards.", "9.18.1d", default=True),
    covered_cards_are_no_targets=no(
        "A covered card cannot be declared a target; PENETRATOR says that it ignores this, MELEE does not.", "5.3.10a"
    ),
)


# --- bonded cards (9.22) ------------------------------------------------------------------------------------------


@megacorp.action("9.22.1c", "9.22.1d")
def attack_beneath(s: State, who: Player, card: Card, victim: Card, trait: Trait) -> None:
    """Attack a bonded card, through a trait; who picks the card in a pile is not said: as we read it, the attacker."""
    domain(
        (victim.keywords[Keyword.BOND] or victim.keywords[Keyword.TERRAIN])
        and s.zone[card] == Zone.NETWORK
        and s.zone[victim] == Zone.NETWORK
        and s.under[victim] is not None
        and card != victim
    )
    target = place_of(s, victim)
    if target is not None:
        with effect("9.22.1c"):
            declare(s, card, target, victim, trait)


@attack_beneath.permit("9.22.1c")
def penetrators_attack_bonded_cards(s: State, who: Player, card: Card, victim: Card, trait: Trait) -> bool:
    """PENETRATOR can attack bonded cards too."""
    return attacks_are_declared(s, who) and has(s, card, Keyword.PENETRATOR)


@attack_beneath.forbid("9.4.1h")
def bonded_cards_are_not_attacked(s: State, who: Player, card: Card, victim: Card, trait: Trait) -> bool:
    """A card beneath another cannot be attacked; neither passage names the other."""
    return True


@attack_beneath.cannot("5.3.3", "only character cards", also=attack)
def only_characters_attack(s: State, card: Card) -> bool:
    """Only characters attack."""
    return card.kind != Kind.CHARACTER


@attack_beneath.cannot("3.3.3b", "bonded cards cannot attack", also=attack)
def bonded_cards_do_not_attack(s: State, card: Card) -> bool:
    """What lies beneath another card cannot attack."""
    return s.under[card] is not None


@attack_beneath.cannot("5.3.7a", "the attacker can only choose a positive trait", also=attack)
def without_a_positive_value(s: State, card: Card, trait: Trait) -> bool:
    """One attacks through a trait in which the attacker's value is positive."""
    return is_null(card, trait) or score(s, card, trait) < Numbers.least_attack


@attack_beneath.cannot("5.3.8a", "5.3.8b", "may not be attacked")
def bonded_card_lacks_the_trait(s: State, who: Player, card: Card, victim: Card, trait: Trait) -> bool:
    """A card with a null in a trait cannot be attacked through it."""
    return is_null(victim, trait)


@attack_beneath.cannot("5.3.13", "9.21.1b", "only one attack in a turn", also=attack)
def has_attacked(s: State, card: Card) -> bool:
    """A character attacks once a turn, OVERWATCH or not."""
    return s.attacked[card]


@attack_beneath.cannot("9.12.1a", "can only be attacked once a turn")
def bonded_card_was_attacked(s: State, who: Player, card: Card, victim: Card, trait: Trait) -> bool:
    """A card with ELUSIVE is attacked once a turn."""
    return eludes(s, victim)


@attack_beneath.cannot("9.18.1a", "can only attack into these spaces")
def beneath_beyond_melee(s: State, who: Player, card: Card, victim: Card, trait: Trait) -> bool:
    """A card with MELEE attacks only into the spaces around it."""
    target = place_of(s, victim)
    return target is not None and could_attack(s, who, card) and out_of_melee(s, card, target)


@attack_beneath.forbid("5.3.6a", over=attack_beneath)
def not_a_choice_beneath(s: State, who: Player, card: Card, victim: Card, trait: Trait) -> bool:
    """A character and a target are chosen; whose is not said."""
    return could_attack(s, who, card) and (
        (controller(s, card) != who and not may_attack_with_cards_of_others(s)) or is_spared(s, victim)
    )


@attack.forbid("5.3.12", also=attack_beneath, over=attack)
def one_was_fought_already(s: State, who: Player, card: Card) -> bool:
    """What is repeated for further characters may be no more than was said before: no declaration comes behind
    damage."""
    return (
        could_attack(s, who, card)
        and any(s.attacked[c] and c not in s.queue for c in Card)
        and all_attacks_are_declared_first(s)
    )


@attack.forbid("5.3.11a", also=attack_beneath, over=attack)
def attacker_is_engaged(s: State, who: Player, card: Card) -> bool:
    """Attacking engages the character; that it is disengaged before is not said."""
    return could_attack(s, who, card) and is_engaged(s, card) and not engaged_characters_may_attack(s)
