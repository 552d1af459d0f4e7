"""MegaCorp, chapters 7 to 9: what effects do, to a target, within a card radius, and to players and hands."""

from model.megacorp.deeds import (
    annihilate,
    destroy,
    destroy_what_is_beneath,
    discard,
    discard_the_pile,
    disengage,
    fell,
    go_to_market,
    hurt,
    leave_the_stack,
    return_to_hand,
    turn_round,
)
from model.megacorp.frames import Creating, Search
from model.megacorp.leaving import lose_with
from model.megacorp.places import is_bonded, network_of, place_of, within
from model.megacorp.state import Card, Does, Keyword, Player, State, Trait, Zone, in_hand_of, megacorp
from model.megacorp.turns import is_out
from model.megacorp.words import has, is_null, score
from ruleslawyer.lang import effect, no, open_frame, yes

# --- to a target (7.5, 7.9, 8.2 to 8.6, 9.6) ------------------------------------------------------------------------


@megacorp.deed("5.5.5b")
def hurt_for_good(s: State, card: Card, trait: Trait, amount: int) -> None:
    """A card takes permanent damage in a trait."""
    s.scar[card][trait] += amount


@hurt.cannot("2.6.6d", "cannot receive damage of a null trait", also=hurt_for_good)
def null_traits_take_no_damage(s: State, card: Card, trait: Trait, amount: int) -> bool:
    """A card takes no damage in a trait that is null for it, permanent damage or not."""
    return is_null(card, trait)


@megacorp.deed("9.6.1a")
def cancel(s: State, card: Card) -> None:
    """What is on the stack does nothing any more; nothing that was paid for it is given back."""
    ability = s.doing[card] is not None
    with effect("9.6.1d", "9.6.1a"):
        if ability:
            leave_the_stack(s, card)
    with effect("9.6.1b", "9.6.1e", "9.6.1f"):
        if not ability:
            cancel_card(s, card)


@megacorp.deed("9.6.1b", "9.6.1c")
def cancel_card(s: State, card: Card) -> None:
    """A cancelled card is destroyed, docked or not: it goes to its owner's open market, if it has not left already. Its
    player loses with a Business."""
    where = s.zone[card]
    with effect("9.6.1a"):
        leave_the_stack(s, card)
    with effect("9.6.1b", "9.6.1c", "8.2.1b", "3.1.2"):
        if where == Zone.STACK:
            discard_the_pile(s, card)
            go_to_market(s, card)
            lose_with(s, card)
        elif where == Zone.NETWORK:
            destroy(s, card)


@destroy_what_is_beneath.forbid("9.15.1a", also=cancel_card)
def indestructible_is_not_destroyed(s: State, card: Card) -> bool:
    """A card with INDESTRUCTIBLE cannot be destroyed: neither with the card above it, nor by cancelling."""
    return has(s, card, Keyword.INDESTRUCTIBLE)


@megacorp.deed("7.9.1a", "7.9.1b")
def put_counter(s: State, card: Card, trait: Trait, amount: int) -> None:
    """A card gets a counter that raises a trait, or lowers it; one that it lacks stays null, as we read it."""
    with effect("7.9.2a", "7.9.2c"):
        s.counter[card][trait] += amount


@megacorp.deed("6.5.1e", "7.5.1a", "7.5.1b")
def act_on(s: State, card: Card, target: Card) -> None:
    """The printed ability of a card does once what it does to its target."""
    trait = card.with_trait
    with effect("6.5.1e"):
        if card.does in (Does.DESTROY, Does.DISCARD, Does.ANNIHILATE, Does.RETURN):
            send_away(s, card, target)
        if card.does in (Does.ENGAGE, Does.DISENGAGE):
            turn_the_pile(s, card, target)
        if card.does in (Does.SCAR, Does.COUNTER, Does.WEAKEN, Does.CLEANSE) and trait is not None:
            change_a_trait(s, card, target, trait)
    with effect("9.6.1a"):
        if card.does == Does.CANCEL:
            cancel(s, target)


