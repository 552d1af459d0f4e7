"""A folder with the log of each game, a line for each change, so that a server that ended can go on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, content, json_value, write_whole

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

    def begin(self, name: str, log: Json, taken: Iterable[Json]) -> None:
        """A game from its beginning with what was done in it, whatever lay under its name."""
        try:
            write_whole(self._file(name), "".join(map(_line, (log, *taken))))
            with self._file(name).open("rb") as file:
                os.fsync(file.fileno())
        except OSError as error:
            raise self._unwritten(error) from None

    def add(self, name: str, change: Json) -> None:
        """An action, `{"undo": true}`, `{"redo": true}`, or `{"reread": …}` with the rules that are followed then."""
        try:
            with self._file(name).open("a", encoding="utf-8") as file:
                before = file.tell()
                try:
                    file.write(_line(change))
                    file.flush()
                    os.fsync(file.fileno())
                except OSError:
                    os.truncate(file.fileno(), before)  # so that the next line begins where this one should
                    raise
        except OSError as error:
            raise self._unwritten(error) from None

    def end(self, name: str) -> None:
        self._file(name).unlink(missing_ok=True)

    def read(self) -> dict[str, tuple[Json, list[Json]]]:
        """Each game's beginning and its changes. A line that was not written to its end is cut off. A file that is no
        log is a `UsageError`."""
        found = {}
        for file in sorted(self.folder.glob(f"*{_END}")):
            written = content(file)
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

    def _unwritten(self, error: OSError) -> UsageError:
        about = error.strerror or "it cannot be written"
        return UsageError(about, str(self.folder), "the game stands where it was; make room, and ask again")


def _line(value: Json) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def _object(line: bytes) -> Json:
    found = json_value(line)
    if not isinstance(found, dict):
        raise ValueError(found)
    return found
