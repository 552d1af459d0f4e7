"""Memesis, Section 3 with 0.29 and 0.32: damage, what takes it, and what dies of it.

Long: damage of fights, at once or one by one, and that of Effects share armor, and what goes beyond a creature's Life.
"""

from model.memesis.answers import plays_are_answered
from model.memesis.combat import (
    allies_may_intercept,
    assails,
    could_come_to_defend,
    could_defend,
    has_turned,
    idle_creatures_intercept,
    intercept,
    is_attacking,
    is_held_up,
    is_met,
    is_open_to,
    may_take_it_himself,
    meets,
    note_who_rests,
)
from model.memesis.deeds import bury, hurt, regenerate, wound
from model.memesis.frames import Directed
from model.memesis.meanwhile import acts_come_between
from model.memesis.state import Card, Cell, Family, Player, State, Step, memesis
from model.memesis.table import active, allied, controller, is_out, is_to_leave_the_game, stands_in_play
from model.memesis.words import adds_its_numbers, attack_power, has_a_creature, is_creature, life_points, revealed
from ruleslawyer.lang import close_frame, domain, effect, frame_of, gain, is_open, no, permit, simultaneous, when, yes

# --- damage (3.6, 3.8, 3.9, 3.10) ---------------------------------------------------------------------------------


def strikes_at(s: State, card: Card, attacker: Card) -> bool:
    """Whether a creature that intercepts deals damage to this attacker: its power is turned upon it, or upon none that
    it still meets."""
    return meets(s, card, attacker) and (s.turned_upon[card] == attacker or not has_turned(s, card))


@memesis.term("3.6a", "3.8b", "3.8c")
def taken(s: State, card: Card) -> int:
    """The damage that comes to a creature in a combat: attackers deal their full power to each that intercepts them,
    as the example of 3.8 needs it; the powers of those that intercept are stacked, their lives are not."""
    return sum(attack_power(s, c) for c in Card if is_attacking(s, card) and strikes_at(s, c, card)) + sum(
        attack_power(s, c) for c in Card if meets(s, card, c) and is_attacking(s, c)
    )


def deals_to(s: State, striker: Card, card: Card) -> bool:
    """Whether two creatures meet in a combat, and the one strikes at the other."""
    return (is_attacking(s, card) and strikes_at(s, striker, card)) or (
        meets(s, card, striker) and is_attacking(s, striker)
    )


def is_a_blow(s: State, striker: Card, card: Card) -> bool:
    """Whether a creature strikes at a creature with more than nothing; with nothing, a question says."""
    return deals_to(s, striker, card) and (
        attack_power(s, striker) > 0 or (armor_left(s, card) > 0 and blow_of_nothing_counts(s))
    )


def strikers(s: State, card: Card) -> int:
    """How many creatures strike at a creature."""
    return sum(1 for c in Card if is_a_blow(s, c, card))


def blows(s: State, card: Card) -> int:
    """How often a creature is hit in a combat."""
    return 1 if strikers(s, card) > 1 and armor_left(s, card) > 0 and not each_blow_is_a_hit(s) else strikers(s, card)


def nth_blow(s: State, card: Card, n: int, strongest: bool) -> int:
    """How much the n-th of the blows at a creature deals, from the strongest or from the weakest on."""
    return max(
        (
            attack_power(s, c) if strongest else -attack_power(s, c)
            for c in Card
            if is_a_blow(s, c, card)
            and sum(
                1
                for d in Card
                if is_a_blow(s, d, card)
                and (
                    attack_power(s, d) >= attack_power(s, c) if strongest else attack_power(s, d) <= attack_power(s, c)
                )
            )
            >= n
        ),
        default=0,
    ) * (1 if strongest else -1)


