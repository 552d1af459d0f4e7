"""MegaCorp, 5.3 and chapter 9: what answers promise about who may attack what, and where."""

from __future__ import annotations

from checks.megacorp.promises_network import is_free_to_act
from model.megacorp.areas import covers
from model.megacorp.challenge import (
    attack,
    attacks_without_its_area,
    flyers_are_attacked_from_the_ground,
    may_attack_own_cards,
    melee_crosses_networks,
)
from model.megacorp.places import is_engaged, network_of, on_top, surrounded
from model.megacorp.state import Card, Keyword, Kind, Player, Slot, State, Step, Trait, When, megacorp
from model.megacorp.turns import on_turn
from model.megacorp.words import bears, camouflaged, controller, is_null, keeper, prints, score, trait_allows
from ruleslawyer.lang import Checks, allows

checks = Checks(megacorp)

# --- who may attack what (findings 116, 118, 213, 221) ------------------------------------------------------------


def may_still_attack(s: State, who: Player, card: Card) -> bool:
    """A character of the turn player's own that is upright and has not attacked, while nothing else is to be done."""
    return (
        s.step == Step.CHALLENGE
        and is_free_to_act(s)
        and len(s.queue) == 0
        and not s.fighting
        and on_turn(s, who)
        and not s.lost[who]
        and card.owner == who
        and s.buyer[card] is None
        and card.kind == Kind.CHARACTER
        and on_top(s, card)
        and not s.engaged[card]
        and not s.attacked[card]
        and all(c.when != When.CHALLENGE for c in Card)
    )


def is_open_to_attack(s: State, card: Card, trait: Trait) -> bool:
    """A card has the trait, and neither neighbours nor CAMOUFLAGE nor ELUSIVE protect it."""
    return (
        on_top(s, card)
        and not is_null(card, trait)
        and not camouflaged(s, card)
        and not surrounded(s, card)
        and not (bears(s, card, Keyword.ELUSIVE) and s.assailed[card])
    )


def flies(s: State, card: Card) -> bool:
    """An upright card with FLYING."""
    return bears(s, card, Keyword.FLYING) and not is_engaged(s, card)


def may_attack_plainly(s: State, who: Player, card: Card, trait: Trait) -> bool:
    """A character may still attack in a trait, and nothing widens or narrows its attack: no area, no MELEE."""
    return (
        may_still_attack(s, who, card)
        and not bears(s, card, Keyword.AREA_ATTACK)
        and not bears(s, card, Keyword.MELEE)
        and score(s, card, trait) != 0
    )


@checks.promise(may_attack_own_cards.any_card_but_itself, "5.3.5", "5.3.4a")
def own_cards_may_be_attacked(s: State) -> bool:
    """Whoever may attack with a character may attack a card of her own with it, other than itself."""
    return all(
        not may_attack_plainly(s, who, c, t)
        or keeper(s, d) != who
        or c == d
        or flies(s, d)
        or not is_open_to_attack(s, d, t)
        or all(s.slot[d] != slot or allows(attack, s, who, c, slot, t) for slot in Slot)
        for who in Player
        for c in Card
        for d in Card
        for t in Trait
    )


@checks.promise(may_attack_own_cards.any_card_but_itself, "9.2.1a", "5.3.5")
def an_area_attack_hits_own_cards_too(s: State) -> bool:
    """Of the attacking player's own cards in the area those are hit that could be attacked, but for the attacker."""
    return all(
        not s.weighed[c]
        or s.caught[c]
        or s.attacker == c
        or keeper(s, c) != keeper_of_the_attack(s)
        or not hit_by_its_place(s, c)
        for c in Card
    )


def keeper_of_the_attack(s: State) -> Player | None:
    """The turn player, if any."""
    return s.order.top if len(s.order) > 0 else None


def hit_by_its_place(s: State, card: Card) -> bool:
    """A card lies in the area that is attacked, on the ground, and could be attacked in the trait."""
    return (
        any(s.slot[card] == slot and s.area[slot] for slot in Slot)
        and not flies(s, card)
        and all(s.contested != t or is_open_to_attack(s, card, t) for t in Trait)
        and all(s.attacker != a or not bears(s, a, Keyword.MELEE) for a in Card)
    )


