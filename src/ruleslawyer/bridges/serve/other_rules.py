"""A log of a game that other rules wrote, as the rules read it that are played here."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.play.rules import Rules
from ruleslawyer.rulebook.claims.readings import choices, options_of_choice


def for_these_rules(log: Json, rules: Rules) -> tuple[Json, Json | None]:
    """A log as these rules read it. Where others wrote it: by which digest, and the answers in it that nobody asks for
    here."""
    now, reading, rulings = rules.json(), log.get("reading"), log.get("rulings")
    if log.get("digest") == now["digest"] or not isinstance(reading, dict) or not isinstance(rulings, list):
        return log, None
    system = rules.system.system
    asked = {key: options_of_choice(system, key) for key in choices(system)}
    kept = {key: option for key, option in reading.items() if option in asked.get(key, ())}
    dropped = [{"key": key, "option": option} for key, option in reading.items() if key not in kept]
    ruled = [key for key in rulings if key in kept]
    found = {**log, "digest": now["digest"], "reading": {**now["reading"], **kept}, "rulings": ruled}
    return found, {"from": str(log.get("digest")), "dropped": dropped}
