"""Memesis, Section 3 with 0.7, 0.8 and 0.30 to 0.32: who attacks, and who intercepts.

Long: the Section in its order, each rule with the questions that it leaves.
"""

from model.memesis.fusion import fuse_partially, fuse_truly, transfuse
from model.memesis.joining import is_the_time
from model.memesis.moving import attacks_nobody_yet
from model.memesis.state import Card, Cell, Player, State, Step, memesis
from model.memesis.stealth import turned_up_creatures_attack
from model.memesis.table import active, allied, controller, is_out, opposed, stands_in_play
from model.memesis.words import has_a_creature, hides_a_part, is_creature, revealed
from ruleslawyer.lang import domain, effect, no, permit, when, yes

# --- who fights (1.2, 3.4, 6.5) -----------------------------------------------------------------------------------


def out_of_action(s: State, card: Card) -> bool:
    """Sourced or in Stealth: such a card neither attacks nor defends."""
    return s.sourced[card] or not revealed(s, card) or is_held_up(s, card)


def is_held_up(s: State, card: Card) -> bool:
    """Whether a fusion that is open at the bottom is kept from fighting by what is hidden upon it."""
    return revealed(s, card) and hides_a_part(s, card) and not half_hidden_fusions_fight(s)


half_hidden_fusions_fight = memesis.doubt(
    "may a fusion fight while a card upon it is in Stealth?",
    by_what_is_revealed=yes(
        "What waits for the hidden card is what is gained; the card at the bottom is no card in Stealth.",
        "7.14c",
        default=True,
    ),
    not_before_all_are_revealed=no(
        "A creature card in Stealth neither attacks nor defends, and the fusion is in Stealth in part.", "6.5b", "6.5c"
    ),
)


def assails(s: State, card: Card, victim: Player) -> bool:
    """Whether a card attacks a player: one that has left the Attack Cell, or was sourced, after it was aimed attacks no
    longer (0.4, 1.2c, 3.4a)."""
    return s.aimed[card] == victim and s.cell[card] == Cell.ATTACK and not out_of_action(s, card)


def is_attacking(s: State, card: Card) -> bool:
    """Whether a card attacks anybody."""
    return any(assails(s, card, p) for p in Player)


def meets(s: State, card: Card, attacker: Card) -> bool:
    """Whether a creature intercepts an attacker: one sourced meanwhile defends no longer (1.2d, 3.4a), nor one that is
    idle (0.4)."""
    return is_set_against(s, card, attacker) and stands_to_defend(s, card)


def is_set_against(s: State, card: Card, attacker: Card) -> bool:
    """Whether a creature was chosen to intercept an attacker, and is able to."""
    return attacker in s.intercepts[card] and not out_of_action(s, card)


def stands_to_defend(s: State, card: Card) -> bool:
    """Whether a card in play is where cards defend."""
    return s.cell[card] == Cell.DEFEND or (stands_in_play(s, card) and idle_creatures_intercept(s))


def is_met(s: State, attacker: Card) -> bool:
    """Whether some creature intercepts an attacker: where one of the Defend Cell does, nothing is asked."""
    return any(is_set_against(s, c, attacker) and s.cell[c] == Cell.DEFEND for c in Card) or (
        any(is_set_against(s, c, attacker) and stands_in_play(s, c) for c in Card) and idle_creatures_intercept(s)
    )


def may_fight_in_its_first_turn(s: State, who: Player) -> bool:
    """Whether a player's first turn is over: of an attack after it, a question says."""
    return s.turns[who] > 0 or (s.after_turn and not first_turn_lasts_until_the_attack(s))


def could_attack(s: State, card: Card) -> bool:
    """Whether the rules of this section let a card of the attacking player attack."""
    return (
        is_creature(s, card)
        and s.cell[card] == Cell.ATTACK
        and controller(s, card) == active(s)
        and not out_of_action(s, card)
        and not s.late[card]
        and may_fight_in_its_first_turn(s, active(s))
    )


# --- attackers are aimed (0.7, 0.30, 3.1 to 3.4) ------------------------------------------------------------------


@memesis.action("3.3a", "0.30a", "0.31")
def aim(s: State, who: Player, card: Card, at: Player) -> None:
    """A creature in the Attack Cell attacks an opponent."""
    domain(has_a_creature(s, card) and opposed(who, at) and s.cell[card] == Cell.ATTACK and attacks_nobody_yet(s, card))
    with effect("0.7c", "0.30a"):
        s.aimed[card] = at