def past_its_armor(s: State, card: Card) -> int:
    """The damage of the blows at a creature that are left when armor has taken one for each hit; of blows that are
    stacked into one hit, none, or, by a reading, all of one that destroys it."""
    left = armor_left(s, card)
    if left == 0 or taken(s, card) == 0 or blows(s, card) < left:
        return 0
    whole = left - (1 if breaking_hits_come_through(s) else 0)
    if blows(s, card) <= whole:
        return 0
    if whole == 0:
        return taken(s, card)
    strongest = armor_meets_the_strongest(s)
    taken_by_armor = (
        nth_blow(s, card, 1, strongest)
        + (nth_blow(s, card, 2, strongest) if whole > 1 else 0)
        + (nth_blow(s, card, 3, strongest) if whole > 2 else 0)
    )
    return taken(s, card) - taken_by_armor


def past_by_one_hit(s: State, card: Card, amount: int) -> int:
    """The damage of one blow that comes to the life of an armored creature: of the hit that destroys its armor, a
    question says."""
    return amount if amount > 0 and armor_left(s, card) == 1 and breaking_hits_come_through(s) else 0


breaking_hits_come_through = memesis.doubt(
    "does the hit that destroys a creature's armor damage its Life too?",
    armor_takes_all_of_it=no("no: it takes the armor, and nothing else", default=True),
    it_comes_to_the_life_too=yes("yes: the armor is destroyed, and then what comes, comes straight to the Life"),
)


@memesis.term("3.9b", "3.10c")
def armor_left(s: State, card: Card) -> int:
    """How many hits the armor of a creature still takes."""
    return card.armor - s.hits[card]


@armor_left.adjust("7.9b")
def armor_of_the_others(s: State, card: Card) -> int:
    """Of armor in a True Fusion nothing is said: it adds up with attack and life, or not at all."""
    return sum(c.armor - s.hits[c] for c in Card if c.armor > 0 and adds_its_numbers(s, c, card) and armor_adds_up(s))


@memesis.deed("3.10b")
def hit(s: State, card: Card, amount: int, blows: int, past: int) -> None:
    """A creature is struck."""
    hurt(s, card, amount)


@memesis.deed("3.10a", "3.10c")
def dent(s: State, card: Card, amount: int, blows: int, past: int) -> None:
    """Armor is struck: each hit takes one away, whatever its damage, of which nothing is left, as we read "comes"; the
    blows that are left when it is destroyed (`past`: what they deal) come to its life."""
    with effect("3.10b"):
        if past > 0:
            hurt(s, card, past)
    with effect("3.10a", "3.10c"):
        gain(s.hits, card, min(blows, card.armor - s.hits[card]))
        for c in Card:
            if c.armor > s.hits[c] and adds_its_numbers(s, c, card) and armor_adds_up(s):
                gain(s.hits, c, min(max(blows - armor_before(s, c, card), 0), c.armor - s.hits[c]))


def armor_before(s: State, part: Card, whole: Card) -> int:
    """How many hits the armor of a True Fusion takes before that of one of its creatures: the bottom card's, then what
    has less of it left; of equals the weaker, and Sym and Bio before Tic. Where that says nothing, both are hit."""
    return (
        whole.armor
        - s.hits[whole]
        + sum(c.armor - s.hits[c] for c in Card if adds_its_numbers(s, c, whole) and loses_its_armor_before(s, c, part))
    )


def loses_its_armor_before(s: State, card: Card, other: Card) -> bool:
    """Which of two creatures in True Fusion loses its armor first: nothing but the sum hangs on it."""
    here = card.armor - s.hits[card]
    there = other.armor - s.hits[other]
    return here < there or (
        here == there
        and (
            card.attack < other.attack
            or (
                card.attack == other.attack
                and (
                    (card.family == Family.SYM and other.family != Family.SYM)
                    or (card.family != Family.TIC and other.family == Family.TIC)
                )
            )
        )
    )


@hit.instead("3.9b", "3.10a", by=dent)
def armor_takes_it(s: State, card: Card, amount: int, blows: int, past: int) -> bool:
    """Armor must be destroyed before its life takes damage."""
    return armor_left(s, card) > 0


