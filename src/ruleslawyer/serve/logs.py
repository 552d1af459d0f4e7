"""A folder with the log of each game, a line for each change, so that a server that ended can go on."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from ruleslawyer.diagnostics import UsageError

Json = dict[str, Any]
NAMELESS = "+"
"""What the log of the game without a name is called: no name has this sign."""
_END = ".jsonl"


class Logs:
    """Appends to files; what is written is on the disk before anybody is told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(error.strerror or "it cannot be made", str(folder), "name another folder") from None

    def begin(self, name: str, log: Json) -> None:
        """A game from its beginning, whatever lay under its name."""
        self._write(name, log, "w")

    def add(self, name: str, change: Json) -> None:
        """An action, or `{"undo": true}`, or `{"redo": true}`."""
        self._write(name, change, "a")

    def end(self, name: str) -> None:
        self._file(name).unlink(missing_ok=True)

    def read(self) -> dict[str, tuple[Json, list[Json]]]:
        """Each game's beginning and its changes. A line that was not written to its end is cut off."""
        found = {}
        for file in sorted(self.folder.glob(f"*{_END}")):
            written = file.read_bytes()
            whole = written[: written.rfind(b"\n") + 1]
            try:
                log, *changes = [_object(line) for line in whole.splitlines()]
            except ValueError:
                raise UsageError("it is no log of a game", str(file), "delete it, or name another folder") from None
            if whole != written:
                os.truncate(file, len(whole))
            name = file.name.removesuffix(_END)
            found["" if name == NAMELESS else name] = log, changes
        return found

    def _file(self, name: str) -> Path:
        return self.folder / f"{name or NAMELESS}{_END}"

    def _write(self, name: str, line: Json, mode: str) -> None:
        try:
            with self._file(name).open(mode, encoding="utf-8") as file:
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise UsageError(error.strerror or "it cannot be written", str(self.folder), "the game goes on") from None


def _object(line: bytes) -> Json:
    found = json.loads(line)
    if not isinstance(found, dict):
        raise ValueError(found)
    return found
