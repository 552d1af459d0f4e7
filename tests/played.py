"""Random plays, as they can be compared with those of another player."""

from __future__ import annotations

from ruleslawyer.play.simulate import Simulation


def played(found: Simulation) -> dict[str, object]:
    """Everything that does not hang on which of several short plays is shown."""
    return {
        "counts": (found.plays, found.steps, found.states, found.depth, found.taken),
        "ends": (found.ended, found.deadlocked, found.broke_off, found.cut_off, found.lost, found.stopped),
        "events": {m.result.event.key: (m.first, m.plays, m.unshrunk, m.result.material) for m in found.events},
        "deadlocks": {(m.result.unspoken, m.result.forbidden): (m.first, m.plays) for m in found.deadlocks},
        "verdicts": [(v.name, v.word, v.reason) for v in found.verdicts],
        "rules": (found.live, found.decisive, found.effects, found.never_live, found.never_permitted),
        "unreplayed": found.unreplayed,
    }