each_blow_is_a_hit = memesis.doubt(
    "do several creatures that strike one creature together hit its armor once, or each of them?",
    stacked_into_one=no("Their powers are stacked, and dealt at the same time.", "3.8b", "3.6a", default=True),
    each_hits=yes("A card is hit two or three times: by each of those that strike it.", "3.10c"),
)


armor_meets_the_strongest = memesis.doubt(
    "several creatures hit armor at once, and more often than it holds: whose blows does it take?",
    those_of_the_strongest=yes("those of the strongest; the weaker ones come to its life", default=True),
    those_of_the_weakest=no("those of the weakest; the stronger ones come to its life"),
)


blow_of_nothing_counts = memesis.doubt(
    "does a creature without attack power hit armor?",
    armor_takes_damage=no("It is damage that armor takes.", "3.10d", default=True),
    a_hit_is_a_hit=yes("It is hits that are counted.", "3.10c"),
)


armor_adds_up = memesis.doubt(
    "does the armor of creatures in True Fusion add up?",
    only_what_is_named=no("no: attack, life and abilities are stacked, and nothing else", default=True),
    armor_too=yes("yes: armor is a part of a creature's defence, as its life is"),
)


@memesis.deed("0.1e", "3.2")
def let_through(s: State, who: Player, amount: int) -> None:
    """Damage of a card that no creature takes is the player's."""
    with effect("3.2", "0.1e"):
        wound(s, who, amount)


@let_through.forbid("3.2", "0.1d", over=let_through)
def behind_his_creatures(s: State, who: Player, amount: int) -> bool:
    """A player must have no creatures to intercept with: those that cannot may count."""
    return any(
        stands_in_play(s, c)
        and is_creature(s, c)
        and controller(s, c) == who
        and not could_defend(s, who, c)
        and unable_creatures_shield(s)
        for c in Card
    )


# No finding is open on it: why the text answers it, is said by 032, which is withdrawn.
unable_creatures_shield = memesis.doubt(
    "do creatures that cannot defend (sourced, hidden, idle, attacking) keep damage from their player?",
    only_those_that_can=no(
        "These cannot defend, and it is creatures to intercept with that he must have.",
        "1.2d",
        "3.4a",
        "6.5c",
        default=True,
    ),
    every_creature_counts=yes("He must have no creatures.", "3.2", "0.1c"),
)


# --- damage beyond the Life of a creature that intercepts it (3.2, 3.6) -------------------------------------------


def meets_alone(s: State, card: Card, attacker: Card) -> bool:
    """Whether a creature intercepts an attacker, and no other does."""
    return meets(s, card, attacker) and all(c == card or not meets(s, c, attacker) for c in Card)


def power_upon(s: State, who: Player, card: Card) -> int:
    """What comes to the life of a creature of those attackers of a player that it intercepts by itself."""
    power = sum(attack_power(s, a) for a in Card if assails(s, a, who) and meets_alone(s, card, a))
    return power if armor_left(s, card) == 0 else min(power, past_its_armor(s, card))


def has_an_armored_interceptor(s: State, attacker: Card) -> bool:
    """Whether armor takes the hit of an attacker, whatever its damage."""
    return any(meets(s, c, attacker) and armor_left(s, c) > 0 for c in Card)


def rest_of(s: State, attacker: Card) -> int:
    """The damage of an attacker beyond the Life of all that intercept it, where armor takes none."""
    if not is_met(s, attacker) or has_an_armored_interceptor(s, attacker):
        return 0
    return max(0, attack_power(s, attacker) - sum(life_points(s, c) for c in Card if meets(s, c, attacker)))


def rest_fight_by_fight(s: State, who: Player) -> int:
    """What goes beyond the Life of creatures that intercept by themselves, and of those that intercept together."""
    return sum(max(0, power_upon(s, who, c) - life_points(s, c)) for c in Card if power_upon(s, who, c) > 0) + sum(
        rest_of(s, a) for a in Card if assails(s, a, who) and all(not meets_alone(s, c, a) for c in Card)
    )


