"""Memesis, what cards in play can do, printed or by an upgrade (1.2, 2.1, 4.2)."""

from model.memesis.ammunition import has_ammunition, may_fuel_from, may_fuel_now, spend_ammunition
from model.memesis.deeds import bury, owe_a_card
from model.memesis.frames import Choosing, Directed, Dispelling, Resolved
from model.memesis.meanwhile import set_aside, somebody_decides, whoever_may_act
from model.memesis.state import Card, Cell, Does, Kind, Mark, Player, State, memesis
from model.memesis.table import (
    allied,
    controller,
    head,
    in_combat,
    in_play,
    is_out,
    is_time_for_effects,
    on_turn,
    opposed,
    stands_in_play,
    whose_cell,
)
from model.memesis.words import gives, is_fused, keeps_its_ability, upgraded
from ruleslawyer.lang import close_frame, domain, effect, frame_of, is_open, no, open_frame, when, yes

# --- what is done -------------------------------------------------------------------------------------------------


def can_be_chosen(s: State, card: Card, at: Player, recalls: bool) -> bool:
    """Whether a card may be destroyed, which stands in a player's Cells, or recalled, from his Dead Cell."""
    if recalls:
        return s.cell[card] == Cell.DEAD and card.owner == at
    return stands_in_play(s, card) and whose_cell(s, card) == at


@memesis.deed("0.12a", "7.15b")
def open_the_choice(s: State, who: Player, card: Card, at: Player, recalls: bool) -> None:
    """A player is to choose a card, if there is one; after what is being chosen already."""
    if is_open(s, Choosing):
        first = frame_of(s, Choosing).recalls
        destroys = frame_of(s, Choosing).destroys_more + (0 if recalls else 1)
        recalled = frame_of(s, Choosing).recalls_more + (1 if recalls else 0)
        close_frame(s, Choosing)
        open_frame(
            s,
            Choosing(
                awaits=whoever_may_act(s, frozenset({who})),
                card=card,
                who=who,
                at=at,
                recalls=first,
                destroys_more=destroys,
                recalls_more=recalled,
            ),
        )
    else:
        open_what_is_left(s, who, card, at, 0 if recalls else 1, 1 if recalls else 0)


@memesis.deed("0.12a", "7.15b")
def open_what_is_left(s: State, who: Player, card: Card, at: Player, destroys: int, recalls: int) -> None:
    """Of the choices that are left the next one is made for which there is a card."""
    if destroys > 0 and any(can_be_chosen(s, c, at, False) for c in Card):
        open_frame(
            s,
            Choosing(
                awaits=whoever_may_act(s, frozenset({who})),
                card=card,
                who=who,
                at=at,
                destroys_more=destroys - 1,
                recalls_more=recalls,
            ),
        )
    elif recalls > 0 and any(can_be_chosen(s, c, who, True) for c in Card):
        open_frame(
            s,
            Choosing(
                awaits=whoever_may_act(s, frozenset({who})),
                card=card,
                who=who,
                at=at,
                recalls=True,
                recalls_more=recalls - 1,
            ),
        )


def defenders(s: State, at: Player) -> frozenset[Player]:
    """Who may have a creature take damage that is directed at a player: he, and his allies, of whom those are asked no
    more who have none for it (damage.py)."""
    return frozenset(p for p in Player if p == at or (allied(p, at) and not is_out(s, p)))


@memesis.deed("2.1c", "4.2b", "5.1b")
def carry_out(s: State, who: Player, card: Card, does: Does, at: Player) -> None:
    """A card does one of the things that it can do, for `who`, at a player."""
    with effect("0.29b"):
        if does == Does.STRIKE and is_open(s, Directed):
            more = frame_of(s, Directed).amount + card.level
            close_frame(s, Directed)
            open_frame(s, Directed(awaits=whoever_may_act(s, defenders(s, at)), card=card, at=at, amount=more))
        elif does == Does.STRIKE:
            open_frame(s, Directed(awaits=whoever_may_act(s, defenders(s, at)), card=card, at=at, amount=card.level))
    with effect("2.1c", "4.2b", "5.1b"):
        if does == Does.DESTROY:
            open_the_choice(s, who, card, at, False)
        elif does == Does.RECALL:
            open_the_choice(s, who, card, at, True)
        elif does == Does.DRAW:
            owe_a_card(s, who)
        elif does == Does.SOURCE:
            s.source[who] += card.level
        elif does == Does.HEAL:
            s.life[who] += card.level


def is_done(does: Does | None) -> bool:
    """Whether a thing is done when the card is used, and does not hold by itself."""
    return does is not None and does != Does.STRONGER and does != Does.TOUGHER


def concerns(who: Player, does: Does | None, at: Player) -> bool:
    """At whom a thing is done: damage is directed at opponents; what is destroyed is in anybody's Cells."""
    return opposed(who, at) if does == Does.STRIKE else at == who or does == Does.DESTROY


