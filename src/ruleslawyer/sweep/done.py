"""What a sweep has done, a line of JSON for each scope, so that it goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.sweep.outcome import Outcome

Header = Mapping[str, Any]


def key_of(members: tuple[str, ...], values: Mapping[str, Any]) -> str:
    """A scope by its cards and what is not as usual."""
    return json.dumps([list(members), dict(sorted(values.items()))], ensure_ascii=False, sort_keys=True)


class Done:
    """The outcomes so far; with a file, each is written as it comes, and those that met nothing are read. `header`:
    what a sweep has to have in common with one that goes on: the rules, the base, and how each scope is explored."""

    def __init__(self, file: Path | None, header: Header) -> None:
        self.file, self.outcomes, self.by_hand = file, dict[str, Outcome](), dict[str, frozenset[str]]()
        if file is None:
            return
        if file.is_file():
            self._read(file, header)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._write({"sweep": header})

    def add(self, key: str, outcome: Outcome) -> None:
        self.outcomes[key] = outcome
        self._write({"scope": key, **outcome.json()})

    def add_by_hand(self, scope: str, live: Iterable[str]) -> None:
        """The rules that a hand-made scope makes live."""
        self.by_hand[scope] = frozenset(live)
        self._write({"by_hand": scope, "live": sorted(live)})

    def _write(self, line: Mapping[str, Any]) -> None:
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _read(self, file: Path, header: Header) -> None:
        text = file.read_text(encoding="utf-8", errors="replace")
        whole = text[: text.rfind("\n") + 1]  # the last line may have been cut off
        for place, line in enumerate(whole.splitlines(), 1):
            try:
                found = json.loads(line)
                if place == 1:
                    there = found["sweep"]
                elif "by_hand" in found:
                    self.by_hand[found["by_hand"]] = frozenset(found["live"])
                else:
                    outcome = Outcome.read(found)
                    if not outcome.met:  # what was news is asked again: a finding may name it by now
                        self.outcomes[found["scope"]] = outcome
            except (ValueError, KeyError, TypeError) as error:
                mend = "take the line out, or name another file"
                raise UsageError("this is no line of a sweep", f"{file.as_posix()}:{place}", mend) from error
            if place == 1 and there != dict(header):
                other = ", ".join(key for key in header if there.get(key) != header[key])
                about = f"this file is of another sweep: {other} differ"
                raise UsageError(about, file.as_posix(), "name another file, or take this one away")
        if whole != text:
            file.write_text(whole or json.dumps({"sweep": header}) + "\n", encoding="utf-8")