def rest_in_all(s: State, who: Player) -> int:
    """What all that are intercepted, and by no armor, deal beyond the Life of all that intercept them."""
    return sum(
        attack_power(s, a) for a in Card if assails(s, a, who) and is_met(s, a) and not has_an_armored_interceptor(s, a)
    ) - sum(
        life_points(s, c)
        for c in Card
        if any(assails(s, a, who) and meets(s, c, a) and not has_an_armored_interceptor(s, a) for a in Card)
    )


def surplus(s: State, who: Player) -> int:
    """The damage beyond the Life of creatures that intercept what attacks a player. Where several meet several, each
    Life counts once at most, and as the text gives no measure, the player takes the most that is left."""
    return max(rest_fight_by_fight(s, who), rest_in_all(s, who))


surplus_goes_on = memesis.doubt(
    "does damage beyond the Life of a creature that intercepts it go on to the player?",
    it_is_lost=no("no: it is lost", default=True),
    the_player_takes_the_rest=yes("yes: the creature cannot take it, and so it is the player's"),
)


@memesis.duty("0.32a")
def begin_striking(s: State) -> None:
    """Everybody has decided."""
    # Whoever went out meanwhile has left before, with his cards.
    when(s.step == Step.INTERCEPTING and all(not s.asked[p] and not is_to_leave_the_game(s, p) for p in Player))
    if any(sum(1 for a in Card if meets(s, c, a) and is_attacking(s, a)) > 1 for c in Card) and fights_go_one_by_one(s):
        with effect("3.11b"):
            note_who_rests(s)
        with effect("0.32a", "0.32b"):
            for c in Card:
                if not has_turned(s, c):
                    s.turned_upon[c] = None
            s.step = Step.FIGHTING
    else:
        with effect("0.32a", "3.6a"):
            s.step = Step.STRIKING


@memesis.duty("3.6a", "3.8b", "0.1e", "0.32c")
def strike(s: State) -> None:
    """All damage is dealt at the same time."""
    when(s.step == Step.STRIKING)
    with simultaneous():
        for c in Card:
            for p in Player:
                if assails(s, c, p) and s.absorbed[c] and not is_out(s, p):
                    with effect("0.8e", "0.8f"):
                        wound(s, p, attack_power(s, c))
                elif is_open_to(s, p, c) and not is_out(s, p):
                    with effect("3.2", "3.7", "2.4b"):
                        let_through(s, p, attack_power(s, c))
        for p in Player:
            if not is_out(s, p) and surplus(s, p) > 0 and surplus_goes_on(s):
                with effect("3.2", "3.6a"):
                    let_through(s, p, surplus(s, p))
        for c in Card:
            if strikers(s, c) > 0:
                with effect("3.6a", "3.8b", "3.8c"):
                    hit(s, c, taken(s, c), blows(s, c), past_its_armor(s, c))
        with effect("3.11b"):
            note_who_rests(s)
            for c in Card:
                if is_attacking(s, c) and taken(s, c) > 0:
                    s.hurt_attacking[c] = True
        with effect("0.32c", "0.32g"):
            s.step = Step.DEALT


fights_go_one_by_one = memesis.doubt(
    "one creature intercepts several attackers: is the damage of its fights dealt at once, or fight after fight?",
    all_fights_at_once=no("at once", default=True),
    one_fight_after_another=yes("fight after fight; whose attack it is says which is next, and nothing comes between"),
)


