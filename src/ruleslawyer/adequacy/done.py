"""What a run has done, a line of JSON for each scope, so that it goes on where it stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ruleslawyer.files.journal import Journal, Line


class Done:
    """Answers by a kind and a name; with a file, each is written as it comes. `header`: what two runs have in common
    of which one goes on where the other stopped."""

    def __init__(self, file: Path | None, header: Line) -> None:
        self.answers = dict[tuple[str, str], Any]()
        self._journal = Journal(file, "adequacy", dict(header), self._read, "run")

    def get(self, kind: str, name: str) -> Any:
        """An answer, or None."""
        return self.answers.get((kind, name))

    def add(self, kind: str, name: str, answer: Any) -> None:
        self.answers[kind, name] = answer
        self._journal.write({"kind": kind, "name": name, "answer": answer})

    def _read(self, line: Line) -> None:
        self.answers[line["kind"], line["name"]] = line["answer"]
