"""Mere Mortals, Sections 4 and 10: how turns pass, and what takes the place of an Ally."""

from __future__ import annotations

from model.mere_mortals.attack import stops_an_attack
from model.mere_mortals.battle import nullified_for_good, pass_turn
from model.mere_mortals.frames import Contest
from model.mere_mortals.leads import Higher, higher_shade, lead_of, rank
from model.mere_mortals.powers import use_power
from model.mere_mortals.setup import swap
from model.mere_mortals.state import Card, Does, Numbers, Place, Player, Power, State, Step, mere_mortals
from model.mere_mortals.stopping import spend
from model.mere_mortals.turn import cut_down
from model.mere_mortals.words import hand, has_lead, is_personality, matches, opponent, printed
from ruleslawyer.lang import Checks, is_open

checks = Checks(mere_mortals)


@checks.step("4.9b", "1.4c")
def a_turn_begins_with_a_draw(before: State, after: State) -> bool:
    """When hands have been cut down the other player's turn comes, which begins with drawing cards."""
    return before.step != Step.DISCARD or after.step in (Step.DISCARD, Step.DRAW)


@checks.step("4.9b")
def the_other_player_comes(before: State, after: State) -> bool:
    """It is the other player's then, and nobody fights."""
    return before.step != Step.DISCARD or after.step != Step.DRAW or (after.turn != before.turn and not after.fighting)


@checks.step("10.1a", of=swap)
def a_personality_takes_the_slot(before: State, after: State, who: Player, old: Card, card: Card) -> bool:
    """A Personality of the hand comes for an Ally, which is one no more."""
    return (
        is_personality(card)
        and before.place[card] == Place.HAND
        and after.place[card] == Place.ALLY
        and after.place[old] != Place.ALLY
    )


@checks.step("5.4d", "5.5b", of=pass_turn)
def a_battle_leaves_all_restored(before: State, after: State, who: Player) -> bool:
    """When a BATTLE has ended nothing is exhausted, and nothing nullified that works again then."""
    return after.step != Step.DISCARD or all(
        not after.exhausted[c] and not after.used[c] and (not after.nullified[c] or nullified_for_good(before))
        for c in Card
    )


@checks.step("6.2b", of=use_power)
def attacks_are_answered_by_what_stops_them(before: State, after: State, who: Player, card: Card, which: Power) -> bool:
    """While an attack may be stopped, no other power is used than one that stops it."""
    return not is_open(before, Contest) or printed(card, which) == Does.STOP


@checks.step("7.9a", "7.11a", of=spend)
def what_is_spent_to_stop_an_attack_matches(before: State, after: State, who: Player, card: Card) -> bool:
    """A card is spent beside a Personality of its Shade, unless it is a Personality itself."""
    return not stops_an_attack(before) or matches(before, who, card) or is_personality(card)


@checks.sometimes("3.1b")
def the_leads_are_being_laid_out(s: State) -> bool:
    """Before play begins somebody has a Lead."""
    return not begins(s) and any(has_lead(s, p) for p in Player)


def begins(s: State) -> bool:
    """Whether somebody has begun to play."""
    return s.step in (Step.DRAW, Step.SETUP, Step.BATTLE, Step.DISCARD)


@checks.always("3.1b", "3.2a", "8.1", reached=the_leads_are_being_laid_out)
def one_lead_is_laid_out(s: State) -> bool:
    """Until play begins nobody has laid out two Leads."""
    return begins(s) or all(
        c == d or c.owner != d.owner or s.place[c] != Place.LEAD or s.place[d] != Place.LEAD for c in Card for d in Card
    )


@checks.sometimes("4.2d")
def it_is_open_who_begins(s: State) -> bool:
    """The Leads do not say who begins."""
    return s.step in (Step.LOT, Step.AGREE)


@checks.always("4.2d", reached=it_is_open_who_begins)
def alike_leads_leave_it_open(s: State) -> bool:
    """Where lots are drawn, or the players agree, each has a Lead, and neither comes before the other."""
    return s.step not in (Step.LOT, Step.AGREE) or (
        all(has_lead(s, p) for p in Player)
        and all(
            s.place[c] != Place.LEAD
            or s.place[d] != Place.LEAD
            or c.owner == d.owner
            or not is_lower(c, d, higher_shade(s))
            for c in Card
            for d in Card
        )
    )


@checks.step("4.2d")
def the_higher_lead_begins(before: State, after: State) -> bool:
    """Whoever has the first turn has the Lead of the higher EVP, or at equal EVP that of the Shade that is higher."""
    return (
        before.turn is not None
        or after.turn is None
        or not (has_lead(after, after.turn) and has_lead(after, opponent(after.turn)))
        or not is_lower(lead_of(after, after.turn), lead_of(after, opponent(after.turn)), higher_shade(after))
    )


def is_lower(mine: Card, theirs: Card, higher: Higher) -> bool:
    """Whether another Lead comes before one, by what is printed on both."""
    if mine.evp != theirs.evp or mine.shade is None or theirs.shade is None:
        return mine.evp < theirs.evp
    return (higher == Higher.LISTED_FIRST and rank(mine.shade) > rank(theirs.shade)) or (
        higher == Higher.LISTED_LAST and rank(mine.shade) < rank(theirs.shade)
    )


@checks.step("4.7", "4.8")
def both_hands_are_small(before: State, after: State) -> bool:
    """After a BATTLE both players have no more cards than they may keep, after a passed SETUP the one whose it was."""
    return (
        before.step != Step.DISCARD
        or after.step == Step.DISCARD
        or all(hand(after, p) <= Numbers.kept for p in Player if before.fighting or p == before.turn)
    )


@checks.step("4.7", "4.8", of=cut_down)
def nobody_else_discards(before: State, after: State, who: Player, card: Card) -> bool:
    """After a passed SETUP the other hand stays as it is."""
    return before.fighting or before.turn == who