@memesis.action("3.6a", "0.32a", "0.32b")
def strike_next(s: State, who: Player, attacker: Card) -> None:
    """An attacker and those that intercept it deal each other damage, or the player takes it; then come the others."""
    domain(s.step == Step.FIGHTING and s.aimed[attacker] is not None)
    permit("0.32a", "3.6a", "Nothing says who puts the fights in order.", whose_attack_it_is=active(s) == who)
    with simultaneous():
        for p in Player:
            if assails(s, attacker, p) and s.absorbed[attacker] and not is_out(s, p):
                with effect("0.8e", "0.8f"):
                    wound(s, p, attack_power(s, attacker))
            elif is_open_to(s, p, attacker) and not is_out(s, p):
                with effect("3.2", "3.7", "2.4b"):
                    let_through(s, p, attack_power(s, attacker))
            elif assails(s, attacker, p) and rest_of(s, attacker) > 0 and not is_out(s, p) and surplus_goes_on(s):
                with effect("3.2", "3.6a"):
                    let_through(s, p, rest_of(s, attacker))
        if strikers(s, attacker) > 0:
            with effect("3.6a", "3.8b"):
                hit(s, attacker, taken(s, attacker), blows(s, attacker), past_its_armor(s, attacker))
        for c in Card:
            if c != attacker and is_a_blow(s, attacker, c):
                with effect("3.6a", "3.8b"):
                    hit(s, c, attack_power(s, attacker), 1, past_by_one_hit(s, c, attack_power(s, attacker)))
        with effect("3.11b"):
            if is_attacking(s, attacker) and taken(s, attacker) > 0:
                s.hurt_attacking[attacker] = True
        with effect("0.32a"):
            s.aimed[attacker] = None


@memesis.duty("0.32c", "0.32g")
def end_the_fights(s: State) -> None:
    """Every attacker has struck."""
    when(s.step == Step.FIGHTING and all(s.aimed[c] is None for c in Card))
    s.step = Step.DEALT


@memesis.settle("2.4d", "0.32b", "3.8e")
def die(s: State, card: Card) -> None:
    """A creature whose life is zero or less goes to its owner's Dead Cell, at once."""
    # Nothing is left of its life, whatever that came from: what is printed on it is looked at first.
    when(
        has_a_creature(s, card)
        and stands_in_play(s, card)
        and s.damage[card] >= card.life
        and is_creature(s, card)
        and life_points(s, card) <= 0
    )
    bury(s, card)


# --- regeneration of those that attacked (3.11) -------------------------------------------------------------------


@regenerate.forbid("3.11b", over=regenerate)
def was_hurt_in_an_attack(s: State, card: Card) -> bool:
    """What was hurt in an attack, and attacked each turn since, regenerates or not."""
    return s.hurt_attacking[card] and not attackers_regenerate(s)


attackers_regenerate = memesis.doubt(
    "does a creature that was hurt as it attacked regenerate in its owner's next turn?",
    as_all_survivors_do=yes(
        "Surviving creatures regenerate when their owner's next turn begins.",
        "0.21",
        "3.6e",
        "3.11a",
        "3.11d",
        default=True,
    ),
    not_if_it_attacks_again=no(
        "Attacking turn after turn, it does not; as we read it, it regenerates after a turn without an attack.", "3.11b"
    ),
    about=("regenerate",),
)


# --- damage of Effects and abilities (0.29, 3.7) ------------------------------------------------------------------


@memesis.action("0.29b", "3.7", "3.3c", at=Directed)
def intercept_directed(s: State, f: Directed, who: Player, card: Card) -> None:
    """A creature takes damage that was directed at its player."""
    domain(has_a_creature(s, card) and stands_in_play(s, card))
    past = past_by_one_hit(s, card, f.amount)
    rest = (f.amount if armor_left(s, card) == 0 else past) - life_points(s, card)
    with effect("0.29b", "3.7"):
        with simultaneous():
            hit(
                s,
                card,
                f.amount,
                1 if f.amount > 0 or armor_left(s, card) == 0 or blow_of_nothing_counts(s) else 0,
                past,
            )
            if rest > 0 and surplus_goes_on(s):
                let_through(s, f.at, rest)
        close_frame(s, Directed)


@intercept_directed.permit("0.29b", "3.7", "3.3c")
def its_player_decides(s: State, f: Directed, who: Player, card: Card) -> bool:
    """As soon as it is played, the defending player decides how it is intercepted; of an ally's creature, which lies
    with him to defend him (8.2), its owner."""
    return controller(s, card) == who and is_creature(s, card) and may_take_it_for(s, who, card, f.at)


