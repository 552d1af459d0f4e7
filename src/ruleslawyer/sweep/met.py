"""What a sweep met in one scope, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ruleslawyer.claims.as_json import Json
from ruleslawyer.claims.met import Met
from ruleslawyer.claims.occurrence import Kind


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
