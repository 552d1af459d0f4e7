"""What whole games met, as JSON for scripts, and each new thing as files: a scope, a scenario, and the whole game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ruleslawyer.claims.as_json import Json, calls
from ruleslawyer.claims.met import VIOLATED
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.fuzz.fuzz import Find, Fuzzed
from ruleslawyer.play.saved import saved
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.scenario.record import record
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.sweep.report import scope_name, scope_text


def texts(ruleset: LoadedRuleset, found: Fuzzed, folder: Path, dumped: Mapping[str, str]) -> dict[Path, str]:
    """The files of everything that is new: NAME.toml is the small scope, NAME.scenario.toml its play, which is read
    once the scope stands among the ruleset's, and NAME.play.json the game in the whole scope, `dumped` as text."""
    made: dict[Path, str] = {}
    for find in found.finds:
        name = scope_name(find.met.key)
        made[folder / f"{name}.play.json"] = dumped[name]
        if find.small is None or find.small_trace is None:
            continue
        comments = [
            f"# Found by whole games in `{found.scope}`: {find.met}",
            f"# The position is not reached by play here; {name}.play.json is a game that comes to it.",
            f"# The play: {', '.join(small_calls(find))}",
            *(f"# It breaks {name}, as any game of so few cards does." for name in find.small.breaks),
        ]
        made[folder / f"{name}.toml"] = scope_text(find.small.document, comments)
        scenario = _scenario(ruleset, find, name)
        if scenario:
            made[folder / f"{name}.scenario.toml"] = scenario
    return made


def plays(found: Fuzzed, codec: Codec) -> Iterator[tuple[str, Json]]:
    """The whole game of each, as `replay` reads it."""
    for find in found.finds:
        violates = find.met.key[1] if find.met.kind == VIOLATED else ""
        yield scope_name(find.met.key), saved(find.trace, codec, (), violates)


def _scenario(ruleset: LoadedRuleset, find: Find, name: str) -> str:
    """Empty where no scenario can say how the play ends."""
    assert find.small is not None and find.small_trace is not None
    system = ruleset.in_scope(replace(find.small.system.scope, name=name))
    try:
        return record(ruleset, system, find.small_trace, f"{find.met.kind}: {find.met.title}")
    except UsageError:
        return ""


def small_calls(find: Find) -> list[str]:
    """The play of the small scope."""
    assert find.small is not None and find.small_trace is not None
    return calls(find.small_trace, Codec(find.small.system.system, find.small.system.scope))


def members(find: Find) -> dict[str, list[str]]:
    """Who and what there is in the small scope; what is generated as a grid is left out."""
    return {} if find.small is None else {sort: list(rows) for sort, rows in find.small.document["sorts"].items()}


def document(ruleset: str, found: Fuzzed, codec: Codec, files: Mapping[str, list[str]]) -> Json:
    """The run as JSON; `files`: what was written of each, by its scope's name."""
    played = found.played
    return {
        "ruleset": ruleset,
        "scope": found.scope,
        "seed": found.seed,
        "guided": not found.uniform,
        "first_game": found.first_game,
        "games": played.games,
        "actions": played.actions,
        "rounds": played.rounds,
        "longest": played.longest,
        "ends": {how: times for how, times in played.by_end.items() if times},
        "points": found.points,
        "states_kept": found.states_kept,
        "complete": not found.stopped,
        "stopped": found.stopped or None,
        "found": [_find(find, codec, files.get(scope_name(find.met.key), [])) for find in found.finds],
        "more": found.more,
        "named": {title: list(ids) for title, ids in found.named.items()},
        "immaterial": found.immaterial,
        "violated": {name: list(ids) for name, ids in found.violated.items()},
        "reached": found.reached,
        "not_reached": found.unreached,
        "nearest": found.nearest,
        "taken": found.taken,
        "live": len(found.live),
        "never_live": list(found.never_live),
        "never_taken": list(found.never_taken),
        "pairs_met": len(found.pairs),
        "pairs_possible": len(found.pairs_possible),
        "unreplayed": found.differ,
        "playing": {"seconds": round(played.seconds, 3)},
        "seconds": round(found.seconds, 3),
    }


def _find(find: Find, codec: Codec, files: list[str]) -> Json:
    return {
        **find.met.json(),
        "first_game": find.first,
        "unshrunk": find.unshrunk,
        "play": calls(find.trace, codec),
        "small": None if find.small is None else _small(find, find.small.breaks),
        "files": files,
    }


def _small(find: Find, breaks: tuple[str, ...]) -> Json:
    return {"members": members(find), "breaks": list(breaks), "play": small_calls(find)}