@megacorp.deed("8.2.1a", "8.6.1a", "8.4.1a", "3.3.7a")
def send_away(s: State, card: Card, target: Card) -> None:
    """The target of an ability leaves its network, each in its way."""
    with effect("8.2.1a", "6.2.4b"):
        if card.does == Does.DESTROY:
            destroy(s, target)
    with effect("8.6.1a", "8.6.1b"):
        if card.does == Does.DISCARD:
            discard(s, target)
    with effect("8.4.1a"):
        if card.does == Does.ANNIHILATE:
            annihilate(s, target)
    with effect("3.3.7a"):
        if card.does == Does.RETURN:
            return_to_hand(s, target)


@megacorp.deed("8.5.1a", "8.5.1b", "3.3.9a", "3.3.9b")
def turn_the_pile(s: State, card: Card, target: Card) -> None:
    """The target of an ability is engaged or disengaged: its whole pile, by the card on top."""
    above = s.under[target]
    top = target if above is None else above
    with effect("8.5.1a", "3.3.9a"):
        if card.does == Does.ENGAGE:
            turn_round(s, top)
    with effect("8.5.1b", "3.3.9b"):
        if card.does == Does.DISENGAGE:
            disengage(s, top)


@megacorp.deed("5.5.5b", "7.9.1b", "7.9.4a")
def change_a_trait(s: State, card: Card, target: Card, trait: Trait) -> None:
    """A trait of an ability's target is damaged for good, or has counters, or none any more; at zero it may fall."""
    with effect("5.5.5b", "5.3.16c"):
        if card.does == Does.SCAR:
            before = s.scar[target][trait]
            hurt_for_good(s, target, trait, card.level)
            if s.scar[target][trait] > before and score(s, target, trait) == 0 and effects_destroy_at_zero(s):
                fell(s, target)
    with effect("7.9.1b"):
        if card.does == Does.COUNTER:
            put_counter(s, target, trait, 1)
        if card.does == Does.WEAKEN:
            had = score(s, target, trait)
            put_counter(s, target, trait, -1)
            if had > 0 and score(s, target, trait) == 0 and counters_destroy_at_zero(s):
                destroy(s, target)
    with effect("7.9.4a"):
        if card.does == Does.CLEANSE:
            had = score(s, target, trait)
            destroy_counters(s, target, trait)
            if had > 0 and score(s, target, trait) == 0 and counters_destroy_at_zero(s):
                destroy(s, target)


@megacorp.deed("7.9.4a")
def destroy_counters(s: State, card: Card, trait: Trait) -> None:
    """The counters on a card that change a trait stop existing."""
    s.counter[card][trait] = 0


counters_destroy_at_zero = megacorp.doubt(
    "is a card destroyed that a counter brings to zero in a trait?",
    only_damage_destroys=no("no: what destroys is damage", default=True),
    like_damage_at_zero=yes("yes, as damage would"),
)


@act_on.forbid("9.4.1j")
def no_effect_reaches_beneath(s: State, card: Card, target: Card) -> bool:
    """A card beneath another is impervious to effects; that PENETRATOR may target it (3.3.5) says nothing of that."""
    return is_bonded(s, target)


effects_destroy_at_zero = megacorp.doubt(
    "is a card destroyed that an effect, outside a challenge, brings to zero in a trait?",
    destroyed_as_in_a_challenge=yes("as in a challenge", default=True),
    only_in_a_challenge=no("only cards in a challenge are destroyed so, as the words have it"),
)


@megacorp.deed("9.26.1a", "9.26.1c", "9.26.1d")
def exchange(s: State, card: Card, other: Card) -> None:
    """Two cards exchange their spaces, each with what is beneath it; one that has left its space exchanges nothing."""
    here = s.slot[card]
    there = s.slot[other]
    with effect("9.26.1a", "9.26.1c"):
        if here is not None and there is not None:
            s.slot[card] = there
            s.slot[other] = here


