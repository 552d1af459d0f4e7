"""MegaCorp, 5.3: who attacks what, who blocks, and what damage does."""

from __future__ import annotations

from checks.megacorp.ends import is_over
from checks.megacorp.network import a_turn_is_over
from model.megacorp.blocking import beside_the_target, declare_blocker, distribute, may_block_with_cards_of_others
from model.megacorp.challenge import attack, blockers, may_attack_with_cards_of_others
from model.megacorp.places import is_engaged, on_top, place_of, surrounded
from model.megacorp.state import Card, Does, Fate, Keyword, Kind, Player, Slot, State, Step, Trait, Zone, megacorp
from model.megacorp.turns import nothing_pending, on_turn, settled
from model.megacorp.words import bears, camouflaged, controller, has, is_null, score
from ruleslawyer.lang import Checks

checks = Checks(megacorp)

# --- attacks ------------------------------------------------------------------------------------------------------


@checks.step("5.3.3", "3.3.3b", "5.3.7a", "5.3.13", of=attack)
def what_attacks_may_attack(before: State, after: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """Only a character attacks, beneath no other card, with a score above zero, for the first time in the turn."""
    return (
        card.kind == Kind.CHARACTER
        and on_top(before, card)
        and score(before, card, trait) > 0
        and not before.attacked[card]
        and after.attacked[card]
    )


@checks.step("5.3.8a", "5.3.10a", "9.5.1c", "9.12.1a", "5.3.5", of=attack)
def what_is_attacked_may_be(before: State, after: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """The target is another card, has the trait, and is not camouflaged; PENETRATOR and MELEE apart it is not
    surrounded; and if it is ELUSIVE, it was not attacked in this turn."""
    return bears(before, card, Keyword.AREA_ATTACK) or all(
        before.slot[c] != target
        or (
            c != card
            and not is_null(c, trait)
            and not camouflaged(before, c)
            and (not surrounded(before, c) or has(before, card, Keyword.PENETRATOR) or has(before, card, Keyword.MELEE))
            and (not has(before, c, Keyword.ELUSIVE) or not before.assailed[c])
        )
        for c in Card
    )


@checks.sometimes("9.12.1a")
def an_elusive_card_was_attacked(s: State) -> bool:
    """A card with ELUSIVE has been attacked in this turn."""
    return any(s.zone[c] == Zone.NETWORK and c.keywords[Keyword.ELUSIVE] and s.assailed[c] for c in Card)


@checks.sometimes("9.18.1a")
def a_card_with_melee_attacked(s: State) -> bool:
    """A card with MELEE has attacked in this turn."""
    return any(c.keywords[Keyword.MELEE] and s.attacked[c] for c in Card)


@checks.step("9.18.1a", "9.18.1c", of=attack, reached=a_card_with_melee_attacked)
def melee_attacks_what_is_near(
    before: State, after: State, who: Player, card: Card, target: Slot, trait: Trait
) -> bool:
    """In its own network a card with MELEE attacks a space that touches its own at a side or a corner; between networks
    nothing can be measured."""
    return not has(before, card, Keyword.MELEE) or all(
        place_of(before, card) != here
        or here.network != target.network
        or (
            here.row <= target.row + 1
            and target.row <= here.row + 1
            and here.column <= target.column + 1
            and target.column <= here.column + 1
        )
        for here in Slot
    )


@checks.step("5.3.6a", of=attack)
def players_attack_with_their_own(
    before: State, after: State, who: Player, card: Card, target: Slot, trait: Trait
) -> bool:
    """The turn player attacks, and with what that player controls, unless the text is read to allow any character."""
    return on_turn(before, who) and (controller(before, card) == who or may_attack_with_cards_of_others(before))


@checks.step("5.3.11a", of=attack)
def attacking_engages(before: State, after: State, who: Player, card: Card, target: Slot, trait: Trait) -> bool:
    """The attacker is engaged, unless it has OVERWATCH, or a terrain in its pile keeps it upright."""
    return (
        after.engaged[card]
        or has(before, card, Keyword.OVERWATCH)
        or any(c.keywords[Keyword.TERRAIN] and (c == card or before.under[c] == card) for c in Card)
    )


@checks.step("5.3.6b", "8.1.1", of=attack)
def attacking_costs_and_heals_nothing(
    before: State, after: State, who: Player, card: Card, target: Slot, trait: Trait
) -> bool:
    """Declaring an attack changes nobody's money, and no damage."""
    return all(after.money[p] == before.money[p] for p in Player) and all(
        after.damage[c][t] == before.damage[c][t] for c in Card for t in Trait
    )


@checks.sometimes("5.3.6b")
def an_attack_is_under_way(s: State) -> bool:
    """There is an attacker."""
    return s.attacker is not None


@checks.always("5.3.14a", "3.3.3b", reached=an_attack_is_under_way)
def the_attacker_stands(s: State) -> bool:
    """While blocks and damage are decided, and nothing comes between, the attacker lies on top of a space."""
    return (
        s.step not in (Step.BLOCK, Step.SPLIT) or not settled(s) or any(s.attacker == c and on_top(s, c) for c in Card)
    )


@checks.leads_to("5.3.12", "5.3.14a")
def every_attack_comes_to_an_end(s: State) -> tuple[bool, bool]:
    """Once declared, an attack is fought or comes to nothing."""
    return s.attacker is not None, s.attacker is None or is_over(s)


# --- blocks (5.3.20 to 5.3.23) ------------------------------------------------------------------------------------


@checks.step("3.2.4", "3.3.3c", "5.3.20b", "5.3.20c", "5.3.21", of=declare_blocker)
def what_blocks_may_block(before: State, after: State, who: Player, card: Card) -> bool:
    """A blocker is upright, beneath no other card, next to the target, and has the trait of the challenge."""
    return (
        not is_engaged(before, card)
        and on_top(before, card)
        and beside_the_target(before, card)
        and all(before.contested != t or not is_null(card, t) for t in Trait)
    )


@checks.step("9.13.1a", "9.23.1", of=declare_blocker)
def what_is_blocked_may_be(before: State, after: State, who: Player, card: Card) -> bool:
    """No attack with PRECISION is blocked, and one with FLYING only by a card that flies."""
    return all(
        before.attacker != a
        or (
            not has(before, a, Keyword.PRECISION)
            and (not has(before, a, Keyword.FLYING) or has(before, card, Keyword.FLYING))
        )
        for a in Card
    )


@checks.step("5.3.20a", of=declare_blocker)
def players_block_with_their_own(before: State, after: State, who: Player, card: Card) -> bool:
    """A player who is not on turn blocks, and with a card that he controls, unless the text is read to allow any."""
    return not on_turn(before, who) and (controller(before, card) == who or may_block_with_cards_of_others(before))


@checks.always("5.3.20a", reached=an_attack_is_under_way)
def the_turn_player_is_not_asked_to_block(s: State) -> bool:
    """While blockers are declared, nobody who is on turn is asked for one."""
    return s.step != Step.BLOCK or all(not s.asked[p] or not on_turn(s, p) for p in Player)


@checks.sometimes("5.3.20a")
def a_card_blocks(s: State) -> bool:
    """A blocker has been declared."""
    return any(s.blocking[c] for c in Card)


@checks.always("5.3.20c", "5.3.22c", reached=a_card_blocks)
def blockers_stand_beside_the_target(s: State) -> bool:
    """What blocks lies next to the target, as long as the challenge lasts."""
    return s.step not in (Step.BLOCK, Step.SPLIT) or all(
        not s.blocking[c] or not on_top(s, c) or beside_the_target(s, c) for c in Card
    )


def shared_out(s: State) -> bool:
    """The attacker's damage is distributed among several blockers."""
    return s.step == Step.SPLIT and blockers(s) > 1


@checks.sometimes("5.3.25a")
def damage_is_shared_out(s: State) -> bool:
    """There are several blockers, among whom damage is distributed."""
    return shared_out(s)


@checks.always("5.3.25b", reached=damage_is_shared_out)
def shares_add_up(s: State) -> bool:
    """What was distributed and what is still to be distributed add up to the attacker's score in the trait."""
    return not shared_out(s) or all(
        s.attacker != a or s.contested != t or s.to_share + sum(s.share[c] for c in Card) == score(s, a, t)
        for a in Card
        for t in Trait
    )


@checks.step("5.3.25a", "5.3.25b", of=distribute)
def a_point_is_distributed_once(before: State, after: State, who: Player, card: Card) -> bool:
    """One point goes from what is left to one blocker."""
    return (
        on_turn(before, who)
        and after.to_share == before.to_share - 1
        and all(after.share[c] == before.share[c] + (1 if c == card else 0) for c in Card)
    )


# --- damage (5.3.14 to 5.3.18, 5.5.5) -----------------------------------------------------------------------------


@checks.sometimes("5.3.15a")
def a_card_is_damaged(s: State) -> bool:
    """There is damage on a card."""
    return any(s.damage[c][t] > 0 for c in Card for t in Trait)


@checks.always("5.3.15b", "9.15.1d", reached=a_card_is_damaged)
def what_damage_brings_to_zero_leaves(s: State) -> bool:
    """Between two attacks no card is left in play that damage has brought to zero, but for INDESTRUCTIBLE ones."""
    return (
        s.step != Step.CHALLENGE
        or not nothing_pending(s)
        or all(
            s.zone[c] != Zone.NETWORK
            or bears(s, c, Keyword.INDESTRUCTIBLE)
            or s.damage[c][t] == 0
            or score(s, c, t) > 0
            for c in Card
            for t in Trait
        )
    )


@checks.step("2.6.6d", "5.3.15b", reached=a_card_is_damaged)
def damage_destroys_what_it_has_hurt(before: State, after: State) -> bool:
    """What damage destroys has damage on it, permanent or not: a card takes none in a trait that is null for it."""
    return all(
        before.by_damage[c] or not after.by_damage[c] or any(after.damage[c][t] + after.scar[c][t] > 0 for t in Trait)
        for c in Card
    )


@checks.step("5.3.15b", reached=a_card_is_damaged)
def damage_destroys_at_zero_alone(before: State, after: State) -> bool:
    """What damage destroys, in a challenge or outside of one, has nothing left in a trait that it is damaged in."""
    return all(
        before.by_damage[c]
        or not after.by_damage[c]
        or any(after.damage[c][t] + after.scar[c][t] > 0 and score(after, c, t) == 0 for t in Trait)
        for c in Card
    )


def restored(before: State, after: State, card: Card) -> bool:
    """REGENERATE is used on a card, by the keyword or by a printed ability that does the same: all its damage goes."""
    return all(after.damage[card][t] == 0 for t in Trait) and (
        before.doing[card] == Does.REGENERATE
        or (
            (before.fate[card] == Fate.DESTROYED or before.assassinated[card])
            and bears(before, card, Keyword.REGENERATE)
        )
    )


def remains(before: State, after: State, card: Card) -> bool:
    """A card stays in play."""
    return before.zone[card] == Zone.NETWORK and after.zone[card] == Zone.NETWORK


@checks.step("5.5.5a", "5.3.15a", reached=a_card_is_damaged)
def damage_heals_as_a_turn_ends_alone(before: State, after: State) -> bool:
    """Whatever happens in a turn, damage on a card in play does not become less, before all of it heals in phase E; but
    for REGENERATE, which takes all of it off one card (9.25.1)."""
    return before.step == Step.CLOSING or all(
        not remains(before, after, c)
        or restored(before, after, c)
        or all(after.damage[c][t] >= before.damage[c][t] for t in Trait)
        for c in Card
    )


@checks.sometimes("5.5.5b")
def a_card_is_damaged_for_good(s: State) -> bool:
    """There is permanent damage on a card."""
    return any(s.scar[c][t] > 0 for c in Card for t in Trait)


@checks.step("5.5.5b", reached=a_card_is_damaged_for_good)
def permanent_damage_never_heals(before: State, after: State) -> bool:
    """Permanent damage on a card in play does not become less, in phase E either; but for REGENERATE."""
    return all(
        not remains(before, after, c)
        or restored(before, after, c)
        or all(after.scar[c][t] >= before.scar[c][t] for t in Trait)
        for c in Card
    )


@checks.always("5.5.5a", reached=a_turn_is_over)
def damage_is_healed_when_a_turn_ends(s: State) -> bool:
    """When a turn is over there is no damage that could heal, and permanent damage is kept apart."""
    return s.step != Step.OVER or all(s.damage[c][t] == 0 for c in Card for t in Trait)


@checks.sometimes("5.3.17a")
def a_card_dealt_damage_back(s: State) -> bool:
    """A card has retaliated in this turn."""
    return any(s.retaliated[c] for c in Card)


@checks.step("5.3.14b", "5.3.18a", "5.3.17a", reached=a_card_dealt_damage_back)
def only_what_was_attacked_deals_damage_back(before: State, after: State) -> bool:
    """A reader might expect that the cards of the turn player only attack, and never retaliate."""
    return all(
        not after.retaliated[c] or before.retaliated[c] or not on_turn(before, controller(before, c)) for c in Card
    )


@checks.always("5.3.12", "5.3.23", reached=a_card_blocks)
def nothing_of_a_challenge_outlasts_it(s: State) -> bool:
    """Between two attacks, and in the phases after them, nobody blocks, is asked, or has damage to distribute."""
    return s.step not in (Step.CHALLENGE, Step.DIVEST, Step.END) or (
        s.to_share == 0
        and all(not s.asked[p] for p in Player)
        and all(not s.blocking[c] and s.share[c] == 0 and not s.withheld[c] for c in Card)
    )
