"""The outcome of each scope of a sweep, as data, and as a line of JSON, so that the sweep goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.journal import Journal, Line
from ruleslawyer.rulebook.claims.met import Met
from ruleslawyer.rulebook.claims.occurrence import Kind


@dataclass(frozen=True, slots=True)
class Outcome:
    """stopped: why not the whole scope was explored (""): it was. live: the rules that were. up: sets of members that
    had all come up in one state: something is said of them there that the beginning did not say. compared: steps that
    the interpreter took too.

    events, deadlocks: the keys and the kinds of all that were met, news or not. late: whether another run, with more
    time or memory, may say more. known: whether an earlier run found it."""

    states: int = 0
    stopped: str = ""
    met: tuple[Met, ...] = ()
    live: tuple[str, ...] = ()
    up: tuple[tuple[str, ...], ...] = ()
    compared: int = 0
    events: tuple[tuple[str, ...], ...] = ()
    deadlocks: tuple[Kind, ...] = ()
    late: bool = False
    known: bool = False

    def json(self) -> Json:
        return {
            "states": self.states,
            "stopped": self.stopped,
            "met": [[m.kind, list(m.key), m.title, list(m.cites), list(m.play)] for m in self.met],
            "live": list(self.live),
            "up": [list(members) for members in self.up],
            "compared": self.compared,
        }

    @staticmethod
    def read(found: Any) -> Outcome:
        met = tuple(Met(kind, tuple(key), title, tuple(c), tuple(p)) for kind, key, title, c, p in found["met"])
        up = tuple(tuple(members) for members in found["up"])
        return Outcome(found["states"], found["stopped"], met, tuple(found["live"]), up, found["compared"])


DEALT, BY_HAND = "scope", "by_hand"
Key: TypeAlias = tuple[str, str]
Done: TypeAlias = Journal[Key, Outcome]
"""The outcomes of scopes that were dealt, and the rules that those make live which were made by hand."""


def key_of(members: tuple[str, ...], values: Mapping[str, object]) -> Key:
    """A scope by its cards and what is not as usual."""
    return DEALT, json.dumps([list(members), dict(sorted(values.items()))], ensure_ascii=False, sort_keys=True)


def open_journal(file: Path | None, header: Line) -> Done:
    """A journal; with a file, each outcome is written as it comes, and those that met nothing are read. `header`: what
    a sweep has to have in common with one that goes on: the rules, the base, and how each scope is explored."""
    return Journal(file, "sweep", header, _read, _line, "sweep")


def _line(key: Key, outcome: Outcome) -> Line:
    kind, name = key
    return {kind: name, "live": sorted(outcome.live)} if kind == BY_HAND else {kind: name, **outcome.json()}


def _read(line: Line) -> tuple[Key, Outcome] | None:
    if BY_HAND in line:
        return (BY_HAND, line[BY_HAND]), Outcome(live=tuple(line["live"]))
    key, outcome = (DEALT, line[DEALT]), Outcome.read(line)
    return None if outcome.met else (key, outcome)  # what was news is asked again: a finding may name it by now