@aim.permit("3.3a", "0.4", "0.7c", "0.31", "2.4b")
def attacker_aims(s: State, who: Player, card: Card, at: Player) -> bool:
    """Any card that can attack may do so, at one opponent or another: no passage lets a creature attack another."""
    return s.step == Step.COMBAT and active(s) == who and controller(s, card) == who and is_creature(s, card)


@aim.cannot("3.3b", "but only during its owner's turn")
def not_its_owners_turn(s: State, who: Player, card: Card, at: Player) -> bool:
    """A card attacks in its owner's turn only; by the reading that gives it to whoever has it, in his."""
    return controller(s, card) != active(s)


@aim.cannot("0.16a", "3.1", "2.3b", "cannot attack")
def in_a_first_turn(s: State, who: Player, card: Card, at: Player) -> bool:
    """Nobody attacks in the first turn; in anybody's (2.3b) comes to the same where turns go round in order."""
    return s.step == Step.COMBAT and active(s) == who and not may_fight_in_its_first_turn(s, who)


@aim.cannot("1.2c", "3.4a", "0.6f", "cannot attack while sourced")
def sourced_cards_do_not_attack(s: State, who: Player, card: Card, at: Player) -> bool:
    """A sourced card does not attack."""
    return s.sourced[card]


@aim.cannot("6.5b", "but it cannot actively attack")
def hidden_cards_do_not_attack(s: State, who: Player, card: Card, at: Player) -> bool:
    """A card in Stealth does not attack."""
    return not revealed(s, card)


@aim.forbid("0.30a", over=aim)
def was_hidden_as_attackers_were_declared(s: State, who: Player, card: Card, at: Player) -> bool:
    """A creature that was turned up in this Combat was not declared as an attacker, by a reading."""
    return s.late[card] and not turned_up_creatures_attack(s)


@aim.forbid("6.5b", over=aim)
def half_hidden_fusions_do_not_attack(s: State, who: Player, card: Card, at: Player) -> bool:
    """A fusion of which a card is in Stealth."""
    return is_held_up(s, card)


first_turn_lasts_until_the_attack = memesis.doubt(
    "is an attack that comes after a player's first turn still one in it?",
    nobody_attacks_at_first=yes(
        "No attack in the first turn: if attacks come after turns, that can only mean the one after the first.",
        "0.16a",
        "3.1",
        default=True,
    ),
    the_turn_is_over_by_then=no(
        "Creatures attack after the turn: what comes after the first turn is not in it.", "0.6i", "0.7d"
    ),
)


@memesis.action("0.32a")
def call_interceptions(s: State, who: Player) -> None:
    """Everybody who is attacked is to say how the damage is intercepted."""
    permit("0.32a", "The attacking player is done.", attackers_are_aimed=s.step == Step.COMBAT and active(s) == who)
    with effect("0.32a", "3.7"):
        for p in Player:
            s.asked[p] = any(concerns_the_interceptor(s, p, c) for c in Card)
    if any(is_attacking(s, c) for c in Card):
        with effect("0.32a"):
            s.step = Step.INTERCEPTING
    else:
        with effect("3.11b"):
            note_who_rests(s)
        with effect("0.33"):
            s.step = Step.END


@memesis.deed("3.11b")
def note_who_rests(s: State) -> None:
    """What does not attack in a Combat of its owner does not attack again and again."""
    for c in Card:
        if c.owner == active(s) and not is_attacking(s, c):
            s.hurt_attacking[c] = False


@call_interceptions.forbid("0.7c", over=call_interceptions)
def somebody_holds_back(s: State, who: Player) -> bool:
    """All cards in the Attack Cell are attacking."""
    return (
        s.step == Step.COMBAT
        and active(s) == who
        and any(could_attack(s, c) and attacks_nobody_yet(s, c) and controller(s, c) == who for c in Card)
        and not may_hold_back(s)
    )


may_hold_back = memesis.doubt(
    "may a creature that lies in the Attack Cell and can attack hold back?",
    attacking_is_optional=yes("Cards that can attack may do so.", "3.3a", default=True),
    all_are_attacking=no("All cards in the Attack Cell are attacking.", "0.7c"),
)


# --- interceptions (0.8, 0.32, 3.2, 3.7, 3.8) ---------------------------------------------------------------------


def could_defend(s: State, who: Player, card: Card) -> bool:
    """Whether a creature of a player can defend, as far as its own state goes."""
    return (
        stands_in_play(s, card)
        and not out_of_action(s, card)
        and is_creature(s, card)
        and controller(s, card) == who
        and stands_to_defend(s, card)
    )


