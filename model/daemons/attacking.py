"""Daemons, attacking: who may attack, what an attack aims at, and what the text does not say that it does."""

from enum import Enum

from model.daemons.deeds import cost_where_none_is_given, goes_on, pay, take_damage, trash
from model.daemons.frames import Defending
from model.daemons.state import Card, Kind, Player, State, Zone, daemons
from model.daemons.words import busy, on_turn, other, owns, power_of
from ruleslawyer.lang import ask, close_frame, domain, effect, no, open_frame, permit, says, when, yes


def stands_for(s: State, who: Player, card: Card) -> bool:
    """Whether a card is a Daemon of that player on the field."""
    return card.kind == Kind.DAEMON and s.zone[card] == Zone.FIELD and owns(s, who, card)


@daemons.action("4.8", "6.1a")
def attack_security(s: State, who: Player, card: Card) -> None:
    """A Daemon attacks the opponent's Security."""
    domain(s.active == who and stands_for(s, who, card))
    with effect("5.1d"):
        pay(s, who, cost_where_none_is_given(s))
    if goes_on(s):
        with effect("4.8"):
            s.attacker = card
            if attacking_exhausts(s):
                s.exhausted[card] = True
        with effect("3.2a"):
            aim(s, who, card, None)


@attack_security.permit("4.8", "6.1a", "3.2a")
def may_attack_the_opponent(s: State, who: Player, card: Card) -> bool:
    """In the Running Phase a Daemon may attack the opponent: the Security."""
    return on_turn(s, who)


@attack_security.forbid("6.1a", over=attack_security)
def there_is_no_target(s: State, who: Player, card: Card) -> bool:
    """An attack aims at the Security, which may be gone."""
    return s.security[other(who)] == 0 and not an_empty_security_can_be_attacked(s)


@daemons.action("6.1a")
def attack_daemon(s: State, who: Player, card: Card, target: Card) -> None:
    """A Daemon attacks one of the opponent's."""
    domain(s.active == who and stands_for(s, who, card) and stands_for(s, other(who), target))
    permit(
        "6.1a", "An attack may aim at any of the opponent's Daemons, ready or not.", may_attack_daemons=on_turn(s, who)
    )
    with effect("5.1d"):
        pay(s, who, cost_where_none_is_given(s))
    if goes_on(s):
        with effect("4.8"):
            if attacking_exhausts(s):
                s.exhausted[card] = True
        with effect("6.1a"):
            aim(s, who, card, target)


@attack_daemon.cannot("6.1b", "must be ready", also=attack_security)
def is_not_ready(s: State, card: Card) -> bool:
    """An attacker has to be ready."""
    return s.exhausted[card]


@attack_daemon.cannot("6.2a", "not with loading sickness", also=attack_security)
def has_loading_sickness(s: State, card: Card) -> bool:
    """An attacker must not be affected by loading sickness."""
    return s.sick[card]


@daemons.deed("6.1a", "3.2a")
def aim(s: State, who: Player, card: Card, target: Card | None) -> None:
    """An attack comes to its target, unless a Daemon of the other player may be put in its way."""
    if any(could_defend(s, other(who), c, target) for c in Card) and ready_daemons_defend(s):
        with effect("3.2b"):
            open_frame(s, Defending(awaits=frozenset({other(who)}), card=card, target=target))
    else:
        with effect("6.1a"):
            come_through(s, other(who), card, target)


@daemons.deed("6.1a", "3.2a")
def come_through(s: State, at: Player, card: Card, target: Card | None) -> None:
    """An attack comes to the Daemon that it aims at, or else to the Security."""
    if target is None:
        with effect("3.2a"):
            take_damage(s, at, damage_of_an_attack(s, card))
    else:
        with effect("6.1a"):
            come_to_blows(s, card, target)


@daemons.deed("6.1a")
def come_to_blows(s: State, card: Card, target: Card) -> None:
    """A Daemon attacks another."""
    outcome = outcome_between_daemons(s)
    attacker_loses = outcome != Outcome.NOTHING and power_of(s, target) >= power_of(s, card)
    target_loses = outcome == Outcome.BOTH_AT_RISK and power_of(s, card) >= power_of(s, target)
    with effect("6.1a"):
        if attacker_loses:
            trash(s, card)
        if target_loses:
            trash(s, target)


class Outcome(Enum):
    """What becomes of two Daemons of which one attacks the other."""

    BOTH_AT_RISK = "the weaker one is trashed; both, if their powers are equal"
    ATTACKER_AT_RISK = "the attacker alone is trashed, if the other has at least its power"
    NOTHING = "nothing"


@daemons.question("what happens when a Daemon attacks another?")
def outcome_between_daemons(s: State) -> Outcome:
    return ask(
        the_weaker_is_trashed=says(Outcome.BOTH_AT_RISK, "the weaker one is trashed", default=True),
        only_the_attacker_may_be=says(Outcome.ATTACKER_AT_RISK, "the same as when one is revealed from the Security"),
        nothing_happens=says(Outcome.NOTHING, "nothing: no rule says that it has an effect"),
    )


an_empty_security_can_be_attacked = daemons.doubt(
    "may a player without Security be attacked?",
    damage_is_taken=yes("Players lose by damage that they take without Security.", "1.2c", default=True),
    nothing_to_aim_at=no("Targets are Daemons and the Security, and there is no card in it.", "6.1a"),
)


# --- Daemons that defend (3.2b) -----------------------------------------------------------------------------------


def could_defend(s: State, who: Player, card: Card, target: Card | None) -> bool:
    """Whether a Daemon of that player is ready, and not itself attacked."""
    return stands_for(s, who, card) and card != target and not s.exhausted[card]


ready_daemons_defend = daemons.doubt(
    "may a ready Daemon be put in the way of an attack, where no card says so?",
    by_the_text_of_a_card_alone=no("no: only if the text of a card lets it", default=True),
    whenever_it_is_ready=yes("yes, whenever it is ready"),
)


@daemons.action("3.2b", at=Defending)
def defend(s: State, f: Defending, who: Player, card: Card) -> None:
    """A Daemon is put in the way: the attack is on it, and comes to nothing else."""
    domain(stands_for(s, who, card) and card != f.target)
    permit("3.2b", "A ready Daemon may defend.", ready_ones_defend=could_defend(s, who, card, f.target))
    attacker = f.card
    with effect("3.2b"):
        close_frame(s, Defending)
    with effect("6.1a"):
        come_to_blows(s, attacker, card)


@daemons.action("6.1a", at=Defending, passes=True)
def let_the_attack_come(s: State, f: Defending, who: Player) -> None:
    """No Daemon is put in its way."""
    permit("3.2b", "Nobody has to defend.", nobody_has_to_defend=True)
    attacker = f.card
    target = f.target
    with effect("3.2b"):
        close_frame(s, Defending)
    with effect("6.1a"):
        come_through(s, who, attacker, target)


# --- what it does -------------------------------------------------------------------------------------------------


@daemons.question("how much damage does an attack on the Security deal?")
def damage_of_an_attack(s: State, card: Card) -> int:
    return ask(
        one_damage=says(1, "one", default=True),
        its_power=says(power_of(s, card), "as much as the Daemon has power"),
    )


attacking_exhausts = daemons.doubt(
    "is a Daemon that has attacked still ready?",
    it_is_ready_no_more=yes("no: it has been used", default=True),
    it_stays_ready=no("yes: nothing turns it"),
)


@daemons.duty("7.1")
def end_the_attack(s: State) -> None:
    """All damage is taken: nothing attacks any more."""
    when(s.attacker is not None and not busy(s))
    s.attacker = None