def has_an_aim(who: Player, does: Does | None, at: Player) -> bool:
    """At whom a card in play does a thing."""
    return is_done(does) and concerns(who, does, at)


@memesis.action("0.12a", "7.15b", at=Choosing)
def choose(s: State, f: Choosing, who: Player, card: Card) -> None:
    """The card that is to be destroyed, or to come back, is this one."""
    domain(who == f.who and can_be_chosen(s, card, who if f.recalls else f.at, f.recalls))
    source = f.card
    at = f.at
    destroys = f.destroys_more
    recalls = f.recalls_more
    with effect("0.12a"):
        if f.recalls:
            s.cell[card] = Cell.HAND
        else:
            bury(s, card)
        close_frame(s, Choosing)
        open_what_is_left(s, who, source, at, destroys, recalls)


@choose.permit("2.1c", "4.2b", "5.1b")
def its_player_chooses(s: State, f: Choosing, who: Player, card: Card) -> bool:
    """Whoever uses the ability chooses; the book leaves it to the card."""
    return True


@memesis.duty("2.1c", "7.15b", at=Choosing)
def nothing_is_left_to_choose(s: State, f: Choosing) -> None:
    """A choice ends whose cards are gone meanwhile, or whose player is: the next one comes."""
    when(f.who not in f.awaits or all(not can_be_chosen(s, c, f.who if f.recalls else f.at, f.recalls) for c in Card))
    source = f.card
    who = f.who
    at = f.at
    is_there = f.who in f.awaits
    destroys = f.destroys_more
    recalls = f.recalls_more
    close_frame(s, Choosing)
    if is_there:
        open_what_is_left(s, who, source, at, destroys, recalls)


# --- what keeps a card from using an ability ------------------------------------------------------------------------


def could_use(s: State, who: Player, card: Card) -> bool:
    """Whether an ability of a card in play might be used, as far as time and controller go."""
    return is_time_for_effects(s) and controller(s, card) == who


def is_limited(s: State, card: Card) -> bool:
    """Whether a card uses abilities once a turn: Causes and fused cards; of others a question says."""
    return card.kind != Kind.CREATURE or is_fused(s, card)


def ability_is_used_up(s: State, card: Card) -> bool:
    """Whether a card has used its ability, and must wait."""
    return s.used[card] and (is_limited(s, card) or creatures_tire(s))


def waits_for_its_owner(s: State, card: Card) -> bool:
    """Whether a Cause or a fused card must wait for a turn of its owner."""
    return is_limited(s, card) and not on_turn(s, card.owner) and incantations_wait_for_the_own_turn(s)


def waits_for_combat(s: State, card: Card) -> bool:
    """Whether a creature must wait for Combat: not one whose ability takes Ammunition, which has times of its own."""
    return card.ammo == 0 and not is_limited(s, card) and not in_combat(s) and creatures_wait_for_combat(s)


incantations_wait_for_the_own_turn = memesis.doubt(
    "may the ability of a Cause or fused card be used in the turns of others too?",
    once_in_an_owners_turn=yes("They can only be used once in a turn of the owner.", "4.2b", "7.5c", default=True),
    once_in_a_round=no(
        "Once for each turn of the owner: that counts the uses, and names no turn for them.", "4.2b", "7.5c"
    ),
)


creatures_wait_for_combat = memesis.doubt(
    "may creatures use their abilities outside Combat?",
    whenever_they_have_them=no(
        "Abilities may be used, and are there once a card is turned up: no time is given.", "2.1c", "6.6b", default=True
    ),
    at_this_time=yes(
        "Abilities of creatures may be used by either player in Combat: nowhere else is it said.", "0.32f"
    ),
)


creatures_tire = memesis.doubt(
    "how often may a creature that is not fused use an ability?",
    as_often_as_wished=no("as often as wished: Cause cards and fused cards are limited, and no others", default=True),
    once_a_turn=yes("once in a turn of its owner, as Causes"),
)


@memesis.deed("4.2b", "0.10c")
def spend_and_note(s: State, who: Player, card: Card) -> None:
    """Using an ability takes its Ammunition, and may be the one use of the turn."""
    with effect("0.10c", "0.11b"):
        if card.ammo > 0:
            spend_ammunition(s, who, card)
    with effect("4.2b"):
        if is_limited(s, card) or creatures_tire(s):
            s.used[card] = True


# --- printed abilities ----------------------------------------------------------------------------------------------


