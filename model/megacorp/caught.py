"""MegaCorp, 9.2: area attacks: which cards in the area are subject to it."""

from model.megacorp.another import comes_in_the_place, is_passed_over
from model.megacorp.areas import lies_in_the_area
from model.megacorp.challenge import eludes, flies_above, is_spared, melee_ignores_surrounding, out_of_melee
from model.megacorp.places import surrounded
from model.megacorp.state import Card, Keyword, State, Trait, megacorp
from model.megacorp.words import camouflaged, has, is_null
from ruleslawyer.lang import effect


def in_area_unweighed(s: State, card: Card) -> bool:
    """Whether a card lies in the area, and was not there when that was looked at last."""
    return lies_in_the_area(s, card) and not s.weighed[card]


@megacorp.deed("9.2.1a", "9.2.1m", "5.3.9a")
def weigh(s: State, attacker: Card, trait: Trait) -> None:
    """An area attack falls on what lies in its area now, and on nothing that has left it (5.3.9a)."""
    fresh = frozenset(c for c in Card if in_area_unweighed(s, c))
    passed = frozenset(c for c in Card if lies_in_the_area(s, c) and is_passed_over(s, c))
    came = frozenset(
        c for c in Card if c not in passed and lies_in_the_area(s, c) and any(comes_in_the_place(s, c, o) for o in Card)
    )
    with effect("9.2.1a", "5.3.9a"):
        for c in Card:
            s.weighed[c] = lies_in_the_area(s, c)
            if not lies_in_the_area(s, c) or c in passed:
                s.caught[c] = False
    with effect("9.2.1a", "9.2.1m"):
        for c in Card:
            if c in fresh and c not in passed:
                catch(s, c, attacker, trait)
    with effect("9.26.1f"):
        for c in Card:
            if not lies_in_the_area(s, c) and any(o in came and s.slot[o] == s.stood[c] for o in Card):
                s.stood[c] = None
        for c in Card:
            if (c in fresh and c not in passed) or c in came:
                s.stood[c] = s.slot[c]


@megacorp.deed("9.2.1a", "9.2.1b")
def catch(s: State, card: Card, attacker: Card, trait: Trait) -> None:
    """A card in the area of an area attack is subject to it, whatever others there are (9.2.1s)."""
    with effect("9.2.1a", "9.2.1s"):
        s.caught[card] = True
    with effect("9.12.1a"):
        s.assailed[card] = True


@catch.cannot("9.2.1b", "cards with the valid trait")
def no_valid_trait(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A card with a null in the trait is not subject to the attack."""
    return is_null(card, trait)


@catch.cannot("9.2.1p", "9.2.1q", "will not be subject to the attack")
def surrounded_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A surrounded card is no legitimate target."""
    return surrounded(s, card)


@surrounded_in_the_area.exception("9.22.1a", "9.22.1b")
def penetrating_areas(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """PENETRATOR sets the surround rule aside."""
    return has(s, attacker, Keyword.PENETRATOR)


@surrounded_in_the_area.exception("9.18.1d")
def areas_of_melee(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """The spaces of MELEE include surrounded cards."""
    return surrounded(s, card) and has(s, attacker, Keyword.MELEE) and melee_ignores_surrounding(s)


@catch.cannot("9.2.1p", "9.2.1r", "will not be subject to the attack")
def camouflaged_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A camouflaged card is no legitimate target."""
    return camouflaged(s, card)


@catch.forbid("5.3.5", over=catch, because="9.2.1p: what may not be attacked is no legitimate target")
def itself_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A character does not attack itself."""
    return card == attacker


@catch.forbid("9.2.1p", "9.12.1a", over=catch, because="what may not be attacked is no legitimate target")
def attacked_before_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A card with ELUSIVE is attacked once a turn."""
    return eludes(s, card)


@catch.forbid("9.2.1p", "9.13.1c", over=catch, because="what may not be attacked is no legitimate target")
def flying_above_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """Whether a card that flies can be attacked without FLYING is a question."""
    return flies_above(s, card, attacker)


@catch.forbid("9.2.1p", "9.18.1a", over=catch, because="what may not be attacked is no legitimate target")
def out_of_melee_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """A card with MELEE attacks only into the spaces around it."""
    where = s.slot[card]
    return where is not None and out_of_melee(s, attacker, where)


@catch.forbid("9.2.1p", over=catch)
def own_cards_in_the_area(s: State, card: Card, attacker: Card, trait: Trait) -> bool:
    """What is no legitimate target is not subject to the attack."""
    return card != attacker and is_spared(s, card)
