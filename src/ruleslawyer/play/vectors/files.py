"""Vectors as files: a folder of traces in ITF with an index, and holding such a folder against the rules again.

Beside what a saved play has, each state says in `#meta` what can be seen there: the `legal` actions, whom the game
`awaits`, whether it has `ended`, the `winners`, and the `payoffs`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ruleslawyer.base.diagnostics import CodecError, UsageError
from ruleslawyer.base.files.content import SCHEMA, Json, write_together
from ruleslawyer.base.files.read import read_json, read_text
from ruleslawyer.ir import types as t
from ruleslawyer.play.replay import replay_problem
from ruleslawyer.play.saved import ITF
from ruleslawyer.play.vectors.score import Fate, MutantFate
from ruleslawyer.play.vectors.suite import Suite
from ruleslawyer.play.vectors.walk import Look, Target, Way, look_at
from ruleslawyer.rulebook.claims.result import premises
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.itf import from_itf, to_itf
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem

INDEX = "index.json"
WHY: Mapping[Fate, str] = {
    "never runs": "the changed rule never runs in these scopes",
    "no difference": "nothing that can be seen differs wherever the changed rule runs",
    "undecided": "not every place where the changed rule runs was looked at",
}
_MAKE = "make them with `ruleslawyer export RULESET --to vectors -o DIR`"
BOTH = frozenset[Way](("speaks", "is silent"))
MCDC = BOTH | frozenset[Way](("would decide",))
_LARGEST = 100_000
"""Files of an index; no suite comes near."""


def document(system: TransitionSystem, trace: Trace, about: Json) -> Json:
    """One vector: a trace in ITF with what can be seen of each state."""
    codec = Codec(system.system, system.scope)
    found = to_itf(codec, trace)
    found["#meta"] |= {"schema": SCHEMA, "rulings": sorted(system.rulings), "vector": about}
    states = [step.after for step in (trace.start, *trace.steps) if step.after is not None]
    for written, state in zip(found["states"], states, strict=True):
        written["#meta"] |= look_json(codec, look_at(system, state)[0])
    return found


def look_json(codec: Codec, look: Look) -> Json:
    """A look at a state as JSON in the form of docs/json.md; `legal` is null where it cannot be told."""
    players = t.Sort(codec.system.players)
    got = dict(zip(codec.members(players), look.payoffs, strict=True)) if look.payoffs else None
    return {
        "ended": look.ended,
        "winners": codec.value(t.Set(players), look.winners),
        **({"payoffs": got} if got else {}),
        "awaits": codec.value(t.Awaits(players), look.awaits),
        "legal": None if look.legal is None else [codec.instance(i) for i in look.legal],
    }


def files(suite: Suite, ruleset: str, rulings: Iterable[str]) -> dict[str, str]:
    """The text of each file of a suite, the index last; the same bytes for the same rules, scopes and seed."""
    found: dict[str, str] = {}
    entries: list[Json] = []

    def add(name: str, system: TransitionSystem, trace: Trace, about: Json) -> None:
        text = _text(document(system, trace, about))
        found[name] = text
        entries.append({
            "file": name, "scope": system.scope.name, "reading": dict(system.reading), "actions": trace.length,
            "sha256": sha256(text.encode()).hexdigest(), **about,
        })  # fmt: skip

    width = len(str(len(suite.vectors)))
    for number, vector in enumerate(suite.vectors, 1):
        system = vector.walk.system
        about = {"covers": [_target(t) for t in vector.covers], "catches": list(vector.catches), "tells": None}
        add(f"{number:0{width}}-{_plain(vector.scope)}{ITF}", system, vector.trace(system), about)
    systems = {walk.system.scope.name: walk.system for walk in suite.walks}
    for told in suite.readings:
        for i, play in enumerate(told.plays, 1):
            for options, trace in play:
                under = systems[told.scope].under(told.choice, options[0])
                tells = {"choice": told.choice, "options": list(options), "play": i}
                name = f"reading-{_plain(told.choice)}-{i}-{_plain(options[0])}-{_plain(told.scope)}{ITF}"
                add(name, under, trace, {"covers": [], "catches": [], "tells": tells})
    found[INDEX] = _text({"schema": SCHEMA, **summary(suite, ruleset, rulings), "vectors": entries})
    return found


def summary(suite: Suite, ruleset: str, rulings: Iterable[str]) -> Json:
    """The part of an index beside its vectors."""
    shown, cites = suite.shown_ways, {rule.name: rule.cites for rule in suite.rules.rules()}
    norms = suite.norms
    clauses = [
        {
            "name": name, "clauses": list(cites.get(name, ())), "speaks": "speaks" in ways,
            "silent": "is silent" in ways, "mcdc": ways >= MCDC if name in norms else None,
        }
        for name, ways in shown.items()
    ]  # fmt: skip
    return {
        "ruleset": ruleset,
        "digest": suite.rules.digest,
        "reading": dict(suite.walks[0].system.reading) if suite.walks else {},
        "rulings": sorted(rulings),
        "stopped": suite.stopped or None,
        "scopes": [
            {
                "name": w.system.scope.name,
                "states": len(w.states),
                "steps": len(w.after),
                "stopped": w.stopped or None,
                "under": premises(w.system).text(),
            }
            for w in suite.walks
        ],
        "number": len(suite.vectors) + suite.telling,
        "telling": suite.telling,
        "actions": suite.length,
        "rules": {
            "both_ways": sum(ways >= BOTH for ways in shown.values()),
            "one_way": sum(bool(ways) and not ways >= BOTH for ways in shown.values()),
            "not_shown": sum(not ways for ways in shown.values()),
            "norms": len(norms & shown.keys()),
            "mcdc": sum(shown[name] >= MCDC for name in norms & shown.keys()),
            "conditions": len(suite.conditions),
            "conditions_mcdc": len(suite.mcdc_conditions),
        },
        "clauses": clauses,
        "readings": [
            {"choice": told.choice, "scope": told.scope, "groups": [list(g) for g in told.groups]}
            for told in suite.readings
        ],
        "mutants": _mutants(suite),
    }


def _mutants(suite: Suite) -> Json | None:
    found = suite.mutation
    if found is None:
        return None
    kinds = dict.fromkeys(c.mutant.kind for c in found.found)
    return {
        "tried": len(found.found),
        "of": found.of,
        "caught": found.count("caught"),
        "caught_by_telling": found.told_apart_by_readings,
        "undecided": found.count("undecided"),
        "no_difference": found.count("no difference"),
        "never_runs": found.count("never runs"),
        "share": None if found.share is None else round(found.share, 4),
        "share_of_all": round(found.count("caught") / len(found.found), 4) if found.found else None,
        "kinds": {
            kind: {"tried": found.count(*_FATES, kind=kind), "caught": found.count("caught", kind=kind)}
            for kind in kinds
        },
        "survivors": [_survivor(c) for c in found.found if c.fate != "caught"],
    }


_FATES: tuple[Fate, ...] = ("caught", "never runs", "no difference", "undecided")


def _survivor(caught: MutantFate) -> Json:
    mutant = caught.mutant
    return {
        "name": mutant.name, "kind": mutant.kind, "place": str(mutant.span), "fate": caught.fate,
        "places": caught.places, "why": WHY[caught.fate],
    }  # fmt: skip


def _target(target: Target) -> str:
    return f"{target.rule} {target.way}"


def _plain(name: str) -> str:
    """A name as a part of a file's: one for each, whatever stands in it."""
    return "".join(c if c.isascii() and (c.isalnum() or c == "_") else f"+{ord(c):x}+" for c in name)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """All files of a suite, or none; those of an older one that are no longer there go."""
    before = _files_in_index(folder)
    write_together({folder / name: text for name, text in texts.items()})
    for name in before:
        if name not in texts:
            (folder / name).unlink(missing_ok=True)


