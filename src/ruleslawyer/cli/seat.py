"""The knowledge of a seat, printed: `ruleslawyer explore RULESET --as PLAYER`."""

from __future__ import annotations

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.cli.asking import ask_within, asking
from ruleslawyer.cli.options import Json, MostMemory, MostSeconds, MostStates
from ruleslawyer.cli.output import count, leave, print_json, say
from ruleslawyer.exploration.asked import Knowledge
from ruleslawyer.exploration.information import Doubt, Information
from ruleslawyer.rulebook.claims.as_json import calls
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.premises import premises
from ruleslawyer.semantics.codec import Codec


@asking(Knowledge)
def seat(
    ruleset: Ruleset, asked: Knowledge, *,
    max_states: MostStates = None, max_seconds: MostSeconds = None, memory: MostMemory = None, json: Json = False,
) -> None:  # fmt: skip
    """Show what the player knows."""
    limits = Limits.here(max_states, max_seconds, memory)
    found, known = ask_within(ruleset, asked, limits)
    system = found.system
    codec = Codec(system.system, system.scope)
    if json:
        print_json({
            "ruleset": ruleset.name, "scope": system.scope.name, "reading": dict(system.reading),
            "rulings": sorted(system.rulings), "premises": premises(system).json(), "engine": found.engine,
            "states": found.counts.states, **_json(known, codec),
        })  # fmt: skip
    else:
        say(f"{ruleset.title}, scope {system.scope.name}, {found.engine}: what {asked.seat} knows", "bold")
        _print(known, found.counts.states, codec)
    leave(known.cut)


def _print(known: Information, states: int, codec: Codec) -> None:
    views, most = known.looks
    say(f"{count(states, 'state')}; {count(views, 'view')} of the table, one of them of {count(most, 'state')}")
    sets = f"{count(len(known.sets), 'information set')}, by all that {known.seat} saw and did along plays"
    say(f"{sets}; the largest of {count(known.largest.states, 'state')}:")
    _play(known.largest, codec)
    if known.told_apart is None:
        say("what was seen earlier tells nothing that a look at the table does not tell")
    else:
        doubt = known.told_apart
        say(f"in {known.recalls} of them what was seen earlier tells more than a look; the first, where a look leaves")
        say(f"{count(doubt.looks, 'state')}, and all that was seen {count(doubt.states, 'state')}:")
        _play(doubt, codec)
    if known.cut:
        say(f"INCOMPLETE: {known.cut}; of what lies beyond, nothing is said")


def _play(doubt: Doubt, codec: Codec) -> None:
    for number, call in enumerate(calls(doubt.trace, codec)):
        say(f"{number:>5}  {call}")


def _json(known: Information, codec: Codec) -> JsonObject:
    def doubt_json(doubt: Doubt) -> JsonObject:
        return {"play": calls(doubt.trace, codec), "states": doubt.states, "look": doubt.looks}

    return {
        "seat": known.seat, "views": known.looks[0], "largest_view": known.looks[1], "sets": len(known.sets),
        "depth": known.depth, "largest": doubt_json(known.largest), "told_apart": known.recalls,
        "first_told_apart": doubt_json(known.told_apart) if known.told_apart else None,
        "complete": not known.cut, "stopped": known.cut or None,
    }  # fmt: skip
