"""What a sweep has done, a line of JSON for each scope, so that it goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ruleslawyer.files.journal import Journal, Line
from ruleslawyer.sweep.met import Outcome


def key_of(members: tuple[str, ...], values: Mapping[str, Any]) -> str:
    """A scope by its cards and what is not as usual."""
    return json.dumps([list(members), dict(sorted(values.items()))], ensure_ascii=False, sort_keys=True)


class Done:
    """The outcomes so far; with a file, each is written as it comes, and those that met nothing are read. `header`:
    what a sweep has to have in common with one that goes on: the rules, the base, and how each scope is explored."""

    def __init__(self, file: Path | None, header: Line) -> None:
        self.outcomes, self.by_hand = dict[str, Outcome](), dict[str, frozenset[str]]()
        self._journal = Journal(file, "sweep", header, self._read, "sweep")

    def add(self, key: str, outcome: Outcome) -> None:
        self.outcomes[key] = outcome
        self._journal.write({"scope": key, **outcome.json()})

    def add_by_hand(self, scope: str, live: Iterable[str]) -> None:
        """The rules that a hand-made scope makes live."""
        self.by_hand[scope] = frozenset(live)
        self._journal.write({"by_hand": scope, "live": sorted(live)})

    def _read(self, line: Line) -> None:
        if "by_hand" in line:
            self.by_hand[line["by_hand"]] = frozenset(line["live"])
            return
        outcome = Outcome.read(line)
        if not outcome.met:  # what was news is asked again: a finding may name it by now
            self.outcomes[line["scope"]] = outcome