def _files_in_index(folder: Path) -> list[str]:
    """The files that an older index in this folder names: nothing else is ever removed."""
    if not (folder / INDEX).is_file():
        return []
    try:
        return [name for name, _ in _entries(read_json(folder / INDEX, "index of vectors", _MAKE))]
    except UsageError:
        return []


# --- holding them against the rules again -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VectorReplay:
    """A vector that was replayed on every machine. problem: what is wrong with it; empty where it agrees."""

    file: str
    scope: str
    actions: int
    problem: str


def index_of(folder: Path, ruleset: str) -> Json:
    """The index of a folder of vectors; one of another version or ruleset is a `UsageError`."""
    found = read_json(folder / INDEX, "index of vectors", _MAKE)
    if found.get("schema") != SCHEMA or isinstance(found["schema"], bool):
        raise UsageError(f"`schema` is not {SCHEMA}", INDEX, _MAKE)
    if found.get("ruleset") != ruleset:
        about = f"these are vectors of {str(found.get('ruleset'))[:60]}, and not of {ruleset}"
        raise UsageError(about, INDEX, "name that ruleset, or another folder")
    list(_entries(found))
    return found


def _entries(index: Json) -> Iterator[tuple[str, str]]:
    """The names and digests of the files of an index; a name that leads out of the folder is none."""
    listed = index.get("vectors")
    if not isinstance(listed, list) or len(listed) > _LARGEST:
        raise UsageError("`vectors` must be a list", INDEX, _MAKE)
    for i, entry in enumerate(listed):
        name, digest = (entry.get("file"), entry.get("sha256")) if isinstance(entry, dict) else (None, None)
        if not isinstance(name, str) or not isinstance(digest, str) or not _is_plain(name):
            raise UsageError(f"vectors[{i}] must name a `file` of this folder and its `sha256`", INDEX, _MAKE)
        yield name, digest