@exchange.cannot("9.26.1b", "two cards in a network")
def no_longer_in_one_network(s: State, card: Card, other: Card) -> bool:
    """One of them has come into another network meanwhile."""
    return network_of(s, card) != network_of(s, other)


# --- card radius (9.7) ----------------------------------------------------------------------------------------------


@megacorp.deed("9.7.4c", "9.7.2c")
def blast(s: State, card: Card, trait: Trait) -> None:
    """A card within a radius takes 1 damage; not being targeted, CAMOUFLAGE does not keep it out (9.5.1f)."""
    with effect("9.7.4c", "9.7.2a", "9.5.1f"):
        before = s.damage[card][trait]
        hurt(s, card, trait, 1)
    with effect("5.3.16c"):
        if s.damage[card][trait] > before and score(s, card, trait) == 0 and effects_destroy_at_zero(s):
            fell(s, card)


@blast.forbid("9.4.1j", "9.4.1i")
def no_blast_reaches_beneath(s: State, card: Card, trait: Trait) -> bool:
    """Cards beneath another are impervious to damage and effects."""
    return is_bonded(s, card)


centre_is_affected = megacorp.doubt(
    "does the card in the centre belong to a card radius?",
    only_what_surrounds_it=no("The radius is the cards that surround the centre.", "9.7.1a", "9.7.1c", default=True),
    everything_in_the_square=yes("All cards inside the square are affected.", "9.7.4c"),
)


# --- without a target (1.2.9, 6.10, 7.8, 8.3) -----------------------------------------------------------------------


@megacorp.deed("8.3.1a", "8.3.1b")
def show(s: State, card: Card) -> None:
    """A card of a hidden zone is shown to all players."""
    with effect("8.3.1a"):
        if outlasts_its_effect(s):
            s.shown[card] = True


outlasts_its_effect = megacorp.doubt(
    "how long does a card stay revealed that an effect reveals?",
    until_it_moves=yes("Until the card is moved to another area.", "8.3.2a"),
    until_the_effect_ends=no(
        "Until the effect ends that reveals it; and that does so once (7.5.1).", "8.3.2b", default=True
    ),
)


@megacorp.deed("8.3.1a")
def show_hand(s: State, who: Player) -> None:
    """A player's hand is shown."""
    for c in Card:
        if in_hand_of(s, c, who):
            show(s, c)


@megacorp.deed("7.1.2a", "7.1.2b", "7.5.1a", "7.5.1b", "1.3.4b", "2.5.1")
def do_it(s: State, who: Player, card: Card) -> None:
    """The printed ability of a card does once what it does without a target; `who` controls the effect, and, when out
    of the game, does not win, takes no token and looks for nothing."""
    trait = card.with_trait
    own = place_of(s, card)
    centre = s.goal[card] if own is None else own
    with effect("6.10.1"):
        if card.does == Does.DRAW:
            s.owed[who] += 1
    with effect("7.5.1a"):
        if card.does == Does.GAIN:
            s.money[who] += card.level
    with effect("1.2.9"):
        if card.does == Does.WIN and not s.lost[who]:
            s.won[who] = True
    with effect("8.3.1a"):
        if card.does == Does.REVEAL:
            show_hand(s, who)
    with effect("9.7.1a", "9.7.1b", "9.7.1d", "9.7.3a", "9.7.3b", "9.7.3c", "9.7.4a", "9.7.4b"):
        if card.does == Does.BLAST and trait is not None and centre is not None:
            for c in Card:
                where = place_of(s, c)
                if (
                    where is not None
                    and within(centre, where, card.level)
                    and (where != centre or centre_is_affected(s))
                ):
                    blast(s, c, trait)
    with effect("7.8.1a", "7.8.2"):
        if card.does == Does.TOKEN and not is_out(s, who):
            open_frame(s, Creating(awaits=frozenset({who})))
    with effect("6.11.1a"):
        if (card.does == Does.SEARCH or card.does == Does.SEARCH_ANY) and not is_out(s, who):
            open_frame(s, Search(awaits=frozenset({who}), card=card, tagged=card.does == Does.SEARCH))