@memesis.action("2.1c", "0.18", "0.32f", at=(None, Resolved, Dispelling, Directed, Choosing))
def use_ability(s: State, who: Player, card: Card, at: Player) -> None:
    """A card in play does what is printed on it."""
    domain(has_an_aim(who, card.does, at) and in_play(s, card) and (card.kind != Kind.EFFECT or is_fused(s, card)))
    with effect("0.32f"):
        if somebody_decides(s):
            set_aside(s)
    with effect("0.10c", "4.2b"):
        spend_and_note(s, who, card)
    does = card.does
    if does is not None:
        with effect("2.1c", "4.2b", "7.5c"):
            carry_out(s, who, card, does, at)


@use_ability.permit("2.1c", "0.18", "0.32f", "4.2b", "6.6b", "7.5c")
def its_controller_uses_it(s: State, who: Player, card: Card, at: Player) -> bool:
    """A card in play uses its abilities, Causes already in the turn in which they come."""
    return could_use(s, who, card) and (stands_in_play(s, card) or keeps_its_ability(s, card))


@use_ability.cannot("2.5b", "4.12b", "7.14c", "do not until then")
def hidden_cards_do_nothing(s: State, who: Player, card: Card, at: Player) -> bool:
    """In Stealth a card uses no ability; in a fusion what is gained waits for all that are involved."""
    return not gives(s, card)


@use_ability.cannot("4.2b", "4.2c", "7.5c", "only once")
def was_used(s: State, who: Player, card: Card, at: Player) -> bool:
    """The abilities of a Cause, or of a fused card, are used once in a turn of its owner."""
    return could_use(s, who, card) and ability_is_used_up(s, card)


# --- upgrades that are used -----------------------------------------------------------------------------------------


@memesis.action("5.1b", "0.32f", at=(None, Resolved, Dispelling, Directed, Choosing))
def use_upgrade(s: State, who: Player, card: Card, mark: Mark, at: Player) -> None:
    """A card in play does what one of its upgrades says."""
    domain(has_an_aim(who, card.upgrades[mark], at) and in_play(s, card))
    with effect("0.32f"):
        if somebody_decides(s):
            set_aside(s)
    with effect("0.10c", "4.2b"):
        spend_and_note(s, who, card)
    does = card.upgrades[mark]
    if does is not None:
        with effect("5.1b", "7.9d"):
            carry_out(s, who, card, does, at)


@use_upgrade.permit("5.1b", "0.18", "0.32f", "7.9d")
def its_controller_uses_the_upgrade(s: State, who: Player, card: Card, mark: Mark, at: Player) -> bool:
    """An upgraded card does what its marking states."""
    return could_use(s, who, card) and upgraded(s, card, mark)


@use_upgrade.cannot("1.2e", "abilities are null until it is unsourced", also=use_ability)
def sourced_cards_do_nothing(s: State, card: Card) -> bool:
    """A sourced card uses no ability; that it may be upgraded all the same (5.8) is another thing."""
    return s.sourced[head(s, card)]


@use_upgrade.cannot("4.2b", "4.2c", "only once")
def upgrade_was_used(s: State, who: Player, card: Card, mark: Mark, at: Player) -> bool:
    """The abilities of a Cause, or of a fused card, are used once in a turn of its owner."""
    return could_use(s, who, card) and ability_is_used_up(s, card)


@use_upgrade.forbid("4.2b", also=use_ability, over=use_upgrade)
def causes_wait(s: State, who: Player, card: Card) -> bool:
    """A Cause in its owner's turn."""
    return could_use(s, who, card) and not is_fused(s, card) and waits_for_its_owner(s, card)


@use_upgrade.forbid("4.2c", "7.5c", also=use_ability, over=use_upgrade)
def fused_cards_wait(s: State, who: Player, card: Card) -> bool:
    """A fused card in its owner's turn."""
    return could_use(s, who, card) and is_fused(s, card) and waits_for_its_owner(s, card)


@use_upgrade.forbid("0.32f", also=use_ability, over=use_upgrade)
def creatures_wait(s: State, who: Player, card: Card) -> bool:
    """A creature in Combat, or at any time."""
    return could_use(s, who, card) and waits_for_combat(s, card)


@use_upgrade.cannot("0.11a", "0.11b", "there must be at least", also=use_ability)
def too_little_ammunition(s: State, who: Player, card: Card) -> bool:
    """The Ammunition that it needs must be there."""
    return card.ammo > 0 and could_use(s, who, card) and not has_ammunition(s, who, card)


@use_upgrade.cannot("0.11g", "only during its owner's turn", also=use_ability)
def ammunition_of_another_turn(s: State, who: Player, card: Card) -> bool:
    """Ammunition is used in its owner's turn."""
    return card.ammo > 0 and could_use(s, who, card) and not may_fuel_now(s, who, card)


@use_upgrade.forbid("0.6j", "0.11c", also=use_ability, over=use_upgrade)
def out_of_reach_of_ammunition(s: State, who: Player, card: Card) -> bool:
    """Ammunition is used from the Main and the Attack Cell."""
    return card.ammo > 0 and could_use(s, who, card) and not may_fuel_from(s, card)
