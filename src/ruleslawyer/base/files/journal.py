"""A file of JSON lines that grows as work is done, so that the work goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import content, is_there, json_value

Line = Mapping[str, Any]
K = TypeVar("K")
A = TypeVar("A")


class Journal(Generic[K, A]):
    """A journal of what was done so far: answers by what was asked. Without a file nothing is kept."""

    def __init__(
        self,
        file: Path | None,
        what: str,
        header: Line,
        read: Callable[[Line], tuple[K, A] | None],
        line: Callable[[K, A], Line],
        called: str = "",
    ) -> None:
        """`what`: of what it is, in the first line; `header`: what work has to have in common with that which goes on;
        `read`: what a line says that is there, None where it is asked again; it raises ValueError, KeyError or
        TypeError where it is none; `line`: the line of an answer; `called`: what one of them is called, where that is
        something else."""
        self.answers: dict[K, A] = {}
        header = json.loads(json.dumps(header))  # as it comes back
        self.file, self._what, self._line = file, what, line
        self._one, self._other = (f"a {called}" if called else what), called or what
        if file is None:
            return
        if is_there(file):
            self._read(file, header, read)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._write({what: header})

    def add(self, key: K, answer: A) -> None:
        self.answers[key] = answer
        self._write(self._line(key, answer))

    def ask(self, key: K, make: Callable[[], A]) -> A:
        """The answer, as it is known or else as it is made."""
        if key not in self.answers:
            self.add(key, make())
        return self.answers[key]

    def _write(self, line: Line) -> None:
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _read(self, file: Path, header: Line, read: Callable[[Line], tuple[K, A] | None]) -> None:
        text = content(file).decode("utf-8", "replace")
        whole = text[: text.rfind("\n") + 1]  # the last line may have been cut off
        if not whole and not json.dumps({self._what: header}, ensure_ascii=False).startswith(text):
            about = f"this is no {self._one.removeprefix('a ')}"
            raise UsageError(about, file.as_posix(), "name another file: this one would be written over")
        for place, line in enumerate(whole.splitlines(), 1):
            try:
                found = json_value(line)
                if place == 1:
                    there = found[self._what]
                elif (answer := read(found)) is not None:
                    self.answers.update((answer,))
            except (ValueError, KeyError, TypeError) as error:
                mend = "take the line out, or name another file"
                raise UsageError(f"this is no line of {self._one}", f"{file.as_posix()}:{place}", mend) from error
            if place == 1 and there != header:
                other = ", ".join(key for key in header if there.get(key) != header[key])
                about = f"this file is of another {self._other}: {other} differ"
                raise UsageError(about, file.as_posix(), "name another file, or take this one away")
        if whole != text:
            file.write_text(whole or json.dumps({self._what: header}) + "\n", encoding="utf-8")
