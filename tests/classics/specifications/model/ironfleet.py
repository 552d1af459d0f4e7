"""A lock that is handed on in messages with a new epoch each; a message of an old epoch is not heard.

After mypyvy's examples/ironfleet_distributed_lock.pyv, from C. Hawblitzel and others: IronFleet (SOSP 2015), proved
there for any number of hosts and epochs. The lemmas are theirs.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, permit, state

ironfleet = Ruleset("ironfleet")
ironfleet.closed_world(assumed="nothing happens but what a rule describes")


class Player(Sort):
    """A host."""


class Epoch(Sort):
    """An epoch with its number."""

    number: int


@state
class State:
    sent: Map[Player, Map[Epoch, bool]]
    epoch: Map[Player, int]
    holds: Map[Player, bool]


@ironfleet.initial("1")
def begin(s: State, first: Player) -> None:
    """One host holds it, and has begun its first epoch."""
    s.holds[first] = True
    s.epoch[first] = 1


@ironfleet.action("2")
def grant(s: State, who: Player, to: Player, e: Epoch) -> None:
    permit("2", s.holds[who] and e.number > s.epoch[who])
    s.holds[who] = False
    s.sent[to][e] = True


@ironfleet.action("3")
def accept(s: State, who: Player, e: Epoch) -> None:
    permit("3", s.sent[who][e] and e.number > s.epoch[who])
    s.holds[who] = True
    s.epoch[who] = e.number


def in_flight(s: State, p: Player, e: Epoch) -> bool:
    return s.sent[p][e] and e.number > s.epoch[p]


checks = Checks(ironfleet)


@checks.always("4")
def one_holds_it(s: State) -> bool:
    return all(p == q or not s.holds[p] or not s.holds[q] for p in Player for q in Player)


@checks.always("4")
def one_message_is_in_flight(s: State) -> bool:
    return all(
        (p == q and d == e) or not in_flight(s, p, d) or not in_flight(s, q, e)
        for p in Player
        for q in Player
        for d in Epoch
        for e in Epoch
    )


@checks.always("4")
def nobody_holds_it_meanwhile(s: State) -> bool:
    return all(not in_flight(s, p, e) or not s.holds[q] for p in Player for e in Epoch for q in Player)


@checks.always("4")
def who_holds_it_has_the_latest_epoch(s: State) -> bool:
    return all(p == q or not s.holds[p] or s.epoch[q] < s.epoch[p] for p in Player for q in Player)


@checks.always("4")
def what_is_in_flight_is_later(s: State) -> bool:
    return all(not in_flight(s, p, e) or s.epoch[q] < e.number for p in Player for e in Epoch for q in Player)