@checks.promise(may_attack_own_cards.only_cards_of_others, "5.3.5", "9.2.1a")
def nobody_attacks_own_cards(before: State, after: State) -> bool:
    """No attack is declared on a card that the turn player controls, and none of them is caught in an area."""
    return all(
        not on_turn(after, controller(after, c))
        or (
            (not after.caught[c] or before.caught[c])
            and (after.defender != c or before.attacker is not None or after.attacker is None)
        )
        for c in Card
    )


@checks.promise(flyers_are_attacked_from_the_ground.any_kind_of_card_is_attacked, "5.3.4a", "9.13.1c")
def flyers_may_be_attacked_from_the_ground(s: State) -> bool:
    """Whoever may attack with a character may attack an upright flyer of a rival with it."""
    return all(
        not may_attack_plainly(s, who, c, t)
        or not flies(s, d)
        or keeper(s, d) == who
        or not is_open_to_attack(s, d, t)
        or all(s.slot[d] != slot or allows(attack, s, who, c, slot, t) for slot in Slot)
        for who in Player
        for c in Card
        for d in Card
        for t in Trait
    )


@checks.promise(flyers_are_attacked_from_the_ground.any_kind_of_card_is_attacked, "9.2.1a", "5.3.4a")
def an_area_attack_hits_flyers_too(s: State) -> bool:
    """Of a rival's upright flyers in an area those that could be attacked otherwise are hit, from the ground too."""
    return all(
        not s.weighed[c]
        or s.caught[c]
        or not flies(s, c)
        or on_turn(s, keeper(s, c))
        or all(s.slot[c] != slot or not s.area[slot] for slot in Slot)
        or any(s.contested == t and not is_open_to_attack(s, c, t) for t in Trait)
        or any(s.attacker == a and bears(s, a, Keyword.MELEE) for a in Card)
        for c in Card
    )


@checks.promise(flyers_are_attacked_from_the_ground.only_once_it_is_engaged, "9.13.1c")
def no_flyer_is_attacked_from_the_ground(before: State, after: State) -> bool:
    """No card without FLYING declares an attack on an upright flyer, or has one in the area that it hits."""
    return all(
        after.attacker != a
        or bears(before, a, Keyword.FLYING)
        or all(
            not flies(before, c)
            or (
                (not after.caught[c] or before.caught[c]) and (after.defender != c or before.attacker == after.attacker)
            )
            for c in Card
        )
        for a in Card
    )


@checks.promise(melee_crosses_networks.no_limit_between_networks, "9.18.1a", "9.18.1b")
def melee_may_attack_any_space_of_another_network(s: State) -> bool:
    """Whoever may attack with a card with MELEE may attack what lies in any space of another network with it."""
    return all(
        not may_still_attack(s, who, c)
        or not bears(s, c, Keyword.MELEE)
        or bears(s, c, Keyword.AREA_ATTACK)
        or score(s, c, t) == 0
        or flies(s, d)
        or keeper(s, d) == who
        or network_of(s, c) == network_of(s, d)
        or not is_open_to_attack(s, d, t)
        or all(s.slot[d] != slot or allows(attack, s, who, c, slot, t) for slot in Slot)
        for who in Player
        for c in Card
        for d in Card
        for t in Trait
    )


@checks.promise(melee_crosses_networks.no_limit_between_networks, "9.18.1a", "5.3.14b")
def melee_answers_into_another_network(before: State, after: State) -> bool:
    """An upright target with MELEE, alone attacked out of another network by a plain card, answers unless it is not to
    or falls first."""
    return (
        before.step != Step.STRIKE
        or before.struck_first
        or any(before.blocking[c] or before.caught[c] for c in Card)
        or all(
            before.attacker != a
            or before.defender != d
            or not bears(before, d, Keyword.MELEE)
            or network_of(before, a) == network_of(before, d)
            or is_engaged(before, d)
            or before.withheld[d]
            or before.retaliated[d]
            or not plain_in_a_challenge(before, a)
            or any(before.contested == t and score(before, d, t) == 0 for t in Trait)
            or after.retaliated[d]
            for a in Card
            for d in Card
        )
    )


def plain_in_a_challenge(s: State, card: Card) -> bool:
    """A card without keywords that keep others from answering its attack."""
    return (
        on_top(s, card)
        and not bears(s, card, Keyword.FLYING)
        and not bears(s, card, Keyword.INITIATIVE)
        and not bears(s, card, Keyword.SUPPRESSOR)
        and not bears(s, card, Keyword.AREA_ATTACK)
    )


