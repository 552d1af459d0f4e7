"""Results of whole games, as JSON for scripts, and each new thing as files: a scope, a scenario, and the whole game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.scenario.record import record_if_possible
from ruleslawyer.play.saved import play_document
from ruleslawyer.rulebook.claims.occurrence import VIOLATED
from ruleslawyer.rulebook.claims.result import calls
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.studies.fuzz.fuzz import FuzzDiscovery, FuzzResult
from ruleslawyer.studies.sweep.report import scope_name, scope_text


def texts(ruleset: LoadedRuleset, found: FuzzResult, folder: Path, dumped: Mapping[str, str]) -> dict[Path, str]:
    """The files of everything that is new: NAME.toml is the small scope, NAME.scenario.toml its play, which is read
    once the scope stands among the ruleset's, and NAME.play.json the game in the whole scope, `dumped` as text."""
    made: dict[Path, str] = {}
    for find in found.finds:
        name = scope_name(find.met.key)
        made[folder / f"{name}.play.json"] = dumped[name]
        small = find.small
        if small is None or small.trace is None:
            continue
        comments = [
            f"# Found by whole games in `{found.scope}`: {find.met}",
            f"# The position is not reached by play here; {name}.play.json is a game that comes to it.",
            f"# The play: {', '.join(small.play)}",
            *(f"# It breaks {name}, as any game of so few cards does." for name in small.breaks),
        ]
        made[folder / f"{name}.toml"] = scope_text(small.document, comments)
        system = ruleset.in_scope(replace(small.system.scope, name=name))
        scenario = record_if_possible(ruleset, system, small.trace, f"{find.met.kind}: {find.met.title}")
        if scenario:
            made[folder / f"{name}.scenario.toml"] = scenario
    return made


def plays(found: FuzzResult, codec: Codec) -> Iterator[tuple[str, Json]]:
    """The whole game of each, as `play FILE` reads it."""
    for find in found.finds:
        violates = find.met.key[1] if find.met.kind == VIOLATED else ""
        yield scope_name(find.met.key), play_document(find.trace, codec, (), violates)


def document(ruleset: str, found: FuzzResult, codec: Codec, files: Mapping[str, list[str]]) -> Json:
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


def _find(find: FuzzDiscovery, codec: Codec, files: list[str]) -> Json:
    return {
        **find.met.json(),
        "first_game": find.first,
        "unshrunk": find.unshrunk,
        "play": calls(find.trace, codec),
        "small": find.small
        and {
            "members": find.small.members,
            "breaks": list(find.small.breaks),
            "play": find.small.play,
        },
        "files": files,
    }
