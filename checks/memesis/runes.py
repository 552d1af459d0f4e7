"""Memesis, Section 5: what Runes lie upon, whose they are, and what they cost."""

from __future__ import annotations

from checks.memesis.cells import a_card_is_attached
from model.memesis.bearers import bears_the_marking, partial_fusion_bears_more_runes
from model.memesis.frames import Attaching
from model.memesis.loose_runes import recover_rune
from model.memesis.placing import allies_place_for_nothing, in_allied_play
from model.memesis.runes import (
    attach_hidden_rune,
    lies_unattached,
    place_rune,
    play_rune_face_down,
    remove_rune,
    unmarked_cards_take_it_for_nothing,
)
from model.memesis.state import Card, Cell, Join, Kind, Numbers, Player, State, memesis
from model.memesis.table import head
from model.memesis.upgrading import play_upgraded_effect
from model.memesis.words import fused_by, is_fused, truly_fused, upgraded
from ruleslawyer.lang import Checks, frame_of, is_open

checks = Checks(memesis)


def is_a_rune_upon(s: State, card: Card) -> bool:
    """Whether a card is a Rune that upgrades another."""
    return s.cell[card] == Cell.UPON and s.joined[card] == Join.RUNE


@checks.sometimes("5.1b")
def a_card_bears_a_rune(s: State) -> bool:
    """A Rune lies upon a card."""
    return any(is_a_rune_upon(s, c) for c in Card)


@checks.always("5.6a", reached=a_card_bears_a_rune)
def one_rune_lies_upon_a_card(s: State) -> bool:
    """A card has one Rune at a time; 5.6h lets others play a second one."""
    return all(sum(1 for c in Card if fused_by(s, c, under, Join.RUNE)) <= 1 for under in Card)


@checks.always("5.6a", "5.6h", reached=a_card_bears_a_rune, given=True)
def nobody_has_two_runes_upon_a_card(s: State) -> bool:
    """A second Rune is somebody else's: one's own Rune bars one's next, unless Partial Fusion knows no limit."""
    return all(
        sum(1 for c in Card if fused_by(s, c, under, Join.RUNE) and c.owner == p) <= 1
        or (is_fused(s, under) and partial_fusion_bears_more_runes(s))
        for under in Card
        for p in Player
    )


@checks.always("5.1b", "5.7b", "7.14c", reached=a_card_bears_a_rune)
def open_runes_upgrade_open_cards(s: State) -> bool:
    """A card and its Rune that are both face up: the upgrade is there, whatever is fused to the card; of True Fusions
    7.10 says otherwise."""
    return all(
        not is_a_rune_upon(s, c)
        or s.face_down[c]
        or s.face_down[head(s, c)]
        or truly_fused(s, c)
        or c.rune is None
        or head(s, c).upgrades[c.rune] is None
        or upgraded(s, head(s, c), c.rune)
        for c in Card
    )


@checks.always("5.1a", reached=a_card_bears_a_rune, given=True)
def only_runes_upgrade_as_runes(s: State) -> bool:
    """What lies upon a card as a Rune is a Rune, and its bearer is none."""
    return all(not is_a_rune_upon(s, c) or (c.kind == Kind.RUNE and head(s, c).kind != Kind.RUNE) for c in Card)


@checks.always("5.2a", "7.1a", "7.1f", reached=a_card_is_attached, given=True)
def nothing_lies_upon_runes(s: State) -> bool:
    """Neither Runes nor fused cards lie upon a Rune."""
    return all(s.cell[c] != Cell.UPON or not is_a_rune(s.upon[c]) for c in Card)


def is_a_rune(card: Card | None) -> bool:
    """Whether there is a card, and it is a Rune."""
    return card is not None and card.kind == Kind.RUNE


@checks.sometimes("5.12d")
def a_bearer_is_asked_for(s: State) -> bool:
    """The owner of a revealed Rune is asked for a card to attach it to."""
    return is_open(s, Attaching)


@checks.always("5.12d", reached=a_bearer_is_asked_for, given=True)
def bearers_are_asked_for_runes(s: State) -> bool:
    """A card that its owner is asked to attach as it is revealed is a Rune."""
    return not is_open(s, Attaching) or frame_of(s, Attaching).card.kind == Kind.RUNE