@checks.promise(melee_crosses_networks.only_its_own_network, "9.18.1a", "9.18.1b")
def melee_stays_in_its_network(before: State, after: State) -> bool:
    """No card with MELEE declares an attack into another network, or answers one out of another network."""
    return all(
        not bears(before, c, Keyword.MELEE)
        or (
            (after.attacker != c or before.attacker == c or place_in(after, c))
            and (
                not after.retaliated[c]
                or before.retaliated[c]
                or any(before.attacker == a and network_of(before, a) == network_of(before, c) for a in Card)
            )
        )
        for c in Card
    )


def place_in(s: State, card: Card) -> bool:
    """The space that is attacked is one of the network in which a card lies."""
    return any(s.aimed == slot and slot.network == network_of(s, card) for slot in Slot)


@checks.promise(attacks_without_its_area.other_traits_attack_one_card, "9.2.1i", "5.3.6c")
def another_trait_may_attack_a_single_card(s: State) -> bool:
    """With a trait that a card's area attack does not name it may attack a card of a rival, and no area with that."""
    return all(not goes_beside_its_area(s, a) or all(not s.area[slot] for slot in Slot) for a in Card) and all(
        not may_still_attack(s, who, c)
        or not bears(s, c, Keyword.AREA_ATTACK)
        or bears(s, c, Keyword.MELEE)
        or trait_allows(s, c, Keyword.AREA_ATTACK, t)
        or score(s, c, t) == 0
        or flies(s, d)
        or keeper(s, d) == who
        or not is_open_to_attack(s, d, t)
        or all(s.slot[d] != slot or allows(attack, s, who, c, slot, t) for slot in Slot)
        for who in Player
        for c in Card
        for d in Card
        for t in Trait
    )


def goes_beside_its_area(s: State, card: Card) -> bool:
    """A card attacks with a trait that its area attack does not name."""
    return (
        s.attacker == card
        and bears(s, card, Keyword.AREA_ATTACK)
        and any(s.contested == t and not trait_allows(s, card, Keyword.AREA_ATTACK, t) for t in Trait)
    )


@checks.promise(attacks_without_its_area.every_attack_is_its_area_attack, "9.2.1i", "9.2.1k")
def what_has_an_area_attack_attacks_an_area(before: State, after: State) -> bool:
    """As a card with AREA ATTACK attacks, it does so with a trait that its area attack allows, and there is an area."""
    return all(
        after.attacker != a
        or before.attacker == a
        or not bears(before, a, Keyword.AREA_ATTACK)
        or (
            any(after.area[slot] for slot in Slot)
            and all(after.contested != t or trait_allows(before, a, Keyword.AREA_ATTACK, t) for t in Trait)
        )
        for a in Card
    )


# --- the area (finding 156) ---------------------------------------------------------------------------------------


def lies_between(here: int, there: int, less: int, more: int) -> bool:
    """A row or column is at most so many less, and at most so many more, than another."""
    return there - less <= here <= there + more


@checks.promise(covers.around_the_middle, "9.2.1b")
def the_target_lies_in_the_middle_of_the_area(s: State) -> bool:
    """Of the area as many rows and columns lie before the target as after it, or, where they are even, one less."""
    return all(
        s.attacker != a
        or s.aimed != goal
        or all(not s.area[slot] for slot in Slot)
        or any(
            prints(s, c, a, Keyword.AREA_ATTACK)
            and all(
                s.area[slot]
                == (
                    slot.network == goal.network
                    and lies_between(slot.row, goal.row, (c.height - 1) // 2, c.height // 2)
                    and lies_between(slot.column, goal.column, (c.width - 1) // 2, c.width // 2)
                )
                for slot in Slot
            )
            for c in Card
        )
        for a in Card
        for goal in Slot
    )


@checks.promise(covers.from_a_corner, "9.2.1b")
def the_target_lies_at_the_corner_of_the_area(s: State) -> bool:
    """No row or column of the area lies before the target."""
    return all(
        not s.area[slot] or s.aimed != goal or (goal.row <= slot.row and goal.column <= slot.column)
        for slot in Slot
        for goal in Slot
    )
