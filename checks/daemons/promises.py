"""Daemons: what answers to its questions promise, each in the words of the answer and of no rule."""

from __future__ import annotations

from model.daemons.attacking import attacking_exhausts
from model.daemons.state import Card, State, Step, Zone, daemons
from ruleslawyer.lang import Checks

checks = Checks(daemons)


@checks.promise(attacking_exhausts.it_stays_ready, "4.8")
def attacks_exhaust_nobody(before: State, after: State) -> bool:
    """In the Running Phase nobody who was ready on the field is exhausted."""
    running = before.step == Step.RUNNING and after.step == Step.RUNNING
    return not running or all(
        not after.exhausted[c] or before.exhausted[c] or before.zone[c] != Zone.FIELD for c in Card
    )


@checks.promise(attacking_exhausts.it_is_ready_no_more, "4.8")
def whoever_attacks_is_exhausted(s: State) -> bool:
    """An attacker on the field is exhausted."""
    return s.attacker is None or s.exhausted[s.attacker] or s.zone[s.attacker] != Zone.FIELD