@checks.always("5.12d", "5.2c", reached=a_bearer_is_asked_for, given=True)
def owners_are_asked_for_bearers(s: State) -> bool:
    """Whoever is asked to attach a Rune as it is revealed is its owner."""
    return not is_open(s, Attaching) or all(
        p not in frame_of(s, Attaching).awaits or frame_of(s, Attaching).card.owner == p for p in Player
    )


@checks.sometimes("5.12c")
def a_rune_lies_unattached(s: State) -> bool:
    """A Rune in play lies upon no card."""
    return any(lies_unattached(s, c) for c in Card)


@checks.always("5.12b", reached=a_rune_lies_unattached, given=True)
def unattached_runes_are_hidden(s: State) -> bool:
    """A Rune in play that lies upon no card is in Stealth, or its owner is being asked where it goes."""
    return is_open(s, Attaching) or all(not lies_unattached(s, c) or s.face_down[c] for c in Card)


@checks.sometimes("7.9a")
def there_is_a_true_fusion(s: State) -> bool:
    """A card in play is in True Fusion."""
    return any(s.cell[c] in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND) and truly_fused(s, c) for c in Card)


@checks.always("7.11a", "7.7d", reached=there_is_a_true_fusion)
def true_fusions_bear_no_own_runes(s: State) -> bool:
    """Nothing in True Fusion has a Rune of its owner."""
    return all(not is_a_rune_upon(s, c) or not truly_fused(s, c) or c.owner != head(s, c).owner for c in Card)


@checks.always("5.6g", reached=there_is_a_true_fusion)
def true_fusions_bear_no_runes(s: State) -> bool:
    """Cards in True Fusion cannot have Runes, says 5.6; 7.13 lets opponents play them."""
    return all(not is_a_rune_upon(s, c) or not truly_fused(s, c) for c in Card)


@checks.step("5.2a", "5.2c", "5.10c", of=place_rune)
def owners_pay_for_placing(before: State, after: State, who: Player, card: Card, under: Card) -> bool:
    """Its owner places a Rune, for 1 source, or for nothing out of the Incubation Cell."""
    paid = before.source[who] - after.source[who]
    price = 0 if before.cell[card] == Cell.INCUBATION else Numbers.rune_price
    return card.owner == who and after.upon[card] == under and paid == price


@checks.step("5.2b", "5.2c", of=remove_rune)
def owners_pay_for_removing(before: State, after: State, who: Player, card: Card) -> bool:
    """Its owner takes a Rune off, for 1 source."""
    paid = before.source[who] - after.source[who]
    return card.owner == who and paid == Numbers.removal_price and after.cell[card] != Cell.UPON


@checks.step("6.7a", "5.7a", of=play_rune_face_down)
def hidden_runes_take_two(before: State, after: State, who: Player, card: Card, whose: Player) -> bool:
    """A Rune comes in Stealth for 2 source, unattached; for nothing, where allies place cards so."""
    paid = before.source[who] - after.source[who]
    is_free = in_allied_play(who) and allies_place_for_nothing(before)
    price = 0 if is_free else Numbers.stealth_price + Numbers.rune_price
    return paid == price and after.face_down[card] and after.upon[card] is None


@checks.step("6.7d", "5.2c", of=attach_hidden_rune)
def the_first_placing_is_free(before: State, after: State, who: Player, card: Card, under: Card) -> bool:
    """A hidden Rune is placed by its owner, the first time and on a marked card for nothing, or on any card, and stays
    hidden."""
    paid = before.source[who] - after.source[who]
    is_free = bears_the_marking(before, card, under) or unmarked_cards_take_it_for_nothing(before)
    price = Numbers.rune_price if before.placed[card] or not is_free else 0
    return card.owner == who and after.face_down[card] and paid == price


@checks.step("5.5c", of=recover_rune)
def recovering_takes_one(before: State, after: State, who: Player, card: Card) -> bool:
    """The owner takes a Rune back from the Dead Cell for 1 source."""
    return card.owner == who and before.source[who] - after.source[who] == 1 and after.cell[card] == Cell.HAND


@checks.step("5.4b", "4.3b", of=play_upgraded_effect)
def kept_runes_take_two_more(
    before: State, after: State, who: Player, card: Card, at: Player, rune: Card, keep: bool
) -> bool:
    """An Effect with a Rune takes its cost, and 2 more if the Rune is to come back."""
    paid = before.source[who] - after.source[who]
    placed = card.cost + Numbers.rune_price
    return paid == placed + Numbers.removal_price if keep else paid <= placed