def could_come_to_defend(s: State, who: Player, card: Card) -> bool:
    """Whether a creature of a player could defend if he moved it into the Defend Cell, and turned it up (0.16, 6.6)."""
    return (
        stands_in_play(s, card)
        and not s.sourced[card]
        and has_a_creature(s, card)
        and controller(s, card) == who
        and (is_creature(s, card) or s.face_down[card])
    )


def opponents_met(s: State, card: Card) -> int:
    """How many of the cards that a creature was set to intercept attack still."""
    return sum(1 for c in Card if c in s.intercepts[card] and is_attacking(s, c))


def is_free(s: State, card: Card) -> bool:
    """Whether a creature may intercept one more attacker."""
    return opponents_met(s, card) == 0 or intercepts_more_than_one(s)


def could_meet(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """Whether a creature of a player may intercept an attacker that nobody intercepts."""
    return could_defend(s, who, card) and attacker not in s.intercepts[card] and is_free(s, card)


def is_let_by(s: State, who: Player, attacker: Card) -> bool:
    """Whether a player has still to say what becomes of the damage of an attacker, and a creature could take it."""
    return any(could_meet(s, who, c, attacker) for c in Card) and is_open_to(s, who, attacker)


def is_open_to(s: State, who: Player, attacker: Card) -> bool:
    """Whether the damage of an attacker would be a player's, as it stands: of one that was intercepted, by creatures
    that are gone, a question says."""
    return (
        assails(s, attacker, who)
        and not s.absorbed[attacker]
        and not is_met(s, attacker)
        and (not s.met[attacker] or lost_interceptions_let_through(s))
    )


lost_interceptions_let_through = memesis.doubt(
    "does the damage of an attacker reach the player when the creatures that intercepted it are gone?",
    nobody_takes_it=yes("yes: when it is dealt, no creature takes it", default=True),
    it_was_intercepted=no("no: it was intercepted"),
    about=("let_through", "absorbed"),
    aside={
        "take_directed": "no creature has intercepted what is directed at a player",
        "intercept_directed": "what goes on to the player is beyond the Life of a creature that is there",
    },
)


def could_be_met_by_another(s: State, who: Player, attacker: Card) -> bool:
    """Whether a creature that does not stand to defend could come and intercept an attacker; or come back to it."""
    return any(
        could_come_to_defend(s, who, c)
        and not could_defend(s, who, c)
        and (attacker in s.intercepts[c] or is_free(s, c))
        for c in Card
    )


def defends_for_an_ally(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """Whether a player has a creature that may defend an ally whom a card attacks: it lies with that ally (8.2), whose
    defending cards it is one of, or allies may help from their own Cells."""
    return any(
        allied(p, who)
        and assails(s, attacker, p)
        and not is_out(s, p)
        and is_a_defender_of(s, who, card)
        and (s.holder[card] == p or allies_may_intercept(s))
        for p in Player
    )


def is_a_defender_of(s: State, who: Player, card: Card) -> bool:
    """Whether a creature in play is one that a player decides about."""
    return stands_in_play(s, card) and is_creature(s, card) and controller(s, card) == who


def decides_on(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """Whether a player is asked, and an attacker attacks that player, or an ally whom he may help with that card."""
    return (
        s.step == Step.INTERCEPTING
        and s.asked[who]
        and (assails(s, attacker, who) or defends_for_an_ally(s, who, card, attacker))
    )


@memesis.action("3.7", "3.8a", "0.32a")
def intercept(s: State, who: Player, card: Card, attacker: Card) -> None:
    """A creature intercepts an attacker."""
    domain(
        has_a_creature(s, card)
        and has_a_creature(s, attacker)
        and card != attacker
        and s.cell[attacker] == Cell.ATTACK
        and stands_in_play(s, card)
        and attacker not in s.intercepts[card]
    )
    with effect("3.7", "3.8a"):
        s.intercepts[card] = s.intercepts[card] | frozenset({attacker})
        s.met[attacker] = True


@intercept.permit("3.7", "3.8a", "0.32a", "0.1c", "0.8d", "3.3c")
def defender_intercepts(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """The owner of defending cards decides how they intercept: several of them, any number of attackers."""
    return (
        decides_on(s, who, card, attacker)
        and not s.absorbed[attacker]
        and controller(s, card) == who
        and is_creature(s, card)
    )


@intercept.cannot("1.2d", "3.4a", "0.6f", "cannot defend")
def sourced_cards_do_not_defend(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """A sourced card does not defend."""
    return s.sourced[card]


@intercept.forbid("6.5c", over=intercept)
def half_hidden_fusions_do_not_defend(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """A fusion of which a card is in Stealth."""
    return decides_on(s, who, card, attacker) and is_held_up(s, card)


@intercept.forbid("0.4", "0.8d", over=intercept)
def idle_cards_do_not_defend(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """In the Main Cell a card is idle, in the Attack Cell it attacks; those in the Defend Cell block."""
    return s.cell[card] != Cell.DEFEND and decides_on(s, who, card, attacker) and not idle_creatures_intercept(s)


@intercept.forbid("3.8a", over=intercept)
def is_busy(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """A creature intercepts one attacker already."""
    return decides_on(s, who, card, attacker) and not is_free(s, card)


idle_creatures_intercept = memesis.doubt(
    "may a creature intercept from the Main or the Attack Cell?",
    only_from_the_defend_cell=no(
        "The Defend Cell is for blocking, and in the Main Cell a card is idle.", "0.4", "0.8d", default=True
    ),
    from_wherever_it_is=yes(
        "A defender needs no moment and no Cell of its own to defend, and it is creatures that count, not Cells.",
        "3.2",
        "3.3c",
    ),
)


intercepts_more_than_one = memesis.doubt(
    "may one creature intercept several attackers?",
    any_number_of_attackers=yes("Any number of attackers is intercepted.", "3.8a", default=True),
    several_meet_several=no(
        "It is several creatures that meet any number; and the example has several upon one.", "3.8a"
    ),
)


may_take_it_himself = memesis.doubt(
    "may a player take the damage of an attacker that a creature of his could intercept?",
    the_player_elects=yes(
        "A player may absorb damage instead of his creatures, from as many origins as he likes.", "0.8e", default=True
    ),
    to_the_last_man=no(
        "Only a player without creatures to intercept with, or any means of defence, is damaged.", "0.1c", "0.1d", "3.2"
    ),
)


allies_may_intercept = memesis.doubt(
    "may a player's creatures intercept what attacks an ally?",
    only_the_defending_player=no(
        "The defending player decides, and his creatures take his damage (0.8).", "0.32a", default=True
    ),
    owners_decide_about_their_cards=yes(
        "The owner of defending cards decides what they intercept, whoever is attacked.", "3.7", "3.8a"
    ),
)


@memesis.action("0.8e")
def absorb(s: State, who: Player, attacker: Card) -> None:
    """A player takes the damage of an attacker himself."""
    domain(has_a_creature(s, attacker) and s.cell[attacker] == Cell.ATTACK)
    s.absorbed[attacker] = True


@absorb.permit("0.8e", "3.7")
def instead_of_his_creatures(s: State, who: Player, attacker: Card) -> bool:
    """Instead of a creature's the damage is the player's: whole origins, parts of one are not spoken of."""
    return s.step == Step.INTERCEPTING and s.asked[who] and is_let_by(s, who, attacker)


@absorb.forbid("0.1c", "0.1d", "3.2", over=absorb)
def creatures_must_take_it(s: State, who: Player, attacker: Card) -> bool:
    """A player is damaged only if no creatures can intercept."""
    return s.step == Step.INTERCEPTING and is_let_by(s, who, attacker) and not may_take_it_himself(s)


@memesis.action("0.32a", "3.7")
def finish_intercepting(s: State, who: Player) -> None:
    """A player has decided."""
    with effect("0.32a"):
        s.asked[who] = False


@finish_intercepting.permit("0.32a")
def defender_has_decided(s: State, who: Player) -> bool:
    """The defending player decides, and then it is over."""
    return s.step == Step.INTERCEPTING and s.asked[who]


@memesis.settle("0.1a", "0.32a")
def who_is_out_is_defended_no_more(s: State, who: Player) -> None:
    """Whoever goes out while it is decided decides no more, nor does an ally who was asked for that player's sake."""
    when(
        s.asked[who]
        and (
            is_out(s, who)
            or (
                any(allied(p, who) and s.aimed[c] == p and is_out(s, p) for c in Card for p in Player)
                and not any(concerns_the_interceptor(s, who, c) for c in Card)
            )
        ),
        "0.32a",
    )
    s.asked[who] = False


def concerns_the_interceptor(s: State, who: Player, attacker: Card) -> bool:
    """Whether a player decides about an attacker: it attacks that player, or an ally whom a creature may defend."""
    return assails(s, attacker, who) or any(defends_for_an_ally(s, who, own, attacker) for own in Card)


@memesis.settle("3.3c", "3.7")
def who_could_intercept_yet_decides_again(s: State, who: Player) -> None:
    """What can defend may do so at any time: whoever has decided is asked again before damage is dealt, where a
    creature could take what nobody takes, an interceptor being gone since, or another creature there; or where one that
    deals its power once meets others than the one that it was turned upon."""
    when(
        s.step == Step.INTERCEPTING
        and not s.asked[who]
        and (any(is_let_by(s, who, c) for c in Card) or any(is_yet_to_turn(s, who, c) for c in Card))
        and not is_out(s, who),
        "0.32a",
    )
    s.asked[who] = True


@finish_intercepting.forbid("0.32a", "0.1c", over=finish_intercepting, because="the defending player decides how")
def damage_is_left_open(s: State, who: Player) -> bool:
    """Of every attacker that could be intercepted it is to be said who takes its damage."""
    return s.step == Step.INTERCEPTING and any(is_let_by(s, who, c) for c in Card)


@finish_intercepting.forbid("0.1c", "0.1d", "3.2", over=finish_intercepting)
def somebody_could_come_to_defend(s: State, who: Player) -> bool:
    """A player who may not take damage himself has all defend that can: those too that he has yet to move there."""
    return (
        s.step == Step.INTERCEPTING
        and any(could_be_met_by_another(s, who, c) and is_open_to(s, who, c) for c in Card)
        and not may_take_it_himself(s)
    )


@finish_intercepting.forbid("3.7", over=finish_intercepting, because="the owner decides how his creatures intercept")
def power_is_not_turned(s: State, who: Player) -> bool:
    """Of a creature that deals its power once it is to be said upon whom."""
    return s.step == Step.INTERCEPTING and any(is_yet_to_turn(s, who, c) for c in Card)


# --- the power of one against several (3.6, 3.8) ------------------------------------------------------------------


def has_turned(s: State, card: Card) -> bool:
    """Whether a creature has turned its power upon an attacker that it still intercepts."""
    return any(
        s.turned_upon[card] == attacker
        and attacker in s.intercepts[card]
        and (is_attacking(s, attacker) or s.step == Step.FIGHTING)
        for attacker in Card
    )


def is_yet_to_turn(s: State, who: Player, card: Card) -> bool:
    """Whether a player has to say upon whom a creature that meets several turns its power."""
    return (
        opponents_met(s, card) > 1 and not has_turned(s, card) and controller(s, card) == who and power_is_dealt_once(s)
    )


@memesis.action("3.7")
def turn_upon(s: State, who: Player, card: Card, attacker: Card) -> None:
    """A creature that intercepts several attackers turns its power upon one of them."""
    domain(attacker in s.intercepts[card] and len(s.intercepts[card]) > 1 and s.turned_upon[card] != attacker)
    s.turned_upon[card] = attacker


@turn_upon.permit("3.7")
def owner_turns_it(s: State, who: Player, card: Card, attacker: Card) -> bool:
    """The owner decides how a creature intercepts, where its power does not go to each attacker anyway."""
    return s.step == Step.INTERCEPTING and s.asked[who] and controller(s, card) == who and power_is_dealt_once(s)


power_is_dealt_once = memesis.doubt(
    "does a creature that intercepts several attackers deal its full power to each of them?",
    full_power_to_each=no(
        "Those that attack and those that defend deal each other damage, and an attacker its full power to each.",
        "3.6a",
        "3.8b",
        default=True,
    ),
    once_in_all=yes("Attack Power is what a creature can inflict on another creature: on one.", "2.4b"),
)


# --- those that fight are fused (7.4, 7.5) ------------------------------------------------------------------------


@fuse_truly.forbid("0.32a", also=(fuse_partially, transfuse), over=fuse_truly)
def fighters_stay(s: State, who: Player, card: Card, base: Card) -> bool:
    """A card that attacks or intercepts is not joined to another before damage has been dealt, by a reading."""
    return is_the_time(s, who, card, base) and is_in_a_fight(s, card) and not fighters_are_fused(s)


def is_in_a_fight(s: State, card: Card) -> bool:
    """Whether a card attacks somebody, or intercepts an attacker, and no damage has been dealt yet."""
    return stands_in_play(s, card) and (is_attacking(s, card) or opponents_met(s, card) > 0)


fighters_are_fused = memesis.doubt(
    "may a card that attacks or intercepts be fused onto another before damage is dealt?",
    the_fight_goes_where_the_other_attacks=yes(
        "yes: its fight is over, unless the other attacks the same player, which takes it on", default=True
    ),
    not_before_damage_is_dealt=no("no: it stays in its fight"),
    about=("join",),
)