def _is_plain(name: str) -> bool:
    """Whether a name is that of a vector in this very folder: nothing else is read, or removed."""
    return Path(name).name == name and name.endswith(ITF) and "\0" not in name


def verify(
    folder: Path, index: Json, machines: Callable[[str, object, object], Sequence[TransitionSystem]]
) -> Iterator[VectorReplay]:
    """Each vector again. `machines`: gives the systems of a scope, a reading and rulings that have to agree with it. A
    vector that names no scope is a `UsageError`."""
    for name, digest in _entries(index):
        text = read_text(folder / name, name, _MAKE, 50_000_000)
        found = read_json(folder / name, "vector", _MAKE)
        meta = found.get("#meta")
        if not isinstance(meta, dict) or not isinstance(meta.get("scope"), str):
            raise UsageError("`#meta` must name the `scope`", name, _MAKE)
        if sha256(text.encode()).hexdigest() != digest:
            yield VectorReplay(name, meta["scope"], 0, "the file is not the one that the index lists")
            continue
        try:
            systems = machines(meta["scope"], meta.get("reading"), meta.get("rulings"))
            trace = from_itf(systems[0], found)
            problems = [_disagreement(system, trace, found) for system in systems]
            yield VectorReplay(name, meta["scope"], trace.length, next(filter(None, problems), ""))
        except CodecError as error:
            yield VectorReplay(name, meta["scope"], 0, str(error))


def _disagreement(system: TransitionSystem, trace: Trace, found: Json) -> str:
    """How a machine differs from a vector: in the play, or in what is to be seen of a state."""
    problem = replay_problem(system, trace)
    if problem:
        return problem
    codec = Codec(system.system, system.scope)
    for i, (step, written) in enumerate(zip((trace.start, *trace.steps), found["states"], strict=False)):
        assert step.after is not None
        own = look_json(codec, look_at(system, step.after)[0])
        for key, value in own.items():
            there = written["#meta"].get(key)
            if key == "legal" and isinstance(there, list) and isinstance(value, list):
                more, less = _difference(value, there), _difference(there, value)
                if more or less:
                    return f"state {i}: legal are here {more or 'no more'}, and in the vector {less or 'no more'}"
            elif there != value:
                return f"state {i}: `{key}` is {value}, and {there} in the vector"
    return ""


def _difference(these: Sequence[object], those: Sequence[object]) -> str:
    """The items that the first list has and the second has not, in any order."""
    left = Counter(json.dumps(x, sort_keys=True) for x in these)
    left.subtract(json.dumps(x, sort_keys=True) for x in those)
    return ", ".join(sorted(left.elements()))[:300]
