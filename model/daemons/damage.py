"""Daemons, Section 7: taking damage: cards revealed from the Security, and losing."""

from model.daemons.deeds import carry_out, come_to_the_field, trash
from model.daemons.state import Card, Kind, Player, State, Zone, daemons
from model.daemons.words import owner, owns, power_of
from ruleslawyer.lang import domain, effect, no, when, yes


@daemons.chance("7.2", "2.12a", uniform="1.2a")
def reveal(s: State, card: Card) -> None:
    """The top card of the Security, which nobody has seen, turns out to be this one."""
    domain(
        s.zone[card] == Zone.UNSEEN
        and any(owns(s, p, card) and s.damage[p] > 0 and s.security[p] > 0 for p in Player)
        and all(s.owed[p] == 0 for p in Player)
    )
    attacker = s.attacker
    with effect("7.2", "1.2b"):
        for p in Player:
            if owner(s, card) == p:
                s.security[p] -= 1
                s.damage[p] -= 1
    with effect("7.1"):
        s.let_go_on = False
    if card.kind == Kind.DAEMON:
        if attacker is not None and power_of(s, card) >= power_of(s, attacker):
            with effect("7.4", "7.5"):
                trash(s, attacker)
                s.attacker = None
        with effect("7.6", "9.4"):
            s.zone[card] = Zone.GRIP
    else:
        does = card.does
        if does is not None and revealed_scripts_are_activated(s):
            for p in Player:
                for by in Player:
                    if owner(s, card) == p and s.active == by:
                        with effect("3.3b"):
                            carry_out(s, p, does, card.level, by)
        with effect("7.8"):
            come_to_the_field(s, card, Zone.SCRIPTS)


revealed_scripts_are_activated = daemons.doubt(
    "is a Script that is revealed from the Security activated?",
    directly_to_the_zone=no("It is added to the Script Zone directly.", "7.8", default=True),
    after_activation=yes("A Script is an effect on activation, and comes to that section after it.", "3.3a", "3.3b"),
)


@daemons.settle("1.2c", "10.2")
def lose(s: State, who: Player) -> None:
    """A player without Security takes damage."""
    when(s.damage[who] > 0 and s.security[who] == 0)
    with effect("1.2c"):
        s.lost[who] = True
        s.damage[who] = 0


@daemons.ended("1.2c")
def over(s: State) -> bool:
    """Somebody has lost."""
    return any(s.lost[p] for p in Player)


@daemons.winners("1.2c")
def winners(s: State) -> frozenset[Player]:
    """Whoever has not lost; that this one wins is not said."""
    return frozenset(p for p in Player if not s.lost[p])