@intercept_directed.cannot("1.2d", "3.4a", "0.6f", "it cannot defend while sourced")
def sourced_cards_take_nothing(s: State, f: Directed, who: Player, card: Card) -> bool:
    """A sourced card does not defend."""
    return s.sourced[card]


@intercept_directed.cannot("6.5c", "it cannot defend", also=intercept)
def hidden_cards_do_not_defend(s: State, card: Card) -> bool:
    """A card in Stealth does not defend."""
    return not revealed(s, card)


@intercept_directed.forbid("6.5c", over=intercept_directed, because="a fusion of which a card is hidden does not fight")
def half_hidden_fusions_take_nothing(s: State, f: Directed, who: Player, card: Card) -> bool:
    """A fusion of which a card is in Stealth."""
    return controller(s, card) == who and may_take_it_for(s, who, card, f.at) and is_held_up(s, card)


@intercept_directed.forbid("0.4", "0.8d", over=intercept_directed)
def idle_cards_take_nothing(s: State, f: Directed, who: Player, card: Card) -> bool:
    """In the Main Cell a card is idle, and in the Attack Cell it attacks."""
    return (
        s.cell[card] != Cell.DEFEND
        and controller(s, card) == who
        and may_take_it_for(s, who, card, f.at)
        and not idle_creatures_intercept(s)
    )


def may_take_it_for(s: State, who: Player, card: Card, at: Player) -> bool:
    """Whether a player's card is one of those that defend a player: he is that player, or the card lies with that ally,
    or allies may help from their own Cells."""
    return who == at or (allied(who, at) and (s.holder[card] == at or allies_may_intercept(s)))


def could_take_it(s: State, who: Player, card: Card, at: Player) -> bool:
    """Whether a player's card may take damage that is directed at a player: at once, or once he has moved it or turned
    it up, where there is the time for it."""
    return may_take_it_for(s, who, card, at) and (
        could_defend(s, who, card) or (could_come_to_defend(s, who, card) and plays_are_answered(s))
    )


@memesis.settle("0.29b", "3.7")
def allies_without_a_defender_are_not_asked(s: State) -> None:
    """Of damage directed at a player no ally decides who has no creature that could take it."""
    when(
        is_open(s, Directed)
        and not acts_come_between(s)
        and any(
            p != frame_of(s, Directed).at and all(not could_take_it(s, p, c, frame_of(s, Directed).at) for c in Card)
            for p in frame_of(s, Directed).awaits
        ),
        "0.29b",
    )
    at = frame_of(s, Directed).at
    frame_of(s, Directed).awaits = frozenset(
        p for p in frame_of(s, Directed).awaits if p == at or any(could_take_it(s, p, c, at) for c in Card)
    )


@memesis.duty("0.29b", "0.1a", at=Directed)
def nobody_is_left_to_take_it(s: State, f: Directed) -> None:
    """The player at whom damage is directed is out meanwhile."""
    when(f.at not in f.awaits)
    close_frame(s, Directed)


@memesis.action("0.29b", "0.8e", at=Directed)
def take_directed(s: State, f: Directed, who: Player) -> None:
    """A player takes damage that was directed at him."""
    permit("0.29b", "0.8e", "Whether he elects to, or has nobody who could.", no_creature_takes_it=who == f.at)
    if any(could_defend(s, who, c) for c in Card):
        with effect("0.8e", "0.8f"):
            wound(s, who, f.amount)
    else:
        with effect("3.2", "0.1e"):
            let_through(s, who, f.amount)
    with effect("0.29b"):
        close_frame(s, Directed)


@take_directed.forbid("0.1c", "0.1d", "3.2", over=take_directed)
def creatures_must_take_this_too(s: State, f: Directed, who: Player) -> bool:
    """A player is damaged only if no creatures can intercept: none that could yet be moved there either, where there is
    the time for it."""
    return (
        who == f.at
        and (
            any(could_defend(s, who, c) for c in Card)
            or (any(could_come_to_defend(s, who, c) for c in Card) and plays_are_answered(s))
        )
        and not may_take_it_himself(s)
    )
